// Which answers pass, and what a conversation scores (contract section 3, Score; 7.5).
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "support/world.hpp"

using namespace parlance;
using namespace parlance::test;
using audit::Answer;
using audit::AnswerSource;
using audit::score_of;

namespace {

using Passed = std::optional<bool>;

Answer given(std::optional<audit::AnswerValue> value, std::optional<Values> passing) {
  Answer answer;
  answer.answer = std::move(value);
  answer.passing_answers = std::move(passing);
  return answer;
}

// An answer that passed, failed or is not scored, with a weight.
Answer weighing(double weight, Passed passed, bool critical = false, std::optional<double> pass_score = {}) {
  Answer answer;
  answer.weight = weight;
  answer.passed = passed;
  answer.critical = critical;
  answer.pass_score = pass_score;
  return answer;
}

}  // namespace

TEST_CASE("an answer passes when it is one of the passing answers") {
  CHECK(passes(given(true, Values{true})) == Passed(true));
  CHECK(passes(given(false, Values{true})) == Passed(false));
  CHECK(passes(given(false, Values{true, false})) == Passed(true));
  CHECK(passes(given("billing", Values{"billing", "refund"})) == Passed(true));
  CHECK(passes(given("delivery", Values{"billing", "refund"})) == Passed(false));
  CHECK(passes(given(true, Values{})) == Passed(false));
  // A text "true" is not the boolean.
  CHECK(passes(given("true", Values{true})) == Passed(false));
}

TEST_CASE("what is not scored, not answered or not applicable neither passes nor fails") {
  CHECK(passes(given(true, {})) == Passed());
  CHECK(passes(given({}, Values{true})) == Passed());
  auto not_applicable = given({}, Values{true});
  not_applicable.not_applicable = true;
  CHECK(passes(not_applicable) == Passed());
}

TEST_CASE("a quote that is not in the cited message cannot pass a critical question") {
  auto answer = given(true, Values{true});
  answer.evidence = {{0, "good morning", true}, {2, "goodbye", false}};
  CHECK(passes(answer) == Passed(true));
  answer.critical = true;
  CHECK(passes(answer) == Passed(false));
  answer.evidence[1].verified = true;
  CHECK(passes(answer) == Passed(true));
  answer.evidence.clear();
  CHECK(passes(answer) == Passed(true));
  // A failing answer does not pass by its quotes.
  answer.answer = false;
  CHECK(passes(answer) == Passed(false));
}

TEST_CASE("the score is the weighted share of what passed") {
  struct Row {
    std::string_view about;
    std::vector<Answer> answers;
    std::optional<double> score;
  };
  const std::vector<Row> rows = {
      {"nothing asked", {}, {}},
      {"nothing scored", {weighing(1, {}), weighing(5, {})}, {}},
      {"all passed", {weighing(1, true), weighing(3, true)}, 100},
      {"all failed", {weighing(1, false), weighing(3, false)}, 0},
      {"one of two", {weighing(1, true), weighing(1, false)}, 50},
      {"by weight", {weighing(3, true), weighing(1, false)}, 75},
      {"fractions", {weighing(0.5, true), weighing(1.5, false)}, 25},
      {"unscored ones do not count", {weighing(1, true), weighing(9, {}), weighing(1, false)}, 50},
      {"weight 0 does not count", {weighing(0, false), weighing(1, true)}, 100},
      {"only weight 0", {weighing(0, true)}, {}},
      {"a critical that passed", {weighing(1, true, true), weighing(1, false)}, 50},
      {"a critical that failed", {weighing(1, false, true), weighing(99, true)}, 0},
      {"a critical of weight 0 that failed", {weighing(0, false, true), weighing(1, true)}, 0},
      {"only a critical of weight 0 that failed", {weighing(0, false, true)}, 0},
      {"a critical without an answer", {weighing(1, {}, true), weighing(1, true)}, 100},
  };
  for (const Row& row : rows) {
    CAPTURE(row.about);
    const auto score = score_of(row.answers).score;
    CHECK(score.has_value() == row.score.has_value());
    if (score && row.score) CHECK_THAT(*score, Catch::Matchers::WithinRel(*row.score, 1e-12));
    CHECK_FALSE(score_of(row.answers).passed);
  }
}

