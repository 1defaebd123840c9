#include "parlance/org/id.hpp"

namespace parlance::org {
namespace {

constexpr int hex_value(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::optional<Uuid> Uuid::parse(std::string_view text) noexcept {
  if (text.size() != 36) return std::nullopt;
  Uuid id;
  std::size_t at = 0;
  for (std::size_t i = 0; i < 36;) {
    if (i == 8 || i == 13 || i == 18 || i == 23) {
      if (text[i++] != '-') return std::nullopt;
      continue;
    }
    const int high = hex_value(text[i]), low = hex_value(text[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    id.bytes[at++] = static_cast<std::uint8_t>(high << 4 | low);
    i += 2;
  }
  return id;
}

void Uuid::write_to(char out[36]) const noexcept {
  static constexpr char digits[] = "0123456789abcdef";
  for (std::size_t i = 0; i < 16; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) *out++ = '-';
    *out++ = digits[bytes[i] >> 4];
    *out++ = digits[bytes[i] & 15];
  }
}

std::string Uuid::text() const {
  std::string out(36, '\0');
  write_to(out.data());
  return out;
}

}  // namespace parlance::org
