// The yes/no labels of the service dialogues, and the questions that ask for them.
#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "parlance/audit/evaluator.hpp"

namespace parlance::bench {

struct Label {
  const char* name;
  const char* title;  // of the question that asks for it
};
inline constexpr std::array<Label, 8> labels = {
    Label{"confirmed_details", "Did the employee repeat the details and ask the customer to confirm them?"},
    Label{"asked_anything_else", "Did the employee ask whether there is anything else?"},
    Label{"transaction_completed", "Was a booking, purchase, transfer or other transaction completed?"},
    Label{"transaction_failed", "Did a booking, purchase, transfer or other transaction fail?"},
    Label{"customer_thanked", "Did the customer say thank you?"},
    Label{"customer_declined", "Did the customer decline an offer of the employee?"},
    Label{"customer_asked_alternatives", "Did the customer ask for alternatives?"},
    Label{"employee_said_goodbye", "Did the employee say goodbye?"}};

// Where the questionnaire asks for it.
inline std::optional<std::size_t> question_of(const audit::QuestionnaireSnapshot& questionnaire, const Label& label) {
  const auto& questions = questionnaire.questions;
  const auto found =
      std::find_if(questions.begin(), questions.end(), [&](const auto& q) { return q.title == label.title; });
  if (found == questions.end()) return std::nullopt;
  return static_cast<std::size_t>(found - questions.begin());
}

}  // namespace parlance::bench
