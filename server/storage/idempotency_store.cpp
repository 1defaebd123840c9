#include "server/storage/idempotency_store.hpp"

namespace parlance::server::storage {

std::optional<StoredResponse> IdempotencyStore::find(org::OrgId org, std::string_view key) const {
  Query row(reading(), "SELECT request_hash, status, body, created_at FROM idempotency WHERE org = ?1 AND key = ?2",
            org_seq(org), key);
  if (!row.step()) return std::nullopt;
  return StoredResponse{row.bytes<org::Sha256>(0), static_cast<int>(row.integer(1)), row.text(2), row.time(3)};
}

void IdempotencyStore::insert(org::OrgId org, std::string_view key, const StoredResponse& response) {
  Query(writing(),
        "INSERT INTO idempotency (org, key, request_hash, status, body, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        org_seq(org), key, response.request_hash, response.status, response.body, response.created_at)
      .run();
}

void IdempotencyStore::remove(org::OrgId org, std::string_view key) {
  Query(writing(), "DELETE FROM idempotency WHERE org = ?1 AND key = ?2", org_seq(org), key).run();
}

std::size_t IdempotencyStore::purge_before(org::UtcTime before, std::size_t limit) {
  Connection& connection = writing();
  Query(connection,
        "DELETE FROM idempotency WHERE (org, key) IN (SELECT org, key FROM idempotency WHERE created_at < ?1 ORDER BY "
        "created_at LIMIT ?2)",
        before, static_cast<std::int64_t>(limit))
      .run();
  return static_cast<std::size_t>(connection.changed_rows());
}

}  // namespace parlance::server::storage
