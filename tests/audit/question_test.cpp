// Questions: create, change, delete, list (specification, Questions; contract section 3, 7.2).
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "support/world.hpp"

using namespace parlance;
using namespace parlance::test;
using audit::QuestionChanges;
using audit::QuestionType;

namespace {

std::string missing(audit::QuestionId id) {
  return "not found: Question " + id.text() + " not found";
}

template <class Member, class Value>
QuestionChanges changing(Member member, Value value) {
  QuestionChanges changes;
  changes.*member = std::move(value);
  return changes;
}

QuestionChanges depending(audit::QuestionId on, Values answers) {
  return changing(&QuestionChanges::enabled_when, std::optional(audit::EnabledWhen{on, std::move(answers)}));
}

}  // namespace

TEST_CASE("a question is kept as it was created") {
  World world;
  const auto quality = world.questionnaire();
  auto command = choosing("Reason?", {"billing", "delivery"});
  command.description = "Why the customer called.";
  command.questionnaire_id = quality.id;
  command.section = "Needs";
  command.weight = 2.5;
  command.critical = true;
  command.allow_not_applicable = true;
  command.passing_answers = Values{"billing"};
  command.default_answer = "delivery";
  const auto made = world.questions.create(world.here, command).value();
  CHECK(static_cast<const audit::QuestionContent&>(made) == static_cast<const audit::QuestionContent&>(command));
  CHECK(made.created_at == some_day);
  CHECK(world.questions.find(world.here, made.id).value() == made);
  CHECK(world.questionnaires.find(world.here, quality.id).value().question_count == 1);
}

TEST_CASE("unknown ids inside a question are problems of their fields") {
  World world;
  auto command = asking("Greeted?");
  command.questionnaire_id = unknown<audit::QuestionnaireId>();
  command.enabled_when = audit::EnabledWhen{unknown<audit::QuestionId>(), {true}};
  // Without a questionnaire there is nothing to look the rest up in.
  CHECK(said(world.questions.create(world.here, command)) ==
        "invalid: questionnaireId must be an existing questionnaire");
  command.questionnaire_id = world.questionnaire().id;
  command.alert_type_ids = {unknown<audit::AlertTypeId>()};
  CHECK(said(world.questions.create(world.here, command)) ==
        "invalid: alertTypeIds.0 must be an existing alert type | enabledWhen.questionId must be another question of "
        "the same questionnaire");
  CHECK(world.questions.list(world.here, {}, {}).total == 0);
}

TEST_CASE("another organization's questions and questionnaires do not exist") {
  World world;
  const auto quality = world.questionnaire();
  const auto greeted = world.question(quality.id, asking("Greeted?"));
  CHECK(said(world.questions.find(world.elsewhere, greeted.id)) == missing(greeted.id));
  CHECK(said(world.questions.update(world.elsewhere, greeted.id, {})) == missing(greeted.id));
  CHECK(said(world.questions.remove(world.elsewhere, greeted.id)) == missing(greeted.id));
  auto command = asking("Greeted?");
  command.questionnaire_id = quality.id;
  CHECK(said(world.questions.create(world.elsewhere, command)) ==
        "invalid: questionnaireId must be an existing questionnaire");
}

TEST_CASE("a question depends on another one of its questionnaire") {
  World world;
  const auto quality = world.questionnaire(), other = world.questionnaire("Other");
  const auto called = world.question(quality.id, choosing("Reason?", {"billing", "delivery"}));
  const auto stranger = world.question(other.id, asking("Elsewhere?"));
  const auto create = [&](audit::QuestionId on, Values answers) {
    auto command = when(asking("Refunded?"), on, std::move(answers));
    command.questionnaire_id = quality.id;
    return said(world.questions.create(world.here, command));
  };
  const std::string refused = "invalid: enabledWhen.questionId must be another question of the same questionnaire";
  CHECK(create(called.id, {"billing"}) == "ok");
  CHECK(create(called.id, {"billing", "delivery"}) == "ok");
  CHECK(create(unknown<audit::QuestionId>(), {true}) == refused);
  CHECK(create(stranger.id, {true}) == refused);
  CHECK(create(called.id, {}) == "invalid: enabledWhen.answers must contain at least 1 elements");
  CHECK(create(called.id, {"billing", "refund", true}) ==
        "invalid: enabledWhen.answers.1 must be an answer of the question it depends on | enabledWhen.answers.2 must "
        "be an answer of the question it depends on");
}

