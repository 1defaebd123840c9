// Audits a conversation in memory: no server, no database.
#include <cstdio>

#include "parlance/audit/conversation_service.hpp"
#include "parlance/audit/embedded_evaluator.hpp"
#include "parlance/audit/evaluation_service.hpp"
#include "parlance/audit/memory_stores.hpp"
#include "parlance/audit/question_service.hpp"
#include "parlance/audit/questionnaire_service.hpp"
#include "parlance/org/department_service.hpp"
#include "parlance/org/employee_service.hpp"
#include "parlance/org/memory_stores.hpp"
#include "parlance/org/provider_service.hpp"

using namespace parlance;

int main() {
  // The world: a clock, ids and stores. A product plugs its own in here.
  org::ManualClock clock(org::UtcTime{1763500000000});
  org::SequenceIds ids;
  org::MemoryTransactor transactor;
  org::MemoryOrganizationStore organizations(transactor);
  org::MemoryDepartmentStore departments(transactor);
  org::MemoryEmployeeStore employees(transactor, departments);
  org::MemoryProviderStore providers(transactor);
  org::MemoryJobQueue jobs(transactor, ids);
  audit::MemoryQuestionStore questions(transactor);
  audit::MemoryQuestionnaireStore questionnaires(transactor, questions);
  audit::MemoryAlertTypeStore alert_types(transactor);
  audit::MemoryAlertStore alerts(transactor);
  audit::MemoryRaisedAlertStore raised_alerts(transactor);
  const audit::AlertStores alert_stores{alerts, alert_types, raised_alerts};
  audit::MemoryConversationStore conversations(transactor);
  audit::MemoryAnswerStore answers(transactor);
  audit::MemoryStatisticsStore statistics(transactor);
  audit::MemoryLearnedModelStore models(transactor, questionnaires);
  audit::EmbeddedEvaluator evaluator;

  // The services over it.
  org::DepartmentService department_service(transactor, departments, clock, ids);
  org::EmployeeService employee_service(transactor, employees, departments, clock, ids);
  org::NoSecrets secrets;
  org::ProviderService provider_service(transactor, providers, secrets, clock, ids);
  audit::QuestionnaireService questionnaire_service(transactor, questionnaires, departments, clock, ids);
  audit::QuestionService question_service(transactor, questions, questionnaires, alert_types, answers, clock, ids);
  audit::ConversationService conversation_service({transactor, conversations, answers, statistics, alert_stores,
                                                   employees, departments, providers, jobs, clock, ids});
  audit::EvaluationService evaluation_service({transactor, organizations, questionnaires, questions, conversations,
                                               answers, statistics, departments, alert_stores, models, jobs, evaluator,
                                               clock, ids});

  // Who works where, and what is asked about their conversations. `.value()` throws where a rule was broken.
  const org::OrgId organization{ids.next()};
  const auto support = department_service.create(organization, {"Support"}).value();
  const auto ana = employee_service.create(organization, {"Ana Ruiz", {}, {}, support.id}).value();
  const auto phone = provider_service.create(organization, {"Main line", org::Channel::phone}).value();
  const auto questionnaire = questionnaire_service.create(organization, {"Service quality"}).value();
  audit::NewQuestion greeting;
  greeting.questionnaire_id = questionnaire.id;
  greeting.title = "Did the employee greet the customer?";
  greeting.passing_answers = {{true}};
  greeting.cues = {
      {.answer = true, .phrases = {"good morning", "good afternoon"}, .speaker = audit::Speaker::employee}};
  question_service.create(organization, greeting).value();
  audit::QuestionnaireChanges activate;
  activate.status = {audit::QuestionnaireStatus::active};
  questionnaire_service.update(organization, questionnaire.id, activate).value();

  // The conversation, its transcript, and the evaluation, which a server would run in the background.
  audit::NewConversation call;
  call.provider_id = phone.id;
  call.employee_id = ana.id;
  call.original_date_time = {1763500000000};
  const auto conversation = conversation_service.create(organization, call).value();
  const audit::NewTranscript transcript{
      {{audit::SenderRole::employee, "Good morning, how can I help?", {1763500000000}},
       {audit::SenderRole::customer, "I was charged twice.", {1763500004000}}},
      {}};
  conversation_service.add_messages(organization, conversation.id, transcript).value();
  evaluation_service.run_due();

  const auto recorded = conversation_service.answers(organization, conversation.id);
  for (const auto& answer : *recorded) {
    std::printf("%s: %s\n  %s\n", answer.question_title.c_str(),
                answer.answer ? audit::text_of(*answer.answer).c_str() : "nobody knows",
                answer.rationale.value_or("").c_str());
  }
  std::printf("score %.0f\n", conversation_service.find(organization, conversation.id).value().score.value_or(-1));
}
