#include "parlance/org/id_source.hpp"

namespace parlance::org {

EntityKey IdSource::next_key(std::string_view prefix) {
  static constexpr std::string_view alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  EntityKey key{std::string(prefix)};
  while (key.text.size() < prefix.size() + 8) {
    std::uint8_t bytes[16];
    random_bytes(bytes);
    for (const std::uint8_t byte : bytes) {
      // 252 is the largest multiple of 36 in a byte: rejecting the rest keeps every character equally likely.
      if (byte < 252 && key.text.size() < prefix.size() + 8) key.text += alphabet[byte % 36];
    }
  }
  return key;
}

Uuid SequenceIds::next() {
  Uuid id;
  std::uint64_t n = ++last_;
  id.bytes[6] = 0x70;
  id.bytes[8] = 0x80;
  for (std::size_t i = 15; i > 8; --i, n >>= 8) id.bytes[i] = static_cast<std::uint8_t>(n);
  return id;
}

void SequenceIds::random_bytes(std::span<std::uint8_t> out) {
  std::uint64_t x = ++last_;
  for (auto& byte : out) {
    x = x * 6364136223846793005u + 1442695040888963407u;
    byte = static_cast<std::uint8_t>(x >> 56);
  }
}

}  // namespace parlance::org
