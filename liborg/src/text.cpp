#include "parlance/org/text.hpp"

#include <utf8proc.h>

#include <cstdint>

namespace parlance::org {
namespace {

// Length of the well-formed sequence at `at` (no surrogates, nothing overlong, nothing above U+10FFFF); 0 when there is
// none.
std::size_t sequence_length(std::string_view text, std::size_t at) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::size_t left = text.size() - at;
  const std::uint8_t lead = byte(at);
  const auto tail = [&](std::size_t i) { return (byte(at + i) & 0xC0) == 0x80; };
  if (lead < 0x80) return 1;
  if (lead < 0xC2) return 0;
  if (lead < 0xE0) return left >= 2 && tail(1) ? 2 : 0;
  if (lead < 0xF0) {
    if (left < 3 || !tail(1) || !tail(2)) return 0;
    if (lead == 0xE0 && byte(at + 1) < 0xA0) return 0;
    if (lead == 0xED && byte(at + 1) >= 0xA0) return 0;
    return 3;
  }
  if (lead > 0xF4 || left < 4 || !tail(1) || !tail(2) || !tail(3)) return 0;
  if (lead == 0xF0 && byte(at + 1) < 0x90) return 0;
  if (lead == 0xF4 && byte(at + 1) >= 0x90) return 0;
  return 4;
}

}  // namespace

bool is_valid_utf8(std::string_view text) noexcept {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = sequence_length(text, at);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

std::size_t code_points(std::string_view text) noexcept {
  std::size_t count = 0;
  for (const char c : text) count += (static_cast<std::uint8_t>(c) & 0xC0) != 0x80;
  return count;
}

std::string fold_case(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (static_cast<std::uint8_t>(c) < 0x80) {
      out += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
      ++at;
      continue;
    }
    utf8proc_int32_t code_point = 0;
    const auto length = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data() + at),
                                         static_cast<utf8proc_ssize_t>(text.size() - at), &code_point);
    if (length <= 0) {  // not UTF-8: kept as it is, so that equal bytes stay equal
      out += c;
      ++at;
      continue;
    }
    // Simple folding maps through upper case first, so that all of a letter's forms meet (ς and σ, ſ and s).
    utf8proc_uint8_t bytes[4];
    const auto written = utf8proc_encode_char(utf8proc_tolower(utf8proc_toupper(code_point)), bytes);
    out.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(written));
    at += static_cast<std::size_t>(length);
  }
  return out;
}

std::string folded_words(std::string_view text) {
  const std::string folded = fold_case(text);
  std::string out;
  out.reserve(folded.size());
  bool gap = false;
  const auto add = [&](std::string_view character) {
    if (gap && !out.empty()) out += ' ';
    gap = false;
    out += character;
  };
  for (std::size_t at = 0; at < folded.size();) {
    const char c = folded[at];
    if (static_cast<std::uint8_t>(c) < 0x80) {
      const bool in_word = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
      in_word ? add({&c, 1}) : void(gap = true);
      ++at;
      continue;
    }
    utf8proc_int32_t code_point = 0;
    const auto length = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(folded.data() + at),
                                         static_cast<utf8proc_ssize_t>(folded.size() - at), &code_point);
    if (length <= 0) {
      gap = true;
      ++at;
      continue;
    }
    const auto category = utf8proc_category(code_point);
    const bool in_word = category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO;  // letters … numbers
    in_word ? add(std::string_view(folded).substr(at, static_cast<std::size_t>(length))) : void(gap = true);
    at += static_cast<std::size_t>(length);
  }
  return out;
}

}  // namespace parlance::org
