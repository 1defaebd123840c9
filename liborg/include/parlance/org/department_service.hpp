// Departments: create, list, read, change, delete.
#pragma once

#include "parlance/org/clock.hpp"
#include "parlance/org/department.hpp"
#include "parlance/org/id_source.hpp"
#include "parlance/org/stores.hpp"
#include "parlance/org/transactor.hpp"

namespace parlance::org {

// Safe to call from several threads at once. Calls that take `Problems` add theirs to what the caller found already.
class DepartmentService {
 public:
  DepartmentService(Transactor& transactor, DepartmentStore& departments, const Clock& clock, IdSource& ids);

  // conflict when another department of the organization has the name (contract 7.2).
  Result<Department> create(OrgId, const NewDepartment&, Problems = {});
  Page<Department> list(OrgId, const PageRequest&);
  Result<Department> find(OrgId, const DepartmentIdOrKey&);
  Result<Department> update(OrgId, const DepartmentIdOrKey&, const DepartmentChanges&, Problems = {});
  // Employees stay, without it; it stays resolvable in what was recorded.
  Result<void> remove(OrgId, const DepartmentIdOrKey&);

 private:
  Transactor& transactor_;
  DepartmentStore& departments_;
  const Clock& clock_;
  IdSource& ids_;
};

}  // namespace parlance::org
