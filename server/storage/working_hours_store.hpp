#pragma once

#include "server/storage/store_base.hpp"

namespace parlance::server::storage {

class WorkingHoursStore final : public org::WorkingHoursStore, StoreBase {
 public:
  explicit WorkingHoursStore(Shared& shared) : StoreBase(shared) {}

  std::optional<org::WorkingHours> find(org::OrgId) const override;
  void put(org::OrgId, const org::WorkingHours&) override;
  std::optional<org::WorkingHoursOverride> find(org::OrgId, org::EmployeeId) const override;
  void put(org::OrgId, org::EmployeeId, const org::WorkingHoursOverride&) override;
  void remove(org::OrgId, org::EmployeeId) override;
};

}  // namespace parlance::server::storage
