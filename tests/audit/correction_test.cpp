// A reviewer's corrections (contract section 3, Answer; 7.6).
#include <catch2/catch_test_macros.hpp>

#include "support/world.hpp"

using namespace parlance;
using namespace parlance::test;
using audit::AnswerSource;
using audit::Correction;

namespace {

// A conversation with a greeting that passed, a reason that is not scored, and a question nobody could answer.
struct Reviewed : World {
  audit::Questionnaire quality = questionnaire("Quality", 60);
  audit::ConversationId id = [&] {
    auto greeted = scored("Greeted?", 3);
    greeted.allow_not_applicable = true;
    question(quality.id, greeted);
    question(quality.id, choosing("Reason?", {"billing", "delivery"}));
    question(quality.id, scored("Thanked?", 1));
    activate(quality.id);
    evaluator.answers("Greeted?", true);
    evaluator.cites("Greeted?", 0);
    evaluator.answers("Reason?", "billing");
    return evaluated();
  }();

  std::string refused(std::string_view title, const Correction& correction) {
    return said(conversations.correct(here, id, answer(id, title).id, correction));
  }
};

}  // namespace

TEST_CASE("a correction replaces the answer, and the automatic one stays in the history") {
  Reviewed world;
  const auto before = world.answer(world.id, "Greeted?");
  world.clock.advance_ms(20);
  const auto after = world.correct(world.id, "Greeted?", {false, {}, "No greeting at all."});
  CHECK(after.id == before.id);
  CHECK(after.answer == audit::AnswerValue(false));
  CHECK(after.source == AnswerSource::human);
  CHECK(after.confidence == 1);
  CHECK(after.passed == std::optional(false));
  CHECK(after.rationale == "No greeting at all.");
  CHECK(after.evidence.empty());
  CHECK(after.employee_id == before.employee_id);
  CHECK(after.created_at == before.created_at);
  CHECK(after.updated_at == org::UtcTime{some_day.ms + 20});
  CHECK(after.overrides == std::vector{audit::Override{true, false, AnswerSource::cues, "No greeting at all.",
                                                       org::UtcTime{some_day.ms + 20}}});
  CHECK(world.answer(world.id, "Greeted?") == after);
}

TEST_CASE("overrides list every answer that was replaced, oldest first, with the comment of the replacement") {
  Reviewed world;
  world.correct(world.id, "Greeted?", {false, {}, "first"});
  world.clock.advance_ms(1);
  world.correct(world.id, "Greeted?", {{}, true, {}});
  world.clock.advance_ms(1);
  const auto after = world.correct(world.id, "Greeted?", {true, {}, "third"});
  REQUIRE(after.overrides.size() == 3);
  CHECK(after.overrides[0] == audit::Override{true, false, AnswerSource::cues, "first", some_day});
  CHECK(after.overrides[1] == audit::Override{false, false, AnswerSource::human, {}, {some_day.ms + 1}});
  CHECK(after.overrides[2] == audit::Override{{}, true, AnswerSource::human, "third", {some_day.ms + 2}});
}

TEST_CASE("score and verdict follow a correction at once") {
  Reviewed world;
  CHECK(world.now(world.id).score == 100);
  CHECK(world.now(world.id).passed == std::optional(true));
  world.correct(world.id, "Thanked?", {false, {}, {}});
  CHECK(world.now(world.id).score == 75);
  world.clock.advance_ms(30);
  world.correct(world.id, "Greeted?", {false, {}, {}});
  CHECK(world.now(world.id).score == 0);
  CHECK(world.now(world.id).passed == std::optional(false));
  CHECK(world.now(world.id).updated_at == org::UtcTime{some_day.ms + 30});
  CHECK(world.now(world.id).evaluated_at == some_day);
  world.correct(world.id, "Greeted?", {{}, true, {}});
  CHECK(world.now(world.id).score == 0);
  world.correct(world.id, "Thanked?", {true, {}, {}});
  CHECK(world.now(world.id).score == 100);
  // An unscored question changes nothing.
  world.correct(world.id, "Reason?", {"delivery", {}, {}});
  CHECK(world.now(world.id).score == 100);
}

TEST_CASE("the last missing answer completes the conversation") {
  Reviewed world;
  CHECK(world.status(world.id) == "PARTIALLY_COMPLETED");
  CHECK(world.now(world.id).status_reason == "1 of 3 questions has no answer");
  world.correct(world.id, "Reason?", {"delivery", {}, {}});
  CHECK(world.status(world.id) == "PARTIALLY_COMPLETED");
  world.correct(world.id, "Thanked?", {true, {}, {}});
  CHECK(world.status(world.id) == "COMPLETED");
  CHECK_FALSE(world.now(world.id).status_reason);
}

TEST_CASE("the reason of a partly completed conversation counts what is missing now") {
  World world;
  world.active({asking("A?"), asking("B?"), asking("C?")});
  const auto id = world.evaluated();
  CHECK(world.now(id).status_reason == "3 of 3 questions have no answer");
  world.correct(id, "A?", {true, {}, {}});
  CHECK(world.now(id).status_reason == "2 of 3 questions have no answer");
  world.correct(id, "B?", {true, {}, {}});
  CHECK(world.now(id).status_reason == "1 of 3 questions has no answer");
}

