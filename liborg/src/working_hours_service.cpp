#include "parlance/org/working_hours_service.hpp"

#include <algorithm>

#include "employee_errors.hpp"

namespace parlance::org {
namespace {

constexpr std::string_view weekday_names[] = {"monday", "tuesday",  "wednesday", "thursday",
                                              "friday", "saturday", "sunday"};

void sort(WorkIntervals& intervals) {
  std::sort(intervals.begin(), intervals.end(), [](const auto& a, const auto& b) { return a.start < b.start; });
}
void sort(std::optional<WorkIntervals>& intervals) {
  if (intervals) sort(*intervals);
}

// Contract section 2: half-open, end > start, "24:00" allowed, no overlap, ≤ 8 a day.
void check_intervals(const std::string& path, const WorkIntervals& intervals, Problems& problems) {
  if (problems.has(path)) return;
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    if (intervals[i].end <= intervals[i].start) {
      problems.add(path + "." + std::to_string(i) + ".end", "must be after the start");
    }
  }
  if (problems.has(path)) return;
  WorkIntervals sorted = intervals;
  sort(sorted);
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i].start < sorted[i - 1].end) return problems.add(path, "must not overlap");
  }
}
void check_intervals(const std::string& path, const std::optional<WorkIntervals>& intervals, Problems& problems) {
  if (intervals) check_intervals(path, *intervals, problems);
}

template <class Value>
void check_week(const Week<Value>& week, Problems& problems) {
  for (std::size_t day = 0; day < weekday_count; ++day) {
    check_intervals("days." + std::string(weekday_names[day]), week.of(static_cast<Weekday>(day)), problems);
  }
}

void check_exceptions(const std::vector<WorkException>& exceptions, Problems& problems) {
  if (problems.covers("exceptions")) return;
  std::vector<Date> dates;
  for (std::size_t i = 0; i < exceptions.size() && !problems.full(); ++i) {
    const std::string path = "exceptions." + std::to_string(i);
    check_intervals(path + ".intervals", exceptions[i].intervals, problems);
    if (!problems.has(path + ".date")) dates.push_back(exceptions[i].date);
  }
  std::sort(dates.begin(), dates.end());
  if (std::adjacent_find(dates.begin(), dates.end()) != dates.end() && !problems.has("exceptions")) {
    problems.add("exceptions", "must not have two of one date");
  }
}

template <class Value>
Week<Value> sorted(Week<Value> week) {
  for (Value* day :
       {&week.monday, &week.tuesday, &week.wednesday, &week.thursday, &week.friday, &week.saturday, &week.sunday}) {
    sort(*day);
  }
  return week;
}

std::vector<WorkException> sorted(std::vector<WorkException> exceptions) {
  std::sort(exceptions.begin(), exceptions.end(), [](const auto& a, const auto& b) { return a.date < b.date; });
  for (WorkException& exception : exceptions) sort(exception.intervals);
  return exceptions;
}

Error missing_override(EmployeeId id) {
  return not_found("Working hours of employee", id.text());
}

}  // namespace

WorkingHoursService::WorkingHoursService(Transactor& transactor, WorkingHoursStore& hours,
                                         const OrganizationStore& organizations, const EmployeeReader& employees,
                                         const TimeZones& zones, const Clock& clock)
    : transactor_(transactor),
      hours_(hours),
      organizations_(organizations),
      employees_(employees),
      zones_(zones),
      clock_(clock) {}

Result<WorkingHours> WorkingHoursService::find(OrgId org) {
  return transactor_.read([&]() -> Result<WorkingHours> {
    if (auto hours = hours_.find(org)) return std::move(*hours);
    return not_found("Working hours of organization", org.text());
  });
}

