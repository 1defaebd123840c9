// Calendar days, days of the week and times on a wall clock: what people say without a time zone.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "parlance/org/describe.hpp"

namespace parlance::org {

enum class Weekday { monday, tuesday, wednesday, thursday, friday, saturday, sunday };
inline constexpr std::size_t weekday_count = 7;

struct CivilDate {
  int year = 1970;
  unsigned month = 1, day = 1;
};

// A day of the Gregorian calendar, years 0000 to 9999; written YYYY-MM-DD. Days add up like numbers.
struct Date {
  std::int64_t days = 0;  // since 1970-01-01

  static constexpr std::string_view must_be = "must be a date, YYYY-MM-DD";
  static constexpr std::string_view pattern = R"(^\d{4}-\d{2}-\d{2}$)";
  static std::optional<Date> parse(std::string_view text) noexcept;
  static std::optional<Date> of(CivilDate) noexcept;  // nullopt for a day that the calendar has not
  std::string text() const;
  CivilDate civil() const noexcept;
  Weekday weekday() const noexcept;

  friend Date operator+(Date date, std::int64_t days) { return {date.days + days}; }
  friend std::int64_t operator-(Date a, Date b) { return a.days - b.days; }
  auto operator<=>(const Date&) const = default;
};

// A time on a wall clock, to the minute, 00:00 to 24:00, which is the end of the day; written HH:MM.
struct WallTime {
  int minutes = 0;  // since midnight, as the clock shows it
  static constexpr int day_end = 24 * 60;

  static constexpr std::string_view must_be = "must be a time, HH:MM from 00:00 to 24:00";
  static constexpr std::string_view pattern = R"(^([01]\d|2[0-3]):[0-5]\d$|^24:00$)";
  static std::optional<WallTime> parse(std::string_view text) noexcept;
  std::string text() const;
  auto operator<=>(const WallTime&) const = default;
};

template <>
struct EnumText<Weekday> {
  static constexpr std::array values = {
      std::pair{Weekday::monday, std::string_view("mon")},    std::pair{Weekday::tuesday, std::string_view("tue")},
      std::pair{Weekday::wednesday, std::string_view("wed")}, std::pair{Weekday::thursday, std::string_view("thu")},
      std::pair{Weekday::friday, std::string_view("fri")},    std::pair{Weekday::saturday, std::string_view("sat")},
      std::pair{Weekday::sunday, std::string_view("sun")}};
};

}  // namespace parlance::org
