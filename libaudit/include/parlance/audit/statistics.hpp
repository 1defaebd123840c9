// Statistics per question and per employee.
//
// They are kept up to date when answers are written, not counted when asked: every change to answers or conversations
// has a StatisticsDelta, which the store adds up. Deltas are pure values and add like numbers, so many can be stored as
// one.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "parlance/audit/answer.hpp"
#include "parlance/audit/conversation.hpp"

namespace parlance::audit {

struct AnswerCount {
  AnswerValue answer;
  std::int64_t count = 0;
  bool operator==(const AnswerCount&) const = default;
};

struct QuestionStatistics {
  QuestionId question_id;
  std::int64_t answers = 0;    // recorded, with a value
  std::int64_t employees = 0;  // how many employees have at least one of them
  std::int64_t unanswered = 0;
  std::int64_t not_applicable = 0;
  std::vector<AnswerCount> distribution;  // most frequent first, ties by text
  std::int64_t overridden = 0;            // answers whose automatic value a reviewer replaced by another
  std::optional<double> agreement_rate;   // of the answers a reviewer looked at, the share (0..1) that kept its value
  bool operator==(const QuestionStatistics&) const = default;
};

struct StatusCounts {
  std::int64_t pending = 0, completed = 0, partially_completed = 0, failed = 0, archived = 0;
  bool operator==(const StatusCounts&) const = default;
};

struct EmployeeStatistics {
  org::EmployeeId employee_id;
  std::int64_t conversations = 0;
  std::int64_t answers = 0;
  std::optional<double> average_score;  // 0..100, over scored conversations
  std::optional<double> pass_rate;      // percentage of conversations with a pass score
  std::int64_t critical_failures = 0;
  StatusCounts by_status;
  bool operator==(const EmployeeStatistics&) const = default;
};

struct QuestionDelta {
  std::int64_t answers = 0, unanswered = 0, not_applicable = 0;
  std::int64_t reviewed = 0, overridden = 0;
  std::map<AnswerValue, std::int64_t> distribution;
  std::map<org::EmployeeId, std::int64_t> by_employee;  // answers
  bool operator==(const QuestionDelta&) const = default;
};

struct EmployeeDelta {
  std::int64_t conversations = 0, answers = 0, critical_failures = 0;
  std::int64_t scored = 0, score_micros = 0;  // score × 10⁶, so that sums are exact
  std::int64_t judged = 0, passed = 0;        // conversations with a pass score, and those that passed
  std::array<std::int64_t, conversation_status_count> by_status{};  // indexed by ConversationStatus
  bool operator==(const EmployeeDelta&) const = default;
};

struct StatisticsDelta {
  std::map<QuestionId, QuestionDelta> questions;
  std::map<org::EmployeeId, EmployeeDelta> employees;

  // What one more (sign 1) or one less (sign -1) of it means.
  void count(const Answer&, int sign);
  void count(const Conversation&, int sign);
  bool empty() const { return questions.empty() && employees.empty(); }
  bool operator==(const StatisticsDelta&) const = default;
};

// The statistics that accumulated deltas amount to.
QuestionStatistics statistics_of(QuestionId, const QuestionDelta& sum);
EmployeeStatistics statistics_of(org::EmployeeId, const EmployeeDelta& sum);

}  // namespace parlance::audit

namespace parlance::org {

template <>
struct Describe<audit::AnswerCount> {
  static constexpr std::string_view name = "AnswerCount";
  static constexpr auto fields =
      std::tuple{field("answer", &audit::AnswerCount::answer), field("count", &audit::AnswerCount::count)};
};
template <>
struct Describe<audit::QuestionStatistics> {
  static constexpr std::string_view name = "QuestionStatistics";
  static constexpr auto fields = std::tuple{
      field("questionId", &audit::QuestionStatistics::question_id),
      field("answers", &audit::QuestionStatistics::answers, NoRule{}, "Recorded answers with a value."),
      field("employees", &audit::QuestionStatistics::employees, NoRule{}, "Employees with at least one of them."),
      field("unanswered", &audit::QuestionStatistics::unanswered),
      field("notApplicable", &audit::QuestionStatistics::not_applicable),
      field("distribution", &audit::QuestionStatistics::distribution),
      field("overridden", &audit::QuestionStatistics::overridden, NoRule{}, "Answers a reviewer replaced by another."),
      field(
          "agreementRate", &audit::QuestionStatistics::agreement_rate, NoRule{},
          "Of the answers a reviewer looked at, the share (0 to 1) that kept its value; null when there is none. It is "
          "raw agreement, p: where nearly all answers are alike it is high by chance. Cohen's kappa corrects for that: "
          "(p - e) / (1 - e), e being the sum over answers of the share the evaluator gave times the share reviewers "
          "gave; both shares can be counted from the answers and their `overrides`. Kappa above 0.6 is commonly called "
          "substantial, below 0.4 poor.")};
};

template <>
struct Describe<audit::StatusCounts> {
  static constexpr std::string_view name = "StatusCounts";
  static constexpr auto fields =
      std::tuple{field("PENDING", &audit::StatusCounts::pending), field("COMPLETED", &audit::StatusCounts::completed),
                 field("PARTIALLY_COMPLETED", &audit::StatusCounts::partially_completed),
                 field("FAILED", &audit::StatusCounts::failed), field("ARCHIVED", &audit::StatusCounts::archived)};
};
template <>
struct Describe<audit::EmployeeStatistics> {
  static constexpr std::string_view name = "EmployeeStatistics";
  static constexpr auto fields = std::tuple{
      field("employeeId", &audit::EmployeeStatistics::employee_id),
      field("conversations", &audit::EmployeeStatistics::conversations),
      field("answers", &audit::EmployeeStatistics::answers, NoRule{}, "Answers with a value credited to the employee."),
      field("averageScore", &audit::EmployeeStatistics::average_score, NoRule{},
            "Over scored conversations, 0 to 100."),
      field("passRate", &audit::EmployeeStatistics::pass_rate, NoRule{},
            "Percentage that passed, of the conversations with a pass score."),
      field("criticalFailures", &audit::EmployeeStatistics::critical_failures, NoRule{},
            "Critical questions that failed."),
      field("byStatus", &audit::EmployeeStatistics::by_status, NoRule{}, "Conversations in each status.")};
};

}  // namespace parlance::org
