// One message read through a PhraseTrie.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "embedded/phrase_trie.hpp"

namespace parlance::audit::embedded {

// A word of the message being read.
struct Word {
  std::uint32_t begin = 0, end = 0;  // bytes of the content
  Token token = unknown_token;
};

// A phrase ends at this word; the first such word of the message.
struct Hit {
  NodeId node = PhraseTrie::none;
  std::uint32_t word = 0;
};

// Where a phrase stands in a message: bytes [begin, end), and what `{answer}` captured.
struct Span {
  std::uint32_t begin = 0, end = 0;
  std::uint32_t capture_begin = 0, capture_end = 0;
  std::uint32_t gaps = 0;
  bool captured() const { return capture_end > capture_begin; }
};

// Working memory of a thread, kept from message to message.
class TrieScan {
 public:
  // Splits the content into words and follows every phrase; hits() come in the order of their words. Past steps_max the
  // rest of the message is left unread.
  void read(std::string_view content, const Vocabulary& vocabulary, const PhraseTrie& trie);

  std::span<const Word> words() const { return words_; }
  std::span<const Hit> hits() const { return hits_; }
  // The shortest stretch of the message just read that ends with the hit; a capture that begins or ends the phrase then
  // takes all words it may.
  Span locate(std::string_view content, const PhraseTrie& trie, Hit hit);

  // Steps taken since the counter was last set to 0, and how many there may be.
  std::size_t steps = 0;
  std::size_t steps_max = 0;

  // Gives memory back that only an unusually large questionnaire needs.
  void trim();

 private:
  struct Alive {
    NodeId node = PhraseTrie::none;
    std::uint32_t taken = 0;  // of a gap or a capture: bit n is set when it may have taken n + 1 words
  };

  // Words read ahead, whose tokens are not known yet.
  struct Ahead {
    WordKey key;
    TokenTable::Slot* slot = nullptr;  // null: the token is known already
  };
  static constexpr std::size_t ahead_max = 16;

  // Reads up to ahead_max words into words_; false at the end of the text.
  bool read_ahead(WordScanner& scanner, const Vocabulary& vocabulary);
  void follow(const PhraseTrie& trie, std::string_view content, std::uint32_t word);
  void enter(const PhraseTrie& trie, NodeId node, std::uint32_t taken, std::uint32_t word);
  bool same_clause(std::string_view content, std::size_t word) const;

  TokenTable tokens_;
  std::array<Ahead, ahead_max> ahead_;
  std::vector<Word> words_;
  std::vector<Hit> hits_;
  std::vector<Alive> alive_, next_;
  // By node: the last word step and message it was entered in. Serial numbers only grow, so nothing is ever cleared.
  struct Entered {
    std::uint64_t step = 0;
    std::uint64_t message = 0;
    std::uint32_t at = 0;  // in next_
  };
  std::vector<Entered> entered_;
  std::uint64_t step_ = 0;
  std::uint64_t message_ = 0;
  std::vector<NodeId> path_;
  std::vector<std::uint8_t> reach_;
};

}  // namespace parlance::audit::embedded
