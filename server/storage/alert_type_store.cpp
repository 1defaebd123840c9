#include "server/storage/alert_type_store.hpp"

namespace parlance::server::storage {
namespace {

constexpr std::string_view columns = "t.id, t.name, t.severity, t.description, t.created_at, t.updated_at";

// `at`: the first of the columns.
audit::AlertType alert_type_of(Query& row, int at) {
  return {row.id<audit::AlertTypeId>(at), row.text(at + 1), row.choice<audit::Severity>(at + 2),
          row.text_or_null(at + 3),       row.time(at + 4), row.time(at + 5)};
}

const std::string by_id =
    "SELECT " + std::string(columns) + " FROM alert_types t WHERE t.org = ?1 AND t.id = ?2 AND t.deleted_at IS NULL";
const std::string by_name = "SELECT " + std::string(columns) +
                            " FROM alert_types t WHERE t.org = ?1 AND t.folded_name = ?2 AND t.deleted_at IS NULL";

}  // namespace

std::optional<audit::AlertType> AlertTypeStore::find(org::OrgId org, audit::AlertTypeId id) const {
  Query row(reading(), by_id, org_seq(org), id);
  if (!row.step()) return std::nullopt;
  return alert_type_of(row, 0);
}

std::optional<audit::AlertType> AlertTypeStore::find_by_name(org::OrgId org, std::string_view name) const {
  const std::string folded = org::fold_case(name);
  Query row(reading(), by_name, org_seq(org), folded);
  if (!row.step()) return std::nullopt;
  return alert_type_of(row, 0);
}

org::Page<audit::AlertType> AlertTypeStore::list(org::OrgId org, const org::PageRequest& request) const {
  ListSpec spec{"alert_types", org_seq(org),    std::string(columns),
                "alert_types", "alert_types t", "t.org = ?1 AND t.deleted_at IS NULL"};
  return read_page<audit::AlertType>(reading(), shared_.directory, spec, request, current_transaction()->writes,
                                     [](Query& row) { return alert_type_of(row, 1); });
}

void AlertTypeStore::insert(org::OrgId org, const audit::AlertType& t) {
  Connection& connection = writing();
  const std::int64_t owner = org_seq(org);
  const std::string folded = org::fold_case(t.name);
  Query(connection,
        "INSERT INTO alert_types (id, org, name, folded_name, severity, description, created_at, updated_at) VALUES "
        "(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        t.id, owner, t.name, folded, t.severity, t.description, t.created_at, t.updated_at)
      .run();
  count_row(connection, owner, "alert_types", connection.last_inserted_seq());
}

void AlertTypeStore::update(org::OrgId org, const audit::AlertType& t) {
  const std::string folded = org::fold_case(t.name);
  Query(writing(),
        "UPDATE alert_types SET name = ?3, folded_name = ?4, severity = ?5, description = ?6, updated_at = ?7 WHERE "
        "org = ?1 AND id = ?2 AND deleted_at IS NULL",
        org_seq(org), t.id, t.name, folded, t.severity, t.description, t.updated_at)
      .run();
}

void AlertTypeStore::remove(org::OrgId org, audit::AlertTypeId id, org::UtcTime at) {
  Connection& connection = writing();
  const std::int64_t owner = org_seq(org);
  Query(connection,
        "UPDATE alert_types SET deleted_at = ?3, updated_at = ?3 WHERE org = ?1 AND id = ?2 AND deleted_at IS NULL",
        owner, id, at)
      .run();
  if (connection.changed_rows() == 1) mark_list(connection, owner, "alert_types", 1);
}

}  // namespace parlance::server::storage
