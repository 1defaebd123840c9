#include <atomic>
#include <catch2/catch_test_macros.hpp>
#include <thread>

#include "evaluator_support.hpp"

using namespace parlance::audit;
using namespace parlance::audit::testing;

namespace {

std::shared_ptr<QuestionnaireSnapshot> listening_for(const std::string& phrase, std::uint8_t id,
                                                     std::int64_t revision) {
  auto made = questionnaire({question({cue(true, {phrase})})});
  made->id.value.bytes[0] = id;
  made->revision = revision;
  return made;
}

}  // namespace

TEST_CASE("cache: a new revision is compiled anew, the old one still stands", "[evaluator]") {
  EmbeddedEvaluator evaluator;
  const auto said = transcript({{employee, "hello"}});
  const auto old = listening_for("hello", 1, 1), fresh = listening_for("bye", 1, 2);
  CHECK(evaluator.evaluate(old, said)[0].answer);
  CHECK_FALSE(evaluator.evaluate(fresh, said)[0].answer);
  CHECK(evaluator.evaluate(old, said)[0].answer);
  CHECK(evaluator.cached() == 2);
}

TEST_CASE("cache: languages are kept apart", "[evaluator]") {
  EmbeddedEvaluator evaluator;
  const auto said = transcript({{employee, "llamando"}});
  auto spanish = listening_for("llamar", 1, 1);
  auto english = std::make_shared<QuestionnaireSnapshot>(*spanish);
  spanish->language = parlance::org::Language::es;
  CHECK_FALSE(evaluator.evaluate(english, said)[0].answer);
  CHECK(evaluator.evaluate(spanish, said)[0].answer);
}

TEST_CASE("cache: bounded in number and in memory", "[evaluator]") {
  const auto said = transcript({{employee, "hello"}});
  EmbeddedEvaluator three(3);
  for (std::uint8_t id = 0; id < 10; ++id) {
    CHECK(three.evaluate(listening_for("hello", id, 1), said)[0].answer);
    CHECK(three.cached() == std::min<std::size_t>(id + 1, 3));
  }
  EmbeddedEvaluator tight(100, 1);  // always room for the one in use
  for (std::uint8_t id = 0; id < 3; ++id) CHECK(tight.evaluate(listening_for("hello", id, 1), said)[0].answer);
  CHECK(tight.cached() == 1);
}

TEST_CASE("cache: cached and fresh give the same judgements", "[evaluator]") {
  EmbeddedEvaluator kept;
  const auto asked = questionnaire(
      {question({cue(true, {"hello * world", "bye"})}), titled("Did the employee verify the account number?")});
  const std::vector<std::vector<Said>> conversations = {
      {{employee, "hello my world"}}, {{customer, "bye"}}, {{employee, "I verified the account number"}}, {}};
  for (int round = 0; round < 3; ++round) {
    for (const auto& said : conversations) {
      EmbeddedEvaluator fresh;
      CHECK(kept.evaluate(asked, transcript(said)) == fresh.evaluate(asked, transcript(said)));
    }
  }
  CHECK(kept.cached() == 1);
}

TEST_CASE("cache: eight threads at once", "[evaluator]") {
  EmbeddedEvaluator evaluator(4);
  const auto said = transcript({{employee, "hello word7 my dear world"}, {customer, "bye"}});
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 200; ++i) {
        const auto id = static_cast<std::uint8_t>((i + t) % 9);
        const auto judgements = evaluator.evaluate(listening_for("word" + std::to_string(id), id, 1), said);
        if (judgements[0].answer.has_value() != (id == 7)) ++wrong;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(wrong == 0);
  CHECK(evaluator.cached() <= 4);
}
