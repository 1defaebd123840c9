#include "parlance/audit/answer.hpp"

#include <algorithm>
#include <cmath>

namespace parlance::audit {

std::optional<bool> passes(const Answer& answer) {
  if (!answer.passing_answers || !answer.answer || answer.not_applicable) return std::nullopt;
  const auto& passing = *answer.passing_answers;
  if (std::find(passing.begin(), passing.end(), *answer.answer) == passing.end()) return false;
  // Contract section 3: a quote that is not in the cited message is `verified: false` and cannot pass a critical
  // question. A reviewer has heard it.
  if (answer.critical && answer.source != AnswerSource::human) {
    return std::all_of(answer.evidence.begin(), answer.evidence.end(), [](const Evidence& e) { return e.verified; });
  }
  return true;
}

std::optional<std::string> missing_answers(const std::vector<Answer>& answers) {
  const auto missing = std::count_if(answers.begin(), answers.end(),
                                     [](const Answer& answer) { return !answer.answer && !answer.not_applicable; });
  if (missing == 0) return std::nullopt;
  return std::to_string(missing) + " of " + std::to_string(answers.size()) +
         (missing == 1 ? " questions has no answer" : " questions have no answer");
}

// Score: section = Σ weight·passed ÷ Σ weight over answered, applicable questions with `passingAnswers`; a failed
// `critical` makes the whole 0; null when nothing is scored.
Score score_of(const std::vector<Answer>& answers) {
  double weights = 0, passed_weights = 0;
  bool critical_failed = false, any = false;
  std::optional<double> pass_score;
  for (const Answer& answer : answers) {
    if (answer.pass_score) pass_score = std::max(pass_score.value_or(0), *answer.pass_score);
    if (!answer.passed) continue;
    any = true;
    weights += answer.weight;
    if (*answer.passed) passed_weights += answer.weight;
    critical_failed = critical_failed || (answer.critical && !*answer.passed);
  }
  Score out;
  if (critical_failed) {
    out.score = 0;
  } else if (any && weights > 0) {
    // Rounded, as the binary sums of decimal weights must not miss a pass score by a hair.
    out.score = std::round(100 * passed_weights / weights * 1e9) / 1e9;
  }
  if (out.score && pass_score) out.passed = *out.score >= *pass_score;
  return out;
}

}  // namespace parlance::audit
