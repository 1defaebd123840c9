#include "embedded/word_scanner.hpp"

#include <utf8proc.h>

#include <bit>

namespace parlance::audit::embedded {
namespace {

// Lower-case form of an ASCII letter or digit; 0 for any other byte.
constexpr std::array<char, 256> ascii_folded = [] {
  std::array<char, 256> table{};
  for (int c = '0'; c <= '9'; ++c) table[c] = static_cast<char>(c);
  for (int c = 'a'; c <= 'z'; ++c) table[c] = static_cast<char>(c);
  for (int c = 'A'; c <= 'Z'; ++c) table[c] = static_cast<char>(c + 32);
  return table;
}();

// Folds the ASCII letters and digits that `text` begins with, as many as a key holds, eight at a time; returns how
// many.
std::size_t fold_ascii(std::string_view text, WordKey& key) {
  static_assert(std::endian::native == std::endian::little, "the first byte of a text is the lowest of its lane");
  constexpr auto all = [](std::uint64_t byte) { return byte * 0x0101010101010101u; };
  for (std::size_t lane = 0; lane < key.lanes.size(); ++lane) {
    std::uint64_t bytes = 0;
    const std::size_t at = lane * sizeof bytes;
    if (text.size() - at >= sizeof bytes) {
      std::memcpy(&bytes, text.data() + at, sizeof bytes);
    } else {
      std::memcpy(&bytes, text.data() + at, text.size() - at);
    }
    // In each byte, adding the distance to 0x80 sets the top bit of those that reach a bound; seven bits never carry.
    const std::uint64_t lower = bytes | all(0x20);
    const std::uint64_t seven = lower & all(0x7F);
    const std::uint64_t letters = (seven + all(0x80 - 'a')) & ~(seven + all(0x7F - 'z'));
    const std::uint64_t plain = bytes & all(0x7F);
    const std::uint64_t digits = (plain + all(0x80 - '0')) & ~(plain + all(0x7F - '9'));
    const std::uint64_t others = ~((letters | digits) & ~bytes) & all(0x80);
    if (others) {
      const int n = std::countr_zero(others) / 8;
      if (n > 0) key.lanes[lane] = lower & (~std::uint64_t{0} >> (64 - 8 * n));
      return at + static_cast<std::size_t>(n);
    }
    key.lanes[lane] = lower;
    if (text.size() - at == sizeof bytes) return text.size();
  }
  return WordKey::capacity;
}

enum class Kind : std::uint8_t { other, letter, mark, apostrophe, invisible };

struct CodePoint {
  std::int32_t value = -1;
  std::size_t length = 1;
};

CodePoint decode(std::string_view text, std::size_t at) {
  utf8proc_int32_t value = -1;
  const auto length = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data() + at),
                                       static_cast<utf8proc_ssize_t>(text.size() - at), &value);
  if (length <= 0) return {};
  return {value, static_cast<std::size_t>(length)};
}

Kind kind_of(std::int32_t code_point) {
  if (code_point == 0x2019 || code_point == 0x02BC || code_point == 0xFF07) return Kind::apostrophe;
  if (code_point == 0x00AD) return Kind::invisible;  // a soft hyphen stands inside a word
  switch (utf8proc_category(code_point)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO:
      return Kind::letter;
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
      return Kind::mark;
    default:
      return Kind::other;
  }
}

void append_folded(std::int32_t code_point, std::string& out) {
  // One code point decomposes into at most 18.
  std::array<utf8proc_int32_t, 32> parts;
  int boundary = 0;
  const auto options = static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD |
                                                      UTF8PROC_STRIPMARK | UTF8PROC_IGNORE);
  const auto count = utf8proc_decompose_char(code_point, parts.data(), parts.size(), options, &boundary);
  for (utf8proc_ssize_t i = 0; i < count && i < static_cast<utf8proc_ssize_t>(parts.size()); ++i) {
    utf8proc_uint8_t bytes[4];
    const auto length = utf8proc_encode_char(parts[static_cast<std::size_t>(i)], bytes);
    out.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(length));
  }
}

// The accented Latin letters are most of what is not ASCII; decomposing them each time would be half the cost of a
// Spanish text.
constexpr std::int32_t latin_first = 0x80, latin_end = 0x250;
struct Latin {
  Kind kind = Kind::other;
  std::uint8_t size = 0;
  std::array<char, 6> bytes{};
};
const std::array<Latin, latin_end - latin_first>& latin() {
  static const auto table = [] {
    std::array<Latin, latin_end - latin_first> t{};
    for (std::int32_t c = latin_first; c < latin_end; ++c) {
      Latin& entry = t[static_cast<std::size_t>(c - latin_first)];
      std::string folded;
      entry.kind = kind_of(c);
      append_folded(c, folded);
      entry.size = static_cast<std::uint8_t>(folded.copy(entry.bytes.data(), entry.bytes.size()));
      if (folded.size() > entry.bytes.size()) entry.size = 0xFF;  // too long for the table
    }
    return t;
  }();
  return table;
}

