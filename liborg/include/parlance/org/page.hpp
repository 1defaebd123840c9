// Pages of lists.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::org {

inline constexpr std::int64_t page_first = 1;
inline constexpr std::int64_t page_size_default = 50;
inline constexpr std::int64_t page_size_max = 1000;

struct PageRequest {
  std::int64_t page = page_first;
  std::int64_t page_size = page_size_default;
  // The `next_cursor` of the page before, opaque to everybody but the store that made it: costs the same at any depth.
  // When set, `page` is ignored; the cursor carries the number of its page.
  std::optional<std::string> cursor = std::nullopt;
};

template <class T>
struct Page {
  using item_type = T;
  std::vector<T> results;
  std::int64_t total = 0;  // of the whole filtered list
  std::int64_t page = page_first;
  std::int64_t page_size = page_size_default;
  std::optional<std::string> next_cursor = std::nullopt;  // unset on the last page
};

// A cursor as every store writes it: the position after which the next page starts, and that page's number.
struct Cursor {
  std::int64_t position = 0;
  std::int64_t page = page_first;

  std::string text() const;
  static std::optional<Cursor> parse(std::string_view text);  // nullopt for anything that text() did not write
};

}  // namespace parlance::org
