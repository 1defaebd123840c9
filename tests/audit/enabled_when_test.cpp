// Questions that are asked only after certain answers (contract section 3, enabledWhen).
#include <catch2/catch_test_macros.hpp>

#include "support/world.hpp"

using namespace parlance;
using namespace parlance::test;

namespace {

// A chain of questions, each asked when the one before was answered with true, and what the evaluator said.
struct Chain {
  std::vector<audit::Question> questions;
  std::vector<audit::Judgement> judgements;

  explicit Chain(const std::vector<std::optional<audit::AnswerValue>>& answers) {
    org::SequenceIds ids;
    for (const auto& answer : answers) {
      audit::Question question;
      question.id = {ids.next()};
      question.title = "Question " + std::to_string(questions.size());
      if (!questions.empty()) question.enabled_when = audit::EnabledWhen{questions.back().id, {true}};
      questions.push_back(question);
      judgements.push_back({.answer = answer, .confidence = 0.9, .evidence = {{0, "words", true}}});
    }
  }
  // "true", "false", "none" or "n/a" of each.
  std::string applied() {
    audit::apply_enabled_when(questions, judgements);
    std::string out;
    for (const auto& judgement : judgements) {
      out += out.empty() ? "" : " ";
      out += judgement.not_applicable ? "n/a" : judgement.answer ? audit::text_of(*judgement.answer) : "none";
    }
    return out;
  }
};

}  // namespace

TEST_CASE("a question is asked only when what it depends on was answered so") {
  CHECK(Chain({true, true}).applied() == "true true");
  CHECK(Chain({true, false}).applied() == "true false");
  CHECK(Chain({true, {}}).applied() == "true none");
  CHECK(Chain({false, true}).applied() == "false n/a");
  CHECK(Chain({{}, true}).applied() == "none n/a");
  CHECK(Chain({"true", true}).applied() == "true n/a");  // the text is not the boolean
}

TEST_CASE("a question that was not asked enables nothing") {
  CHECK(Chain({true, true, true, true}).applied() == "true true true true");
  CHECK(Chain({true, false, true, true}).applied() == "true false n/a n/a");
  // The second's answer would enable the third, had it been asked.
  CHECK(Chain({false, true, true}).applied() == "false n/a n/a");
}

TEST_CASE("any of several answers enables") {
  for (const auto& [answer, expected] : std::vector<std::pair<std::string, std::string>>{
           {"billing", "billing true"}, {"refund", "refund true"}, {"other", "other n/a"}}) {
    Chain chain({answer, true});
    chain.questions[1].enabled_when->answers = {"billing", "refund"};
    CHECK(chain.applied() == expected);
  }
}

TEST_CASE("the order of the questions does not matter") {
  Chain chain({false, true, true});
  std::swap(chain.questions[0], chain.questions[2]);
  std::swap(chain.judgements[0], chain.judgements[2]);
  CHECK(chain.applied() == "n/a n/a false");
}

TEST_CASE("a question that was not asked keeps nothing of its answer, and says why") {
  Chain chain({false, true});
  chain.applied();
  const auto& judgement = chain.judgements[1];
  CHECK_FALSE(judgement.answer);
  CHECK_FALSE(judgement.confidence);
  CHECK(judgement.evidence.empty());
  CHECK(judgement.rationale == "Not asked, because of the answer to “Question 0”.");
}

TEST_CASE("what a deleted question would have enabled is asked") {
  Chain chain({false, true, true});
  chain.questions.erase(chain.questions.begin());
  chain.judgements.erase(chain.judgements.begin());
  CHECK(chain.applied() == "true true");
}

TEST_CASE("a circle that got in all the same does not hang the evaluation") {
  Chain chain({true, true, true});
  chain.questions[0].enabled_when = audit::EnabledWhen{chain.questions[2].id, {true}};
  CHECK(chain.applied() == "true true true");
  Chain self({true});
  self.questions[0].enabled_when = audit::EnabledWhen{self.questions[0].id, {true}};
  CHECK(self.applied() == "true");
}

TEST_CASE("a long chain is followed to its end") {
  std::vector<std::optional<audit::AnswerValue>> answers(100'000, true);
  CHECK(Chain(answers).applied().size() == 100'000 * 5 - 1);
  answers[0] = false;
  CHECK(Chain(answers).applied() == [] {
    std::string out = "false";
    for (int i = 1; i < 100'000; ++i) out += " n/a";
    return out;
  }());
}

TEST_CASE("a conversation is complete when what has no answer was not to be asked") {
  World world;
  const auto quality = world.questionnaire();
  const auto refund = world.question(quality.id, scored("Refund wanted?"));
  world.question(quality.id, when(scored("Refund explained?"), refund.id, {true}));
  world.activate(quality.id);
  world.evaluator.answers("Refund wanted?", false);
  const auto id = world.evaluated();
  CHECK(world.status(id) == "COMPLETED");
  CHECK(world.answered(id, "Refund explained?") == "n/a");
  CHECK(world.now(id).score == 0);
  CHECK_FALSE(world.answer(id, "Refund explained?").passed);
  world.evaluator.answers("Refund wanted?", true);
  const auto open = world.evaluated();
  CHECK(world.status(open) == "PARTIALLY_COMPLETED");
  CHECK(world.answered(open, "Refund explained?") == "none");
  CHECK(world.now(open).score == 100);
}

TEST_CASE("evaluated again, what a reviewer answered decides what is asked") {
  World world;
  const auto quality = world.questionnaire();
  const auto refund = world.question(quality.id, asking("Refund wanted?"));
  world.question(quality.id, when(asking("Refund explained?"), refund.id, {true}));
  world.activate(quality.id);
  world.evaluator.answers("Refund wanted?", false);
  world.evaluator.answers("Refund explained?", true);
  const auto id = world.evaluated();
  CHECK(world.answered(id, "Refund explained?") == "n/a");
  world.correct(id, "Refund wanted?", {true, {}, "The customer did ask."});
  world.evaluate_again(id);
  CHECK(world.answered(id, "Refund wanted?") == "true");
  CHECK(world.answered(id, "Refund explained?") == "true");
}
