// One conversation judged by a compiled questionnaire.
#pragma once

#include <span>
#include <vector>

#include "embedded/compiled_questionnaire.hpp"
#include "parlance/audit/evaluator.hpp"

namespace parlance::audit::embedded {

// `snapshot` is what `compiled` was made of. Safe from any thread; the working memory is kept per thread.
std::vector<Judgement> judge(const CompiledQuestionnaire& compiled, const QuestionnaireSnapshot& snapshot,
                             std::span<const Message> messages);

}  // namespace parlance::audit::embedded
