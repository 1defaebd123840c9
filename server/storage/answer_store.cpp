#include "server/storage/answer_store.hpp"

#include <algorithm>

#include "server/storage/columns.hpp"
#include "server/storage/conversation_store.hpp"

namespace parlance::server::storage {
namespace {

// The row of a question as it was asked; one a revision, made when it is first answered.
std::int64_t asked_seq(Connection& connection, std::int64_t org, const audit::AskedQuestion& asked) {
  {
    Query row(
        connection,
        "SELECT a.seq FROM asked_questions a WHERE a.question = (SELECT seq FROM questions WHERE org = ?1 AND id = ?2) "
        "AND a.questionnaire = (SELECT seq FROM questionnaires WHERE org = ?1 AND id = ?3) AND a.revision = ?4",
        org, asked.question_id, asked.questionnaire_id, asked.revision);
    if (row.step()) return row.integer(0);
  }
  const auto allowed = pack(asked.allowed_answers), passing = pack(asked.passing_answers);
  Query(
      connection,
      "INSERT INTO asked_questions (question, questionnaire, revision, title, type, allowed_answers, passing_answers, "
      "weight, critical, allow_not_applicable, pass_score) VALUES ((SELECT seq FROM questions WHERE org = ?1 AND id = "
      "?2), "
      "(SELECT seq FROM questionnaires WHERE org = ?1 AND id = ?3), ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
      org, asked.question_id, asked.questionnaire_id, asked.revision, asked.question_title, asked.type, allowed,
      passing, asked.weight, asked.critical, asked.allow_not_applicable, asked.pass_score)
      .run();
  return connection.last_inserted_seq();
}

}  // namespace

std::vector<audit::Answer> AnswerStore::of(org::OrgId org, audit::ConversationId id) const {
  Connection& connection = reading();
  std::vector<audit::Answer> out;
  IdsBySeq<org::EmployeeId> employees(connection, employee_id_sql);
  IdsBySeq<org::DepartmentId> departments(connection, department_id_sql);
  IdsBySeq<audit::QuestionId> questions(connection, question_id_sql);
  IdsBySeq<audit::QuestionnaireId> questionnaires(connection, questionnaire_id_sql);
  Query row(connection,
            "SELECT a.id, a.answer, a.not_applicable, a.confidence, a.rationale, a.evidence, a.source, a.employee, "
            "a.department, a.passed, a.overrides, a.created_at, a.updated_at, q.question, q.questionnaire, q.revision, "
            "q.title, q.type, q.allowed_answers, q.passing_answers, q.weight, q.critical, q.allow_not_applicable, "
            "q.pass_score FROM answers a JOIN asked_questions q ON q.seq = a.asked WHERE a.conversation = ?1 ORDER BY "
            "a.ordinal",
            conversation_seq(connection, org_seq(org), id));
  while (row.step()) {
    audit::Answer& a = out.emplace_back();
    a.id = row.id<audit::AnswerId>(0);
    if (!row.is_null(1)) a.answer = unpack<audit::AnswerValue>(row.view(1));
    a.not_applicable = row.flag(2);
    if (!row.is_null(3)) a.confidence = row.real(3);
    a.rationale = row.text_or_null(4);
    if (!row.is_null(5)) a.evidence = unpack<std::vector<audit::Evidence>>(row.view(5));
    a.source = row.choice<audit::AnswerSource>(6);
    a.employee_id = employees.or_null(row, 7);
    a.department_id = departments.or_null(row, 8);
    if (!row.is_null(9)) a.passed = row.flag(9);
    if (!row.is_null(10)) a.overrides = unpack<std::vector<audit::Override>>(row.view(10));
    a.created_at = row.time(11);
    a.updated_at = row.time(12);
    a.question_id = questions(row.integer(13));
    a.questionnaire_id = questionnaires(row.integer(14));
    a.revision = row.integer(15);
    a.question_title = row.text(16);
    a.type = row.choice<audit::QuestionType>(17);
    if (!row.is_null(18)) a.allowed_answers = unpack<std::vector<std::string>>(row.view(18));
    if (!row.is_null(19)) a.passing_answers = unpack<std::vector<audit::AnswerValue>>(row.view(19));
    a.weight = row.real(20);
    a.critical = row.flag(21);
    a.allow_not_applicable = row.flag(22);
    if (!row.is_null(23)) a.pass_score = row.real(23);
  }
  return out;
}

void AnswerStore::replace(org::OrgId org, audit::ConversationId id, const std::vector<audit::Answer>& answers) {
  Connection& connection = writing();
  const std::int64_t owner = org_seq(org), conversation = conversation_seq(connection, owner, id);
  SeqsById<org::EmployeeId> employees(connection, employee_seq_sql, owner);
  SeqsById<org::DepartmentId> departments(connection, department_seq_sql, owner);
  Query(connection, "DELETE FROM answers WHERE conversation = ?1", conversation).run();
  std::int64_t ordinal = 0;
  for (const audit::Answer& a : answers) {
    const std::int64_t asked = asked_seq(connection, owner, a);
    const auto answer = pack(a.answer), evidence = pack_list(a.evidence), overrides = pack_list(a.overrides);
    const auto employee = employees(a.employee_id);
    const auto department = departments(a.department_id);
    Query(connection,
          "INSERT INTO answers (conversation, ordinal, id, asked, answer, not_applicable, confidence, rationale, "
          "evidence, "
          "source, employee, department, passed, overrides, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, "
          "?7, ?8, "
          "?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
          conversation, ordinal++, a.id, asked, answer, a.not_applicable, a.confidence, a.rationale, evidence, a.source,
          employee, department, a.passed, overrides, a.created_at, a.updated_at)
        .run();
  }
}

void AnswerStore::update(org::OrgId org, audit::ConversationId id, const audit::Answer& a) {
  Connection& connection = writing();
  const auto answer = pack(a.answer), evidence = pack_list(a.evidence), overrides = pack_list(a.overrides);
  Query(connection,
        "UPDATE answers SET answer = ?3, not_applicable = ?4, confidence = ?5, rationale = ?6, evidence = ?7, source = "
        "?8, "
        "passed = ?9, overrides = ?10, updated_at = ?11 WHERE conversation = ?1 AND id = ?2",
        conversation_seq(connection, org_seq(org), id), a.id, answer, a.not_applicable, a.confidence, a.rationale,
        evidence, a.source, a.passed, overrides, a.updated_at)
      .run();
}

bool AnswerStore::any_of(org::OrgId org, audit::QuestionId id) const {
  Query row(
      reading(),
      "SELECT 1 FROM asked_questions WHERE question = (SELECT seq FROM questions WHERE org = ?1 AND id = ?2) LIMIT 1",
      org_seq(org), id);
  return row.step();
}

std::vector<audit::ReviewedAnswer> AnswerStore::reviewed(org::OrgId org, audit::QuestionId id, std::size_t max) const {
  std::vector<audit::ReviewedAnswer> out;
  Query row(reading(),
            "SELECT c.id, a.answer FROM asked_questions q CROSS JOIN answers a ON a.asked = q.seq AND a.source = "
            "'human' AND a.answer IS NOT NULL AND a.not_applicable = 0 CROSS JOIN conversations c ON c.seq = "
            "a.conversation WHERE q.question = (SELECT seq FROM questions WHERE org = ?1 AND id = ?2) ORDER BY "
            "a.conversation DESC LIMIT ?3",
            org_seq(org), id, static_cast<std::int64_t>(max));
  while (row.step()) {
    out.push_back({row.id<audit::ConversationId>(0), unpack<audit::AnswerValue>(row.view(1))});
  }
  std::reverse(out.begin(), out.end());
  return out;
}

}  // namespace parlance::server::storage
