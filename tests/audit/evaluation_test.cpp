// What an evaluation records (contract section 3, Answer and Status after evaluation).
#include <catch2/catch_test_macros.hpp>

#include "support/world.hpp"

using namespace parlance;
using namespace parlance::test;
using audit::AnswerSource;
using audit::SenderRole;

TEST_CASE("a conversation is COMPLETED when every question has an answer") {
  World world;
  const auto quality =
      world.active({asking("Greeted?"), choosing("Reason?", {"billing", "delivery"}), writing("Order?")});
  world.evaluator.answers("Greeted?", true);
  world.evaluator.answers("Reason?", "billing");
  world.evaluator.answers("Order?", "A-17");
  world.evaluator.cites("Order?", 1);
  const auto id = world.conversation(hello());
  world.clock.advance_ms(50);
  CHECK(world.evaluations.run_due() == 1);

  const auto now = world.now(id);
  CHECK(now.status == audit::ConversationStatus::completed);
  CHECK_FALSE(now.status_reason);
  CHECK_FALSE(now.score);
  CHECK(now.evaluated_at == org::UtcTime{some_day.ms + 50});
  CHECK(now.updated_at == now.evaluated_at);
  REQUIRE(world.answers(id).size() == 3);
  const auto order = world.answer(id, "Order?");
  CHECK(order.answer == audit::AnswerValue("A-17"));
  CHECK(order.questionnaire_id == quality.id);
  CHECK(order.question_id == world.question_called("Order?").id);
  CHECK(order.revision == quality.revision);
  CHECK(order.type == audit::QuestionType::text);
  CHECK(order.confidence == 0.9);
  CHECK(order.rationale == "Scripted.");
  CHECK(order.evidence == std::vector{audit::Evidence{1, "words", true}});
  CHECK(order.source == AnswerSource::cues);
  CHECK(order.employee_id == world.ana.id);
  CHECK(order.department_id == world.support.id);
  CHECK(order.overrides.empty());
  CHECK(order.created_at == now.evaluated_at);
}

TEST_CASE("a conversation is PARTIALLY_COMPLETED when answers are missing, and says how many") {
  World world;
  world.active({asking("A?"), asking("B?"), asking("C?")});
  const auto none = world.evaluated();
  CHECK(world.status(none) == "PARTIALLY_COMPLETED");
  CHECK(world.now(none).status_reason == "3 of 3 questions have no answer");
  CHECK(world.answered(none, "A?") == "none");
  CHECK_FALSE(world.answer(none, "A?").confidence);
  world.evaluator.answers("A?", true);
  world.evaluator.answers("C?", false);
  const auto one = world.evaluated();
  CHECK(world.status(one) == "PARTIALLY_COMPLETED");
  CHECK(world.now(one).status_reason == "1 of 3 questions has no answer");
}

TEST_CASE("a conversation to which no questionnaire applies is COMPLETED without a score") {
  World world;
  world.questionnaire("Draft");
  const auto id = world.evaluated();
  CHECK(world.status(id) == "COMPLETED");
  CHECK(world.answers(id).empty());
  CHECK_FALSE(world.now(id).score);
  CHECK_FALSE(world.now(id).passed);
  CHECK(world.evaluator.seen().empty());
}

TEST_CASE("an answer that is none of the question's is no answer") {
  World world;
  world.active({asking("Greeted?"), choosing("Reason?", {"billing", "delivery"}), writing("Order?")});
  world.evaluator.answers("Greeted?", "yes");
  world.evaluator.answers("Reason?", "refund");
  world.evaluator.answers("Order?", true);
  const auto id = world.evaluated();
  CHECK(world.now(id).status_reason == "3 of 3 questions have no answer");
  for (const auto& answer : world.answers(id)) {
    CHECK_FALSE(answer.answer);
    CHECK_FALSE(answer.confidence);
  }
}

TEST_CASE("questionnaires judge the conversations of their departments") {
  World world;
  const auto billing = world.department("Billing"), sales = world.department("Sales");
  const auto make = [&](std::string name, std::vector<org::DepartmentId> departments) {
    const auto made = world.questionnaire(name, {}, std::move(departments));
    world.question(made.id, asking(name + "?"));
    world.activate(made.id);
  };
  make("All", {});
  make("Support", {world.support.id});
  make("Billing", {billing.id});
  make("Sales or support", {sales.id, world.support.id});
  const auto asked = [&](audit::ConversationId id) {
    std::string out;
    for (const auto& answer : world.answers(id)) out += (out.empty() ? "" : " ") + answer.question_title;
    return out;
  };
  CHECK(asked(world.evaluated()) == "All? Support? Sales or support?");

  // A part handled by another department counts as well.
  audit::NewTransferEvent requested, completed;
  requested.to_department_id = completed.to_department_id = billing.id;
  requested.original_date_time = {1100};
  completed.kind = audit::TransferKind::completed;
  completed.original_date_time = {1500};
  CHECK(asked(world.evaluated(transcript(hello().messages, {requested, completed}))) ==
        "All? Support? Billing? Sales or support?");
  // A transfer after the last message hands over nothing that could be judged.
  completed.original_date_time = {9000};
  CHECK(asked(world.evaluated(transcript(hello().messages, {requested, completed}))) ==
        "All? Support? Sales or support?");
}

