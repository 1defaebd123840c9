#include "parlance/org/working_hours.hpp"

#include <algorithm>

namespace parlance::org {
namespace {

const WorkException* exception_on(const std::vector<WorkException>& exceptions, Date date) {
  const auto it = std::find_if(exceptions.begin(), exceptions.end(), [&](const auto& e) { return e.date == date; });
  return it == exceptions.end() ? nullptr : &*it;
}

struct Rule {
  const WorkIntervals* intervals = nullptr;
  WorkSource source = WorkSource::organization;
};

// Contract 7.9: an organization exception beats a weekday override, the employee's own exception beats both.
Rule rule_on(Date date, const std::optional<WorkingHours>& organization,
             const std::optional<WorkingHoursOverride>& employee) {
  if (employee) {
    if (const auto* own = exception_on(employee->exceptions, date)) return {&own->intervals, WorkSource::exception};
  }
  if (organization) {
    if (const auto* all = exception_on(organization->exceptions, date)) return {&all->intervals, WorkSource::exception};
  }
  if (employee) {
    // Contract section 2: weekdays it names replace the organization's, the others inherit.
    if (const auto& own = employee->days.of(date.weekday())) return {&*own, WorkSource::employee};
  }
  if (organization) return {&organization->days.of(date.weekday()), WorkSource::organization};
  return {};
}

}  // namespace

std::vector<EffectiveDay> effective_days(const std::optional<WorkingHours>& organization,
                                         const std::optional<WorkingHoursOverride>& employee,
                                         const std::string& timezone, Date from, Date to, const TimeZones& zones) {
  std::vector<EffectiveDay> days;
  for (Date date = from; date <= to; date = date + 1) {
    EffectiveDay& day = days.emplace_back();
    day.date = date;
    const Rule rule = rule_on(date, organization, employee);
    if (!rule.intervals) continue;
    for (const WorkInterval& interval : *rule.intervals) {
      // A gap shortens the interval, an overlap takes the first occurrence for a start and the last for an end.
      const UtcTime starts_at = zones.instants_of(timezone, date, interval.start).first;
      const UtcTime ends_at = zones.instants_of(timezone, date, interval.end).last;
      if (starts_at < ends_at) day.intervals.push_back({interval.start, interval.end, starts_at, ends_at, rule.source});
    }
  }
  return days;
}

}  // namespace parlance::org
