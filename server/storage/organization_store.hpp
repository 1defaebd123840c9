// Organizations and API keys in the database.
#pragma once

#include "server/storage/store_base.hpp"

namespace parlance::server::storage {

class OrganizationStore final : public org::OrganizationStore, StoreBase {
 public:
  explicit OrganizationStore(Shared& shared) : StoreBase(shared) {}
  std::optional<org::Organization> find(org::OrgId) const override;
  std::vector<org::Organization> all() const override;
  void insert(const org::Organization&) override;
  void update(const org::Organization&) override;
};

class ApiKeyStore final : public org::ApiKeyStore, StoreBase {
 public:
  explicit ApiKeyStore(Shared& shared) : StoreBase(shared) {}
  std::optional<org::ApiKey> find(std::string_view public_id) const override;
  std::vector<org::ApiKey> of(org::OrgId) const override;
  void insert(const org::ApiKey&) override;
  void update(const org::ApiKey&) override;
};

}  // namespace parlance::server::storage
