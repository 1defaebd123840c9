// Words with a part to play in reading titles and sentences.
#pragma once

#include <span>
#include <string_view>

#include "parlance/org/language.hpp"

namespace parlance::audit::embedded {

// All folded as WordScanner folds.
struct WordLists {
  std::span<const std::string_view> stop;          // carry no content
  std::span<const std::string_view> employee;      // who speaks for the organization
  std::span<const std::string_view> customer;      // who speaks to it
  std::span<const std::string_view> asking;        // a title with one of these wants a question to have been put
  std::span<const std::string_view> telling;       // and these say only that something was said
  std::span<const std::string_view> negation;      // turn a sentence around
  std::span<const std::string_view> hypothetical;  // make it a possibility or an offer
  std::span<const std::string_view> copula;        // "the number is …"
  std::span<const std::string_view> everyday;      // options that are said without being meant as an answer
};

const WordLists& word_lists(org::Language language);

}  // namespace parlance::audit::embedded
