// Employees in the database.
#pragma once

#include "server/storage/store_base.hpp"

namespace parlance::server::storage {

class EmployeeStore final : public org::EmployeeStore, StoreBase {
 public:
  explicit EmployeeStore(Shared& shared) : StoreBase(shared) {}
  std::optional<org::Employee> find(org::OrgId, org::EmployeeId) const override;
  std::optional<org::Employee> find_by_external_id(org::OrgId, std::string_view external_id) const override;
  org::Page<org::Employee> list(org::OrgId, const org::EmployeeFilter&, const org::PageRequest&) const override;
  void insert(org::OrgId, const org::Employee&) override;
  void update(org::OrgId, const org::Employee&) override;
  void link(org::OrgId, org::EmployeeId, org::DepartmentId) override;
  void unlink(org::OrgId, org::EmployeeId, org::DepartmentId) override;
};

}  // namespace parlance::server::storage
