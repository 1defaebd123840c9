// Working hours: set and read the organization's, set, read and remove those of employees, and what follows from both.
#pragma once

#include "parlance/org/clock.hpp"
#include "parlance/org/stores.hpp"
#include "parlance/org/transactor.hpp"
#include "parlance/org/working_hours.hpp"

namespace parlance::org {

// Safe to call from several threads at once. Calls that take `Problems` add theirs to what the caller found already.
class WorkingHoursService {
 public:
  WorkingHoursService(Transactor& transactor, WorkingHoursStore& hours, const OrganizationStore& organizations,
                      const EmployeeReader& employees, const TimeZones& zones, const Clock& clock);

  Result<WorkingHours> find(OrgId);  // not_found until it was set
  Result<WorkingHours> set(OrgId, const WorkingHoursChanges&, Problems = {});

  // not_found for an employee without hours of their own.
  Result<WorkingHoursOverride> find(OrgId, EmployeeId);
  // A deleted employee cannot be changed: invalid.
  Result<WorkingHoursOverride> set(OrgId, EmployeeId, const WorkingHoursOverrideChanges&, Problems = {});
  Result<void> remove(OrgId, EmployeeId);

  // not_found when neither the organization nor the employee has any hours. At most effective_days_max days.
  Result<EffectiveSchedule> effective(OrgId, EmployeeId, Date from, Date to);

 private:
  Transactor& transactor_;
  WorkingHoursStore& hours_;
  const OrganizationStore& organizations_;
  const EmployeeReader& employees_;
  const TimeZones& zones_;
  const Clock& clock_;
};

}  // namespace parlance::org
