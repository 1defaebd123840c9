// Providers in the database.
#pragma once

#include "server/storage/store_base.hpp"

namespace parlance::server::storage {

class ProviderStore final : public org::ProviderStore, StoreBase {
 public:
  explicit ProviderStore(Shared& shared) : StoreBase(shared) {}
  std::optional<org::Provider> find(org::OrgId, org::ProviderId) const override;
  org::Page<org::Provider> list(org::OrgId, const org::PageRequest&) const override;
  std::optional<org::Provider> default_of(org::OrgId, org::Channel) const override;
  std::optional<org::Provider> oldest_of(org::OrgId, org::Channel) const override;
  void insert(org::OrgId, const org::Provider&) override;
  void update(org::OrgId, const org::Provider&) override;
  void remove(org::OrgId, org::ProviderId, org::UtcTime) override;
};

}  // namespace parlance::server::storage
