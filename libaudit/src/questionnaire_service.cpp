#include "parlance/audit/questionnaire_service.hpp"

namespace parlance::audit {
namespace {

org::Error missing(QuestionnaireId id) {
  return org::not_found("Questionnaire", id.text());
}

void check_departments(org::OrgId org, const std::vector<org::DepartmentId>& ids,
                       const org::DepartmentStore& departments, org::Problems& problems) {
  if (problems.has("departmentIds")) return;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (!departments.find(org, ids[i]))
      problems.add("departmentIds." + std::to_string(i), "must be an existing department");
  }
}

}  // namespace

QuestionnaireService::QuestionnaireService(org::Transactor& transactor, QuestionnaireStore& questionnaires,
                                           const org::DepartmentStore& departments, const org::Clock& clock,
                                           org::IdSource& ids)
    : transactor_(transactor), questionnaires_(questionnaires), departments_(departments), clock_(clock), ids_(ids) {}

org::Result<Questionnaire> QuestionnaireService::create(org::OrgId org, const NewQuestionnaire& command,
                                                        org::Problems problems) {
  check(command, problems);
  return transactor_.write([&]() -> org::Result<Questionnaire> {
    check_departments(org, command.department_ids, departments_, problems);
    if (!problems.empty()) return std::move(problems).error();
    Questionnaire questionnaire;
    questionnaire.id = {ids_.next()};
    questionnaire.name = command.name;
    questionnaire.description = command.description;
    questionnaire.department_ids = command.department_ids;
    questionnaire.pass_score = command.pass_score;
    questionnaire.created_at = questionnaire.updated_at = clock_.now();
    questionnaires_.insert(org, questionnaire);
    return questionnaire;
  });
}

org::Page<Questionnaire> QuestionnaireService::list(org::OrgId org, const QuestionnaireFilter& filter,
                                                    const org::PageRequest& page) {
  return transactor_.read([&] { return questionnaires_.list(org, filter, page); });
}

org::Result<Questionnaire> QuestionnaireService::find(org::OrgId org, QuestionnaireId id) {
  return transactor_.read([&]() -> org::Result<Questionnaire> {
    if (auto questionnaire = questionnaires_.find(org, id)) return std::move(*questionnaire);
    return missing(id);
  });
}

org::Result<Questionnaire> QuestionnaireService::update(org::OrgId org, QuestionnaireId id,
                                                        const QuestionnaireChanges& changes, org::Problems problems) {
  check(changes, problems);
  return transactor_.write([&]() -> org::Result<Questionnaire> {
    auto questionnaire = questionnaires_.find(org, id);
    if (!questionnaire) return missing(id);
    const Questionnaire before = *questionnaire;
    if (changes.department_ids.sent) check_departments(org, *changes.department_ids.sent, departments_, problems);
    changes.name.apply_to(questionnaire->name);
    changes.description.apply_to(questionnaire->description);
    changes.status.apply_to(questionnaire->status);
    changes.department_ids.apply_to(questionnaire->department_ids);
    changes.pass_score.apply_to(questionnaire->pass_score);
    const bool activated =
        before.status == QuestionnaireStatus::draft && questionnaire->status == QuestionnaireStatus::active;
    // Contract section 3: PUT status active needs ≥ 1 question (else 400).
    if (activated && before.question_count == 0) {
      problems.add("status", "must not be active while the questionnaire has no questions");
    }
    if (!problems.empty()) return std::move(problems).error();
    // A change to an active one is a new revision, its way back to draft included: what is edited as a draft then
    // belongs to a revision that no evaluation has seen.
    if (before.status == QuestionnaireStatus::active && *questionnaire != before) ++questionnaire->revision;
    questionnaire->updated_at = clock_.now();
    questionnaires_.update(org, *questionnaire);
    return std::move(*questionnaire);
  });
}

org::Result<void> QuestionnaireService::remove(org::OrgId org, QuestionnaireId id) {
  return transactor_.write([&]() -> org::Result<void> {
    if (!questionnaires_.find(org, id)) return missing(id);
    questionnaires_.remove(org, id, clock_.now());
    return {};
  });
}

}  // namespace parlance::audit
