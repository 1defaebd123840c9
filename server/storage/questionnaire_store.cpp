#include "server/storage/questionnaire_store.hpp"

#include "server/storage/columns.hpp"
#include "server/storage/text_search.hpp"

namespace parlance::server::storage {
namespace {

constexpr std::string_view columns =
    "t.id, t.name, t.description, t.status, t.revision, t.department_ids, t.pass_score, t.question_count, "
    "t.created_at, t.updated_at, t.model_version";

audit::Questionnaire questionnaire_of(Query& row, int at) {
  audit::Questionnaire out;
  out.id = row.id<audit::QuestionnaireId>(at);
  out.name = row.text(at + 1);
  out.description = row.text_or_null(at + 2);
  out.status = row.choice<audit::QuestionnaireStatus>(at + 3);
  out.revision = row.integer(at + 4);
  if (!row.is_null(at + 5)) out.department_ids = unpack<std::vector<org::DepartmentId>>(row.view(at + 5));
  if (!row.is_null(at + 6)) out.pass_score = row.real(at + 6);
  out.question_count = row.integer(at + 7);
  out.created_at = row.time(at + 8);
  out.updated_at = row.time(at + 9);
  out.model_version = row.integer(at + 10);
  return out;
}

const std::string by_id =
    "SELECT " + std::string(columns) + " FROM questionnaires t WHERE t.org = ?1 AND t.id = ?2 AND t.deleted_at IS NULL";
const std::string by_active =
    "SELECT " + std::string(columns) +
    " FROM questionnaires t WHERE t.org = ?1 AND t.status = 'active' AND t.deleted_at IS NULL ORDER BY t.seq";

}  // namespace

std::optional<audit::Questionnaire> QuestionnaireStore::find(org::OrgId org, audit::QuestionnaireId id) const {
  Query row(reading(), by_id, org_seq(org), id);
  if (!row.step()) return std::nullopt;
  return questionnaire_of(row, 0);
}

std::vector<audit::Questionnaire> QuestionnaireStore::active(org::OrgId org) const {
  std::vector<audit::Questionnaire> out;
  Query row(reading(), by_active, org_seq(org));
  while (row.step()) out.push_back(questionnaire_of(row, 0));
  return out;
}

org::Page<audit::Questionnaire> QuestionnaireStore::list(org::OrgId org, const audit::QuestionnaireFilter& filter,
                                                         const org::PageRequest& request) const {
  ListSpec spec{"questionnaires", org_seq(org),       std::string(columns),
                "questionnaires", "questionnaires t", "t.org = ?1 AND t.deleted_at IS NULL"};
  // Questionnaires are few; a term is looked for row by row.
  if (!filter.search_term.empty()) {
    spec.filtered = true;
    if (!can_be_found(filter.search_term)) spec.where += " AND 0";
    spec.where += " AND instr(t.folded_name, ?" + std::to_string(5 + spec.filters.size()) + ") > 0";
    spec.filters.emplace_back(org::fold_case(filter.search_term));
  }
  if (filter.status) {
    spec.filtered = true;
    spec.where += " AND t.status = ?" + std::to_string(5 + spec.filters.size());
    spec.filters.emplace_back(std::string(org::text_of(*filter.status)));
  }
  return read_page<audit::Questionnaire>(reading(), shared_.directory, spec, request, current_transaction()->writes,
                                         [](Query& row) { return questionnaire_of(row, 1); });
}

void QuestionnaireStore::insert(org::OrgId org, const audit::Questionnaire& q) {
  Connection& connection = writing();
  const std::int64_t owner = org_seq(org);
  const std::string folded = org::fold_case(q.name);
  const auto departments = pack_list(q.department_ids);
  Query(connection,
        "INSERT INTO questionnaires (id, org, name, folded_name, description, status, revision, department_ids, "
        "pass_score, "
        "question_count, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 0, ?10, ?11)",
        q.id, owner, q.name, folded, q.description, q.status, q.revision, departments, q.pass_score, q.created_at,
        q.updated_at)
      .run();
  count_row(connection, owner, "questionnaires", connection.last_inserted_seq());
}

void QuestionnaireStore::update(org::OrgId org, const audit::Questionnaire& q) {
  Connection& connection = writing();
  const std::int64_t owner = org_seq(org);
  const std::string folded = org::fold_case(q.name);
  const auto departments = pack_list(q.department_ids);
  Query(connection,
        "UPDATE questionnaires SET name = ?3, folded_name = ?4, description = ?5, status = ?6, revision = ?7, "
        "department_ids "
        "= ?8, pass_score = ?9, updated_at = ?10 WHERE org = ?1 AND id = ?2 AND deleted_at IS NULL",
        owner, q.id, q.name, folded, q.description, q.status, q.revision, departments, q.pass_score, q.updated_at)
      .run();
  mark_list(connection, owner, "questionnaires", 0);
}

void QuestionnaireStore::remove(org::OrgId org, audit::QuestionnaireId id, org::UtcTime at) {
  Connection& connection = writing();
  const std::int64_t owner = org_seq(org);
  std::int64_t questionnaire = 0;
  {
    Query row(connection, "SELECT seq FROM questionnaires WHERE org = ?1 AND id = ?2 AND deleted_at IS NULL", owner,
              id);
    if (!row.step()) return;
    questionnaire = row.integer(0);
  }
  Query questions(connection, "SELECT seq, folded_title FROM questions WHERE questionnaire = ?1 AND deleted_at IS NULL",
                  questionnaire);
  std::int64_t gone = 0;
  for (; questions.step(); ++gone) {
    remove_text(connection, "questions_search", questions.integer(0), questions.view(1));
  }
  Query(connection,
        "UPDATE questions SET deleted_at = ?2, updated_at = ?2 WHERE questionnaire = ?1 AND deleted_at IS NULL",
        questionnaire, at)
      .run();
  if (gone > 0) mark_list(connection, owner, "questions", gone);
  Query(connection, "UPDATE questionnaires SET deleted_at = ?2, updated_at = ?2, question_count = 0 WHERE seq = ?1",
        questionnaire, at)
      .run();
  mark_list(connection, owner, "questionnaires", 1);
}

}  // namespace parlance::server::storage
