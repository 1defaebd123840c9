#include "server/codec/writer.hpp"

#include <bit>
#include <charconv>
#include <cmath>

namespace parlance::server::codec {
namespace {

// Which bytes cannot stand in a JSON string as they are.
constexpr std::array<bool, 256> escaped = [] {
  std::array<bool, 256> table{};
  for (std::size_t i = 0; i < 0x20; ++i) table[i] = true;
  table['"'] = table['\\'] = true;
  return table;
}();

// Whether one of eight bytes needs an escape. May say so of a word that needs none, never the other way round: a borrow
// can run from one byte into the next. Bytes from 0x80 on, the parts of longer characters, are taken out by `high`.
bool needs_escape(std::uint64_t word) {
  constexpr std::uint64_t ones = 0x0101010101010101, tops = ones * 0x80;
  const std::uint64_t quote = word ^ (ones * '"');
  const std::uint64_t backslash = word ^ (ones * '\\');
  return ((((word - ones * 0x20) | (quote - ones) | (backslash - ones)) & ~word) & tops) != 0;
}

// How many bytes from `begin` on can be copied as they are.
std::size_t plain_bytes(std::string_view text, std::size_t begin) {
  std::size_t i = begin;
  for (; i + 8 <= text.size(); i += 8) {
    std::uint64_t word;
    std::memcpy(&word, text.data() + i, 8);
    if (needs_escape(word)) break;
  }
  while (i < text.size() && !escaped[static_cast<unsigned char>(text[i])]) ++i;
  return i - begin;
}

char* put_escape(char* out, unsigned char byte) {
  static constexpr char digits[] = "0123456789abcdef";
  *out++ = '\\';
  switch (byte) {
    case '"':
    case '\\':
      *out++ = static_cast<char>(byte);
      return out;
    case '\b':
      *out++ = 'b';
      return out;
    case '\f':
      *out++ = 'f';
      return out;
    case '\n':
      *out++ = 'n';
      return out;
    case '\r':
      *out++ = 'r';
      return out;
    case '\t':
      *out++ = 't';
      return out;
    default:
      for (const char c : {'u', '0', '0', digits[byte >> 4], digits[byte & 15]}) *out++ = c;
      return out;
  }
}

}  // namespace

namespace detail {

void put_text(Sink& sink, std::string_view text) {
  std::size_t i = plain_bytes(text, 0);
  if (i == text.size() && i + 2 <= Sink::room_max) {  // nearly every text
    char* out = sink.room(i + 2);
    *out++ = '"';
    out += text.copy(out, i);
    *out++ = '"';
    return sink.wrote(out);
  }
  sink.put('"');
  sink.put(text.substr(0, i));
  while (i < text.size()) {
    sink.wrote(put_escape(sink.room(6), static_cast<unsigned char>(text[i++])));
    const std::size_t plain = plain_bytes(text, i);
    sink.put(text.substr(i, plain));
    i += plain;
  }
  sink.put('"');
}

void put_number(Sink& sink, double value) {
  constexpr double exact_max = 1e15;  // below it, an integral double is written as the integer it is, never as 1e+06
  if (std::abs(value) < exact_max && std::trunc(value) == value) {
    return put_number(sink, static_cast<std::int64_t>(value));
  }
  if (!std::isfinite(value)) return sink.put("null");
  char* out = sink.room(32);
  sink.wrote(std::to_chars(out, out + 32, value).ptr);
}

void put_number(Sink& sink, std::int64_t value) {
  char* out = sink.room(20);
  sink.wrote(std::to_chars(out, out + 20, value).ptr);
}

void put_time(Sink& sink, org::UtcTime value) {
  constexpr std::int64_t day_ms = 86400000;
  static constexpr auto pairs = [] {  // "00" to "99"
    std::array<char, 200> out{};
    for (std::size_t i = 0; i < 100; ++i) {
      out[2 * i] = static_cast<char>('0' + i / 10);
      out[2 * i + 1] = static_cast<char>('0' + i % 10);
    }
    return out;
  }();
  char* const time = sink.last_time;  // 2026-11-19T10:00:00.000Z
  if (const std::int64_t day = value.ms / day_ms; value.ms < 0 || day != sink.last_day) {
    value.write_to(time);
    sink.last_day = value.ms < 0 ? INT64_MIN : day;
  } else {
    const auto rest = static_cast<std::uint32_t>(value.ms % day_ms);
    const auto put_pair = [&](std::size_t at, std::uint32_t number) { std::memcpy(time + at, &pairs[2 * number], 2); };
    put_pair(11, rest / 3600000);
    put_pair(14, rest / 60000 % 60);
    put_pair(17, rest / 1000 % 60);
    put_pair(20, rest % 1000 / 10);
    time[22] = static_cast<char>('0' + rest % 10);
  }
  char* const out = sink.room(26);
  out[0] = out[25] = '"';
  std::memcpy(out + 1, time, 24);
  sink.wrote(out + 26);
}

}  // namespace detail

void write_text(std::string& out, std::string_view text) {
  detail::Sink sink(out);
  detail::put_text(sink, text);
  sink.flush();
}

void write_number(std::string& out, double value) {
  detail::write_value(out, value);
}

void write_number(std::string& out, std::int64_t value) {
  detail::write_value(out, value);
}

}  // namespace parlance::server::codec