TEST_CASE("a conversation passes from its pass score on") {
  const auto passed = [](double pass_score, Passed first, Passed second) {
    return score_of({weighing(3, first, false, pass_score), weighing(1, second, false, pass_score)}).passed;
  };
  CHECK(passed(75, true, false) == Passed(true));
  CHECK(passed(75.01, true, false) == Passed(false));
  CHECK(passed(0, false, false) == Passed(true));
  CHECK(passed(100, true, true) == Passed(true));
  CHECK(passed(100, true, false) == Passed(false));
  CHECK(passed(50, {}, {}) == Passed());
}

TEST_CASE("of several questionnaires the highest pass score counts") {
  CHECK(score_of({weighing(1, true, false, 40), weighing(1, false, false, 60)}).passed == Passed(false));
  CHECK(score_of({weighing(1, true, false, 40), weighing(1, false, false, 50)}).passed == Passed(true));
  CHECK(score_of({weighing(1, true, false, 40), weighing(1, false)}).passed == Passed(true));
  // Also that of a questionnaire none of whose questions is scored.
  CHECK(score_of({weighing(1, true, false, 40), weighing(1, false), weighing(1, {}, false, 90)}).passed ==
        Passed(false));
}

// Weights are decimals, their binary sums are not: a share that is exactly the pass score must pass.
TEST_CASE("a share that is the pass score passes, whatever the weights' binary sums") {
  for (int passing = 1; passing <= 9; ++passing) {
    for (int a = 1; a <= 9; ++a) {
      for (int b = 1; b <= 9; ++b) {
        const int total = 2 * a + b;
        if (100 * (a + b) % total != 0) continue;
        const double pass_score = 100.0 * (a + b) / total;
        const double unit = 0.1 * passing;
        CAPTURE(unit, a, b);
        const auto score = score_of(
            {weighing(unit * a, false, false, pass_score), weighing(unit * a, true), weighing(unit * b, true)});
        CHECK(score.passed == Passed(true));
      }
    }
  }
}

TEST_CASE("an evaluated conversation has one score over all its questionnaires") {
  World world;
  world.active({scored("Greeted?", 3), scored("Thanked?", 1)}, 70);
  world.active({scored("Offered?", 4), asking("Smiled?")}, 80);
  world.evaluator.answers("Greeted?", true);
  world.evaluator.answers("Thanked?", false);
  world.evaluator.answers("Offered?", true);
  world.evaluator.answers("Smiled?", false);
  const auto id = world.evaluated();
  CHECK(world.now(id).score == 87.5);
  CHECK(world.now(id).passed == Passed(true));
  world.evaluator.answers("Offered?", false);
  const auto worse = world.evaluated();
  CHECK(world.now(worse).score == 37.5);
  CHECK(world.now(worse).passed == Passed(false));
}

TEST_CASE("a failed critical question makes the whole conversation 0") {
  World world;
  world.active({critical("Verified?"), scored("Greeted?", 100)}, 0);
  world.evaluator.answers("Verified?", true);
  world.evaluator.cites("Verified?", 0, true);
  world.evaluator.answers("Greeted?", true);
  const auto right = world.evaluated();
  CHECK(world.now(right).score == 100);
  CHECK(world.answer(right, "Verified?").passed == Passed(true));
  world.evaluator.cites("Verified?", 0, false);
  const auto unproven = world.evaluated();
  CHECK(world.now(unproven).score == 0);
  CHECK(world.answer(unproven, "Verified?").passed == Passed(false));
  CHECK(world.now(unproven).passed == Passed(true));  // 0 is at the pass score
  world.evaluator.cites("Verified?", 0, true);
  world.evaluator.answers("Verified?", false);
  CHECK(world.now(world.evaluated()).score == 0);
}
