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

// What words were found to be, by their folded form, so that a word is stemmed once and not each time it is said. Of
// fixed size: a word takes the place of another with the same hash. One per thread; serves all vocabularies.
class TokenTable {
 public:
  struct alignas(32) Slot {  // half a cache line
    WordKey key;
    std::uint32_t vocabulary = 0;  // 0: empty
    Token token = unknown_token;
  };

  TokenTable() : slots_(std::size_t{1} << bits) {}
  Slot& at(const WordKey& key, std::uint32_t vocabulary) {
    std::uint64_t h = key.lanes[0] ^ rotated(key.lanes[1], 23) ^ rotated(key.lanes[2], 41);
    h = (h + vocabulary) * 0x9E3779B97F4A7C15u;
    h = (h ^ h >> 32) * 0xD6E8FEB86659FD93u;
    return slots_[h >> (64 - bits)];
  }

 private:
  static constexpr std::size_t bits = 13;
  static std::uint64_t rotated(std::uint64_t x, int by) { return x << by | x >> (64 - by); }
  std::vector<Slot> slots_;
};

// Built by one thread, then read by many.
class Vocabulary {
 public:
  explicit Vocabulary(org::Language language);

  Token add(std::string_view folded);
  Token add_stem(std::string_view stemmed);
  Token find(std::string_view folded) const;
  // The token of a short word, by way of a table: first where the table keeps it, then what it is. Asking for the
  // places of several words before the first token lets their cache lines arrive at the same time.
  TokenTable::Slot& place(const WordKey& key, TokenTable& table) const { return table.at(key, serial_); }
  Token find(const WordKey& key, TokenTable::Slot& slot) const {
    if (slot.vocabulary != serial_ || slot.key != key) slot = {key, serial_, find(key.folded())};
    return slot.token;
  }

  std::size_t size() const { return tokens_.size(); }
  std::size_t bytes() const { return bytes_; }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };

  org::Language language_;
  std::uint32_t serial_;  // tells vocabularies apart in a TokenTable
  std::unordered_map<std::string, Token, Hash, std::equal_to<>> tokens_;
  std::size_t bytes_ = 0;
};

}  // namespace parlance::audit::embedded
