#include "parlance/org/department_service.hpp"

namespace parlance::org {
namespace {

Error missing(const DepartmentIdOrKey& id) {
  return not_found("Department", text_of(id));
}
Error taken(const std::string& name) {
  return conflict("Department with name " + name + " already exists");
}

// Contract section 2: evaluateTransfer true without a transferContext: 400.
void check_transfer(bool evaluate, const std::optional<std::string>& context, Problems& problems) {
  const bool blank = !context || context->find_first_not_of(" \t\r\n") == std::string::npos;
  if (evaluate && blank && !problems.has("transferContext")) {
    problems.add("transferContext", "should not be empty when evaluateTransfer is true");
  }
}

}  // namespace

DepartmentService::DepartmentService(Transactor& transactor, DepartmentStore& departments, const Clock& clock,
                                     IdSource& ids)
    : transactor_(transactor), departments_(departments), clock_(clock), ids_(ids) {}

Result<Department> DepartmentService::create(OrgId org, const NewDepartment& command, Problems problems) {
  check(command, problems);
  check_transfer(command.evaluate_transfer, command.transfer_context, problems);
  if (!problems.empty()) return std::move(problems).error();
  return transactor_.write([&]() -> Result<Department> {
    if (departments_.find_by_name(org, command.name)) return taken(command.name);
    EntityKey key = ids_.next_key(department_key_prefix);
    while (departments_.find(org, key)) key = ids_.next_key(department_key_prefix);
    const UtcTime now = clock_.now();
    Department department{{ids_.next()},
                          std::move(key),
                          command.name,
                          command.description,
                          command.evaluate_transfer,
                          command.transfer_context,
                          now,
                          now};
    departments_.insert(org, department);
    return department;
  });
}

Page<Department> DepartmentService::list(OrgId org, const PageRequest& page) {
  return transactor_.read([&] { return departments_.list(org, page); });
}

Result<Department> DepartmentService::find(OrgId org, const DepartmentIdOrKey& id) {
  return transactor_.read([&]() -> Result<Department> {
    if (auto department = departments_.find(org, id)) return std::move(*department);
    return missing(id);
  });
}

Result<Department> DepartmentService::update(OrgId org, const DepartmentIdOrKey& id, const DepartmentChanges& changes,
                                             Problems problems) {
  check(changes, problems);
  return transactor_.write([&]() -> Result<Department> {
    auto department = departments_.find(org, id);
    if (!department) return missing(id);
    const std::string old_name = department->name;
    changes.name.apply_to(department->name);
    changes.description.apply_to(department->description);
    changes.evaluate_transfer.apply_to(department->evaluate_transfer);
    changes.transfer_context.apply_to(department->transfer_context);
    check_transfer(department->evaluate_transfer, department->transfer_context, problems);
    if (!problems.empty()) return std::move(problems).error();
    if (department->name != old_name) {
      const auto other = departments_.find_by_name(org, department->name);
      if (other && other->id != department->id) return taken(department->name);
    }
    department->updated_at = clock_.now();
    departments_.update(org, *department);
    return std::move(*department);
  });
}

Result<void> DepartmentService::remove(OrgId org, const DepartmentIdOrKey& id) {
  return transactor_.write([&]() -> Result<void> {
    const auto department = departments_.find(org, id);
    if (!department) return missing(id);
    departments_.remove(org, department->id, clock_.now());
    return {};
  });
}

}  // namespace parlance::org
