// Customers in the database.
#pragma once

#include "server/storage/store_base.hpp"

namespace parlance::server::storage {

class CustomerStore final : public org::CustomerStore, StoreBase {
 public:
  explicit CustomerStore(Shared& shared) : StoreBase(shared) {}
  std::optional<org::Customer> find(org::OrgId, org::CustomerId) const override;
  std::optional<org::Customer> find_by_external_id(org::OrgId, std::string_view external_id) const override;
  org::Page<org::Customer> list(org::OrgId, const org::CustomerFilter&, const org::PageRequest&) const override;
  void insert(org::OrgId, const org::Customer&) override;
  void update(org::OrgId, const org::Customer&) override;
  void remove(org::OrgId, org::CustomerId, org::UtcTime) override;
};

}  // namespace parlance::server::storage
