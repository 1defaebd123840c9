// ConversationService::correct: a reviewer's answer in place of the automatic one.
#include <algorithm>

#include "parlance/audit/conversation_service.hpp"
#include "parlance/audit/learning_service.hpp"
#include "settle_alerts.hpp"

namespace parlance::audit {
namespace {

void check_correction(const Answer& answer, const Correction& correction, org::Problems& problems) {
  const bool not_applicable = correction.not_applicable.value_or(false);
  if (not_applicable) {
    if (!answer.allow_not_applicable) {
      problems.add("notApplicable", "must not be true for a question without allowNotApplicable");
    }
    if (correction.answer) problems.add("answer", "must be null when notApplicable is true");
    return;
  }
  if (problems.has("answer")) return;
  if (!correction.answer) {
    problems.add("answer", "should not be empty");
    return;
  }
  if (!is_answer(*correction.answer, answer.type, answer.allowed_answers)) {
    problems.add("answer", answer_rule(answer.type, answer.allowed_answers));
  }
}

}  // namespace

org::Result<Answer> ConversationService::correct(org::OrgId org, ConversationId id, AnswerId answer_id,
                                                 const Correction& correction, org::Problems problems) {
  check(correction, problems);
  return ports_.transactor.write([&]() -> org::Result<Answer> {
    auto conversation = ports_.conversations.find(org, id);
    if (!conversation) return org::not_found("Conversation", id.text());
    auto answers = ports_.answers.of(org, id);
    const auto it = std::find_if(answers.begin(), answers.end(), [&](const Answer& a) { return a.id == answer_id; });
    if (it == answers.end()) return org::not_found("Answer", answer_id.text());
    Answer& answer = *it;
    check_correction(answer, correction, problems);
    if (!problems.empty()) return std::move(problems).error();

    StatisticsDelta delta;
    delta.count(answer, -1);
    delta.count(*conversation, -1);
    const org::UtcTime now = ports_.clock.now();
    // Contract 7.6: `overrides` lists the answers that were replaced, oldest first, with the comment of the
    // replacement.
    answer.overrides.push_back({answer.answer, answer.not_applicable, answer.source, correction.comment, now});
    answer.answer = correction.answer;
    answer.not_applicable = correction.not_applicable.value_or(false);
    answer.source = AnswerSource::human;
    answer.confidence = 1;
    // What the evaluator relied on explains the old answer, not this one.
    if (answer.overrides.back().answer != answer.answer) {
      answer.evidence.clear();
      answer.rationale = correction.comment;
    }
    answer.passed = passes(answer);
    answer.updated_at = now;

    const auto missing = missing_answers(answers);
    const auto event = missing ? ConversationEvent::answers_missing : ConversationEvent::answers_completed;
    const auto status = next_status(conversation->status, event);
    if (!status) {
      return org::conflict("Conversation " + id.text() + " is " + std::string(org::text_of(conversation->status)) +
                           ", so its answers cannot be corrected");
    }
    conversation->status = *status;
    conversation->status_reason = missing;
    const Score score = score_of(answers);
    conversation->score = score.score;
    conversation->passed = score.passed;
    conversation->updated_at = now;
    delta.count(answer, 1);
    delta.count(*conversation, 1);
    ports_.answers.update(org, id, answer);
    ports_.conversations.update(org, *conversation);
    ports_.statistics.add(org, delta);
    ActiveAlerts alerts(ports_.alerts.alerts);
    settle_alerts(org, *conversation, answers, ports_.conversations.transfer_verdicts(org, id), false, alerts,
                  ports_.alerts, ports_.ids, now);
    if (answer.type != QuestionType::text) {
      ports_.jobs.enqueue(org, learn_job, answer.questionnaire_id.value, org::UtcTime{now.ms + learn_delay_ms},
                          org::IfWaiting::keep);
    }
    return answer;
  });
}

}  // namespace parlance::audit