TEST_CASE("questions do not depend on themselves, directly or in a circle") {
  World world;
  const auto quality = world.questionnaire();
  const auto a = world.question(quality.id, asking("A?"));
  const auto b = world.question(quality.id, when(asking("B?"), a.id, {true}));
  const auto c = world.question(quality.id, when(asking("C?"), b.id, {true}));
  CHECK(said(world.questions.update(world.here, a.id, depending(a.id, {true}))) ==
        "invalid: enabledWhen.questionId must be another question of the same questionnaire");
  const std::string circle = "invalid: enabledWhen.questionId must not make questions depend on each other in a circle";
  CHECK(said(world.questions.update(world.here, a.id, depending(b.id, {true}))) == circle);
  CHECK(said(world.questions.update(world.here, a.id, depending(c.id, {true}))) == circle);
  CHECK(said(world.questions.update(world.here, b.id, depending(c.id, {true}))) == circle);
  // Two on the same one are no circle.
  CHECK(said(world.questions.update(world.here, c.id, depending(a.id, {true}))) == "ok");
  CHECK(said(world.questions.update(world.here, b.id, depending(c.id, {true}))) == "ok");
}

TEST_CASE("questions stand in rows of at most enabled_when_chain_max dependences") {
  World world;
  const auto quality = world.questionnaire();
  auto last = world.question(quality.id, asking("0?"));
  for (int i = 1; i <= audit::enabled_when_chain_max; ++i) {
    last = world.question(quality.id, when(asking(std::to_string(i) + "?"), last.id, {true}));
  }
  auto command = when(asking("One more?"), last.id, {true});
  command.questionnaire_id = quality.id;
  CHECK(said(world.questions.create(world.here, command)) ==
        "invalid: enabledWhen.questionId must not depend on more than 32 questions in a row");
}

TEST_CASE("a question goes on offering the answers that others depend on") {
  World world;
  const auto quality = world.questionnaire();
  const auto reason = world.question(quality.id, choosing("Reason?", {"billing", "delivery", "other"}));
  const auto parcel = world.question(quality.id, when(asking("Parcel found?"), reason.id, {"delivery"}));
  const auto offering = [](Options options) {
    return changing(&QuestionChanges::allowed_answers, std::optional<Options>(std::move(options)));
  };
  const std::string must_keep =
      " must keep the answers that question " + parcel.id.text() + " depends on (enabledWhen)";
  CHECK(said(world.questions.update(world.here, reason.id, offering({"billing", "other"}))) ==
        "invalid: allowedAnswers" + must_keep);
  CHECK(said(world.questions.update(world.here, reason.id, offering({"delivery", "new"}))) == "ok");
  auto to_boolean = changing(&QuestionChanges::type, audit::QuestionType::boolean);
  to_boolean.allowed_answers = std::optional<Options>();
  CHECK(said(world.questions.update(world.here, reason.id, to_boolean)) == "invalid: type" + must_keep);
  CHECK(said(world.questions.remove(world.here, parcel.id)) == "ok");
  CHECK(said(world.questions.update(world.here, reason.id, to_boolean)) == "ok");
}

