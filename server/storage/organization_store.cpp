#include "server/storage/organization_store.hpp"

namespace parlance::server::storage {
namespace {

org::Organization organization_of(Query& row) {
  return {row.id<org::OrgId>(0), row.text(1), row.text(2), row.choice<org::Language>(3), row.time(4), row.time(5)};
}

org::ApiKey key_of(Query& row) {
  return {row.text(0), row.id<org::OrgId>(1), row.bytes<org::Sha256>(2), row.time(3), row.time_or_null(4)};
}
constexpr std::string_view key_select =
    "SELECT k.public_id, o.id, k.secret_sha256, k.created_at, k.expires_at "
    "FROM api_keys k JOIN organizations o ON o.seq = k.org ";

}  // namespace

std::optional<org::Organization> OrganizationStore::find(org::OrgId id) const {
  Query row(reading(), "SELECT id, name, timezone, language, created_at, updated_at FROM organizations WHERE id = ?1",
            id);
  if (!row.step()) return std::nullopt;
  return organization_of(row);
}

std::vector<org::Organization> OrganizationStore::all() const {
  std::vector<org::Organization> out;
  Query row(reading(), "SELECT id, name, timezone, language, created_at, updated_at FROM organizations ORDER BY seq");
  while (row.step()) out.push_back(organization_of(row));
  return out;
}

void OrganizationStore::insert(const org::Organization& o) {
  Query(writing(),
        "INSERT INTO organizations (id, name, timezone, language, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, "
        "?6)",
        o.id, o.name, o.timezone, o.language, o.created_at, o.updated_at)
      .run();
}

void OrganizationStore::update(const org::Organization& o) {
  Query(writing(), "UPDATE organizations SET name = ?2, timezone = ?3, language = ?4, updated_at = ?5 WHERE id = ?1",
        o.id, o.name, o.timezone, o.language, o.updated_at)
      .run();
}

std::optional<org::ApiKey> ApiKeyStore::find(std::string_view public_id) const {
  Query row(reading(), std::string(key_select) + "WHERE k.public_id = ?1", public_id);
  if (!row.step()) return std::nullopt;
  return key_of(row);
}

std::vector<org::ApiKey> ApiKeyStore::of(org::OrgId org) const {
  std::vector<org::ApiKey> out;
  Query row(reading(), std::string(key_select) + "WHERE k.org = ?1 ORDER BY k.seq", org_seq(org));
  while (row.step()) out.push_back(key_of(row));
  return out;
}

void ApiKeyStore::insert(const org::ApiKey& key) {
  Query(writing(),
        "INSERT INTO api_keys (public_id, org, secret_sha256, created_at, expires_at) VALUES (?1, ?2, ?3, ?4, ?5)",
        key.public_id, org_seq(key.organization), key.secret_sha256, key.created_at, key.expires_at)
      .run();
}

void ApiKeyStore::update(const org::ApiKey& key) {
  Query(writing(), "UPDATE api_keys SET expires_at = ?2 WHERE public_id = ?1", key.public_id, key.expires_at).run();
}

}  // namespace parlance::server::storage