bool starts_word(std::string_view text, std::size_t at) {
  if (at >= text.size()) return false;
  const auto byte = static_cast<std::uint8_t>(text[at]);
  if (byte < 0x80) return ascii_folded[byte] != 0;
  const CodePoint c = decode(text, at);
  return c.value >= 0 && kind_of(c.value) == Kind::letter;
}

// Applies the rule of apostrophes to a folded word that has some.
void settle_apostrophes(std::string& word) {
  const std::size_t last = word.rfind('\'');
  const std::string_view tail = std::string_view(word).substr(last + 1);
  const bool stays = tail == "ll" || tail == "re" || tail == "d";
  if (tail == "s") word.resize(last);
  std::size_t out = 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i] != '\'' || (stays && i == last)) word[out++] = word[i];
  }
  word.resize(out);
}

bool contains_any(std::string_view text, std::size_t from, std::size_t to, std::string_view ascii) {
  return text.substr(from, to - from).find_first_of(ascii) != std::string_view::npos;
}

}  // namespace

bool WordScanner::next() {
  for (;;) {
    // To the start of a word.
    while (at_ < text_.size()) {
      const auto byte = static_cast<std::uint8_t>(text_[at_]);
      if (ascii_folded[byte]) break;
      if (byte < 0x80) {
        ++at_;
        continue;
      }
      const CodePoint c = decode(text_, at_);
      if (c.value >= 0 && kind_of(c.value) == Kind::letter) break;
      at_ += c.length;
    }
    if (at_ >= text_.size()) return false;
    begin_ = at_;

    // Most words are ASCII letters and short.
    key_ = {};
    const std::size_t n = fold_ascii(text_.substr(begin_), key_);
    const std::size_t after = begin_ + n;
    const auto next_byte = after < text_.size() ? static_cast<std::uint8_t>(text_[after]) : std::uint8_t{' '};
    if (next_byte < 0x80 && next_byte != '\'' && !ascii_folded[next_byte]) {
      at_ = after;
      size_ = n;
      fits_ = true;
      return true;
    }
    if (fold_slowly()) return true;
  }
}

bool WordScanner::fold_slowly() {
  long_.clear();
  bool apostrophes = false;
  while (at_ < text_.size()) {
    const auto byte = static_cast<std::uint8_t>(text_[at_]);
    if (const char folded = ascii_folded[byte]) {
      long_ += folded;
      ++at_;
      continue;
    }
    if (byte < 0x80 && byte != '\'') break;
    const CodePoint c = byte < 0x80 ? CodePoint{byte, 1} : decode(text_, at_);
    if (c.value < 0) break;
    const bool in_table = c.value >= latin_first && c.value < latin_end;
    const Latin* entry = in_table ? &latin()[static_cast<std::size_t>(c.value - latin_first)] : nullptr;
    const Kind kind = byte < 0x80 ? Kind::apostrophe : entry ? entry->kind : kind_of(c.value);
    if (kind == Kind::other) break;
    if (kind == Kind::apostrophe) {
      if (!starts_word(text_, at_ + c.length)) break;
      long_ += '\'';
      apostrophes = true;
    } else if (kind == Kind::letter && entry && entry->size != 0xFF) {
      long_.append(entry->bytes.data(), entry->size);
    } else if (kind == Kind::letter) {
      append_folded(c.value, long_);
    }  // a mark or a soft hyphen adds nothing
    at_ += c.length;
  }
  if (apostrophes) settle_apostrophes(long_);
  fits_ = long_.size() <= WordKey::capacity;
  if (fits_) {
    key_ = {};
    size_ = long_.copy(key_.bytes(), long_.size());
  }
  return !long_.empty();
}

bool ends_clause(std::string_view text, std::size_t from, std::size_t to) {
  if (contains_any(text, from, to, "\r\n")) return true;
  // "8:30" and "1,000.50" go on; "30. Then" does not.
  return to - from > 1 && contains_any(text, from, to, ".,;:?!");
}

bool ends_sentence(std::string_view text, std::size_t from, std::size_t to) {
  if (contains_any(text, from, to, "\r\n")) return true;
  return to - from > 1 && contains_any(text, from, to, ".?!");
}

}  // namespace parlance::audit::embedded
