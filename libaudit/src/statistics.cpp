#include "parlance/audit/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace parlance::audit {
namespace {

// The answer the automatic evaluator gave, when a reviewer has looked at it since.
const Override* automatic_before_review(const Answer& answer) {
  if (answer.source != AnswerSource::human || answer.overrides.empty()) return nullptr;
  const Override& first = answer.overrides.front();
  return first.source == AnswerSource::human ? nullptr : &first;
}

}  // namespace

void StatisticsDelta::count(const Answer& answer, int sign) {
  QuestionDelta& question = questions[answer.question_id];
  if (answer.not_applicable) {
    question.not_applicable += sign;
  } else if (answer.answer) {
    question.answers += sign;
    question.distribution[*answer.answer] += sign;
    if (answer.employee_id) question.by_employee[*answer.employee_id] += sign;
  } else {
    question.unanswered += sign;
  }
  if (const Override* automatic = automatic_before_review(answer)) {
    question.reviewed += sign;
    if (automatic->answer != answer.answer || automatic->not_applicable != answer.not_applicable) {
      question.overridden += sign;
    }
  }
  if (answer.employee_id) {
    EmployeeDelta& employee = employees[*answer.employee_id];
    if (answer.answer && !answer.not_applicable) employee.answers += sign;
    if (answer.critical && answer.passed == false) employee.critical_failures += sign;
  }
}

void StatisticsDelta::count(const Conversation& conversation, int sign) {
  EmployeeDelta& employee = employees[conversation.employee_id];
  employee.conversations += sign;
  employee.by_status[static_cast<std::size_t>(conversation.status)] += sign;
  if (conversation.score) {
    employee.scored += sign;
    employee.score_micros += sign * std::llround(*conversation.score * 1e6);
  }
  if (conversation.passed) {
    employee.judged += sign;
    employee.passed += *conversation.passed ? sign : 0;
  }
}

QuestionStatistics statistics_of(QuestionId id, const QuestionDelta& sum) {
  QuestionStatistics out{.question_id = id,
                         .answers = sum.answers,
                         .unanswered = sum.unanswered,
                         .not_applicable = sum.not_applicable,
                         .overridden = sum.overridden};
  for (const auto& [answer, count] : sum.distribution) {
    if (count > 0) out.distribution.push_back({answer, count});
  }
  std::stable_sort(out.distribution.begin(), out.distribution.end(),
                   [](const AnswerCount& a, const AnswerCount& b) { return a.count > b.count; });
  out.employees =
      std::count_if(sum.by_employee.begin(), sum.by_employee.end(), [](const auto& e) { return e.second > 0; });
  if (sum.reviewed > 0) {
    out.agreement_rate = static_cast<double>(sum.reviewed - sum.overridden) / static_cast<double>(sum.reviewed);
  }
  return out;
}

EmployeeStatistics statistics_of(org::EmployeeId id, const EmployeeDelta& sum) {
  EmployeeStatistics out{
      .employee_id = id,
      .conversations = sum.conversations,
      .answers = sum.answers,
      .critical_failures = sum.critical_failures,
      .by_status = {sum.by_status[0], sum.by_status[1], sum.by_status[2], sum.by_status[3], sum.by_status[4]}};
  if (sum.scored > 0) {
    out.average_score = std::round(static_cast<double>(sum.score_micros) / static_cast<double>(sum.scored)) / 1e6;
  }
  if (sum.judged > 0) out.pass_rate = 100.0 * static_cast<double>(sum.passed) / static_cast<double>(sum.judged);
  return out;
}

}  // namespace parlance::audit
