#include "server/storage/seqs.hpp"

namespace parlance::server::storage {

std::optional<std::int64_t> OrganizationSeqs::find(Connection& connection, const org::OrgId& id, bool in_write) {
  {
    const std::shared_lock lock(mutex_);
    if (const auto it = known_.find(id.value); it != known_.end()) return it->second;
  }
  Query query(connection, "SELECT seq FROM organizations WHERE id = ?1", id);
  if (!query.step()) return std::nullopt;
  const std::int64_t seq = query.integer(0);
  // What a write sees may still be undone.
  if (!in_write) {
    const std::unique_lock lock(mutex_);
    known_.emplace(id.value, seq);
  }
  return seq;
}

}  // namespace parlance::server::storage
