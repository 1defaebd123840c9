// Answers: what was recorded for a question of a conversation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "parlance/audit/evaluator.hpp"
#include "parlance/audit/question.hpp"

namespace parlance::audit {

// A question as it was asked: the part of one revision that an answer keeps for good.
struct AskedQuestion {
  QuestionId question_id;
  QuestionnaireId questionnaire_id;
  std::int64_t revision = 0;
  std::string question_title;
  QuestionType type = QuestionType::boolean;
  std::optional<std::vector<std::string>> allowed_answers;
  std::optional<std::vector<AnswerValue>> passing_answers;
  double weight = 1;
  bool critical = false;
  bool allow_not_applicable = false;
  std::optional<double> pass_score;  // of its questionnaire
  bool operator==(const AskedQuestion&) const = default;
};

// An answer that was replaced (contract 7.6), with the comment given with the replacement.
struct Override {
  std::optional<AnswerValue> answer;
  bool not_applicable = false;
  AnswerSource source = AnswerSource::cues;
  std::optional<std::string> comment;
  org::UtcTime at;
  bool operator==(const Override&) const = default;
};

struct Answer : AskedQuestion {
  AnswerId id;
  std::optional<AnswerValue> answer;
  bool not_applicable = false;
  std::optional<double> confidence;
  std::optional<std::string> rationale;
  std::vector<Evidence> evidence;
  AnswerSource source = AnswerSource::cues;
  std::optional<org::EmployeeId> employee_id;  // who is credited with it
  std::optional<org::DepartmentId> department_id;
  std::optional<bool> passed;  // null when the question is not scored, or has no answer
  std::vector<Override> overrides;
  org::UtcTime created_at;
  org::UtcTime updated_at;
  bool operator==(const Answer&) const = default;
};

// PUT …/answers/{answerId}: a reviewer's correction.
struct Correction {
  std::optional<AnswerValue> answer;
  std::optional<bool> not_applicable;
  std::optional<std::string> comment;
};

// Rule of the contract, Answer: one of passingAnswers passes; a quote that is not in the cited message cannot pass a
// critical question, but a reviewer's word can; unanswered, not applicable or unscored questions neither pass nor fail.
std::optional<bool> passes(const Answer&);

// "1 of 3 questions has no answer": the reason of a conversation that is PARTIALLY_COMPLETED; nullopt when every answer
// is there or not applicable.
std::optional<std::string> missing_answers(const std::vector<Answer>&);

struct Score {
  std::optional<double> score;  // 0..100
  std::optional<bool> passed;
};

// Score of a conversation: one weighted sum over all its answers, rounded to 9 decimals; a failed critical makes the
// whole 0; null when nothing is scored. It passes from the highest passScore of its questionnaires on.
Score score_of(const std::vector<Answer>&);

}  // namespace parlance::audit

namespace parlance::org {

template <>
struct Describe<audit::Override> {
  static constexpr std::string_view name = "Override";
  static constexpr auto fields =
      std::tuple{field("answer", &audit::Override::answer), field("notApplicable", &audit::Override::not_applicable),
                 field("source", &audit::Override::source), field("comment", &audit::Override::comment),
                 field("at", &audit::Override::at)};
};
template <>
struct Describe<audit::Correction> {
  static constexpr std::string_view name = "CorrectAnswer";
  using ignored = audit::Answer;
  static constexpr auto fields = std::tuple{field("answer", &audit::Correction::answer, Text{1, 4000},
                                                  "Of the question's type; null only with `notApplicable`."),
                                            field("notApplicable", &audit::Correction::not_applicable),
                                            field("comment", &audit::Correction::comment, Text{0, 4000})};
};
template <>
struct Describe<audit::Answer> {
  static constexpr std::string_view name = "Answer";
  static constexpr auto fields = std::tuple{
      field("id", &audit::Answer::id),
      field("questionId", &audit::Answer::question_id),
      field("questionnaireId", &audit::Answer::questionnaire_id),
      field("revision", &audit::Answer::revision, NoRule{}, "The questionnaire's revision that was used."),
      field("questionTitle", &audit::Answer::question_title, NoRule{}, "As it was asked."),
      field("type", &audit::Answer::type),
      field("answer", &audit::Answer::answer, NoRule{}, "Null when nobody could find one; never a guess."),
      field("notApplicable", &audit::Answer::not_applicable),
      field("confidence", &audit::Answer::confidence, NoRule{}, "0 to 1."),
      field("rationale", &audit::Answer::rationale),
      field("evidence", &audit::Answer::evidence),
      field("source", &audit::Answer::source),
      field("employeeId", &audit::Answer::employee_id, NoRule{}, "Who is credited with it."),
      field("departmentId", &audit::Answer::department_id),
      field("passed", &audit::Answer::passed),
      field("overrides", &audit::Answer::overrides, NoRule{}, "The answers that were replaced, oldest first."),
      field("createdAt", &audit::Answer::created_at),
      field("updatedAt", &audit::Answer::updated_at)};
};

}  // namespace parlance::org