TEST_CASE("confirming an answer keeps its evidence and rationale") {
  Reviewed world;
  const auto before = world.answer(world.id, "Greeted?");
  const auto after = world.correct(world.id, "Greeted?", {true, {}, "Yes."});
  CHECK(after.source == AnswerSource::human);
  CHECK(after.evidence == before.evidence);
  CHECK(after.rationale == before.rationale);
  CHECK(after.passed == before.passed);
  CHECK(after.overrides.size() == 1);
}

TEST_CASE("a reviewer's word passes a critical question without a quote") {
  World world;
  world.active({critical("Verified?")});
  world.evaluator.answers("Verified?", true);
  world.evaluator.cites("Verified?", 0, false);
  const auto id = world.evaluated();
  CHECK(world.now(id).score == 0);
  CHECK(world.correct(id, "Verified?", {true, {}, "Heard it."}).passed == std::optional(true));
  CHECK(world.now(id).score == 100);
  // And however it came about: another answer and back is the same.
  world.correct(id, "Verified?", {false, {}, {}});
  CHECK(world.correct(id, "Verified?", {true, {}, {}}).passed == std::optional(true));
}

TEST_CASE("a correction is an answer of the question as it was asked") {
  Reviewed world;
  CHECK(world.refused("Greeted?", {"yes", {}, {}}) == "invalid: answer must be a boolean value");
  CHECK(world.refused("Reason?", {"refund", {}, {}}) ==
        "invalid: answer must be one of the following values: billing, delivery");
  CHECK(world.refused("Reason?", {true, {}, {}}) ==
        "invalid: answer must be one of the following values: billing, delivery");
  CHECK(world.refused("Reason?", {"", {}, {}}) == "invalid: answer should not be empty");
  CHECK(world.refused("Greeted?", {{}, {}, {}}) == "invalid: answer should not be empty");
  CHECK(world.refused("Greeted?", {{}, false, {}}) == "invalid: answer should not be empty");
  CHECK(world.refused("Greeted?", {true, true, {}}) == "invalid: answer must be null when notApplicable is true");
  CHECK(world.refused("Reason?", {{}, true, {}}) ==
        "invalid: notApplicable must not be true for a question without allowNotApplicable");
  CHECK(world.refused("Reason?", {"billing", true, {}}) ==
        "invalid: notApplicable must not be true for a question without allowNotApplicable | answer must be null when "
        "notApplicable is true");
  CHECK(world.refused("Greeted?", {true, {}, std::string(4001, 'x')}) ==
        "invalid: comment must be shorter than or equal to 4000 characters");
  CHECK(world.refused("Greeted?", {true, {}, std::string(4000, 'x')}) == "ok");
  CHECK(world.refused("Greeted?", {{}, true, {}}) == "ok");

  // The question may be another one by now; the answer is to the one that was asked.
  audit::QuestionChanges changes;
  changes.allowed_answers = std::optional(Options{"refund", "other"});
  must(world.questions.update(world.here, world.question_called("Reason?").id, changes));
  CHECK(world.refused("Reason?", {"refund", {}, {}}) ==
        "invalid: answer must be one of the following values: billing, delivery");
  CHECK(world.refused("Reason?", {"delivery", {}, {}}) == "ok");
}

TEST_CASE("answers of a conversation that is being evaluated cannot be corrected") {
  Reviewed world;
  must(world.conversations.reevaluate(world.here, world.id));
  CHECK(world.refused("Greeted?", {false, {}, {}}) ==
        "conflict: Conversation " + world.id.text() + " is PENDING, so its answers cannot be corrected");
  CHECK(world.answered(world.id, "Greeted?") == "true");
}

TEST_CASE("an answer belongs to its conversation") {
  Reviewed world;
  const auto other = world.evaluated();
  const auto answer = world.answer(world.id, "Greeted?");
  CHECK(said(world.conversations.correct(world.here, other, answer.id, {false, {}, {}})) ==
        "not found: Answer " + answer.id.text() + " not found");
  const auto nothing = unknown<audit::AnswerId>();
  CHECK(said(world.conversations.correct(world.here, world.id, nothing, {false, {}, {}})) ==
        "not found: Answer " + nothing.text() + " not found");
}

TEST_CASE("a fault while a correction is stored leaves all as it was") {
  Reviewed world;
  const auto conversation = world.now(world.id);
  const auto answers = world.answers(world.id);
  const auto statistics = world.statistics.employee(world.here, world.ana.id).value();
  world.conversation_store.before = [](std::string_view call, audit::ConversationId) {
    if (call == "update") throw std::runtime_error("disk full");
  };
  const auto answer = answers[0];
  CHECK_THROWS_AS(world.conversations.correct(world.here, world.id, answer.id, {false, {}, {}}), std::runtime_error);
  world.conversation_store.before = nullptr;
  CHECK(world.now(world.id) == conversation);
  CHECK(world.answers(world.id) == answers);
  CHECK(world.statistics.employee(world.here, world.ana.id).value() == statistics);
}
