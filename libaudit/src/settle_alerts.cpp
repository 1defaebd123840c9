#include "settle_alerts.hpp"

#include <algorithm>
#include <set>

namespace parlance::audit {

void settle_alerts(org::OrgId org, const Conversation& conversation, const std::vector<Answer>& answers,
                   const std::vector<TransferVerdict>& verdicts, bool first_time, ActiveAlerts& alerts,
                   const AlertStores& stores, org::IdSource& ids, org::UtcTime now) {
  std::set<QuestionnaireId> asked;
  for (const Answer& answer : answers) asked.insert(answer.questionnaire_id);
  std::vector<Alert> active;
  for (const QuestionnaireId id : asked) {
    const auto& of_one = alerts.of(org, id);
    active.insert(active.end(), of_one.begin(), of_one.end());
  }
  if (active.empty() && first_time) return;
  const auto holding = holding_alerts(active, answers, verdicts);
  auto before = first_time ? std::vector<RaisedAlert>{} : stores.raised.of(org, conversation.id);
  for (const Holding& held : holding) {
    const Alert& alert =
        *std::find_if(active.begin(), active.end(), [&](const Alert& a) { return a.id == held.alert_id; });
    const auto question = held.answer ? std::optional(held.answer->question_id) : std::nullopt;
    const auto answer = held.answer ? std::optional(held.answer->id) : std::nullopt;
    const auto known = std::find_if(before.begin(), before.end(),
                                    [&](const RaisedAlert& one) { return one.alert_id == held.alert_id; });
    if (known == before.end()) {
      RaisedAlert fresh;
      fresh.id = {ids.next()};
      fresh.alert_id = alert.id;
      fresh.alert_type_id = alert.alert_type_id;
      if (const auto type = stores.types.find(org, alert.alert_type_id)) fresh.severity = type->severity;
      fresh.conversation_id = conversation.id;
      fresh.question_id = question;
      fresh.answer_id = answer;
      fresh.employee_id =
          held.answer && held.answer->employee_id ? *held.answer->employee_id : conversation.employee_id;
      fresh.raised_at = fresh.created_at = fresh.updated_at = now;
      stores.raised.insert(org, fresh);
      continue;
    }
    // Evaluating again gives answers new ids.
    if (known->question_id != question || known->answer_id != answer) {
      known->question_id = question;
      known->answer_id = answer;
      known->updated_at = now;
      stores.raised.update(org, *known);
    }
    before.erase(known);
  }
  for (const RaisedAlert& gone : before) stores.raised.remove(org, gone.id);
}

}  // namespace parlance::audit
