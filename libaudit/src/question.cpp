#include "parlance/audit/question.hpp"

#include <algorithm>

namespace parlance::audit {

bool is_answer(const AnswerValue& value, QuestionType type, const std::optional<std::vector<std::string>>& allowed) {
  if (type == QuestionType::boolean) return std::holds_alternative<bool>(value);
  const auto* text = std::get_if<std::string>(&value);
  if (!text) return false;
  if (type == QuestionType::text || !allowed) return true;
  return std::find(allowed->begin(), allowed->end(), *text) != allowed->end();
}

std::string answer_rule(QuestionType type, const std::optional<std::vector<std::string>>& allowed) {
  if (type == QuestionType::boolean) return "must be a boolean value";
  if (type == QuestionType::text || !allowed) return "must be a string";
  std::string rule = "must be one of the following values: ";
  for (std::size_t i = 0; i < allowed->size(); ++i) rule += (i ? ", " : "") + (*allowed)[i];
  return rule;
}

}  // namespace parlance::audit
