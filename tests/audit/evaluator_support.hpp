// Vocabulary of the evaluator's tests.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "parlance/audit/embedded_evaluator.hpp"

namespace parlance::audit::testing {

using Said = std::pair<SenderRole, std::string>;
inline constexpr auto employee = SenderRole::employee;
inline constexpr auto customer = SenderRole::customer;

inline std::vector<Message> transcript(const std::vector<Said>& said) {
  std::vector<Message> messages;
  for (const auto& [role, content] : said) {
    Message& message = messages.emplace_back();
    message.index = static_cast<std::int64_t>(messages.size()) - 1;
    message.sender_role = role;
    message.content = content;
  }
  return messages;
}

inline Cue cue(AnswerValue answer, std::vector<std::string> phrases) {
  Cue made;
  made.answer = std::move(answer);
  made.phrases = std::move(phrases);
  return made;
}

inline Question question(std::vector<Cue> cues, QuestionType type = QuestionType::boolean) {
  Question made;
  made.title = "?";
  made.type = type;
  made.cues = std::move(cues);
  return made;
}

inline Question titled(std::string title, QuestionType type = QuestionType::boolean) {
  Question made;
  made.title = std::move(title);
  made.type = type;
  return made;
}

inline std::shared_ptr<QuestionnaireSnapshot> questionnaire(std::vector<Question> questions,
                                                            org::Language language = org::Language::en) {
  auto made = std::make_shared<QuestionnaireSnapshot>();
  made->revision = 1;
  made->language = language;
  made->questions = std::move(questions);
  return made;
}

inline std::vector<Judgement> judged(std::vector<Question> questions, const std::vector<Said>& said,
                                     org::Language language = org::Language::en) {
  EmbeddedEvaluator evaluator;
  return evaluator.evaluate(questionnaire(std::move(questions), language), transcript(said));
}

inline Judgement judged_one(Question asked, const std::vector<Said>& said, org::Language language = org::Language::en) {
  return judged({std::move(asked)}, said, language).front();
}

// What the phrase stands in; "" when it does not match.
inline std::string match(const std::string& phrase, const std::string& text,
                         org::Language language = org::Language::en) {
  const Judgement judgement = judged_one(question({cue(true, {phrase})}), {{employee, text}}, language);
  return judgement.evidence.empty() ? "" : judgement.evidence.front().quote;
}

// What `{answer}` captures; "" when the phrase does not match.
inline std::string capture(const std::string& phrase, const std::string& text) {
  const Judgement judgement =
      judged_one(question({cue("the cue's own", {phrase})}, QuestionType::text), {{customer, text}});
  return judgement.answer ? std::get<std::string>(*judgement.answer) : "";
}

}  // namespace parlance::audit::testing