Result<WorkingHours> WorkingHoursService::set(OrgId org, const WorkingHoursChanges& changes, Problems problems) {
  check(changes, problems);
  if (changes.timezone.sent && !problems.has("timezone") && !zones_.exists(*changes.timezone.sent)) {
    problems.add("timezone", must_be_time_zone);
  }
  if (changes.days.sent) check_week(*changes.days.sent, problems);
  if (changes.exceptions.sent) check_exceptions(*changes.exceptions.sent, problems);
  if (!problems.empty()) return std::move(problems).error();
  return transactor_.write([&]() -> Result<WorkingHours> {
    const UtcTime now = clock_.now();
    auto hours = hours_.find(org);
    if (!hours) {
      const auto organization = organizations_.find(org);
      if (!organization) return not_found("Organization", org.text());
      hours.emplace().timezone = organization->timezone;
      hours->created_at = now;
    }
    changes.timezone.apply_to(hours->timezone);
    if (changes.days.sent) hours->days = sorted(*changes.days.sent);
    if (changes.exceptions.sent) hours->exceptions = sorted(*changes.exceptions.sent);
    hours->updated_at = now;
    hours_.put(org, *hours);
    return std::move(*hours);
  });
}

Result<WorkingHoursOverride> WorkingHoursService::find(OrgId org, EmployeeId id) {
  return transactor_.read([&]() -> Result<WorkingHoursOverride> {
    if (!employees_.find(org, id)) return missing_employee(id);
    if (auto hours = hours_.find(org, id)) return std::move(*hours);
    return missing_override(id);
  });
}

Result<WorkingHoursOverride> WorkingHoursService::set(OrgId org, EmployeeId id,
                                                      const WorkingHoursOverrideChanges& changes, Problems problems) {
  check(changes, problems);
  if (changes.timezone.sent && *changes.timezone.sent && !problems.has("timezone") &&
      !zones_.exists(**changes.timezone.sent)) {
    problems.add("timezone", must_be_time_zone);
  }
  if (changes.days.sent) check_week(*changes.days.sent, problems);
  if (changes.exceptions.sent) check_exceptions(*changes.exceptions.sent, problems);
  return transactor_.write([&]() -> Result<WorkingHoursOverride> {
    const auto employee = employees_.find(org, id);
    if (!employee) return missing_employee(id);
    if (employee->deleted) return deleted_employee(id);
    if (!problems.empty()) return std::move(problems).error();
    const UtcTime now = clock_.now();
    auto hours = hours_.find(org, id);
    if (!hours) {
      hours.emplace().employee_id = id;
      hours->created_at = now;
    }
    changes.timezone.apply_to(hours->timezone);
    if (changes.days.sent) hours->days = sorted(*changes.days.sent);
    if (changes.exceptions.sent) hours->exceptions = sorted(*changes.exceptions.sent);
    hours->updated_at = now;
    hours_.put(org, id, *hours);
    return std::move(*hours);
  });
}

Result<void> WorkingHoursService::remove(OrgId org, EmployeeId id) {
  return transactor_.write([&]() -> Result<void> {
    const auto employee = employees_.find(org, id);
    if (!employee) return missing_employee(id);
    if (!hours_.find(org, id)) return missing_override(id);
    if (employee->deleted) return deleted_employee(id);
    hours_.remove(org, id);
    return {};
  });
}

Result<EffectiveSchedule> WorkingHoursService::effective(OrgId org, EmployeeId id, Date from, Date to) {
  Problems problems;
  if (to < from) {
    problems.add("to", "must not be before from");
  } else if (to - from >= effective_days_max) {
    problems.add("to", "must be less than " + std::to_string(effective_days_max) + " days after from");
  }
  if (!problems.empty()) return std::move(problems).error();
  return transactor_.read([&]() -> Result<EffectiveSchedule> {
    if (!employees_.find(org, id)) return missing_employee(id);
    const auto all = hours_.find(org);
    const auto own = hours_.find(org, id);
    if (!all && !own) return missing_override(id);
    EffectiveSchedule schedule{id, {}, {}};
    if (own && own->timezone) {
      schedule.timezone = *own->timezone;
    } else if (all) {
      schedule.timezone = all->timezone;
    } else {
      schedule.timezone = organizations_.find(org)->timezone;
    }
    schedule.days = effective_days(all, own, schedule.timezone, from, to, zones_);
    return schedule;
  });
}

}  // namespace parlance::org
