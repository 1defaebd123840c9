// Questions of a questionnaire.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "parlance/audit/answer_value.hpp"
#include "parlance/audit/cue.hpp"
#include "parlance/audit/ids.hpp"
#include "parlance/org/describe.hpp"
#include "parlance/org/time.hpp"

namespace parlance::audit {

enum class QuestionType { boolean, options, text };

// The question is asked only when `question_id` of the same questionnaire was answered with one of `answers`.
struct EnabledWhen {
  QuestionId question_id;
  std::vector<AnswerValue> answers;
  bool operator==(const EnabledWhen&) const = default;
};

// How many questions may stand in a row that each depend on the one before.
inline constexpr int enabled_when_chain_max = 32;

// What a question says; shared by the record and by the command that creates one.
struct QuestionContent {
  std::string title;
  std::optional<std::string> description;
  QuestionType type = QuestionType::boolean;
  std::optional<std::vector<std::string>> allowed_answers;  // exactly with `options`
  QuestionnaireId questionnaire_id;
  std::vector<AlertTypeId> alert_type_ids;
  std::optional<std::string> section;
  double weight = 1;
  bool critical = false;
  bool allow_not_applicable = false;
  std::optional<std::vector<AnswerValue>> passing_answers;
  std::optional<EnabledWhen> enabled_when;
  std::vector<Cue> cues;
  std::optional<AnswerValue> default_answer;  // the embedded evaluator's answer when no cue matches
  bool learning = true;                       // whether it is answered as reviewers taught, once they did
  bool operator==(const QuestionContent&) const = default;
};

struct Question : QuestionContent {
  QuestionId id;
  org::UtcTime created_at;
  org::UtcTime updated_at;
  bool operator==(const Question&) const = default;
};

struct NewQuestion : QuestionContent {};

struct QuestionChanges {
  org::Field<std::string> title;
  org::Field<std::optional<std::string>> description;
  org::Field<QuestionType> type;
  org::Field<std::optional<std::vector<std::string>>> allowed_answers;
  org::Field<QuestionnaireId> questionnaire_id;
  org::Field<std::vector<AlertTypeId>> alert_type_ids;
  org::Field<std::optional<std::string>> section;
  org::Field<double> weight;
  org::Field<bool> critical;
  org::Field<bool> allow_not_applicable;
  org::Field<std::optional<std::vector<AnswerValue>>> passing_answers;
  org::Field<std::optional<EnabledWhen>> enabled_when;
  org::Field<std::vector<Cue>> cues;
  org::Field<std::optional<AnswerValue>> default_answer;
  org::Field<bool> learning;
};

// Whether `value` can be an answer to a question of that type with those allowed answers, and what it must be
// otherwise.
bool is_answer(const AnswerValue& value, QuestionType type, const std::optional<std::vector<std::string>>& allowed);
std::string answer_rule(QuestionType type, const std::optional<std::vector<std::string>>& allowed);

// GET /v1/questions: every filter is optional; those sent must all hold.
struct QuestionFilter {
  std::string search_term;  // title contains it, over folded text; "" is no filter
  std::vector<QuestionnaireId> questionnaire_ids;
  std::vector<QuestionType> types;
  std::vector<AlertTypeId> alert_type_ids;
  bool operator==(const QuestionFilter&) const = default;
  bool is_empty() const {
    return search_term.empty() && questionnaire_ids.empty() && types.empty() && alert_type_ids.empty();
  }
};

}  // namespace parlance::audit

namespace parlance::org {

template <>
struct EnumText<audit::QuestionType> {
  static constexpr std::array values = {std::pair{audit::QuestionType::boolean, std::string_view("boolean")},
                                        std::pair{audit::QuestionType::options, std::string_view("options")},
                                        std::pair{audit::QuestionType::text, std::string_view("text")}};
};

template <>
struct Describe<audit::EnabledWhen> {
  static constexpr std::string_view name = "EnabledWhen";
  static constexpr auto fields = std::tuple{
      required("questionId", &audit::EnabledWhen::question_id, NoRule{}, "A question of the same questionnaire."),
      required("answers", &audit::EnabledWhen::answers, Items<Text>{1, 50, true, {1, 500}},
               "Any of these answers enables this question.")};
};

namespace question_rules {
inline constexpr Text title{1, 500};
inline constexpr Text description{0, 4000};
inline constexpr Items<Text> allowed_answers{2, 50, true, {1, 500}};
inline constexpr Items<> alert_type_ids{0, 100, true, {}};
inline constexpr Text section{1, 200};
inline constexpr Range<double> weight{0, 1e6};
inline constexpr Items<Text> passing_answers{0, 50, true, {1, 500}};
inline constexpr Items<> cues{0, 32, false, {}};
inline constexpr Text default_answer{1, 500};
}  // namespace question_rules

// The fields that a record, a creation and a change share. `Owner` has the members of QuestionContent; `title` and
// `questionnaireId` go through `need`, which is `required` or `field`.
namespace detail {
template <class Owner, class Need>
constexpr auto question_fields(Need need) {
  namespace r = question_rules;
  return std::tuple{
      need("title", &Owner::title, r::title, "What is asked."),
      field("description", &Owner::description, r::description, "Guidance for the evaluator."),
      need("type", &Owner::type, NoRule{}, "Fixed once answers exist (409)."),
      field("allowedAnswers", &Owner::allowed_answers, r::allowed_answers, "Exactly with type `options`."),
      need("questionnaireId", &Owner::questionnaire_id, NoRule{}, "The questionnaire it belongs to."),
      field("alertTypeIds", &Owner::alert_type_ids, r::alert_type_ids, "Alert types linked to the question."),
      field("section", &Owner::section, r::section, "The heading it stands under."),
      field("weight", &Owner::weight, r::weight, "Its share of the score."),
      field("critical", &Owner::critical, NoRule{}, "When it fails, the whole score is 0."),
      field("allowNotApplicable", &Owner::allow_not_applicable, NoRule{}, "Whether `notApplicable` is an answer."),
      field("passingAnswers", &Owner::passing_answers, r::passing_answers, "Answers that pass; null: not scored."),
      field("enabledWhen", &Owner::enabled_when, NoRule{}, "Asked only when another question was answered so."),
      field("cues", &Owner::cues, r::cues, "What the embedded evaluator listens for."),
      field("defaultAnswer", &Owner::default_answer, r::default_answer,
            "The embedded evaluator's answer when the transcript is complete and no cue matched."),
      field("learning", &Owner::learning, NoRule{},
            "Whether it is answered as reviewers' answers taught, once there are enough of them; not for text.")};
}
}  // namespace detail

template <>
struct Describe<audit::NewQuestion> {
  static constexpr std::string_view name = "CreateQuestion";
  static constexpr auto fields =
      detail::question_fields<audit::NewQuestion>([](auto n, auto m, auto r, auto d) { return required(n, m, r, d); });
};
template <>
struct Describe<audit::QuestionChanges> {
  static constexpr std::string_view name = "UpdateQuestion";
  using ignored = audit::Question;
  static constexpr auto fields =
      detail::question_fields<audit::QuestionChanges>([](auto n, auto m, auto r, auto d) { return field(n, m, r, d); });
};
template <>
struct Describe<audit::Question> {
  static constexpr std::string_view name = "Question";
  static constexpr auto fields = std::tuple_cat(
      std::tuple{field("id", &audit::Question::id)},
      detail::question_fields<audit::Question>([](auto n, auto m, auto r, auto d) { return field(n, m, r, d); }),
      std::tuple{field("createdAt", &audit::Question::created_at), field("updatedAt", &audit::Question::updated_at)});
};

}  // namespace parlance::org
