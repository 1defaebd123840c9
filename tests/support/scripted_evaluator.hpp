// An evaluator that says what a story needs it to say.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "parlance/audit/evaluator.hpp"

namespace parlance::test {

// Answers by the title of the question; a question it was told nothing about has no answer.
class ScriptedEvaluator final : public audit::Evaluator {
 public:
  using Snapshot = std::shared_ptr<const audit::QuestionnaireSnapshot>;

  std::map<std::string, audit::Judgement> says;
  // Told of every evaluation before it is made; may throw, which is a fault.
  std::function<void(const audit::QuestionnaireSnapshot&, std::span<const audit::Message>)> before;

  void answers(const std::string& title, audit::AnswerValue value) {
    says[title] = {.answer = std::move(value), .confidence = 0.9, .rationale = "Scripted."};
  }
  // With words that stand in that message, or with words that do not.
  void cites(const std::string& title, std::int64_t message_index, bool verified = true) {
    says[title].evidence = {{message_index, "words", verified}};
  }

  std::vector<audit::Judgement> evaluate(const Snapshot& questionnaire,
                                         std::span<const audit::Message> messages) override {
    {
      const std::lock_guard lock(mutex_);
      seen_.push_back(questionnaire);
    }
    if (before) before(*questionnaire, messages);
    std::vector<audit::Judgement> out;
    for (const auto& question : questionnaire->questions) {
      const auto it = says.find(question.title);
      out.push_back(it == says.end() ? audit::Judgement{} : it->second);
    }
    return out;
  }

  // The questionnaires it was given, in their order.
  std::vector<Snapshot> seen() const {
    const std::lock_guard lock(mutex_);
    return seen_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<Snapshot> seen_;
};

}  // namespace parlance::test
