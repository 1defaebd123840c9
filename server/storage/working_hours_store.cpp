#include "server/storage/working_hours_store.hpp"

#include "server/storage/columns.hpp"

namespace parlance::server::storage {

std::optional<org::WorkingHours> WorkingHoursStore::find(org::OrgId org) const {
  Query row(reading(), "SELECT schedule FROM working_hours WHERE org = ?1 AND employee IS NULL", org_seq(org));
  if (!row.step()) return std::nullopt;
  return unpack<org::WorkingHours>(row.view(0));
}

void WorkingHoursStore::put(org::OrgId org, const org::WorkingHours& hours) {
  const auto schedule = pack(hours);
  Query(writing(),
        "INSERT INTO working_hours (org, schedule) VALUES (?1, ?2) ON CONFLICT (org) WHERE employee IS NULL DO UPDATE "
        "SET schedule = excluded.schedule",
        org_seq(org), schedule)
      .run();
}

std::optional<org::WorkingHoursOverride> WorkingHoursStore::find(org::OrgId org, org::EmployeeId employee) const {
  Query row(reading(),
            "SELECT schedule FROM working_hours WHERE org = ?1 AND employee = (SELECT seq FROM employees WHERE org = "
            "?1 AND id = ?2)",
            org_seq(org), employee);
  if (!row.step()) return std::nullopt;
  return unpack<org::WorkingHoursOverride>(row.view(0));
}

void WorkingHoursStore::put(org::OrgId org, org::EmployeeId employee, const org::WorkingHoursOverride& hours) {
  Connection& connection = writing();
  const std::int64_t owner = org_seq(org);
  const std::int64_t whose = SeqsById<org::EmployeeId>(connection, employee_seq_sql, owner)(employee);
  const auto schedule = pack(hours);
  Query(connection,
        "INSERT INTO working_hours (org, employee, schedule) VALUES (?1, ?2, ?3) ON CONFLICT (org, employee) WHERE "
        "employee IS NOT NULL DO UPDATE SET schedule = excluded.schedule",
        owner, whose, schedule)
      .run();
}

void WorkingHoursStore::remove(org::OrgId org, org::EmployeeId employee) {
  Query(
      writing(),
      "DELETE FROM working_hours WHERE org = ?1 AND employee = (SELECT seq FROM employees WHERE org = ?1 AND id = ?2)",
      org_seq(org), employee)
      .run();
}

}  // namespace parlance::server::storage
