// The vocabulary of stories about the audit: an organization with a department, an employee and a line, its services,
// and an evaluator that says what the story needs.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "audit_faults.hpp"
#include "org_world.hpp"
#include "parlance/audit/alert_service.hpp"
#include "parlance/audit/alert_type_service.hpp"
#include "parlance/audit/conversation_service.hpp"
#include "parlance/audit/evaluation_service.hpp"
#include "parlance/audit/learning_service.hpp"
#include "parlance/audit/memory_stores.hpp"
#include "parlance/audit/question_service.hpp"
#include "parlance/audit/questionnaire_service.hpp"
#include "parlance/audit/statistics_service.hpp"
#include "scripted_evaluator.hpp"

namespace parlance::test {

using Options = std::vector<std::string>;
using Values = std::vector<audit::AnswerValue>;

// Questions as a story would put them; what is not said is as it is by default.
inline audit::NewQuestion asking(std::string title) {
  audit::NewQuestion question;
  question.title = std::move(title);
  return question;
}
inline audit::NewQuestion scored(std::string title, double weight = 1) {
  auto question = asking(std::move(title));
  question.passing_answers = Values{true};
  question.weight = weight;
  return question;
}
inline audit::NewQuestion critical(std::string title) {
  auto question = scored(std::move(title));
  question.critical = true;
  return question;
}
inline audit::NewQuestion choosing(std::string title, Options options) {
  auto question = asking(std::move(title));
  question.type = audit::QuestionType::options;
  question.allowed_answers = std::move(options);
  return question;
}
inline audit::NewQuestion writing(std::string title) {
  auto question = asking(std::move(title));
  question.type = audit::QuestionType::text;
  return question;
}
inline audit::NewQuestion when(audit::NewQuestion question, audit::QuestionId enabler, Values answers) {
  question.enabled_when = audit::EnabledWhen{enabler, std::move(answers)};
  return question;
}

inline audit::NewMessage says(audit::SenderRole role, std::string content, std::int64_t at_ms) {
  return {role, std::move(content), {at_ms}};
}
inline audit::NewTranscript transcript(std::vector<audit::NewMessage> messages,
                                       std::vector<audit::NewTransferEvent> events = {}) {
  return {std::move(messages), std::move(events)};
}
inline audit::NewTranscript hello() {
  return transcript({says(audit::SenderRole::employee, "Good morning.", 1000),
                     says(audit::SenderRole::customer, "I was charged twice.", 2000)});
}

struct World : OrgWorld {
  audit::MemoryQuestionStore question_store{transactor};
  audit::MemoryQuestionnaireStore questionnaire_store{transactor, question_store};
  audit::MemoryAlertTypeStore alert_type_store{transactor};
  audit::MemoryAlertStore alert_store{transactor};
  audit::MemoryRaisedAlertStore raised_alert_store{transactor};
  audit::AlertStores alert_stores{alert_store, alert_type_store, raised_alert_store};
  audit::MemoryConversationStore kept_conversations{transactor};
  audit::MemoryAnswerStore kept_answers{transactor};
  audit::MemoryStatisticsStore statistics_store{transactor};
  audit::MemoryLearnedModelStore model_store{transactor, questionnaire_store};
  org::MemoryJobQueue jobs{transactor, ids};
  FaultyConversations conversation_store{kept_conversations};
  FaultyAnswers answer_store{kept_answers};
  ScriptedEvaluator evaluator;

