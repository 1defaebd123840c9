#include "server/codec/writer.hpp"

#include <array>
#include <charconv>

namespace parlance::server::codec {
namespace {

// Which bytes cannot stand in a JSON string as they are.
constexpr std::array<bool, 256> escaped = [] {
  std::array<bool, 256> table{};
  for (std::size_t i = 0; i < 0x20; ++i) table[i] = true;
  table['"'] = table['\\'] = true;
  return table;
}();

void write_escaped(std::string& out, std::string_view text) {
  static constexpr char digits[] = "0123456789abcdef";
  std::size_t plain = 0;  // where what has not been copied yet begins
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (!escaped[byte]) continue;
    out.append(text, plain, i - plain);
    plain = i + 1;
    switch (byte) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        out += "\\u00";
        out += digits[byte >> 4];
        out += digits[byte & 15];
    }
  }
  out.append(text, plain, text.size() - plain);
}

}  // namespace

void write_text(std::string& out, std::string_view text) {
  out += '"';
  write_escaped(out, text);
  out += '"';
}

void write_number(std::string& out, double value) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  out.append(buffer, end);
}

void write_number(std::string& out, std::int64_t value) {
  char buffer[24];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  out.append(buffer, end);
}

}  // namespace parlance::server::codec
