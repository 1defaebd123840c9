#include "server/world/iana_time_zones.hpp"

#include <date/tz.h>

#include <chrono>
#include <stdexcept>

namespace parlance::server::world {
namespace {

const date::time_zone& zone_of(std::string_view name) {
  try {
    return *date::locate_zone(name);
  } catch (const std::runtime_error&) {  // its way to say that there is no such zone
    throw std::invalid_argument("no time zone is called " + std::string(name));
  }
}

template <class Time>
org::UtcTime utc(Time time) {
  return {std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count()};
}

// The compiled database lists changes of the clock up to 2037, and the library reads no further. Later days are looked
// up in a year of the last that are listed whose weeks fall alike, as rules name "the last Sunday in March". Returns
// the days to go back.
std::int64_t days_to_listed_years(org::Date date) {
  constexpr int listed_first = 2027, listed_last = 2037;
  const org::CivilDate civil = date.civil();
  if (civil.year <= listed_last) return 0;
  const unsigned month = civil.month < 3 ? 1 : 3;  // behind the leap day, if there is one
  const org::Date first = *org::Date::of({civil.year, month, 1});
  for (int year = listed_last; year >= listed_first; --year) {
    const org::Date candidate = *org::Date::of({year, month, 1});
    if (candidate.weekday() == first.weekday()) return first - candidate;
  }
  return 0;
}
constexpr std::int64_t day_ms = 86'400'000;

}  // namespace

bool IanaTimeZones::exists(std::string_view name) const {
  try {
    return date::locate_zone(name) != nullptr;
  } catch (const std::runtime_error&) {
    return false;
  }
}

org::Instants IanaTimeZones::instants_of(std::string_view name, org::Date day, org::WallTime time) const {
  const std::int64_t back = days_to_listed_years(day);
  const date::local_seconds shown(std::chrono::hours(24) * (day.days - back) + std::chrono::minutes(time.minutes));
  const auto info = zone_of(name).get_info(shown);
  // first: the offset before the clock changed, second: after it; without a change near, first alone.
  const auto then = [&](auto at) { return org::UtcTime{utc(at).ms + back * day_ms}; };
  if (info.result == date::local_info::nonexistent) return {then(info.first.end), then(info.first.end)};
  const auto with = [&](const date::sys_info& period) {
    return then(date::sys_seconds(shown.time_since_epoch() - period.offset));
  };
  return {with(info.first), with(info.result == date::local_info::ambiguous ? info.second : info.first)};
}

org::LocalTime IanaTimeZones::local(std::string_view name, org::UtcTime at) const {
  const org::Date utc_day{date::floor<date::days>(std::chrono::milliseconds(at.ms)).count()};
  const std::int64_t back = days_to_listed_years(utc_day);
  const auto seconds = date::floor<std::chrono::seconds>(
      date::sys_time<std::chrono::milliseconds>(std::chrono::milliseconds(at.ms - back * day_ms)));
  const auto shown = zone_of(name).to_local(seconds);
  const auto day = date::floor<date::days>(shown);
  const auto minutes = date::floor<std::chrono::minutes>(shown - day);
  return {{day.time_since_epoch().count() + back}, {static_cast<int>(minutes.count())}};
}

}  // namespace parlance::server::world
