#include "server/storage/employee_store.hpp"

#include "server/storage/text_search.hpp"

namespace parlance::server::storage {
namespace {

constexpr std::string_view columns =
    "t.seq, t.id, t.name, t.external_id, t.email, t.deleted_at, t.created_at, t.updated_at";

org::Employee employee_of(Connection& connection, Query& row, int at) {
  org::Employee out;
  const std::int64_t seq = row.integer(at);
  out.id = row.id<org::EmployeeId>(at + 1);
  out.name = row.text(at + 2);
  out.external_id = row.text_or_null(at + 3);
  out.email = row.text_or_null(at + 4);
  out.deleted_at = row.time_or_null(at + 5);
  out.deleted = out.deleted_at.has_value();
  out.created_at = row.time(at + 6);
  out.updated_at = row.time(at + 7);
  Query departments(connection,
                    "SELECT d.id, d.entity_key, d.name FROM employee_departments l JOIN departments d ON d.seq = "
                    "l.department WHERE l.employee = ?1 AND d.deleted_at IS NULL ORDER BY l.seq",
                    seq);
  while (departments.step()) {
    out.departments.push_back({departments.id<org::DepartmentId>(0), {departments.text(1)}, departments.text(2)});
  }
  return out;
}

const std::string by_id = "SELECT " + std::string(columns) + " FROM employees t WHERE t.org = ?1 AND t.id = ?2";
const std::string by_external_id =
    "SELECT " + std::string(columns) + " FROM employees t WHERE t.org = ?1 AND t.external_id = ?2";

}  // namespace

std::optional<org::Employee> EmployeeStore::find(org::OrgId org, org::EmployeeId id) const {
  Query row(reading(), by_id, org_seq(org), id);
  if (!row.step()) return std::nullopt;
  return employee_of(reading(), row, 0);
}

std::optional<org::Employee> EmployeeStore::find_by_external_id(org::OrgId org, std::string_view external_id) const {
  Query row(reading(), by_external_id, org_seq(org), external_id);
  if (!row.step()) return std::nullopt;
  return employee_of(reading(), row, 0);
}

org::Page<org::Employee> EmployeeStore::list(org::OrgId org, const org::EmployeeFilter& filter,
                                             const org::PageRequest& request) const {
  Connection& connection = reading();
  ListSpec spec{"employees", org_seq(org), std::string(columns), "employees", "employees t", "t.org = ?1"};
  add_search(spec, "employees_search", "folded_name", filter.search_term);
  if (filter.ignore_deleted) {
    spec.where += " AND t.deleted_at IS NULL";
    spec.filtered = true;
  }
  return read_page<org::Employee>(connection, shared_.directory, spec, request, current_transaction()->writes,
                                  [&](Query& row) { return employee_of(connection, row, 1); });
}

void EmployeeStore::insert(org::OrgId org, const org::Employee& e) {
  Connection& connection = writing();
  const std::int64_t owner = org_seq(org);
  const std::string folded = org::fold_case(e.name);
  Query(connection,
        "INSERT INTO employees (id, org, name, folded_name, external_id, email, created_at, updated_at) VALUES (?1, "
        "?2, ?3, "
        "?4, ?5, ?6, ?7, ?8)",
        e.id, owner, e.name, folded, e.external_id, e.email, e.created_at, e.updated_at)
      .run();
  const std::int64_t seq = connection.last_inserted_seq();
  add_text(connection, "employees_search", seq, folded);
  count_row(connection, owner, "employees", seq);
  for (const auto& department : e.departments) link(org, e.id, department.id);
}

void EmployeeStore::update(org::OrgId org, const org::Employee& e) {
  Connection& connection = writing();
  const std::int64_t owner = org_seq(org);
  std::int64_t seq = 0;
  std::string old_folded;
  bool was_deleted = false;
  {
    Query row(connection, "SELECT seq, folded_name, deleted_at FROM employees WHERE org = ?1 AND id = ?2", owner, e.id);
    if (!row.step()) return;
    seq = row.integer(0);
    old_folded = row.text(1);
    was_deleted = !row.is_null(2);
  }
  const std::string folded = org::fold_case(e.name);
  Query(connection,
        "UPDATE employees SET name = ?2, folded_name = ?3, external_id = ?4, email = ?5, updated_at = ?6, deleted_at = "
        "?7 "
        "WHERE seq = ?1",
        seq, e.name, folded, e.external_id, e.email, e.updated_at, e.deleted_at)
      .run();
  if (folded != old_folded) {
    remove_text(connection, "employees_search", seq, old_folded);
    add_text(connection, "employees_search", seq, folded);
  }
  if (folded != old_folded || was_deleted != e.deleted) mark_list(connection, owner, "employees", 0);
}

void EmployeeStore::link(org::OrgId org, org::EmployeeId id, org::DepartmentId department) {
  Query(writing(),
        "INSERT INTO employee_departments (employee, department) SELECT e.seq, d.seq FROM employees e, departments d "
        "WHERE "
        "e.org = ?1 AND e.id = ?2 AND d.org = ?1 AND d.id = ?3 ON CONFLICT DO NOTHING",
        org_seq(org), id, department)
      .run();
}

void EmployeeStore::unlink(org::OrgId org, org::EmployeeId id, org::DepartmentId department) {
  Query(writing(),
        "DELETE FROM employee_departments WHERE employee = (SELECT seq FROM employees WHERE org = ?1 AND id = ?2) AND "
        "department = (SELECT seq FROM departments WHERE org = ?1 AND id = ?3)",
        org_seq(org), id, department)
      .run();
}

}  // namespace parlance::server::storage