TEST_CASE("answers are credited to whoever handled the cited part") {
  World world;
  const auto billing = world.department("Billing");
  const auto eva = world.employee("Eva", billing.id);
  world.active({asking("Greeted?"), asking("Solved?"), asking("Beyond?"), asking("Unsure?")});
  world.evaluator.answers("Greeted?", true);  // cites nothing
  world.evaluator.answers("Solved?", true);
  world.evaluator.cites("Solved?", 1);
  world.evaluator.answers("Beyond?", true);
  world.evaluator.cites("Beyond?", 99);
  audit::NewTransferEvent requested, completed;
  requested.to_department_id = completed.to_department_id = billing.id;
  requested.original_date_time = {1100};
  completed.kind = audit::TransferKind::completed;
  completed.original_date_time = {1500};
  completed.to_employee_id = eva.id;
  const auto credited = [&](audit::ConversationId id, std::string_view title) {
    const auto answer = world.answer(id, title);
    return std::pair(answer.employee_id, answer.department_id);
  };
  using Credit = std::pair<std::optional<org::EmployeeId>, std::optional<org::DepartmentId>>;
  const Credit to_ana{world.ana.id, world.support.id};
  const auto id = world.evaluated(transcript(hello().messages, {requested, completed}));
  CHECK((credited(id, "Greeted?") == to_ana));
  CHECK((credited(id, "Solved?") == Credit{eva.id, billing.id}));
  CHECK((credited(id, "Beyond?") == to_ana));
  CHECK((credited(id, "Unsure?") == to_ana));
  // Contract 7.7: handed over to nobody in particular, it is the department's alone.
  completed.to_employee_id.reset();
  const auto anonymous = world.evaluated(transcript(hello().messages, {requested, completed}));
  CHECK((credited(anonymous, "Solved?") == Credit{std::nullopt, billing.id}));
}

TEST_CASE("a conversation is judged in its language, or in its organization's") {
  World world;
  world.active({asking("Greeted?")});
  auto command = world.call();
  command.language = org::Language::pt;
  const auto portuguese = world.conversations.create(world.here, command).value().id;
  must(world.conversations.add_messages(world.here, portuguese, hello()));
  world.evaluations.run_due();
  CHECK(world.evaluator.seen().back()->language == org::Language::pt);
  world.evaluated();
  CHECK(world.evaluator.seen().back()->language == org::Language::en);
  org::OrganizationChanges changes;
  changes.language = org::Language::es;
  must(world.organizations.update(world.here, changes));
  world.evaluated();
  CHECK(world.evaluator.seen().back()->language == org::Language::es);
}

TEST_CASE("one revision is one snapshot for every evaluation of it") {
  World world;
  world.active({asking("Greeted?")});
  world.evaluated();
  world.evaluated();
  const auto seen = world.evaluator.seen();
  REQUIRE(seen.size() == 2);
  CHECK(seen[0] == seen[1]);
  CHECK(seen[0]->organization == world.here);
}

TEST_CASE("evaluated again, automatic answers are new and a reviewer's are kept") {
  World world;
  world.active({scored("Greeted?"), scored("Thanked?")});
  world.evaluator.answers("Greeted?", false);
  world.evaluator.answers("Thanked?", false);
  const auto id = world.evaluated();
  world.correct(id, "Greeted?", {true, {}, "At 0:02."});
  const auto corrected = world.answer(id, "Greeted?"), automatic = world.answer(id, "Thanked?");
  world.evaluator.answers("Greeted?", false);
  world.evaluator.answers("Thanked?", true);
  world.clock.advance_ms(100);
  world.evaluate_again(id);
  CHECK(world.answer(id, "Greeted?") == corrected);
  CHECK(world.answered(id, "Thanked?") == "true");
  CHECK(world.answer(id, "Thanked?").id != automatic.id);
  CHECK(world.now(id).score == 100);
  CHECK(world.now(id).evaluated_at == org::UtcTime{some_day.ms + 100});
}

TEST_CASE("evaluated again, a reviewer's answer is kept although its question is not asked any more") {
  World world;
  world.active({asking("Greeted?"), asking("Thanked?")});
  world.evaluator.answers("Greeted?", false);
  world.evaluator.answers("Thanked?", false);
  const auto id = world.evaluated();
  const auto corrected = world.correct(id, "Greeted?", {true, {}, {}});
  must(world.questions.remove(world.here, corrected.question_id));
  world.evaluate_again(id);
  CHECK(world.answers(id).size() == 2);
  CHECK(world.answer(id, "Greeted?") == corrected);
  CHECK(world.status(id) == "COMPLETED");
}

TEST_CASE("evaluated again, the questions are those of today") {
  World world;
  const auto quality = world.active({asking("Greeted?")});
  world.evaluator.answers("Greeted?", true);
  world.evaluator.answers("Thanked?", true);
  const auto id = world.evaluated();
  world.question(quality.id, asking("Thanked?"));
  CHECK(world.answers(id).size() == 1);
  world.evaluate_again(id);
  REQUIRE(world.answers(id).size() == 2);
  CHECK(world.answer(id, "Greeted?").revision == 2);
  world.set_status(quality.id, audit::QuestionnaireStatus::draft);
  CHECK(world.answers(id).size() == 2);
  world.evaluate_again(id);
  CHECK(world.answers(id).empty());
  CHECK(world.status(id) == "COMPLETED");
}
