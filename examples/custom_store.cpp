// A product's own employees behind our service: implement the port, pass it in.
#include <cstdio>
#include <map>

#include "parlance/org/employee_service.hpp"
#include "parlance/org/memory_stores.hpp"

using namespace parlance;

namespace {

// Keeps employees in a map of the product's own. It has no rollback, so it suits sources that are written elsewhere;
// one that takes part in transactions registers how to undo each change with its Transactor.
class DirectoryOfStaff final : public org::EmployeeStore {
 public:
  std::optional<org::Employee> find(org::OrgId, org::EmployeeId id) const override {
    const auto it = staff_.find(id);
    return it == staff_.end() ? std::nullopt : std::optional(it->second);
  }
  std::optional<org::Employee> find_by_external_id(org::OrgId, std::string_view external_id) const override {
    for (const auto& [id, employee] : staff_) {
      if (employee.external_id == external_id) return employee;
    }
    return std::nullopt;
  }
  org::Page<org::Employee> list(org::OrgId, const org::EmployeeFilter&, const org::PageRequest& page) const override {
    org::Page<org::Employee> out;
    out.page_size = page.page_size;
    out.total = static_cast<std::int64_t>(staff_.size());
    for (const auto& [id, employee] : staff_) out.results.push_back(employee);
    return out;
  }
  void insert(org::OrgId, const org::Employee& employee) override { staff_[employee.id] = employee; }
  void update(org::OrgId, const org::Employee& employee) override { staff_[employee.id] = employee; }
  void link(org::OrgId, org::EmployeeId, org::DepartmentId) override {}
  void unlink(org::OrgId, org::EmployeeId, org::DepartmentId) override {}

 private:
  std::map<org::EmployeeId, org::Employee> staff_;
};

}  // namespace

int main() {
  org::ManualClock clock(org::UtcTime{1763500000000});
  org::SequenceIds ids;
  org::MemoryTransactor transactor;
  org::MemoryDepartmentStore departments(transactor);
  DirectoryOfStaff staff;
  org::EmployeeService employees(transactor, staff, departments, clock, ids);

  const org::OrgId organization{ids.next()};
  const auto refused = employees.create(organization, {""});
  std::printf("refused: %s\n", refused.error().messages.front().c_str());
  employees.create(organization, {"Ana Ruiz"}).value();
  const auto page = employees.list(organization, {}, {});
  std::printf("%lld employee: %s\n", static_cast<long long>(page.total), page.results.front().name.c_str());
}
