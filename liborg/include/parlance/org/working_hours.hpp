// Working hours: when an organization works, and what single employees have instead. Contract sections 2 and 7.9.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "parlance/org/date.hpp"
#include "parlance/org/describe.hpp"
#include "parlance/org/time_zone.hpp"

namespace parlance::org {

inline constexpr std::size_t intervals_max = 8;         // a day
inline constexpr std::size_t exceptions_max = 1000;     // of one schedule
inline constexpr std::int64_t effective_days_max = 92;  // of one question

// Local wall time, half-open: the end is not worked any more. end > start; 24:00 is the end of the day.
struct WorkInterval {
  WallTime start, end;
  bool operator==(const WorkInterval&) const = default;
};
using WorkIntervals = std::vector<WorkInterval>;

// Value per weekday; the fields are the interface's names of them.
template <class Value>
struct Week {
  Value monday, tuesday, wednesday, thursday, friday, saturday, sunday;

  const Value& of(Weekday day) const {
    constexpr Value Week::*members[] = {&Week::monday, &Week::tuesday,  &Week::wednesday, &Week::thursday,
                                        &Week::friday, &Week::saturday, &Week::sunday};
    return this->*members[static_cast<std::size_t>(day)];
  }
  bool operator==(const Week&) const = default;
};
using WorkWeek = Week<WorkIntervals>;
// A weekday without a value inherits the organization's; an empty list is a day off.
using OverrideWeek = Week<std::optional<WorkIntervals>>;

struct WorkException {
  Date date;
  WorkIntervals intervals;  // none: nobody works
  std::optional<std::string> name;
  bool operator==(const WorkException&) const = default;
};

struct WorkingHours {
  std::string timezone;
  WorkWeek days;
  std::vector<WorkException> exceptions;
  UtcTime created_at;
  UtcTime updated_at;
  bool operator==(const WorkingHours&) const = default;
};

struct WorkingHoursChanges {
  Field<std::string> timezone;
  Field<WorkWeek> days;  // whole: a weekday left out is a day off
  Field<std::vector<WorkException>> exceptions;
};

struct WorkingHoursOverride {
  EmployeeId employee_id;
  std::optional<std::string> timezone;  // the organization's when unset
  OverrideWeek days;
  std::vector<WorkException> exceptions;
  UtcTime created_at;
  UtcTime updated_at;
  bool operator==(const WorkingHoursOverride&) const = default;
};

struct WorkingHoursOverrideChanges {
  Field<std::optional<std::string>> timezone;
  Field<OverrideWeek> days;  // whole: a weekday left out inherits
  Field<std::vector<WorkException>> exceptions;
};

enum class WorkSource { organization, employee, exception };

struct EffectiveInterval {
  WallTime start, end;         // as the schedule says
  UtcTime starts_at, ends_at;  // when that is
  WorkSource source = WorkSource::organization;
  bool operator==(const EffectiveInterval&) const = default;
};
struct EffectiveDay {
  Date date;
  std::vector<EffectiveInterval> intervals;
  bool operator==(const EffectiveDay&) const = default;
};
struct EffectiveSchedule {
  EmployeeId employee_id;
  std::string timezone;
  std::vector<EffectiveDay> days;
  bool operator==(const EffectiveSchedule&) const = default;
};

// When somebody works on the days from `from` to `to`, both included. Pure but for the database of time zones.
//
// Contract 7.9: an organization exception beats a weekday override, the employee's own exception beats both; with a
// time zone of its own, the override's days are that zone's. Contract section 2: where the clock jumps over a part of
// an interval it is shorter (and absent when all of it is jumped over); where the clock goes back, an interval begins
// with the first occurrence of its start and ends with the last of its end. An interval that starts and ends in the
// same hour shown twice lasts through both.
std::vector<EffectiveDay> effective_days(const std::optional<WorkingHours>& organization,
                                         const std::optional<WorkingHoursOverride>& employee,
                                         const std::string& timezone, Date from, Date to, const TimeZones& zones);

template <>
struct EnumText<WorkSource> {
  static constexpr std::array values = {std::pair{WorkSource::organization, std::string_view("organization")},
                                        std::pair{WorkSource::employee, std::string_view("employee")},
                                        std::pair{WorkSource::exception, std::string_view("exception")}};
};
template <>
struct Describe<WorkInterval> {
  using T = WorkInterval;
  static constexpr std::string_view name = "WorkInterval";
  static constexpr auto fields =
      std::tuple{required("start", &T::start, NoRule{}, "Local wall time."),
                 required("end", &T::end, NoRule{}, "After the start, and not worked any more; 24:00 ends the day.")};
};
namespace detail {
template <class T>
constexpr auto week_fields() {
  constexpr Items<> rule{0, intervals_max, false, {}};
  return std::tuple{field("monday", &T::monday, rule),       field("tuesday", &T::tuesday, rule),
                    field("wednesday", &T::wednesday, rule), field("thursday", &T::thursday, rule),
                    field("friday", &T::friday, rule),       field("saturday", &T::saturday, rule),
                    field("sunday", &T::sunday, rule)};
}
}  // namespace detail
template <>
struct Describe<WorkWeek> {
  static constexpr std::string_view name = "WorkWeek";
  static constexpr auto fields = detail::week_fields<WorkWeek>();
};
template <>
struct Describe<OverrideWeek> {
  static constexpr std::string_view name = "OverrideWeek";
  static constexpr auto fields = detail::week_fields<OverrideWeek>();
};
template <>
struct Describe<WorkException> {
  using T = WorkException;
  static constexpr std::string_view name = "WorkException";
  static constexpr auto fields =
      std::tuple{required("date", &T::date), field("intervals", &T::intervals, Items<>{0, intervals_max, false, {}}),
                 field("name", &T::name, Text{0, 200}, "Such as the holiday's.")};
};
template <>
struct Describe<WorkingHours> {
  using T = WorkingHours;
  static constexpr std::string_view name = "WorkingHours";
  static constexpr auto fields =
      std::tuple{field("timezone", &T::timezone, NoRule{}, "IANA name."), field("days", &T::days),
                 field("exceptions", &T::exceptions, NoRule{}, "By date."), field("createdAt", &T::created_at),
                 field("updatedAt", &T::updated_at)};
};
template <>
struct Describe<WorkingHoursChanges> {
  using T = WorkingHoursChanges;
  static constexpr std::string_view name = "UpdateWorkingHours";
  using ignored = WorkingHours;
  static constexpr auto fields = std::tuple{
      field("timezone", &T::timezone, NoRule{}, "IANA name; at first the organization's."),
      field("days", &T::days, NoRule{}, "Replaced whole; a weekday left out is a day off."),
      field("exceptions", &T::exceptions, Items<>{0, exceptions_max, false, {}}, "Replaced whole; one a date.")};
};
template <>
struct Describe<WorkingHoursOverride> {
  using T = WorkingHoursOverride;
  static constexpr std::string_view name = "WorkingHoursOverride";
  static constexpr auto fields =
      std::tuple{field("employeeId", &T::employee_id),
                 field("timezone", &T::timezone, NoRule{}, "IANA name; the organization's when null."),
                 field("days", &T::days, NoRule{}, "A weekday that is null inherits the organization's."),
                 field("exceptions", &T::exceptions, NoRule{}, "By date; they beat everything else."),
                 field("createdAt", &T::created_at),
                 field("updatedAt", &T::updated_at)};
};
template <>
struct Describe<WorkingHoursOverrideChanges> {
  using T = WorkingHoursOverrideChanges;
  static constexpr std::string_view name = "UpdateWorkingHoursOverride";
  using ignored = WorkingHoursOverride;
  static constexpr auto fields = std::tuple{
      field("timezone", &T::timezone, NoRule{}, "IANA name; the organization's when null."),
      field("days", &T::days, NoRule{}, "Replaced whole; a weekday left out inherits."),
      field("exceptions", &T::exceptions, Items<>{0, exceptions_max, false, {}}, "Replaced whole; one a date.")};
};
template <>
struct Describe<EffectiveInterval> {
  using T = EffectiveInterval;
  static constexpr std::string_view name = "EffectiveInterval";
  static constexpr auto fields =
      std::tuple{field("start", &T::start, NoRule{}, "As the schedule says, local wall time."), field("end", &T::end),
                 field("startsAt", &T::starts_at, NoRule{}, "When that is."), field("endsAt", &T::ends_at),
                 field("source", &T::source, NoRule{}, "Where the interval comes from.")};
};
template <>
struct Describe<EffectiveDay> {
  using T = EffectiveDay;
  static constexpr std::string_view name = "EffectiveDay";
  static constexpr auto fields = std::tuple{field("date", &T::date), field("intervals", &T::intervals)};
};
template <>
struct Describe<EffectiveSchedule> {
  using T = EffectiveSchedule;
  static constexpr std::string_view name = "EffectiveSchedule";
  static constexpr auto fields =
      std::tuple{field("employeeId", &T::employee_id),
                 field("timezone", &T::timezone, NoRule{}, "Whose days these are."), field("days", &T::days)};
};

}  // namespace parlance::org
