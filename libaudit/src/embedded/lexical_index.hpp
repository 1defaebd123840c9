// What questions without cues ask, read off their titles.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "embedded/phrase_syntax.hpp"
#include "embedded/vocabulary.hpp"
#include "parlance/audit/cue.hpp"
#include "parlance/audit/question.hpp"

namespace parlance::audit::embedded {

// A title (and description) taken apart.
struct Reading {
  Speaker speaker = Speaker::any;               // whose words answer it
  bool asks = false;                            // it wants a question to have been put
  std::vector<std::string> title;               // content words, distinct
  std::vector<std::string> description;         // content words that the title does not have, distinct
  std::vector<std::string> statement;           // the title's stretch from its first content word to its last
  static constexpr std::size_t words_max = 32;  // of the title, and of the description
};
Reading read_question(const Question& question, org::Language language);

// Whether an option is too common a word to be found by its name.
bool is_everyday(const std::vector<Piece>& option, org::Language language);

// A boolean question as bits: of the title's words 0…31, of the description's 32…63.
struct LexicalQuestion {
  std::uint32_t question = 0;
  Speaker speaker = Speaker::any;
  bool asks = false;
  std::uint32_t title_words = 0;
  std::uint32_t description_words = 0;
};

class LexicalIndex {
 public:
  enum Flag : std::uint8_t { negation = 1, hypothetical = 2 };
  struct Mention {
    std::uint32_t question = 0;  // index into questions()
    std::uint32_t bit = 0;
  };

  LexicalIndex(org::Language language, Vocabulary& vocabulary);
  void add(std::uint32_t question, const Reading& reading, Vocabulary& vocabulary);
  void finish(const Vocabulary& vocabulary);

  const std::vector<LexicalQuestion>& questions() const { return questions_; }
  // What a word of the vocabulary is to the boolean questions.
  const std::vector<Mention>& mentions(Token token) const { return mentions_[token]; }
  std::uint8_t flags(Token token) const { return flags_[token]; }

 private:
  std::vector<LexicalQuestion> questions_;
  std::vector<std::vector<Mention>> mentions_;  // by token
  std::vector<std::uint8_t> flags_;             // by token
};

}  // namespace parlance::audit::embedded
