// Port: judging a transcript against a questionnaire.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "parlance/audit/answer_value.hpp"
#include "parlance/audit/message.hpp"
#include "parlance/audit/question.hpp"
#include "parlance/org/id.hpp"
#include "parlance/org/language.hpp"

namespace parlance::audit {

enum class AnswerSource { cues, lexical, learned, llm, human };

// What an answer relies on: words of one message.
struct Evidence {
  std::int64_t message_index = 0;
  std::string quote;
  bool verified = false;  // the quote stands in that message, letter by letter
  bool operator==(const Evidence&) const = default;
};

// One evaluator's answer to one question. An answer nobody could find is nullopt, never a guess dressed as an answer.
struct Judgement {
  std::optional<AnswerValue> answer;
  bool not_applicable = false;
  std::optional<double> confidence;  // 0..1, unset without an answer
  std::string rationale;             // one sentence a person understands
  std::vector<Evidence> evidence;
  AnswerSource source = AnswerSource::cues;
  bool operator==(const Judgement&) const = default;
};

// A questionnaire as evaluations see it: its content for one (id, revision) never changes.
struct QuestionnaireSnapshot {
  org::OrgId organization;
  QuestionnaireId id;
  std::int64_t revision = 0;
  org::Language language = org::Language::en;
  std::vector<Question> questions;
};

// Called from several threads at once.
class Evaluator {
 public:
  virtual ~Evaluator() = default;

  // One judgement per question, in the questions' order. `messages` are in transcript order. A fault (a service that
  // does not answer) is thrown, and the evaluation is tried again later.
  virtual std::vector<Judgement> evaluate(const std::shared_ptr<const QuestionnaireSnapshot>& questionnaire,
                                          std::span<const Message> messages) = 0;
};

}  // namespace parlance::audit

namespace parlance::org {

template <>
struct EnumText<audit::AnswerSource> {
  static constexpr std::array values = {std::pair{audit::AnswerSource::cues, std::string_view("cues")},
                                        std::pair{audit::AnswerSource::lexical, std::string_view("lexical")},
                                        std::pair{audit::AnswerSource::learned, std::string_view("learned")},
                                        std::pair{audit::AnswerSource::llm, std::string_view("llm")},
                                        std::pair{audit::AnswerSource::human, std::string_view("human")}};
};
template <>
struct Describe<audit::Evidence> {
  static constexpr std::string_view name = "Evidence";
  static constexpr auto fields =
      std::tuple{field("messageIndex", &audit::Evidence::message_index, NoRule{}, "The cited message."),
                 field("quote", &audit::Evidence::quote, NoRule{}, "Its words."),
                 field("verified", &audit::Evidence::verified, NoRule{}, "The quote stands in that message.")};
};

}  // namespace parlance::org
