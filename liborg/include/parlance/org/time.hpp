// Points in time.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace parlance::org {

// Milliseconds since 1970-01-01T00:00:00Z; written as ISO 8601 UTC with milliseconds.
struct UtcTime {
  std::int64_t ms = 0;

  // "2026-11-19T10:00:00.000Z"; also without or with 1..9 fraction digits, and with a numeric offset. nullopt
  // otherwise, and outside the years 0..9999.
  static std::optional<UtcTime> parse(std::string_view text) noexcept;
  void write_to(char out[24]) const noexcept;  // years 0..9999
  std::string text() const;

  auto operator<=>(const UtcTime&) const = default;
};

inline constexpr std::int64_t unix_ms_max = 253402300799999;  // 9999-12-31T23:59:59.999Z

// Specification, Timestamps, exception: `originalDateTime` is an integer supplied by the client. A type of its own, as
// it is written as a number where UtcTime is written as text.
struct UnixMs {
  std::int64_t ms = 0;

  auto operator<=>(const UnixMs&) const = default;
};

}  // namespace parlance::org
