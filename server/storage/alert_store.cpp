#include "server/storage/alert_store.hpp"

#include "server/storage/columns.hpp"

namespace parlance::server::storage {
namespace {

constexpr std::string_view columns =
    "t.id, t.questionnaire, t.alert_type, t.condition, t.question, t.answers, t.threshold, t.active, t.created_at, "
    "t.updated_at";

// The ids of what alerts refer to, for one use.
struct References {
  explicit References(Connection& connection)
      : questionnaires(connection, questionnaire_id_sql),
        types(connection, alert_type_id_sql),
        questions(connection, question_id_sql) {}
  IdsBySeq<audit::QuestionnaireId> questionnaires;
  IdsBySeq<audit::AlertTypeId> types;
  IdsBySeq<audit::QuestionId> questions;
};

audit::Alert alert_of(Query& row, int at, References& references) {
  audit::Alert a;
  a.id = row.id<audit::AlertId>(at);
  a.questionnaire_id = references.questionnaires(row.integer(at + 1));
  a.alert_type_id = references.types(row.integer(at + 2));
  a.condition = row.choice<audit::AlertCondition>(at + 3);
  a.question_id = references.questions.or_null(row, at + 4);
  if (!row.is_null(at + 5)) a.answers = unpack<std::vector<audit::AnswerValue>>(row.view(at + 5));
  if (!row.is_null(at + 6)) a.threshold = row.real(at + 6);
  a.active = row.flag(at + 7);
  a.created_at = row.time(at + 8);
  a.updated_at = row.time(at + 9);
  return a;
}

const std::string by_id =
    "SELECT " + std::string(columns) + " FROM alerts t WHERE t.org = ?1 AND t.id = ?2 AND t.deleted_at IS NULL";
const std::string active_ones =
    "SELECT " + std::string(columns) +
    " FROM alerts t WHERE t.questionnaire = ?1 AND t.active = 1 AND t.deleted_at IS NULL ORDER BY t.seq";

}  // namespace

std::optional<audit::Alert> AlertStore::find(org::OrgId org, audit::AlertId id) const {
  Connection& connection = reading();
  Query row(connection, by_id, org_seq(org), id);
  if (!row.step()) return std::nullopt;
  References references(connection);
  return alert_of(row, 0, references);
}

org::Page<audit::Alert> AlertStore::list(org::OrgId org, audit::QuestionnaireId questionnaire,
                                         const org::PageRequest& request) const {
  Connection& connection = reading();
  ListSpec spec{"alerts",
                org_seq(org),
                std::string(columns),
                "alerts",
                "alerts t",
                "t.org = ?1 AND t.deleted_at IS NULL AND t.questionnaire = (SELECT seq FROM questionnaires WHERE org = "
                "?1 AND id = ?5)"};
  spec.filters.emplace_back(questionnaire.value);
  spec.filtered = true;
  References references(connection);
  return read_page<audit::Alert>(connection, shared_.directory, spec, request, current_transaction()->writes,
                                 [&](Query& row) { return alert_of(row, 1, references); });
}

std::vector<audit::Alert> AlertStore::active(org::OrgId org, audit::QuestionnaireId questionnaire) const {
  Connection& connection = reading();
  std::vector<audit::Alert> out;
  std::int64_t seq = 0;
  {
    Query found(connection, questionnaire_seq_sql, org_seq(org), questionnaire);
    if (!found.step()) return out;
    seq = found.integer(0);
  }
  References references(connection);
  Query row(connection, active_ones, seq);
  while (row.step()) out.push_back(alert_of(row, 0, references));
  return out;
}

bool AlertStore::any_of(org::OrgId org, audit::AlertTypeId type) const {
  Query row(reading(),
            "SELECT 1 FROM alerts WHERE alert_type = (SELECT seq FROM alert_types WHERE org = ?1 AND id = ?2) AND "
            "deleted_at IS NULL LIMIT 1",
            org_seq(org), type);
  return row.step();
}

void AlertStore::insert(org::OrgId org, const audit::Alert& a) {
  Connection& connection = writing();
  const std::int64_t owner = org_seq(org);
  const auto questionnaire =
      SeqsById<audit::QuestionnaireId>(connection, questionnaire_seq_sql, owner)(a.questionnaire_id);
  const auto type = SeqsById<audit::AlertTypeId>(connection, alert_type_seq_sql, owner)(a.alert_type_id);
  const auto question = SeqsById<audit::QuestionId>(connection, question_seq_sql, owner)(a.question_id);
  const auto answers = pack(a.answers);
  Query(connection,
        "INSERT INTO alerts (id, org, questionnaire, alert_type, condition, question, answers, threshold, active, "
        "created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        a.id, owner, questionnaire, type, a.condition, question, answers, a.threshold, a.active, a.created_at,
        a.updated_at)
      .run();
  count_row(connection, owner, "alerts", connection.last_inserted_seq());
}

void AlertStore::update(org::OrgId org, const audit::Alert& a) {
  Connection& connection = writing();
  const std::int64_t owner = org_seq(org);
  const auto type = SeqsById<audit::AlertTypeId>(connection, alert_type_seq_sql, owner)(a.alert_type_id);
  const auto question = SeqsById<audit::QuestionId>(connection, question_seq_sql, owner)(a.question_id);
  const auto answers = pack(a.answers);
  Query(connection,
        "UPDATE alerts SET alert_type = ?3, condition = ?4, question = ?5, answers = ?6, threshold = ?7, active = ?8, "
        "updated_at = ?9 WHERE org = ?1 AND id = ?2 AND deleted_at IS NULL",
        owner, a.id, type, a.condition, question, answers, a.threshold, a.active, a.updated_at)
      .run();
}

void AlertStore::remove(org::OrgId org, audit::AlertId id, org::UtcTime at) {
  Connection& connection = writing();
  const std::int64_t owner = org_seq(org);
  Query(connection,
        "UPDATE alerts SET deleted_at = ?3, updated_at = ?3 WHERE org = ?1 AND id = ?2 AND deleted_at IS NULL", owner,
        id, at)
      .run();
  if (connection.changed_rows() == 1) mark_list(connection, owner, "alerts", 1);
}

}  // namespace parlance::server::storage
