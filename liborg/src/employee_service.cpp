#include "parlance/org/employee_service.hpp"

#include "employee_errors.hpp"
#include "parlance/org/contact.hpp"

namespace parlance::org {
namespace {

Error taken(const std::string& external_id) {
  return conflict("Employee with externalId " + external_id + " already exists");
}

void check_email(const std::optional<std::string>& email, Problems& problems) {
  if (email && !problems.has("email") && !looks_like_email(*email)) problems.add("email", "must be an email");
}

}  // namespace

EmployeeService::EmployeeService(Transactor& transactor, EmployeeStore& employees, DepartmentStore& departments,
                                 const Clock& clock, IdSource& ids)
    : transactor_(transactor), employees_(employees), departments_(departments), clock_(clock), ids_(ids) {}

Result<Employee> EmployeeService::create(OrgId org, const NewEmployee& command, Problems problems) {
  check(command, problems);
  check_email(command.email, problems);
  return transactor_.write([&]() -> Result<Employee> {
    std::vector<DepartmentRef> departments;
    if (command.department_id && !problems.has("departmentId")) {
      if (const auto department = departments_.find(org, *command.department_id)) {
        departments.push_back({department->id, department->entity_key, department->name});
      } else {
        problems.add("departmentId", "must be an existing department");
      }
    }
    if (!problems.empty()) return std::move(problems).error();
    if (command.external_id && employees_.find_by_external_id(org, *command.external_id)) {
      return taken(*command.external_id);
    }
    const UtcTime now = clock_.now();
    Employee employee{
        {ids_.next()}, command.name, command.external_id, command.email, std::move(departments), false, std::nullopt,
        now,           now};
    employees_.insert(org, employee);
    return employee;
  });
}

Page<Employee> EmployeeService::list(OrgId org, const EmployeeFilter& filter, const PageRequest& page) {
  return transactor_.read([&] { return employees_.list(org, filter, page); });
}

Result<Employee> EmployeeService::find(OrgId org, EmployeeId id) {
  return transactor_.read([&]() -> Result<Employee> {
    if (auto employee = employees_.find(org, id)) return std::move(*employee);
    return missing_employee(id);
  });
}

Result<Employee> EmployeeService::update(OrgId org, EmployeeId id, const EmployeeChanges& changes, Problems problems) {
  check(changes, problems);
  if (changes.email.sent) check_email(*changes.email.sent, problems);
  return transactor_.write([&]() -> Result<Employee> {
    auto employee = employees_.find(org, id);
    if (!employee) return missing_employee(id);
    if (employee->deleted) return deleted_employee(id);
    if (!problems.empty()) return std::move(problems).error();
    const auto old_external_id = employee->external_id;
    changes.name.apply_to(employee->name);
    changes.external_id.apply_to(employee->external_id);
    changes.email.apply_to(employee->email);
    if (employee->external_id && employee->external_id != old_external_id &&
        employees_.find_by_external_id(org, *employee->external_id)) {
      return taken(*employee->external_id);
    }
    employee->updated_at = clock_.now();
    employees_.update(org, *employee);
    return std::move(*employee);
  });
}

Result<void> EmployeeService::remove(OrgId org, EmployeeId id) {
  return transactor_.write([&]() -> Result<void> {
    auto employee = employees_.find(org, id);
    if (!employee || employee->deleted) return missing_employee(id);
    employee->deleted = true;
    employee->deleted_at = employee->updated_at = clock_.now();
    employees_.update(org, *employee);
    return {};
  });
}

Result<Employee> EmployeeService::change_department(OrgId org, EmployeeId id, const DepartmentIdOrKey& department_id,
                                                    bool add) {
  return transactor_.write([&]() -> Result<Employee> {
    const auto employee = employees_.find(org, id);
    if (!employee) return missing_employee(id);
    const auto department = departments_.find(org, department_id);
    if (!department) return not_found("Department", text_of(department_id));
    // Contract 7.1: linking a deleted employee is 400.
    if (employee->deleted) return deleted_employee(id);
    if (add) {
      employees_.link(org, id, department->id);
    } else {
      employees_.unlink(org, id, department->id);
    }
    return *employees_.find(org, id);
  });
}

Result<Employee> EmployeeService::add_department(OrgId org, EmployeeId id, const DepartmentIdOrKey& department_id) {
  return change_department(org, id, department_id, true);
}

Result<Employee> EmployeeService::remove_department(OrgId org, EmployeeId id, const DepartmentIdOrKey& department_id) {
  return change_department(org, id, department_id, false);
}

}  // namespace parlance::org
