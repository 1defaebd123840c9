#include "parlance/audit/alert.hpp"

#include <algorithm>

namespace parlance::audit {
namespace {

const Answer* find_answer(const std::vector<const Answer*>& answers, auto wanted) {
  const auto it = std::find_if(answers.begin(), answers.end(), [&](const Answer* answer) { return wanted(*answer); });
  return it == answers.end() ? nullptr : *it;
}

bool is_about(const Alert& alert, const Answer& answer) {
  return !alert.question_id || answer.question_id == *alert.question_id;
}

// The questionnaire's part of the score.
std::optional<double> score_of_part(const std::vector<const Answer*>& answers) {
  std::vector<Answer> part;
  part.reserve(answers.size());
  for (const Answer* answer : answers) part.push_back(*answer);
  return score_of(part).score;
}

}  // namespace

std::vector<Holding> holding_alerts(const std::vector<Alert>& alerts, const std::vector<Answer>& answers,
                                    const std::vector<TransferVerdict>& verdicts) {
  std::vector<Holding> out;
  for (const Alert& alert : alerts) {
    if (!alert.active) continue;
    std::vector<const Answer*> asked;
    for (const Answer& answer : answers) {
      if (answer.questionnaire_id == alert.questionnaire_id) asked.push_back(&answer);
    }
    if (asked.empty()) continue;
    switch (alert.condition) {
      case AlertCondition::answer_equals: {
        const auto& wanted = *alert.answers;
        const Answer* found = find_answer(asked, [&](const Answer& answer) {
          return is_about(alert, answer) && answer.answer && !answer.not_applicable &&
                 std::find(wanted.begin(), wanted.end(), *answer.answer) != wanted.end();
        });
        if (found) out.push_back({alert.id, found});
        break;
      }
      case AlertCondition::critical_failed: {
        const Answer* found = find_answer(asked, [&](const Answer& answer) {
          return is_about(alert, answer) && answer.critical && answer.passed == false;
        });
        if (found) out.push_back({alert.id, found});
        break;
      }
      case AlertCondition::score_below: {
        const auto score = score_of_part(asked);
        if (score && *score < *alert.threshold) out.push_back({alert.id});
        break;
      }
      case AlertCondition::transfer_incorrect: {
        const bool any = std::any_of(verdicts.begin(), verdicts.end(),
                                     [](const TransferVerdict& v) { return v.verdict == Verdict::incorrect; });
        if (any) out.push_back({alert.id});
        break;
      }
    }
  }
  return out;
}

}  // namespace parlance::audit
