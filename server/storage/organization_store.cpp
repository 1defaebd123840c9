#include "server/storage/organization_store.hpp"

#include "server/storage/columns.hpp"

namespace parlance::server::storage {
namespace {

org::Organization organization_of(Query& row) {
  org::Organization o{row.id<org::OrgId>(0),        row.text(1), row.text(2),
                      row.choice<org::Language>(3), row.time(4), row.time(5)};
  if (!row.is_null(6)) o.payment_rules = unpack<org::PaymentRules>(row.view(6));
  if (!row.is_null(7)) o.team_emails = unpack<org::TeamEmails>(row.view(7));
  o.mcp_enabled = row.flag(8);
  return o;
}
constexpr std::string_view organization_select =
    "SELECT id, name, timezone, language, created_at, updated_at, payment_rules, team_emails, mcp_enabled FROM "
    "organizations ";

org::ApiKey key_of(Query& row) {
  return {row.text(0), row.id<org::OrgId>(1), row.bytes<org::Sha256>(2), row.time(3), row.time_or_null(4)};
}
constexpr std::string_view key_select =
    "SELECT k.public_id, o.id, k.secret_sha256, k.created_at, k.expires_at "
    "FROM api_keys k JOIN organizations o ON o.seq = k.org ";

}  // namespace

std::optional<org::Organization> OrganizationStore::find(org::OrgId id) const {
  Query row(reading(), std::string(organization_select) + "WHERE id = ?1", id);
  if (!row.step()) return std::nullopt;
  return organization_of(row);
}

std::vector<org::Organization> OrganizationStore::all() const {
  std::vector<org::Organization> out;
  Query row(reading(), std::string(organization_select) + "ORDER BY seq");
  while (row.step()) out.push_back(organization_of(row));
  return out;
}

void OrganizationStore::insert(const org::Organization& o) {
  const auto rules = pack(o.payment_rules), emails = pack(o.team_emails);
  Query(writing(),
        "INSERT INTO organizations (id, name, timezone, language, created_at, updated_at, payment_rules, team_emails, "
        "mcp_enabled) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        o.id, o.name, o.timezone, o.language, o.created_at, o.updated_at, rules, emails, o.mcp_enabled)
      .run();
}

void OrganizationStore::update(const org::Organization& o) {
  const auto rules = pack(o.payment_rules), emails = pack(o.team_emails);
  Query(writing(),
        "UPDATE organizations SET name = ?2, timezone = ?3, language = ?4, updated_at = ?5, payment_rules = ?6, "
        "team_emails = ?7, mcp_enabled = ?8 WHERE id = ?1",
        o.id, o.name, o.timezone, o.language, o.updated_at, rules, emails, o.mcp_enabled)
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
