// Questions without cues: what the transcript says to them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "embedded/compiled_questionnaire.hpp"
#include "embedded/trie_scan.hpp"

namespace parlance::audit::embedded {

// What was found for one question, before it is put into words.
struct LexicalAnswer {
  double confidence = 0;
  std::uint32_t option = 0;   // of an options question
  std::uint32_t message = 0;  // position in the transcript
  Span span;
};

// Working memory of a thread.
class LexicalListener {
 public:
  void start(const CompiledQuestionnaire& compiled);
  void hear(const CompiledQuestionnaire& compiled, const Message& message, std::uint32_t position, TrieScan& scan);
  // nullopt unless the evidence reaches confidence::lexical_min.
  std::optional<LexicalAnswer> answer(const CompiledQuestionnaire& compiled, const Question& question,
                                      std::uint32_t index) const;

 private:
  struct Boolean {
    std::uint64_t sentence = 0;            // the last one that mentions a word of it
    std::uint64_t words = 0;               // those it mentions, as bits
    std::array<std::uint32_t, 32> said{};  // by word of the title: in how many sentences
    std::uint64_t best_words = 0;
    std::uint32_t best_count = 0;
    std::uint32_t message = 0;
    Span span;
    std::uint32_t first = 0, last = 0;  // words of the present sentence
  };
  struct Named {  // an option, or a statement of a text question
    std::uint32_t question = 0;
    std::uint32_t option = 0;
    std::uint32_t messages = 0;  // how many name it
    std::uint32_t message = 0;   // the first of them
    bool several_words = false;
    Span span;
  };

  void end_sentence(const CompiledQuestionnaire& compiled, const Message& message, std::uint32_t position,
                    std::span<const Word> words, std::size_t first, std::size_t end);
  std::optional<LexicalAnswer> boolean(const LexicalQuestion& asked, const Boolean& state) const;

  std::vector<Boolean> booleans_;  // as LexicalIndex::questions()
  std::vector<Named> named_;
  std::vector<std::uint32_t> touched_;
  std::uint64_t sentence_ = 0;
  std::uint32_t sentences_ = 0;
};

}  // namespace parlance::audit::embedded
