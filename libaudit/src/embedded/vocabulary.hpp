// The words a questionnaire listens for, as small numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "embedded/word_scanner.hpp"
#include "parlance/org/language.hpp"

namespace parlance::audit::embedded {

// A word's number in a vocabulary, from 1; `unknown_token` for any other word.
using Token = std::uint32_t;
inline constexpr Token unknown_token = 0;

// Built by one thread, then read by many.
class Vocabulary {
 public:
  explicit Vocabulary(org::Language language);

  Token add(std::string_view folded);
  Token add_stem(std::string_view stemmed);
  Token find(std::string_view folded) const;
  // The token of the scanner's word. What each form of a word stems to is remembered per thread, in a table of fixed
  // size, so that a word is stemmed once and not each time it is said.
  Token find(const WordScanner& word) const;

  std::size_t size() const { return tokens_.size(); }
  std::size_t bytes() const { return bytes_; }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };

  org::Language language_;
  std::uint32_t serial_;  // tells vocabularies apart in the per-thread tables
  std::unordered_map<std::string, Token, Hash, std::equal_to<>> tokens_;
  std::size_t bytes_ = 0;
};

}  // namespace parlance::audit::embedded
