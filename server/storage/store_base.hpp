// What every store on this storage shares.
#pragma once

#include "parlance/org/stores.hpp"
#include "server/storage/list_pages.hpp"
#include "server/storage/seqs.hpp"
#include "server/storage/transaction.hpp"

namespace parlance::server::storage {

// Borrowed by the stores for their life.
struct Shared {
  const void* transactor;  // whose transactions the stores run in
  OrganizationSeqs organizations;
  ListDirectory directory;
};

class StoreBase {
 protected:
  explicit StoreBase(Shared& shared) : shared_(shared) {}

  Connection& reading() const { return storage::reading(shared_.transactor); }
  Connection& writing() const { return storage::writing(shared_.transactor); }
  // 0, which no row has, for an organization that does not exist.
  std::int64_t org_seq(const org::OrgId& id) const {
    Connection& connection = reading();  // first: it is what tells that there is a transaction
    return shared_.organizations.find(connection, id, current_transaction()->writes).value_or(0);
  }

  Shared& shared_;
};

}  // namespace parlance::server::storage
