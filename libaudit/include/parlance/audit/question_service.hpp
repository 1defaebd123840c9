// Questions: create, list, read, change, delete.
#pragma once

#include "parlance/audit/question.hpp"
#include "parlance/audit/stores.hpp"
#include "parlance/org/clock.hpp"
#include "parlance/org/id_source.hpp"
#include "parlance/org/transactor.hpp"

namespace parlance::audit {

// Safe to call from several threads at once. Calls that take `Problems` add theirs to what the caller found already.
class QuestionService {
 public:
  QuestionService(org::Transactor& transactor, QuestionStore& questions, QuestionnaireStore& questionnaires,
                  AlertTypeStore& alert_types, AnswerStore& answers, const org::Clock& clock, org::IdSource& ids);

  org::Result<Question> create(org::OrgId, const NewQuestion&, org::Problems = {});
  org::Page<Question> list(org::OrgId, const QuestionFilter&, const org::PageRequest&);
  org::Result<Question> find(org::OrgId, QuestionId);
  // conflict when the type would change although answers exist.
  org::Result<Question> update(org::OrgId, QuestionId, const QuestionChanges&, org::Problems = {});
  // Recorded answers stay.
  org::Result<void> remove(org::OrgId, QuestionId);

 private:
  void check_links(org::OrgId, const QuestionContent&, const Question* before, org::Problems&);
  void check_dependents(org::OrgId, const Question& question, const Question& before, org::Problems&);
  void new_revision(org::OrgId, QuestionnaireId);

  org::Transactor& transactor_;
  QuestionStore& questions_;
  QuestionnaireStore& questionnaires_;
  AlertTypeStore& alert_types_;
  AnswerStore& answers_;
  const org::Clock& clock_;
  org::IdSource& ids_;
};

// What the fields of a question must be to one another, without a look at anything else: pure. Fields that have a
// problem already, and the rules that depend on them, are left alone.
void check_content(const QuestionContent&, org::Problems&);

}  // namespace parlance::audit
