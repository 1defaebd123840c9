// Responses kept for requests that carried an Idempotency-Key.
#pragma once

#include <string>

#include "server/storage/store_base.hpp"

namespace parlance::server::storage {

struct StoredResponse {
  org::Sha256 request_hash{};
  int status = 0;
  std::string body;
  org::UtcTime created_at;
};

// Calls are made inside a transaction, like those of the other stores.
class IdempotencyStore final : StoreBase {
 public:
  explicit IdempotencyStore(Shared& shared) : StoreBase(shared) {}
  std::optional<StoredResponse> find(org::OrgId, std::string_view key) const;
  void insert(org::OrgId, std::string_view key, const StoredResponse&);
  void remove(org::OrgId, std::string_view key);
  // Of all organizations, at most `limit`; returns how many went.
  std::size_t purge_before(org::UtcTime, std::size_t limit);
};

}  // namespace parlance::server::storage
