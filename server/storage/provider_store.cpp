#include "server/storage/provider_store.hpp"

#include "server/storage/columns.hpp"

namespace parlance::server::storage {
namespace {

constexpr std::string_view columns =
    "t.id, t.name, t.channel, t.is_default, t.created_at, t.updated_at, "
    "t.telephony, t.password";

org::Provider provider_of(Query& row, int at) {
  org::Provider p{row.id<org::ProviderId>(at),
                  row.text(at + 1),
                  row.choice<org::Channel>(at + 2),
                  row.flag(at + 3),
                  row.time(at + 4),
                  row.time(at + 5)};
  if (!row.is_null(at + 6)) {
    p.telephony = unpack<org::TelephonySettings>(row.view(at + 6));
    p.telephony->password.reset();
    if (!row.is_null(at + 7)) p.telephony->password = org::SealedSecret{row.blob(at + 7)};
  }
  return p;
}

// Sealed secrets have a column of their own: as JSON they are written as ***.
const org::SealedSecret* password_of(const org::Provider& p) {
  return p.telephony && p.telephony->password ? &*p.telephony->password : nullptr;
}

const std::string by_id =
    "SELECT " + std::string(columns) + " FROM providers t WHERE t.org = ?1 AND t.id = ?2 AND t.deleted_at IS NULL";
const std::string by_default =
    "SELECT " + std::string(columns) + " FROM providers t WHERE t.org = ?1 AND t.channel = ?2 AND t.is_default = 1";
const std::string by_age = "SELECT " + std::string(columns) +
                           " FROM providers t WHERE t.org = ?1 AND t.channel = ?2 AND t.deleted_at IS NULL ORDER BY "
                           "t.seq LIMIT 1";

}  // namespace

std::optional<org::Provider> ProviderStore::find(org::OrgId org, org::ProviderId id) const {
  Query row(reading(), by_id, org_seq(org), id);
  if (!row.step()) return std::nullopt;
  return provider_of(row, 0);
}

std::optional<org::Provider> ProviderStore::default_of(org::OrgId org, org::Channel channel) const {
  Query row(reading(), by_default, org_seq(org), channel);
  if (!row.step()) return std::nullopt;
  return provider_of(row, 0);
}

std::optional<org::Provider> ProviderStore::oldest_of(org::OrgId org, org::Channel channel) const {
  Query row(reading(), by_age, org_seq(org), channel);
  if (!row.step()) return std::nullopt;
  return provider_of(row, 0);
}

org::Page<org::Provider> ProviderStore::list(org::OrgId org, const org::PageRequest& request) const {
  ListSpec spec{"providers", org_seq(org),  std::string(columns),
                "providers", "providers t", "t.org = ?1 AND t.deleted_at IS NULL"};
  return read_page<org::Provider>(reading(), shared_.directory, spec, request, current_transaction()->writes,
                                  [](Query& row) { return provider_of(row, 1); });
}

void ProviderStore::insert(org::OrgId org, const org::Provider& p) {
  Connection& connection = writing();
  const std::int64_t owner = org_seq(org);
  const auto telephony = pack(p.telephony);
  Query(connection,
        "INSERT INTO providers (id, org, name, channel, is_default, created_at, updated_at, telephony, password) "
        "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        p.id, owner, p.name, p.channel, p.is_default, p.created_at, p.updated_at, telephony, password_of(p))
      .run();
  count_row(connection, owner, "providers", connection.last_inserted_seq());
}

void ProviderStore::update(org::OrgId org, const org::Provider& p) {
  const auto telephony = pack(p.telephony);
  Query(writing(),
        "UPDATE providers SET name = ?3, channel = ?4, is_default = ?5, updated_at = ?6, telephony = ?7, password = ?8 "
        "WHERE org = ?1 AND id = ?2 AND deleted_at IS NULL",
        org_seq(org), p.id, p.name, p.channel, p.is_default, p.updated_at, telephony, password_of(p))
      .run();
}

void ProviderStore::remove(org::OrgId org, org::ProviderId id, org::UtcTime at) {
  Connection& connection = writing();
  const std::int64_t owner = org_seq(org);
  Query(connection,
        "UPDATE providers SET deleted_at = ?3, updated_at = ?3, is_default = 0 WHERE org = ?1 AND id = ?2 AND "
        "deleted_at IS NULL",
        owner, id, at)
      .run();
  if (connection.changed_rows() == 1) mark_list(connection, owner, "providers", 1);
}

}  // namespace parlance::server::storage