  audit::QuestionnaireService questionnaires{transactor, questionnaire_store, department_store, clock, ids};
  audit::QuestionService questions{
      transactor, question_store, questionnaire_store, alert_type_store, answer_store, clock, ids};
  audit::AlertTypeService alert_types{transactor, alert_type_store, question_store, alert_store, clock, ids};
  audit::AlertService alerts{{transactor, alert_store, raised_alert_store, questionnaire_store, question_store,
                              alert_type_store, conversation_store, clock, ids}};
  audit::ConversationService conversations{{transactor, conversation_store, answer_store, statistics_store,
                                            alert_stores, employee_store, department_store, provider_store, jobs, clock,
                                            ids}};
  audit::EvaluationService evaluations{{transactor, organization_store, questionnaire_store, question_store,
                                        conversation_store, answer_store, statistics_store, department_store,
                                        alert_stores, model_store, jobs, evaluator, clock, ids}};
  audit::LearningService learning{{transactor, organization_store, questionnaire_store, question_store,
                                   conversation_store, answer_store, model_store, jobs, evaluator, clock}};
  audit::StatisticsService statistics{transactor, statistics_store, question_store, employee_store};

  org::Department support = department("Support");
  org::Employee ana = employee("Ana", support.id);
  org::Provider line = provider("Main line");

  audit::Questionnaire questionnaire(std::string name = "Quality", std::optional<double> pass_score = {},
                                     std::vector<org::DepartmentId> judged = {}) {
    return questionnaires.create(here, {std::move(name), {}, std::move(judged), pass_score}).value();
  }
  audit::Question question(audit::QuestionnaireId of, audit::NewQuestion asked) {
    asked.questionnaire_id = of;
    return questions.create(here, asked).value();
  }
  audit::Questionnaire set_status(audit::QuestionnaireId id, audit::QuestionnaireStatus status) {
    audit::QuestionnaireChanges changes;
    changes.status = status;
    return questionnaires.update(here, id, changes).value();
  }
  audit::Questionnaire activate(audit::QuestionnaireId id) {
    return set_status(id, audit::QuestionnaireStatus::active);
  }
  // An active questionnaire with these questions.
  audit::Questionnaire active(std::vector<audit::NewQuestion> asked, std::optional<double> pass_score = {}) {
    const auto made = questionnaire("Quality", pass_score);
    for (auto& one : asked) question(made.id, std::move(one));
    return activate(made.id);
  }
  audit::Question question_called(std::string_view title) {
    const auto all = questions.list(here, {}, {});
    for (const auto& one : all.results) {
      if (one.title == title) return one;
    }
    throw std::logic_error("no question called " + std::string(title));
  }

  // A conversation of Ana's on the main line.
  audit::NewConversation call() const {
    audit::NewConversation command;
    command.provider_id = line.id;
    command.employee_id = ana.id;
    command.original_date_time = {1000};
    return command;
  }
  audit::ConversationId conversation() { return conversations.create(here, call()).value().id; }
  audit::ConversationId conversation(const audit::NewTranscript& said) {
    const auto id = conversation();
    must(conversations.add_messages(here, id, said));
    return id;
  }
  // A conversation and what becomes of it.
  audit::ConversationId evaluated(const audit::NewTranscript& said = hello()) {
    const auto id = conversation(said);
    evaluations.run_due();
    return id;
  }
  void evaluate_again(audit::ConversationId id) {
    must(conversations.reevaluate(here, id));
    evaluations.run_due();
  }

  audit::Conversation now(audit::ConversationId id) { return conversations.find(here, id).value(); }
  std::string status(audit::ConversationId id) { return std::string(org::text_of(now(id).status)); }
  std::vector<audit::Answer> answers(audit::ConversationId id) { return conversations.answers(here, id).value(); }
  audit::Answer answer(audit::ConversationId id, std::string_view title) {
    const auto all = answers(id);
    for (const auto& one : all) {
      if (one.question_title == title) return one;
    }
    throw std::logic_error("no answer to " + std::string(title));
  }
  // "true", "false", a text, "none" or "n/a".
  std::string answered(audit::ConversationId id, std::string_view title) {
    const auto found = answer(id, title);
    if (found.not_applicable) return "n/a";
    return found.answer ? audit::text_of(*found.answer) : "none";
  }
  audit::Answer correct(audit::ConversationId id, std::string_view title, const audit::Correction& correction) {
    return conversations.correct(here, id, answer(id, title).id, correction).value();
  }
};

}  // namespace parlance::test
