// Departments in the database.
#pragma once

#include "server/storage/store_base.hpp"

namespace parlance::server::storage {

class DepartmentStore final : public org::DepartmentStore, StoreBase {
 public:
  explicit DepartmentStore(Shared& shared) : StoreBase(shared) {}
  std::optional<org::Department> find(org::OrgId, const org::DepartmentIdOrKey&) const override;
  std::optional<org::Department> find_by_name(org::OrgId, std::string_view name) const override;
  std::vector<org::Department> evaluating_transfers(org::OrgId) const override;
  org::Page<org::Department> list(org::OrgId, const org::PageRequest&) const override;
  void insert(org::OrgId, const org::Department&) override;
  void update(org::OrgId, const org::Department&) override;
  void remove(org::OrgId, org::DepartmentId, org::UtcTime) override;
};

}  // namespace parlance::server::storage
