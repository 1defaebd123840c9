// Alert types in the database.
#pragma once

#include "parlance/audit/stores.hpp"
#include "server/storage/store_base.hpp"

namespace parlance::server::storage {

class AlertTypeStore final : public audit::AlertTypeStore, StoreBase {
 public:
  explicit AlertTypeStore(Shared& shared) : StoreBase(shared) {}
  std::optional<audit::AlertType> find(org::OrgId, audit::AlertTypeId) const override;
  std::optional<audit::AlertType> find_by_name(org::OrgId, std::string_view name) const override;
  org::Page<audit::AlertType> list(org::OrgId, const org::PageRequest&) const override;
  void insert(org::OrgId, const audit::AlertType&) override;
  void update(org::OrgId, const audit::AlertType&) override;
  void remove(org::OrgId, audit::AlertTypeId, org::UtcTime) override;
};

}  // namespace parlance::server::storage
