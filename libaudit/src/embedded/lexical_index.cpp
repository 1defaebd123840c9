#include "embedded/lexical_index.hpp"

#include <algorithm>

#include "embedded/stemmer.hpp"
#include "embedded/word_lists.hpp"

namespace parlance::audit::embedded {
namespace {

bool contains(std::span<const std::string_view> list, std::string_view folded) {
  return std::find(list.begin(), list.end(), folded) != list.end();
}

// "asked" is "ask" to a title; the lists of content-bearing parts go by stems.
bool contains_stem(std::span<const std::string_view> list, org::Language language, std::string_view folded) {
  const std::string stemmed(stem(language, folded));
  return std::any_of(list.begin(), list.end(), [&](std::string_view word) { return stem(language, word) == stemmed; });
}

void add_distinct(std::vector<std::string>& words, std::string_view word) {
  if (words.size() < Reading::words_max && std::find(words.begin(), words.end(), word) == words.end()) {
    words.emplace_back(word);
  }
}

}  // namespace

Reading read_question(const Question& question, org::Language language) {
  const WordLists& lists = word_lists(language);
  Reading reading;
  std::size_t statement_end = 0;
  WordScanner title(question.title);
  while (title.next()) {
    const std::string word(title.folded());
    const bool employee = contains_stem(lists.employee, language, word);
    const bool customer = contains_stem(lists.customer, language, word);
    // The first of them named is the one who acts: "Did the employee tell the customer …".
    if (reading.speaker == Speaker::any && employee) reading.speaker = Speaker::employee;
    if (reading.speaker == Speaker::any && customer) reading.speaker = Speaker::customer;
    const bool asking = contains_stem(lists.asking, language, word);
    reading.asks |= asking;
    const bool content = !employee && !customer && !asking && !contains(lists.stop, word) &&
                         !contains_stem(lists.telling, language, word);
    if (content) add_distinct(reading.title, stem(language, word));
    if (content || !reading.statement.empty()) reading.statement.push_back(word);
    if (content) statement_end = reading.statement.size();
  }
  reading.statement.resize(statement_end);
  if (!question.description) return reading;
  WordScanner description(*question.description);
  while (description.next()) {
    const std::string word(description.folded());
    if (contains(lists.stop, word) || contains_stem(lists.employee, language, word) ||
        contains_stem(lists.customer, language, word) || contains_stem(lists.telling, language, word)) {
      continue;
    }
    const std::string stemmed(stem(language, word));
    if (std::find(reading.title.begin(), reading.title.end(), stemmed) == reading.title.end()) {
      add_distinct(reading.description, stemmed);
    }
  }
  return reading;
}

bool is_everyday(const std::vector<Piece>& option, org::Language language) {
  const WordLists& lists = word_lists(language);
  return std::all_of(option.begin(), option.end(), [&](const Piece& piece) {
    return piece.folded.size() < 3 || contains(lists.everyday, piece.folded) || contains(lists.stop, piece.folded);
  });
}

LexicalIndex::LexicalIndex(org::Language language, Vocabulary& vocabulary) {
  const WordLists& lists = word_lists(language);
  const auto mark = [&](std::span<const std::string_view> words, Flag flag) {
    for (const std::string_view word : words) {
      const Token token = vocabulary.add(word);
      if (flags_.size() <= token) flags_.resize(token + 1);
      flags_[token] |= flag;
    }
  };
  mark(lists.negation, negation);
  mark(lists.hypothetical, hypothetical);
}

void LexicalIndex::add(std::uint32_t question, const Reading& reading, Vocabulary& vocabulary) {
  const auto at = static_cast<std::uint32_t>(questions_.size());
  const auto mention = [&](const std::vector<std::string>& stems, std::uint32_t first_bit) {
    for (std::size_t i = 0; i < stems.size(); ++i) {
      const Token token = vocabulary.add_stem(stems[i]);
      if (mentions_.size() <= token) mentions_.resize(token + 1);
      mentions_[token].push_back({at, first_bit + static_cast<std::uint32_t>(i)});
    }
  };
  mention(reading.title, 0);
  mention(reading.description, Reading::words_max);
  questions_.push_back({question, reading.speaker, reading.asks, static_cast<std::uint32_t>(reading.title.size()),
                        static_cast<std::uint32_t>(reading.description.size())});
}

void LexicalIndex::finish(const Vocabulary& vocabulary) {
  mentions_.resize(vocabulary.size() + 1);
  flags_.resize(vocabulary.size() + 1);
}

}  // namespace parlance::audit::embedded
