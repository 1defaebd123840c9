#include "parlance/org/time.hpp"

namespace parlance::org {
namespace {

struct Civil {
  std::int64_t year;
  unsigned month, day;
};

// Proleptic Gregorian calendar, days counted from 1970-01-01; years start in March so that the leap day ends them.
constexpr std::int64_t days_from_civil(Civil c) noexcept {
  const std::int64_t y = c.year - (c.month <= 2);
  const std::int64_t era = (y >= 0 ? y : y - 399) / 400;
  const auto yoe = static_cast<unsigned>(y - era * 400);
  const unsigned doy = (153 * (c.month > 2 ? c.month - 3 : c.month + 9) + 2) / 5 + c.day - 1;
  const unsigned doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
  return era * 146097 + static_cast<std::int64_t>(doe) - 719468;
}
constexpr Civil civil_from_days(std::int64_t days) noexcept {
  days += 719468;
  const std::int64_t era = (days >= 0 ? days : days - 146096) / 146097;
  const auto doe = static_cast<unsigned>(days - era * 146097);
  const unsigned yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
  const unsigned doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
  const unsigned mp = (5 * doy + 2) / 153;
  const unsigned month = mp < 10 ? mp + 3 : mp - 9;
  return {static_cast<std::int64_t>(yoe) + era * 400 + (month <= 2), month, doy - (153 * mp + 2) / 5 + 1};
}
constexpr unsigned days_in_month(std::int64_t year, unsigned month) noexcept {
  constexpr unsigned days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return month == 2 && leap ? 29 : days[month - 1];
}

void put(char* out, std::int64_t value, int width) noexcept {
  for (int i = width - 1; i >= 0; --i, value /= 10) out[i] = static_cast<char>('0' + value % 10);
}

// Reads exactly `width` digits at `at` and moves past them; -1 when there are none.
int take(std::string_view text, std::size_t& at, int width) noexcept {
  int value = 0;
  for (int i = 0; i < width; ++i, ++at) {
    if (at >= text.size() || text[at] < '0' || text[at] > '9') return -1;
    value = value * 10 + (text[at] - '0');
  }
  return value;
}
bool take(std::string_view text, std::size_t& at, char c) noexcept {
  if (at >= text.size() || text[at] != c) return false;
  ++at;
  return true;
}

}  // namespace

std::optional<UtcTime> UtcTime::parse(std::string_view text) noexcept {
  std::size_t at = 0;
  const int year = take(text, at, 4);
  if (year < 0 || !take(text, at, '-')) return std::nullopt;
  const int month = take(text, at, 2);
  if (month < 1 || month > 12 || !take(text, at, '-')) return std::nullopt;
  const int day = take(text, at, 2);
  if (day < 1 || day > static_cast<int>(days_in_month(year, static_cast<unsigned>(month)))) return std::nullopt;
  if (!take(text, at, 'T')) return std::nullopt;
  const int hour = take(text, at, 2);
  if (hour < 0 || hour > 23 || !take(text, at, ':')) return std::nullopt;
  const int minute = take(text, at, 2);
  if (minute < 0 || minute > 59 || !take(text, at, ':')) return std::nullopt;
  const int second = take(text, at, 2);
  if (second < 0 || second > 59) return std::nullopt;
  int milliseconds = 0;
  if (take(text, at, '.')) {
    int digits = 0;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at, ++digits) {
      if (digits < 3) milliseconds = milliseconds * 10 + (text[at] - '0');
    }
    if (digits < 1 || digits > 9) return std::nullopt;
    for (; digits < 3; ++digits) milliseconds *= 10;
  }
  std::int64_t offset_minutes = 0;
  if (!take(text, at, 'Z')) {
    if (at >= text.size() || (text[at] != '+' && text[at] != '-')) return std::nullopt;
    const int sign = text[at++] == '-' ? -1 : 1;
    const int hours = take(text, at, 2);
    if (hours < 0 || hours > 23 || !take(text, at, ':')) return std::nullopt;
    const int minutes = take(text, at, 2);
    if (minutes < 0 || minutes > 59) return std::nullopt;
    offset_minutes = sign * (hours * 60 + minutes);
  }
  if (at != text.size()) return std::nullopt;
  const std::int64_t days = days_from_civil({year, static_cast<unsigned>(month), static_cast<unsigned>(day)});
  const std::int64_t since_epoch =
      ((days * 24 + hour) * 60 + minute - offset_minutes) * 60000 + std::int64_t{second} * 1000 + milliseconds;
  // An offset can lead out of the years that can be written.
  if (since_epoch < -62'167'219'200'000 || since_epoch > unix_ms_max) return std::nullopt;
  return UtcTime{since_epoch};
}

void UtcTime::write_to(char out[24]) const noexcept {
  constexpr std::int64_t day_ms = 86400000;
  std::int64_t days = ms / day_ms, rest = ms % day_ms;
  if (rest < 0) --days, rest += day_ms;
  const Civil date = civil_from_days(days);
  put(out, date.year, 4);
  out[4] = '-';
  put(out + 5, date.month, 2);
  out[7] = '-';
  put(out + 8, date.day, 2);
  out[10] = 'T';
  put(out + 11, rest / 3600000, 2);
  out[13] = ':';
  put(out + 14, rest / 60000 % 60, 2);
  out[16] = ':';
  put(out + 17, rest / 1000 % 60, 2);
  out[19] = '.';
  put(out + 20, rest % 1000, 3);
  out[23] = 'Z';
}

std::string UtcTime::text() const {
  std::string out(24, '\0');
  write_to(out.data());
  return out;
}

}  // namespace parlance::org
