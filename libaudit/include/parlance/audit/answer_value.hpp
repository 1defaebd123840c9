// The value of an answer.
#pragma once

#include <string>
#include <variant>

namespace parlance::audit {

// boolean questions: bool; options questions: one of their allowedAnswers; text questions: any text.
using AnswerValue = std::variant<bool, std::string>;

// "true", "false", or the text itself: how a value is counted in statistics and shown in a table.
inline std::string text_of(const AnswerValue& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  return std::get<std::string>(value);
}

}  // namespace parlance::audit
