// Questionnaires: create, list, read, change, activate, delete.
#pragma once

#include "parlance/audit/questionnaire.hpp"
#include "parlance/audit/stores.hpp"
#include "parlance/org/clock.hpp"
#include "parlance/org/id_source.hpp"
#include "parlance/org/stores.hpp"
#include "parlance/org/transactor.hpp"

namespace parlance::audit {

// Safe to call from several threads at once. Calls that take `Problems` add theirs to what the caller found already.
class QuestionnaireService {
 public:
  QuestionnaireService(org::Transactor& transactor, QuestionnaireStore& questionnaires,
                       const org::DepartmentStore& departments, const org::Clock& clock, org::IdSource& ids);

  // Always a draft, whatever status was sent (specification, Transitions).
  org::Result<Questionnaire> create(org::OrgId, const NewQuestionnaire&, org::Problems = {});
  org::Page<Questionnaire> list(org::OrgId, const QuestionnaireFilter&, const org::PageRequest&);
  org::Result<Questionnaire> find(org::OrgId, QuestionnaireId);
  // status active needs at least one question; a change to an active one is a new revision.
  org::Result<Questionnaire> update(org::OrgId, QuestionnaireId, const QuestionnaireChanges&, org::Problems = {});
  // Its questions go with it; recorded answers stay.
  org::Result<void> remove(org::OrgId, QuestionnaireId);

 private:
  org::Transactor& transactor_;
  QuestionnaireStore& questionnaires_;
  const org::DepartmentStore& departments_;
  const org::Clock& clock_;
  org::IdSource& ids_;
};

}  // namespace parlance::audit
