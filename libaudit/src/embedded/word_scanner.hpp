// Words of a text: where they stand, and their folded form.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace parlance::audit::embedded {

// A folded word of up to `capacity` bytes, padded with zeros (a folded word has no NUL), so that comparing and hashing
// take three machine words.
struct WordKey {
  static constexpr std::size_t capacity = 24;
  std::array<std::uint64_t, 3> lanes{};

  char* bytes() { return reinterpret_cast<char*>(lanes.data()); }
  const char* bytes() const { return reinterpret_cast<const char*>(lanes.data()); }
  std::string_view folded() const { return {bytes(), strnlen(bytes(), capacity)}; }
  bool operator==(const WordKey&) const = default;
};

// Splits into runs of Unicode letters and digits (with the marks that follow them) and folds each: case folded, accents
// and compatibility forms removed. An apostrophe between letters belongs to the word: "don't" folds to "dont" and a
// final 's is dropped, while 'll, 're and 'd stay, since "we'll", "we're" and "I'd" are other words without it. Bytes
// that are not UTF-8 separate words. Borrows the text.
class WordScanner {
 public:
  explicit WordScanner(std::string_view text) : text_(text) {}

  // Moves to the next word; false at the end of the text.
  bool next();

  // Bytes [begin, end) of the text.
  std::size_t begin() const { return begin_; }
  std::size_t end() const { return at_; }
  std::string_view folded() const { return fits_ ? std::string_view(key_.bytes(), size_) : std::string_view(long_); }
  // The folded word; nullptr when it is longer than a key.
  const WordKey* key() const { return fits_ ? &key_ : nullptr; }

 private:
  bool fold_slowly();

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t begin_ = 0;
  std::size_t size_ = 0;
  bool fits_ = true;
  WordKey key_;
  std::string long_;
};

// Whether something that ends a clause, or a sentence, stands between two words: text[from, to) is what separates them.
bool ends_clause(std::string_view text, std::size_t from, std::size_t to);
bool ends_sentence(std::string_view text, std::size_t from, std::size_t to);

}  // namespace parlance::audit::embedded
