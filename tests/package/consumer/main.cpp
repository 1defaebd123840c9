// Touches every library, so that each has to link.
#include <cstdio>

#include "parlance/audit/embedded_evaluator.hpp"
#include "parlance/org/text.hpp"
#include "parlance/voice/discount.hpp"

int main() {
  using namespace parlance;
  audit::Question question;
  question.title = "Greeted?";
  question.cues = {{.answer = true, .phrases = {"good morning"}}};
  audit::QuestionnaireSnapshot snapshot;
  snapshot.questions = {question};
  audit::Message message;
  message.content = "Good morning!";
  audit::EmbeddedEvaluator evaluator;
  const auto judgements =
      evaluator.evaluate(std::make_shared<const audit::QuestionnaireSnapshot>(snapshot), std::span(&message, 1));
  const bool heard = judgements.at(0).answer == audit::AnswerValue(true);
  const auto ladder = voice::discounted_amounts({.total_amount = 100, .min_discount = 10, .max_discount = 40});
  const bool folded = org::fold_case("ÁRBOL") == org::fold_case("árbol");
  std::printf("%d %zu %d\n", heard, ladder->size(), folded);
  return heard && ladder->size() == 4 && folded ? 0 : 1;
}
