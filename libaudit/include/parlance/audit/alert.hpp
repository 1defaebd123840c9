// Alerts: what an organization wants to be told of when a conversation was evaluated.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "parlance/audit/alert_type.hpp"
#include "parlance/audit/answer.hpp"
#include "parlance/audit/ids.hpp"
#include "parlance/audit/transfer_verdict.hpp"
#include "parlance/org/describe.hpp"

namespace parlance::audit {

// Contract section 3, Alert: when it is raised for a conversation.
enum class AlertCondition {
  answer_equals,       // the question was answered with one of `answers`
  score_below,         // the questionnaire's part of the score is under `threshold`
  critical_failed,     // a critical question of the questionnaire failed; the one given, or any
  transfer_incorrect,  // a transfer was judged incorrect
};

// What an alert says; shared by the record and by the command that creates one.
struct AlertContent {
  AlertTypeId alert_type_id;
  AlertCondition condition = AlertCondition::answer_equals;
  std::optional<QuestionId> question_id;            // answer-equals: needed; critical-failed: may be given
  std::optional<std::vector<AnswerValue>> answers;  // answer-equals: needed
  std::optional<double> threshold;                  // score-below: needed, 0..100
  bool active = true;
  bool operator==(const AlertContent&) const = default;
};

struct Alert : AlertContent {
  AlertId id;
  QuestionnaireId questionnaire_id;
  org::UtcTime created_at;
  org::UtcTime updated_at;
  bool operator==(const Alert&) const = default;
};

struct NewAlert : AlertContent {};

struct AlertChanges {
  org::Field<AlertTypeId> alert_type_id;
  org::Field<AlertCondition> condition;
  org::Field<std::optional<QuestionId>> question_id;
  org::Field<std::optional<std::vector<AnswerValue>>> answers;
  org::Field<std::optional<double>> threshold;
  org::Field<bool> active;
};

enum class RaisedStatus { open, acknowledged, resolved };

// An alert whose condition holds for a conversation; one a conversation and alert.
struct RaisedAlert {
  RaisedAlertId id;
  AlertId alert_id;
  AlertTypeId alert_type_id;
  Severity severity = Severity::info;  // of its type when it was raised
  ConversationId conversation_id;
  std::optional<QuestionId> question_id;
  std::optional<AnswerId> answer_id;
  org::EmployeeId employee_id;  // who is credited with the answer, else whose conversation it is
  RaisedStatus status = RaisedStatus::open;
  org::UtcTime raised_at;
  org::UtcTime created_at;
  org::UtcTime updated_at;
  bool operator==(const RaisedAlert&) const = default;
};

struct RaisedAlertChanges {
  RaisedStatus status = RaisedStatus::open;
};

struct RaisedAlertFilter {
  std::optional<RaisedStatus> status;
  std::optional<Severity> severity;
  std::optional<AlertTypeId> alert_type_id;
  std::optional<org::EmployeeId> employee_id;
  std::optional<ConversationId> conversation_id;
};

// An alert whose condition holds, and the answer it holds for, if it is about one.
struct Holding {
  AlertId alert_id;
  const Answer* answer = nullptr;  // borrowed
};

// Pure: which of the alerts hold for a conversation with these answers and verdicts. Inactive ones hold for none, and
// one of a questionnaire that was not asked holds for none. Of several answers that an alert could be about, the first.
std::vector<Holding> holding_alerts(const std::vector<Alert>& alerts, const std::vector<Answer>& answers,
                                    const std::vector<TransferVerdict>& verdicts);

}  // namespace parlance::audit

namespace parlance::org {

template <>
struct EnumText<audit::AlertCondition> {
  using C = audit::AlertCondition;
  static constexpr std::array values = {std::pair{C::answer_equals, std::string_view("answer-equals")},
                                        std::pair{C::score_below, std::string_view("score-below")},
                                        std::pair{C::critical_failed, std::string_view("critical-failed")},
                                        std::pair{C::transfer_incorrect, std::string_view("transfer-incorrect")}};
};
template <>
struct EnumText<audit::RaisedStatus> {
  using S = audit::RaisedStatus;
  static constexpr std::array values = {std::pair{S::open, std::string_view("open")},
                                        std::pair{S::acknowledged, std::string_view("acknowledged")},
                                        std::pair{S::resolved, std::string_view("resolved")}};
};
namespace detail {
inline constexpr Items<Text> alert_answers{1, 50, true, {1, 4000}};
inline constexpr Range<double> alert_threshold{0, 100};
template <class Owner>
constexpr auto alert_fields() {
  return std::tuple{
      required("alertTypeId", &Owner::alert_type_id),
      required("condition", &Owner::condition, NoRule{},
               "`score-below` looks at the questionnaire's part of the score; `transfer-incorrect` at the verdicts of "
               "the conversation's transfers."),
      field("questionId", &Owner::question_id, NoRule{},
            "Of the same questionnaire; needed with answer-equals, possible with critical-failed."),
      field("answers", &Owner::answers, alert_answers, "Exactly with answer-equals: any of them raises it."),
      field("threshold", &Owner::threshold, alert_threshold, "Exactly with score-below."),
      field("active", &Owner::active)};
}
}  // namespace detail
template <>
struct Describe<audit::NewAlert> {
  static constexpr std::string_view name = "CreateAlert";
  static constexpr std::array<std::string_view, 1> ignored_names = {"questionnaireId"};  // the path has it
  static constexpr auto fields = detail::alert_fields<audit::NewAlert>();
};
template <>
struct Describe<audit::AlertChanges> {
  using T = audit::AlertChanges;
  static constexpr std::string_view name = "UpdateAlert";
  using ignored = audit::Alert;
  static constexpr auto fields = std::tuple{field("alertTypeId", &T::alert_type_id),
                                            field("condition", &T::condition),
                                            field("questionId", &T::question_id),
                                            field("answers", &T::answers, detail::alert_answers),
                                            field("threshold", &T::threshold, detail::alert_threshold),
                                            field("active", &T::active)};
};
template <>
struct Describe<audit::Alert> {
  using T = audit::Alert;
  static constexpr std::string_view name = "Alert";
  static constexpr auto fields = std::tuple_cat(
      std::tuple{field("id", &T::id), field("questionnaireId", &T::questionnaire_id)}, detail::alert_fields<T>(),
      std::tuple{field("createdAt", &T::created_at), field("updatedAt", &T::updated_at)});
};
template <>
struct Describe<audit::RaisedAlertChanges> {
  using T = audit::RaisedAlertChanges;
  static constexpr std::string_view name = "UpdateRaisedAlert";
  using ignored = audit::RaisedAlert;
  static constexpr auto fields = std::tuple{required("status", &T::status)};
};
template <>
struct Describe<audit::RaisedAlert> {
  using T = audit::RaisedAlert;
  static constexpr std::string_view name = "RaisedAlert";
  static constexpr auto fields = std::tuple{
      field("id", &T::id),
      field("alertId", &T::alert_id),
      field("alertTypeId", &T::alert_type_id),
      field("severity", &T::severity, NoRule{}, "Of the alert type when it was raised."),
      field("conversationId", &T::conversation_id),
      field("questionId", &T::question_id),
      field("answerId", &T::answer_id),
      field("employeeId", &T::employee_id, NoRule{}, "Who is credited with the answer, else whose conversation it is."),
      field("status", &T::status),
      field("raisedAt", &T::raised_at),
      field("createdAt", &T::created_at),
      field("updatedAt", &T::updated_at)};
};

}  // namespace parlance::org