TEST_CASE("a question's update changes what was sent and nothing else") {
  World world;
  const auto quality = world.questionnaire();
  auto command = choosing("Reason?", {"billing", "delivery"});
  command.passing_answers = Values{"billing"};
  command.description = "Why?";
  const auto before = world.question(quality.id, command);
  world.clock.advance_ms(6);
  auto expected = before;
  expected.title = "What about?";
  expected.description.reset();
  expected.updated_at.ms += 6;
  auto changes = changing(&QuestionChanges::title, std::string("What about?"));
  changes.description = std::optional<std::string>();
  CHECK(world.questions.update(world.here, before.id, changes).value() == expected);
  CHECK(world.questions.find(world.here, before.id).value() == expected);
}

TEST_CASE("the rules between fields hold for what an update leaves behind") {
  World world;
  const auto quality = world.questionnaire();
  auto command = choosing("Reason?", {"billing", "delivery"});
  command.passing_answers = Values{"billing"};
  const auto reason = world.question(quality.id, command);
  const auto update = [&](const QuestionChanges& changes) {
    return said(world.questions.update(world.here, reason.id, changes));
  };
  CHECK(update(changing(&QuestionChanges::type, QuestionType::text)) ==
        "invalid: allowedAnswers should not exist unless type is options");
  CHECK(update(changing(&QuestionChanges::allowed_answers, std::optional<Options>())) ==
        "invalid: allowedAnswers should not be empty when type is options");
  CHECK(update(changing(&QuestionChanges::allowed_answers, std::optional(Options{"delivery", "refund"}))) ==
        "invalid: passingAnswers.0 must be one of the following values: delivery, refund");
  CHECK(update(changing(&QuestionChanges::questionnaire_id, unknown<audit::QuestionnaireId>())) ==
        "invalid: questionnaireId must be an existing questionnaire");
  CHECK(world.questions.find(world.here, reason.id).value() == reason);

  auto together = changing(&QuestionChanges::type, QuestionType::boolean);
  together.allowed_answers = std::optional<Options>();
  together.passing_answers = std::optional(Values{true});
  CHECK(update(together) == "ok");
}

TEST_CASE("the type is fixed once an answer was recorded") {
  World world;
  world.active({asking("Greeted?")});
  const auto greeted = world.question_called("Greeted?");
  const auto to_text = changing(&QuestionChanges::type, QuestionType::text);
  CHECK(said(world.questions.update(world.here, greeted.id, to_text)) == "ok");
  CHECK(said(world.questions.update(world.here, greeted.id, changing(&QuestionChanges::type, QuestionType::boolean))) ==
        "ok");
  world.evaluator.answers("Greeted?", true);
  world.evaluated();
  CHECK(said(world.questions.update(world.here, greeted.id, to_text)) ==
        "conflict: Question " + greeted.id.text() + " has answers, so its type cannot change");
  // Everything else can change, and the same type is no change.
  auto changes = changing(&QuestionChanges::type, QuestionType::boolean);
  changes.title = std::string("Greeted politely?");
  CHECK(world.questions.update(world.here, greeted.id, changes).value().title == "Greeted politely?");
}

TEST_CASE("a deleted question is gone, and what was answered stays") {
  World world;
  const auto quality = world.active({asking("Greeted?"), asking("Thanked?")});
  const auto greeted = world.question_called("Greeted?");
  world.evaluator.answers("Greeted?", true);
  const auto id = world.evaluated();
  const auto before = world.answer(id, "Greeted?");
  must(world.questions.remove(world.here, greeted.id));
  CHECK(said(world.questions.find(world.here, greeted.id)) == missing(greeted.id));
  CHECK(said(world.questions.update(world.here, greeted.id, {})) == missing(greeted.id));
  CHECK(said(world.questions.remove(world.here, greeted.id)) == missing(greeted.id));
  CHECK(said(world.statistics.question(world.here, greeted.id)) == missing(greeted.id));
  CHECK(world.questionnaires.find(world.here, quality.id).value().question_count == 1);
  CHECK(world.answer(id, "Greeted?") == before);
}

