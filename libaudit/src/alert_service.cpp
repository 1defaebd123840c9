#include "parlance/audit/alert_service.hpp"

namespace parlance::audit {
namespace {

org::Error missing(AlertId id) {
  return org::not_found("Alert", id.text());
}

// A field that the condition needs, may have, or must not have.
enum class Use { needed, possible, none };
struct Uses {
  Use question, answers, threshold;
};
Uses uses_of(AlertCondition condition) {
  switch (condition) {
    case AlertCondition::answer_equals:
      return {Use::needed, Use::needed, Use::none};
    case AlertCondition::score_below:
      return {Use::none, Use::none, Use::needed};
    case AlertCondition::critical_failed:
      return {Use::possible, Use::none, Use::none};
    case AlertCondition::transfer_incorrect:
      break;
  }
  return {Use::none, Use::none, Use::none};
}

void check_use(const char* field, bool given, Use use, AlertCondition condition, org::Problems& problems) {
  if (problems.has(field)) return;
  if (use == Use::needed && !given) {
    problems.add(field, "should not be empty when condition is " + std::string(org::text_of(condition)));
  } else if (use == Use::none && given) {
    problems.add(field, "must be null when condition is " + std::string(org::text_of(condition)));
  }
}

}  // namespace

// Contract 7.2: unknown ids inside a body are 400 naming the field.
void AlertService::check_links(org::OrgId org, QuestionnaireId questionnaire, const AlertContent& alert,
                               org::Problems& problems) {
  if (!problems.has("alertTypeId") && !ports_.alert_types.find(org, alert.alert_type_id)) {
    problems.add("alertTypeId", "must be an existing alert type");
  }
  if (problems.has("condition")) return;
  const Uses uses = uses_of(alert.condition);
  check_use("questionId", alert.question_id.has_value(), uses.question, alert.condition, problems);
  check_use("answers", alert.answers.has_value(), uses.answers, alert.condition, problems);
  check_use("threshold", alert.threshold.has_value(), uses.threshold, alert.condition, problems);
  if (!alert.question_id || problems.has("questionId")) return;
  const auto question = ports_.questions.find(org, *alert.question_id);
  if (!question || question->questionnaire_id != questionnaire) {
    return problems.add("questionId", "must be a question of the questionnaire");
  }
  if (alert.condition == AlertCondition::critical_failed && !question->critical) {
    return problems.add("questionId", "must be a critical question");
  }
  if (!alert.answers || problems.covers("answers")) return;
  for (std::size_t i = 0; i < alert.answers->size(); ++i) {
    const std::string path = "answers." + std::to_string(i);
    if (!problems.has(path) && !is_answer((*alert.answers)[i], question->type, question->allowed_answers)) {
      problems.add(path, answer_rule(question->type, question->allowed_answers));
    }
  }
}

org::Result<Alert> AlertService::create(org::OrgId org, QuestionnaireId questionnaire, const NewAlert& command,
                                        org::Problems problems) {
  check(command, problems);
  return ports_.transactor.write([&]() -> org::Result<Alert> {
    if (!ports_.questionnaires.find(org, questionnaire)) return org::not_found("Questionnaire", questionnaire.text());
    check_links(org, questionnaire, command, problems);
    if (!problems.empty()) return std::move(problems).error();
    Alert alert;
    static_cast<AlertContent&>(alert) = command;
    alert.id = {ports_.ids.next()};
    alert.questionnaire_id = questionnaire;
    alert.created_at = alert.updated_at = ports_.clock.now();
    ports_.alerts.insert(org, alert);
    return alert;
  });
}

org::Result<org::Page<Alert>> AlertService::list(org::OrgId org, QuestionnaireId questionnaire,
                                                 const org::PageRequest& page) {
  return ports_.transactor.read([&]() -> org::Result<org::Page<Alert>> {
    if (!ports_.questionnaires.find(org, questionnaire)) return org::not_found("Questionnaire", questionnaire.text());
    return ports_.alerts.list(org, questionnaire, page);
  });
}

org::Result<Alert> AlertService::find(org::OrgId org, QuestionnaireId questionnaire, AlertId id) {
  return ports_.transactor.read([&]() -> org::Result<Alert> {
    if (!ports_.questionnaires.find(org, questionnaire)) return org::not_found("Questionnaire", questionnaire.text());
    auto alert = ports_.alerts.find(org, id);
    if (!alert || alert->questionnaire_id != questionnaire) return missing(id);
    return std::move(*alert);
  });
}

org::Result<Alert> AlertService::update(org::OrgId org, QuestionnaireId questionnaire, AlertId id,
                                        const AlertChanges& changes, org::Problems problems) {
  check(changes, problems);
  return ports_.transactor.write([&]() -> org::Result<Alert> {
    if (!ports_.questionnaires.find(org, questionnaire)) return org::not_found("Questionnaire", questionnaire.text());
    auto alert = ports_.alerts.find(org, id);
    if (!alert || alert->questionnaire_id != questionnaire) return missing(id);
    const AlertContent before = *alert;
    changes.alert_type_id.apply_to(alert->alert_type_id);
    changes.condition.apply_to(alert->condition);
    changes.question_id.apply_to(alert->question_id);
    changes.answers.apply_to(alert->answers);
    changes.threshold.apply_to(alert->threshold);
    changes.active.apply_to(alert->active);
    AlertContent but_active = *alert;
    but_active.active = before.active;
    // Its question may have been deleted since: no reason to refuse switching it off.
    if (but_active != before || !problems.empty()) check_links(org, questionnaire, *alert, problems);
    if (!problems.empty()) return std::move(problems).error();
    alert->updated_at = ports_.clock.now();
    ports_.alerts.update(org, *alert);
    return std::move(*alert);
  });
}

org::Result<void> AlertService::remove(org::OrgId org, QuestionnaireId questionnaire, AlertId id) {
  return ports_.transactor.write([&]() -> org::Result<void> {
    if (!ports_.questionnaires.find(org, questionnaire)) return org::not_found("Questionnaire", questionnaire.text());
    const auto alert = ports_.alerts.find(org, id);
    if (!alert || alert->questionnaire_id != questionnaire) return missing(id);
    ports_.alerts.remove(org, id, ports_.clock.now());
    return {};
  });
}

org::Page<RaisedAlert> AlertService::raised(org::OrgId org, const RaisedAlertFilter& filter,
                                            const org::PageRequest& page) {
  return ports_.transactor.read([&] { return ports_.raised.list(org, filter, page); });
}

org::Result<std::vector<RaisedAlert>> AlertService::raised_of(org::OrgId org, ConversationId id) {
  return ports_.transactor.read([&]() -> org::Result<std::vector<RaisedAlert>> {
    if (!ports_.conversations.find(org, id)) return org::not_found("Conversation", id.text());
    return ports_.raised.of(org, id);
  });
}

org::Result<RaisedAlert> AlertService::set_status(org::OrgId org, RaisedAlertId id, const RaisedAlertChanges& changes,
                                                  org::Problems problems) {
  return ports_.transactor.write([&]() -> org::Result<RaisedAlert> {
    auto raised = ports_.raised.find(org, id);
    if (!raised) return org::not_found("Alert", id.text());
    if (!problems.empty()) return std::move(problems).error();
    raised->status = changes.status;
    raised->updated_at = ports_.clock.now();
    ports_.raised.update(org, *raised);
    return *raised;
  });
}

}  // namespace parlance::audit
