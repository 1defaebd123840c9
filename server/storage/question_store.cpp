#include "server/storage/question_store.hpp"

#include "server/storage/columns.hpp"
#include "server/storage/text_search.hpp"

namespace parlance::server::storage {
namespace {

constexpr std::string_view columns =
    "t.id, t.title, t.description, t.type, t.allowed_answers, t.questionnaire, t.alert_type_ids, t.section, t.weight, "
    "t.critical, t.allow_not_applicable, t.passing_answers, t.enabled_when, t.cues, t.default_answer, t.created_at, "
    "t.updated_at, t.learning";

using Questionnaires = IdsBySeq<audit::QuestionnaireId>;

template <class T>
void unpack_into(T& target, Query& row, int column) {
  if (!row.is_null(column)) target = unpack<T>(row.view(column));
}

audit::Question question_of(Query& row, int at, Questionnaires& questionnaires) {
  audit::Question q;
  q.id = row.id<audit::QuestionId>(at);
  q.title = row.text(at + 1);
  q.description = row.text_or_null(at + 2);
  q.type = row.choice<audit::QuestionType>(at + 3);
  unpack_into(q.allowed_answers, row, at + 4);
  q.questionnaire_id = questionnaires(row.integer(at + 5));
  unpack_into(q.alert_type_ids, row, at + 6);
  q.section = row.text_or_null(at + 7);
  q.weight = row.real(at + 8);
  q.critical = row.flag(at + 9);
  q.allow_not_applicable = row.flag(at + 10);
  unpack_into(q.passing_answers, row, at + 11);
  unpack_into(q.enabled_when, row, at + 12);
  unpack_into(q.cues, row, at + 13);
  unpack_into(q.default_answer, row, at + 14);
  q.created_at = row.time(at + 15);
  q.updated_at = row.time(at + 16);
  q.learning = row.flag(at + 17);
  return q;
}

const std::string by_id =
    "SELECT " + std::string(columns) + " FROM questions t WHERE t.org = ?1 AND t.id = ?2 AND t.deleted_at IS NULL";
const std::string by_questionnaire = "SELECT " + std::string(columns) +
                                     " FROM questions t WHERE t.org = ?1 AND t.questionnaire = (SELECT seq FROM "
                                     "questionnaires WHERE org = ?1 AND id = ?2) "
                                     "AND t.deleted_at IS NULL ORDER BY t.seq";

void change_count(Connection& connection, std::int64_t questionnaire, std::int64_t by) {
  Query(connection, "UPDATE questionnaires SET question_count = question_count + ?2 WHERE seq = ?1", questionnaire, by)
      .run();
}

void link_alert_types(Connection& connection, std::int64_t question, const std::vector<audit::AlertTypeId>& ids) {
  Query(connection, "DELETE FROM question_alert_types WHERE question = ?1", question).run();
  for (const auto& id : ids) {
    Query(connection, "INSERT INTO question_alert_types (question, alert_type) VALUES (?1, ?2)", question, id).run();
  }
}

// "(?7, ?8)", with the values added to the filters.
template <class Values>
std::string parameters(ListSpec& spec, const Values& values) {
  std::string out;
  for (const auto& value : values) {
    out += (out.empty() ? "(?" : ", ?") + std::to_string(5 + spec.filters.size());
    spec.filters.emplace_back(value);
  }
  return out + ")";
}

}  // namespace

std::optional<audit::Question> QuestionStore::find(org::OrgId org, audit::QuestionId id) const {
  Query row(reading(), by_id, org_seq(org), id);
  if (!row.step()) return std::nullopt;
  Questionnaires questionnaires(reading(), questionnaire_id_sql);
  return question_of(row, 0, questionnaires);
}

std::vector<audit::Question> QuestionStore::of(org::OrgId org, audit::QuestionnaireId id) const {
  std::vector<audit::Question> out;
  Query row(reading(), by_questionnaire, org_seq(org), id);
  Questionnaires questionnaires(reading(), questionnaire_id_sql);
  while (row.step()) out.push_back(question_of(row, 0, questionnaires));
  return out;
}

org::Page<audit::Question> QuestionStore::list(org::OrgId org, const audit::QuestionFilter& filter,
                                               const org::PageRequest& request) const {
  Connection& connection = reading();
  ListSpec spec{"questions", org_seq(org),  std::string(columns),
                "questions", "questions t", "t.org = ?1 AND t.deleted_at IS NULL"};
  add_search(spec, "questions_search", "folded_title", filter.search_term);
  spec.filtered = !filter.is_empty();
  if (!filter.questionnaire_ids.empty()) {
    std::vector<std::int64_t> seqs;
    for (const auto& id : filter.questionnaire_ids) {
      Query row(connection, questionnaire_seq_sql, spec.org, id);
      seqs.push_back(row.step() ? row.integer(0) : 0);  // 0: an unknown one has no questions
    }
    spec.where += " AND t.questionnaire IN " + parameters(spec, seqs);
  }
  if (!filter.types.empty()) {
    std::vector<std::string> types;
    for (const auto type : filter.types) types.emplace_back(org::text_of(type));
    spec.where += " AND t.type IN " + parameters(spec, types);
  }
  if (!filter.alert_type_ids.empty()) {
    std::vector<org::Uuid> ids;
    for (const auto& id : filter.alert_type_ids) ids.push_back(id.value);
    spec.where +=
        " AND t.seq IN (SELECT question FROM question_alert_types WHERE alert_type IN " + parameters(spec, ids) + ")";
  }
  Questionnaires questionnaires(connection, questionnaire_id_sql);
  return read_page<audit::Question>(connection, shared_.directory, spec, request, current_transaction()->writes,
                                    [&](Query& row) { return question_of(row, 1, questionnaires); });
}

void QuestionStore::insert(org::OrgId org, const audit::Question& q) {
  Connection& connection = writing();
  const std::int64_t owner = org_seq(org);
  const std::int64_t questionnaire =
      SeqsById<audit::QuestionnaireId>(connection, questionnaire_seq_sql, owner)(q.questionnaire_id);
  const std::string folded = org::fold_case(q.title);
  const auto allowed = pack(q.allowed_answers), passing = pack(q.passing_answers), enabled = pack(q.enabled_when),
             fallback = pack(q.default_answer), alerts = pack_list(q.alert_type_ids), cues = pack_list(q.cues);
  Query(connection,
        "INSERT INTO questions (id, org, questionnaire, title, folded_title, description, type, allowed_answers, "
        "alert_type_ids, section, weight, critical, allow_not_applicable, passing_answers, enabled_when, cues, "
        "default_answer, created_at, updated_at, learning) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, "
        "?13, ?14, "
        "?15, "
        "?16, ?17, ?18, ?19, ?20)",
        q.id, owner, questionnaire, q.title, folded, q.description, q.type, allowed, alerts, q.section, q.weight,
        q.critical, q.allow_not_applicable, passing, enabled, cues, fallback, q.created_at, q.updated_at, q.learning)
      .run();
  const std::int64_t seq = connection.last_inserted_seq();
  add_text(connection, "questions_search", seq, folded);
  if (!q.alert_type_ids.empty()) link_alert_types(connection, seq, q.alert_type_ids);
  change_count(connection, questionnaire, 1);
  count_row(connection, owner, "questions", seq);
}

void QuestionStore::update(org::OrgId org, const audit::Question& q) {
  Connection& connection = writing();
  const std::int64_t owner = org_seq(org);
  std::int64_t seq = 0, old_questionnaire = 0;
  std::string old_folded;
  audit::QuestionType old_type{};
  std::optional<std::string> old_alerts;
  {
    Query row(connection,
              "SELECT seq, questionnaire, folded_title, type, alert_type_ids FROM questions WHERE org = ?1 AND id = ?2 "
              "AND deleted_at IS NULL",
              owner, q.id);
    if (!row.step()) return;
    seq = row.integer(0);
    old_questionnaire = row.integer(1);
    old_folded = row.text(2);
    old_type = row.choice<audit::QuestionType>(3);
    old_alerts = row.text_or_null(4);
  }
  const std::int64_t questionnaire =
      SeqsById<audit::QuestionnaireId>(connection, questionnaire_seq_sql, owner)(q.questionnaire_id);
  const std::string folded = org::fold_case(q.title);
  const auto allowed = pack(q.allowed_answers), passing = pack(q.passing_answers), enabled = pack(q.enabled_when),
             fallback = pack(q.default_answer), alerts = pack_list(q.alert_type_ids), cues = pack_list(q.cues);
  Query(connection,
        "UPDATE questions SET questionnaire = ?2, title = ?3, folded_title = ?4, description = ?5, type = ?6, "
        "allowed_answers = ?7, alert_type_ids = ?8, section = ?9, weight = ?10, critical = ?11, allow_not_applicable = "
        "?12, "
        "passing_answers = ?13, enabled_when = ?14, cues = ?15, default_answer = ?16, updated_at = ?17, learning = ?18 "
        "WHERE seq = ?1",
        seq, questionnaire, q.title, folded, q.description, q.type, allowed, alerts, q.section, q.weight, q.critical,
        q.allow_not_applicable, passing, enabled, cues, fallback, q.updated_at, q.learning)
      .run();
  if (folded != old_folded) {
    remove_text(connection, "questions_search", seq, old_folded);
    add_text(connection, "questions_search", seq, folded);
  }
  if (alerts != old_alerts) link_alert_types(connection, seq, q.alert_type_ids);
  if (questionnaire != old_questionnaire) {
    change_count(connection, old_questionnaire, -1);
    change_count(connection, questionnaire, 1);
  }
  // Otherwise every filter still matches what it matched, and what is remembered of it holds.
  if (folded != old_folded || alerts != old_alerts || questionnaire != old_questionnaire || q.type != old_type) {
    mark_list(connection, owner, "questions", 0);
  }
}

void QuestionStore::remove(org::OrgId org, audit::QuestionId id, org::UtcTime at) {
  Connection& connection = writing();
  const std::int64_t owner = org_seq(org);
  std::int64_t seq = 0, questionnaire = 0;
  std::string folded;
  {
    Query row(
        connection,
        "SELECT seq, questionnaire, folded_title FROM questions WHERE org = ?1 AND id = ?2 AND deleted_at IS NULL",
        owner, id);
    if (!row.step()) return;
    seq = row.integer(0);
    questionnaire = row.integer(1);
    folded = row.text(2);
  }
  Query(connection, "UPDATE questions SET deleted_at = ?2, updated_at = ?2 WHERE seq = ?1", seq, at).run();
  remove_text(connection, "questions_search", seq, folded);
  change_count(connection, questionnaire, -1);
  mark_list(connection, owner, "questions", 1);
}

}  // namespace parlance::server::storage
