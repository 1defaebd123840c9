// Employees: create, list, read, change, delete, and the departments they belong to.
#pragma once

#include "parlance/org/clock.hpp"
#include "parlance/org/employee.hpp"
#include "parlance/org/id_source.hpp"
#include "parlance/org/stores.hpp"
#include "parlance/org/transactor.hpp"

namespace parlance::org {

// Safe to call from several threads at once. Calls that take `Problems` add theirs to what the caller found already.
class EmployeeService {
 public:
  EmployeeService(Transactor& transactor, EmployeeStore& employees, DepartmentStore& departments, const Clock& clock,
                  IdSource& ids);

  // conflict when the external id is taken; an unknown departmentId is invalid (contract 7.2).
  Result<Employee> create(OrgId, const NewEmployee&, Problems = {});
  Page<Employee> list(OrgId, const EmployeeFilter&, const PageRequest&);
  Result<Employee> find(OrgId, EmployeeId);  // deleted ones too
  Result<Employee> update(OrgId, EmployeeId, const EmployeeChanges&, Problems = {});
  // Conversations stay. Deleting a deleted employee is not_found (contract section 2).
  Result<void> remove(OrgId, EmployeeId);

  // not_found when the employee or the department does not exist in the organization. Adding twice and removing what is
  // not there change nothing.
  Result<Employee> add_department(OrgId, EmployeeId, const DepartmentIdOrKey&);
  Result<Employee> remove_department(OrgId, EmployeeId, const DepartmentIdOrKey&);

 private:
  Result<Employee> change_department(OrgId, EmployeeId, const DepartmentIdOrKey&, bool add);

  Transactor& transactor_;
  EmployeeStore& employees_;
  DepartmentStore& departments_;
  const Clock& clock_;
  IdSource& ids_;
};

}  // namespace parlance::org