TEST_CASE("what a question depended on can be deleted, and the question still be changed") {
  World world;
  const auto quality = world.questionnaire();
  const auto a = world.question(quality.id, asking("A?"));
  const auto b = world.question(quality.id, when(asking("B?"), a.id, {true}));
  must(world.questions.remove(world.here, a.id));
  // A field that is not sent keeps its value, and is no reason to refuse the ones that are.
  const auto renamed = world.questions.update(world.here, b.id, changing(&QuestionChanges::title, std::string("B!")));
  REQUIRE(said(renamed) == "ok");
  CHECK(renamed->enabled_when == b.enabled_when);
  // The whole record sent again is no change of it either; another value has to be right.
  CHECK(said(world.questions.update(world.here, b.id, depending(a.id, {true}))) == "ok");
  CHECK(said(world.questions.update(world.here, b.id, depending(a.id, {false}))) ==
        "invalid: enabledWhen.questionId must be another question of the same questionnaire");
  CHECK(said(world.questions.update(
            world.here, b.id, changing(&QuestionChanges::enabled_when, std::optional<audit::EnabledWhen>()))) == "ok");
}

TEST_CASE("a question that depends on another one does not leave it behind for another questionnaire") {
  World world;
  const auto quality = world.questionnaire(), other = world.questionnaire("Other");
  const auto a = world.question(quality.id, asking("A?"));
  const auto b = world.question(quality.id, when(asking("B?"), a.id, {true}));
  auto move = changing(&QuestionChanges::questionnaire_id, other.id);
  CHECK(said(world.questions.update(world.here, b.id, move)) ==
        "invalid: enabledWhen.questionId must be another question of the same questionnaire");
  move.enabled_when = std::optional<audit::EnabledWhen>();
  CHECK(said(world.questions.update(world.here, b.id, move)) == "ok");
}

TEST_CASE("questions are found by every filter, and by all of them together") {
  World world;
  const auto quality = world.questionnaire("Quality"), sales = world.questionnaire("Sales");
  world.question(quality.id, asking("¿Saludó al cliente?"));
  world.question(quality.id, choosing("Reason?", {"a", "b"}));
  world.question(sales.id, writing("Which CLIENTE?"));
  world.question(sales.id, asking("50%_off?"));
  struct Row {
    audit::QuestionFilter filter;
    std::string_view found;
  };
  const std::vector<Row> rows = {
      {{}, "¿Saludó al cliente? Reason? Which CLIENTE? 50%_off?"},
      {{.search_term = "cliente"}, "¿Saludó al cliente? Which CLIENTE?"},
      {{.search_term = "SALUDÓ"}, "¿Saludó al cliente?"},
      {{.search_term = "%_"}, "50%_off?"},
      {{.search_term = "nothing"}, ""},
      {{.questionnaire_ids = {sales.id}}, "Which CLIENTE? 50%_off?"},
      {{.questionnaire_ids = {sales.id, quality.id}}, "¿Saludó al cliente? Reason? Which CLIENTE? 50%_off?"},
      {{.questionnaire_ids = {unknown<audit::QuestionnaireId>()}}, ""},
      {{.types = {QuestionType::boolean}}, "¿Saludó al cliente? 50%_off?"},
      {{.types = {QuestionType::options, QuestionType::text}}, "Reason? Which CLIENTE?"},
      {{.alert_type_ids = {unknown<audit::AlertTypeId>()}}, ""},
      {{.search_term = "cliente", .questionnaire_ids = {sales.id}, .types = {QuestionType::text}}, "Which CLIENTE?"},
      {{.search_term = "cliente", .questionnaire_ids = {sales.id}, .types = {QuestionType::boolean}}, ""},
  };
  for (const Row& row : rows) {
    std::string found;
    const auto page = world.questions.list(world.here, row.filter, {});
    for (const auto& question : page.results) found += (found.empty() ? "" : " ") + question.title;
    CHECK(found == row.found);
    CHECK(page.total == static_cast<std::int64_t>(page.results.size()));
  }
  CHECK(world.questions.list(world.elsewhere, {}, {}).total == 0);
}
