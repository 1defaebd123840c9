#include "parlance/org/page.hpp"

#include <charconv>

namespace parlance::org {

std::string Cursor::text() const {
  return "c" + std::to_string(page) + "-" + std::to_string(position);
}

std::optional<Cursor> Cursor::parse(std::string_view text) {
  Cursor cursor;
  if (!text.starts_with('c')) return std::nullopt;
  const char* end = text.data() + text.size();
  const auto page_end = std::from_chars(text.data() + 1, end, cursor.page);
  if (page_end.ec != std::errc{} || page_end.ptr == end || *page_end.ptr != '-') return std::nullopt;
  const auto position_end = std::from_chars(page_end.ptr + 1, end, cursor.position);
  if (position_end.ec != std::errc{} || position_end.ptr != end) return std::nullopt;
  if (cursor.page < page_first || cursor.position < 0) return std::nullopt;
  // Anybody can write one: what is added to either later must not overflow. No list is as long.
  constexpr std::int64_t page_limit = INT64_MAX / page_size_max, position_limit = std::int64_t{1} << 53;
  if (cursor.page > page_limit || cursor.position > position_limit) return std::nullopt;
  if (cursor.text() != text) return std::nullopt;  // "c01-1" names the same numbers, but nobody wrote it
  return cursor;
}

}  // namespace parlance::org
