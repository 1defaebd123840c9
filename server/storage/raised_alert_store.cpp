#include "server/storage/alert_store.hpp"
#include "server/storage/conversation_store.hpp"

namespace parlance::server::storage {
namespace {

constexpr std::string_view columns =
    "t.id, t.alert, t.alert_type, t.severity, t.conversation, t.question, t.answer, t.employee, t.status, t.raised_at, "
    "t.updated_at";

struct References {
  explicit References(Connection& connection)
      : alerts(connection, alert_id_sql),
        types(connection, alert_type_id_sql),
        conversations(connection, conversation_id_sql),
        questions(connection, question_id_sql),
        employees(connection, employee_id_sql) {}
  IdsBySeq<audit::AlertId> alerts;
  IdsBySeq<audit::AlertTypeId> types;
  IdsBySeq<audit::ConversationId> conversations;
  IdsBySeq<audit::QuestionId> questions;
  IdsBySeq<org::EmployeeId> employees;
};

audit::RaisedAlert raised_of(Query& row, int at, References& references) {
  audit::RaisedAlert r;
  r.id = row.id<audit::RaisedAlertId>(at);
  r.alert_id = references.alerts(row.integer(at + 1));
  r.alert_type_id = references.types(row.integer(at + 2));
  r.severity = row.choice<audit::Severity>(at + 3);
  r.conversation_id = references.conversations(row.integer(at + 4));
  r.question_id = references.questions.or_null(row, at + 5);
  if (!row.is_null(at + 6)) r.answer_id = row.id<audit::AnswerId>(at + 6);
  r.employee_id = references.employees(row.integer(at + 7));
  r.status = row.choice<audit::RaisedStatus>(at + 8);
  r.raised_at = r.created_at = row.time(at + 9);
  r.updated_at = row.time(at + 10);
  return r;
}

const std::string by_id = "SELECT " + std::string(columns) + " FROM raised_alerts t WHERE t.org = ?1 AND t.id = ?2";
const std::string by_conversation =
    "SELECT " + std::string(columns) + " FROM raised_alerts t WHERE t.conversation = ?1 ORDER BY t.seq";

}  // namespace

std::optional<audit::RaisedAlert> RaisedAlertStore::find(org::OrgId org, audit::RaisedAlertId id) const {
  Connection& connection = reading();
  Query row(connection, by_id, org_seq(org), id);
  if (!row.step()) return std::nullopt;
  References references(connection);
  return raised_of(row, 0, references);
}

std::vector<audit::RaisedAlert> RaisedAlertStore::of(org::OrgId org, audit::ConversationId id) const {
  Connection& connection = reading();
  std::vector<audit::RaisedAlert> out;
  Query row(connection, by_conversation, conversation_seq(connection, org_seq(org), id));
  References references(connection);
  while (row.step()) out.push_back(raised_of(row, 0, references));
  return out;
}

org::Page<audit::RaisedAlert> RaisedAlertStore::list(org::OrgId org, const audit::RaisedAlertFilter& filter,
                                                     const org::PageRequest& request) const {
  Connection& connection = reading();
  ListSpec spec{"raised_alerts", org_seq(org), std::string(columns), "raised_alerts", "raised_alerts t", "t.org = ?1"};
  const auto narrow = [&](std::string_view condition, auto value) {
    spec.filtered = true;
    spec.where += " AND " + std::string(condition) + "?" + std::to_string(5 + spec.filters.size());
    if (condition.ends_with("id = ")) spec.where += ")";
    spec.filters.emplace_back(std::move(value));
  };
  if (filter.status) narrow("t.status = ", std::string(org::text_of(*filter.status)));
  if (filter.severity) narrow("t.severity = ", std::string(org::text_of(*filter.severity)));
  if (filter.alert_type_id) {
    narrow("t.alert_type = (SELECT seq FROM alert_types WHERE org = ?1 AND id = ", filter.alert_type_id->value);
  }
  if (filter.employee_id) {
    narrow("t.employee = (SELECT seq FROM employees WHERE org = ?1 AND id = ", filter.employee_id->value);
  }
  if (filter.conversation_id) {
    narrow("t.conversation = (SELECT seq FROM conversations WHERE org = ?1 AND id = ", filter.conversation_id->value);
  }
  References references(connection);
  return read_page<audit::RaisedAlert>(connection, shared_.directory, spec, request, current_transaction()->writes,
                                       [&](Query& row) { return raised_of(row, 1, references); });
}

void RaisedAlertStore::insert(org::OrgId org, const audit::RaisedAlert& r) {
  Connection& connection = writing();
  const std::int64_t owner = org_seq(org);
  const auto alert = SeqsById<audit::AlertId>(connection, alert_seq_sql, owner)(r.alert_id);
  const auto type = SeqsById<audit::AlertTypeId>(connection, alert_type_seq_sql, owner)(r.alert_type_id);
  const auto question = SeqsById<audit::QuestionId>(connection, question_seq_sql, owner)(r.question_id);
  const auto employee = SeqsById<org::EmployeeId>(connection, employee_seq_sql, owner)(r.employee_id);
  Query(connection,
        "INSERT INTO raised_alerts (id, org, alert, alert_type, severity, conversation, question, answer, employee, "
        "status, raised_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
        r.id, owner, alert, type, r.severity, conversation_seq(connection, owner, r.conversation_id), question,
        r.answer_id, employee, r.status, r.raised_at, r.updated_at)
      .run();
  count_row(connection, owner, "raised_alerts", connection.last_inserted_seq());
}

void RaisedAlertStore::update(org::OrgId org, const audit::RaisedAlert& r) {
  Connection& connection = writing();
  const std::int64_t owner = org_seq(org);
  const auto question = SeqsById<audit::QuestionId>(connection, question_seq_sql, owner)(r.question_id);
  Query(connection,
        "UPDATE raised_alerts SET question = ?3, answer = ?4, status = ?5, updated_at = ?6 WHERE org = ?1 AND id = ?2",
        owner, r.id, question, r.answer_id, r.status, r.updated_at)
      .run();
  mark_list(connection, owner, "raised_alerts", 0);
}

void RaisedAlertStore::remove(org::OrgId org, audit::RaisedAlertId id) {
  Connection& connection = writing();
  const std::int64_t owner = org_seq(org);
  Query(connection, "DELETE FROM raised_alerts WHERE org = ?1 AND id = ?2", owner, id).run();
  if (connection.changed_rows() == 1) mark_list(connection, owner, "raised_alerts", 1);
}

}  // namespace parlance::server::storage
