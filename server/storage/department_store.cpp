#include "server/storage/department_store.hpp"

namespace parlance::server::storage {
namespace {

constexpr std::string_view columns =
    "t.id, t.entity_key, t.name, t.description, t.evaluate_transfer, t.transfer_context, t.created_at, t.updated_at";

// `at`: the first of the columns.
org::Department department_of(Query& row, int at) {
  return {
      row.id<org::DepartmentId>(at), {row.text(at + 1)}, row.text(at + 2), row.text_or_null(at + 3), row.flag(at + 4),
      row.text_or_null(at + 5),      row.time(at + 6),   row.time(at + 7)};
}

const std::string by_id =
    "SELECT " + std::string(columns) + " FROM departments t WHERE t.org = ?1 AND t.id = ?2 AND t.deleted_at IS NULL";
const std::string by_key = "SELECT " + std::string(columns) +
                           " FROM departments t WHERE t.org = ?1 AND t.entity_key = ?2 AND t.deleted_at IS NULL";
const std::string by_name = "SELECT " + std::string(columns) +
                            " FROM departments t WHERE t.org = ?1 AND t.folded_name = ?2 AND t.deleted_at IS NULL";

template <class Value>
std::optional<org::Department> find_one(Connection& connection, const std::string& sql, std::int64_t org,
                                        const Value& value) {
  Query row(connection, sql, org, value);
  if (!row.step()) return std::nullopt;
  return department_of(row, 0);
}

}  // namespace

std::optional<org::Department> DepartmentStore::find(org::OrgId org, const org::DepartmentIdOrKey& id_or_key) const {
  if (const auto* id = std::get_if<org::DepartmentId>(&id_or_key)) {
    return find_one(reading(), by_id, org_seq(org), *id);
  }
  return find_one(reading(), by_key, org_seq(org), std::get<org::EntityKey>(id_or_key).text);
}

std::optional<org::Department> DepartmentStore::find_by_name(org::OrgId org, std::string_view name) const {
  return find_one(reading(), by_name, org_seq(org), org::fold_case(name));
}

org::Page<org::Department> DepartmentStore::list(org::OrgId org, const org::PageRequest& request) const {
  ListSpec spec{"departments", org_seq(org),    std::string(columns),
                "departments", "departments t", "t.org = ?1 AND t.deleted_at IS NULL"};
  return read_page<org::Department>(reading(), shared_.directory, spec, request, current_transaction()->writes,
                                    [](Query& row) { return department_of(row, 1); });
}

std::vector<org::Department> DepartmentStore::evaluating_transfers(org::OrgId org) const {
  std::vector<org::Department> out;
  Query row(reading(),
            "SELECT " + std::string(columns) +
                " FROM departments t WHERE t.org = ?1 AND t.evaluate_transfer = 1 AND t.deleted_at IS NULL ORDER BY "
                "t.seq",
            org_seq(org));
  while (row.step()) out.push_back(department_of(row, 0));
  return out;
}

void DepartmentStore::insert(org::OrgId org, const org::Department& d) {
  Connection& connection = writing();
  const std::int64_t owner = org_seq(org);
  const std::string folded = org::fold_case(d.name);
  Query(connection,
        "INSERT INTO departments (id, org, entity_key, name, folded_name, description, evaluate_transfer, "
        "transfer_context, "
        "created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        d.id, owner, d.entity_key.text, d.name, folded, d.description, d.evaluate_transfer, d.transfer_context,
        d.created_at, d.updated_at)
      .run();
  count_row(connection, owner, "departments", connection.last_inserted_seq());
}

void DepartmentStore::update(org::OrgId org, const org::Department& d) {
  const std::string folded = org::fold_case(d.name);
  Query(writing(),
        "UPDATE departments SET name = ?3, folded_name = ?4, description = ?5, evaluate_transfer = ?6, "
        "transfer_context = "
        "?7, updated_at = ?8 WHERE org = ?1 AND id = ?2 AND deleted_at IS NULL",
        org_seq(org), d.id, d.name, folded, d.description, d.evaluate_transfer, d.transfer_context, d.updated_at)
      .run();
}

void DepartmentStore::remove(org::OrgId org, org::DepartmentId id, org::UtcTime at) {
  Connection& connection = writing();
  const std::int64_t owner = org_seq(org);
  Query(connection,
        "DELETE FROM employee_departments WHERE department = (SELECT seq FROM departments WHERE org = ?1 AND id = ?2)",
        owner, id)
      .run();
  Query(connection,
        "UPDATE departments SET deleted_at = ?3, updated_at = ?3 WHERE org = ?1 AND id = ?2 AND deleted_at IS NULL",
        owner, id, at)
      .run();
  if (connection.changed_rows() == 1) mark_list(connection, owner, "departments", 1);
}

}  // namespace parlance::server::storage
