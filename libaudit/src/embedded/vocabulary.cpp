#include "embedded/vocabulary.hpp"

#include <atomic>
#include <memory>

#include "embedded/stemmer.hpp"

namespace parlance::audit::embedded {
namespace {

struct Slot {
  WordKey key;
  std::uint32_t vocabulary = 0;  // 0: empty
  Token token = unknown_token;
};

constexpr std::size_t slot_bits = 13;
using Slots = std::array<Slot, std::size_t{1} << slot_bits>;

std::size_t slot_of(const WordKey& key, std::uint32_t vocabulary) {
  std::uint64_t h =
      key.lanes[0] ^ (key.lanes[1] << 23 | key.lanes[1] >> 41) ^ (key.lanes[2] << 41 | key.lanes[2] >> 23);
  h += std::uint64_t{vocabulary} << 32 | vocabulary;
  h *= 0x9E3779B97F4A7C15u;
  h ^= h >> 32;
  h *= 0xD6E8FEB86659FD93u;
  return static_cast<std::size_t>(h >> (64 - slot_bits));
}

std::uint32_t next_serial() {
  static std::atomic<std::uint32_t> last{0};
  return ++last;
}

}  // namespace

Vocabulary::Vocabulary(org::Language language) : language_(language), serial_(next_serial()) {}

Token Vocabulary::add(std::string_view folded) {
  return add_stem(stem(language_, folded));
}

Token Vocabulary::add_stem(std::string_view stemmed) {
  if (const auto it = tokens_.find(stemmed); it != tokens_.end()) return it->second;
  const auto token = static_cast<Token>(tokens_.size() + 1);
  tokens_.emplace(std::string(stemmed), token);
  bytes_ += stemmed.size() + 64;
  return token;
}

Token Vocabulary::find(std::string_view folded) const {
  const auto it = tokens_.find(stem(language_, folded));
  return it == tokens_.end() ? unknown_token : it->second;
}

Token Vocabulary::find(const WordScanner& word) const {
  const WordKey* key = word.key();
  if (!key) return find(word.folded());
  thread_local const auto slots = std::make_unique<Slots>();
  Slot& slot = (*slots)[slot_of(*key, serial_)];
  if (slot.vocabulary == serial_ && slot.key == *key) return slot.token;
  slot = {*key, serial_, find(word.folded())};
  return slot.token;
}

}  // namespace parlance::audit::embedded
