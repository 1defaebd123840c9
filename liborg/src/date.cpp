#include "parlance/org/date.hpp"

#include <chrono>

namespace parlance::org {
namespace {

std::chrono::sys_days sys_days_of(Date date) {
  return std::chrono::sys_days(std::chrono::days(date.days));
}

// The number that these characters write, all of them digits; -1 otherwise.
int digits(std::string_view text) noexcept {
  int value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return -1;
    value = value * 10 + (c - '0');
  }
  return value;
}

void put(std::string& out, unsigned value, int width) {
  const std::size_t end = out.size() + static_cast<std::size_t>(width);
  out.resize(end);
  for (std::size_t at = end; width > 0; --width, value /= 10) out[--at] = static_cast<char>('0' + value % 10);
}

}  // namespace

std::optional<Date> Date::of(CivilDate civil) noexcept {
  if (civil.year < 0 || civil.year > 9999) return std::nullopt;
  const std::chrono::year_month_day day{std::chrono::year(civil.year), std::chrono::month(civil.month),
                                        std::chrono::day(civil.day)};
  if (!day.ok()) return std::nullopt;
  return Date{std::chrono::sys_days(day).time_since_epoch().count()};
}

std::optional<Date> Date::parse(std::string_view text) noexcept {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
  const int year = digits(text.substr(0, 4)), month = digits(text.substr(5, 2)), day = digits(text.substr(8, 2));
  if (year < 0 || month < 0 || day < 0) return std::nullopt;
  return of({year, static_cast<unsigned>(month), static_cast<unsigned>(day)});
}

CivilDate Date::civil() const noexcept {
  const std::chrono::year_month_day day(sys_days_of(*this));
  return {static_cast<int>(day.year()), static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day())};
}

std::string Date::text() const {
  const CivilDate day = civil();
  std::string out;
  put(out, static_cast<unsigned>(day.year), 4);
  out += '-';
  put(out, day.month, 2);
  out += '-';
  put(out, day.day, 2);
  return out;
}

Weekday Date::weekday() const noexcept {
  return static_cast<Weekday>(std::chrono::weekday(sys_days_of(*this)).iso_encoding() - 1);
}

std::optional<WallTime> WallTime::parse(std::string_view text) noexcept {
  if (text.size() != 5 || text[2] != ':') return std::nullopt;
  const int hour = digits(text.substr(0, 2)), minute = digits(text.substr(3, 2));
  if (hour < 0 || minute < 0 || minute > 59 || hour * 60 + minute > day_end) return std::nullopt;
  return WallTime{hour * 60 + minute};
}

std::string WallTime::text() const {
  std::string out;
  put(out, static_cast<unsigned>(minutes / 60), 2);
  out += ':';
  put(out, static_cast<unsigned>(minutes % 60), 2);
  return out;
}

}  // namespace parlance::org
