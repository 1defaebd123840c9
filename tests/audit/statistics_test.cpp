// Statistics per question and per employee (contract section 3).
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "support/world.hpp"

using namespace parlance;
using namespace parlance::test;
using audit::AnswerCount;

namespace {

audit::QuestionStatistics of_question(World& world, std::string_view title) {
  return world.statistics.question(world.here, world.question_called(title).id).value();
}
audit::EmployeeStatistics of_ana(World& world) {
  return world.statistics.employee(world.here, world.ana.id).value();
}

}  // namespace

TEST_CASE("what nothing happened to has zeroes and nulls") {
  World world;
  world.question(world.questionnaire().id, asking("Greeted?"));
  CHECK(of_question(world, "Greeted?") ==
        audit::QuestionStatistics{.question_id = world.question_called("Greeted?").id});
  CHECK(of_ana(world) == audit::EmployeeStatistics{.employee_id = world.ana.id});
}

TEST_CASE("unknown questions and employees, and another organization's, have no statistics") {
  World world;
  const auto greeted = world.question(world.questionnaire().id, asking("Greeted?"));
  CHECK(said(world.statistics.question(world.elsewhere, greeted.id)) ==
        "not found: Question " + greeted.id.text() + " not found");
  CHECK(said(world.statistics.employee(world.elsewhere, world.ana.id)) ==
        "not found: Employee " + world.ana.id.text() + " not found");
  CHECK_FALSE(world.statistics.question(world.here, unknown<audit::QuestionId>()));
  CHECK_FALSE(world.statistics.employee(world.here, unknown<org::EmployeeId>()));
}

TEST_CASE("a question counts its answers, what is missing, and who gave them") {
  World world;
  auto reason = choosing("Reason?", {"billing", "delivery", "other"});
  reason.allow_not_applicable = true;
  world.active({reason});
  const auto eva = world.employee("Eva", world.support.id);
  const auto by = [&](const org::Employee& employee, std::optional<std::string> answer) {
    world.evaluator.says.clear();
    if (answer) world.evaluator.answers("Reason?", *answer);
    auto command = world.call();
    command.employee_id = employee.id;
    const auto id = world.conversations.create(world.here, command).value().id;
    must(world.conversations.add_messages(world.here, id, hello()));
    world.evaluations.run_due();
    return id;
  };
  by(world.ana, "delivery");
  by(world.ana, "billing");
  by(world.ana, "other");
  by(eva, "delivery");
  by(eva, {});
  const auto not_asked = by(eva, "billing");
  world.correct(not_asked, "Reason?", {{}, true, {}});

  const auto statistics = of_question(world, "Reason?");
  CHECK(statistics.answers == 4);
  CHECK(statistics.employees == 2);
  CHECK(statistics.unanswered == 1);
  CHECK(statistics.not_applicable == 1);
  // Most frequent first, ties by text.
  CHECK(statistics.distribution == std::vector<AnswerCount>{{"delivery", 2}, {"billing", 1}, {"other", 1}});
  CHECK(statistics.overridden == 1);
  CHECK(statistics.agreement_rate == 0);
}

TEST_CASE("agreement is the share of looked-at answers that kept their automatic value") {
  World world;
  world.active({asking("Greeted?")});
  world.evaluator.answers("Greeted?", true);
  std::vector<audit::ConversationId> ids;
  for (int i = 0; i < 5; ++i) ids.push_back(world.evaluated());
  CHECK_FALSE(of_question(world, "Greeted?").agreement_rate);
  world.correct(ids[0], "Greeted?", {true, {}, {}});
  CHECK(of_question(world, "Greeted?").agreement_rate == 1);
  CHECK(of_question(world, "Greeted?").overridden == 0);
  world.correct(ids[1], "Greeted?", {false, {}, {}});
  CHECK(of_question(world, "Greeted?").agreement_rate == 0.5);
  CHECK(of_question(world, "Greeted?").overridden == 1);
  // What counts is where it ends: back to the automatic value is agreement again.
  world.correct(ids[1], "Greeted?", {true, {}, {}});
  CHECK(of_question(world, "Greeted?").agreement_rate == 1);
  CHECK(of_question(world, "Greeted?").overridden == 0);
  CHECK(of_question(world, "Greeted?").answers == 5);
  CHECK(of_question(world, "Greeted?").distribution == std::vector<AnswerCount>{{true, 5}});
}

TEST_CASE("an answer nobody could find and a reviewer gave counts as overridden") {
  World world;
  world.active({asking("Greeted?")});
  const auto id = world.evaluated();
  CHECK(of_question(world, "Greeted?").unanswered == 1);
  world.correct(id, "Greeted?", {true, {}, {}});
  const auto statistics = of_question(world, "Greeted?");
  CHECK(statistics.unanswered == 0);
  CHECK(statistics.answers == 1);
  CHECK(statistics.overridden == 1);
  CHECK(statistics.agreement_rate == 0);
}

TEST_CASE("an employee counts conversations by status, from the moment they are registered") {
  World world;
  world.active({asking("Greeted?")});
  world.conversation();
  CHECK(of_ana(world).conversations == 1);
  CHECK(of_ana(world).by_status == audit::StatusCounts{.pending = 1});
  const auto partly = world.evaluated();
  CHECK(of_ana(world).by_status == audit::StatusCounts{.pending = 1, .partially_completed = 1});
  world.correct(partly, "Greeted?", {true, {}, {}});
  CHECK(of_ana(world).by_status == audit::StatusCounts{.pending = 1, .completed = 1});
  must(world.conversations.reevaluate(world.here, partly));
  CHECK(of_ana(world).by_status == audit::StatusCounts{.pending = 2});
  world.evaluations.run_due();
  must(world.conversations.archive(world.here, partly));
  CHECK(of_ana(world).by_status == audit::StatusCounts{.pending = 1, .archived = 1});
  CHECK(of_ana(world).conversations == 2);
  CHECK(of_ana(world).answers == 1);
}

TEST_CASE("an employee's scores, passes and critical failures") {
  World world;
  world.active({critical("Verified?"), scored("Greeted?", 2)}, 50);
  const auto conversation = [&](bool verified, bool greeted) {
    world.evaluator.answers("Verified?", verified);
    world.evaluator.answers("Greeted?", greeted);
    return world.evaluated();
  };
  conversation(true, true);   // 100
  conversation(true, false);  // 33.333333
  conversation(false, true);  // 0, a critical failure
  const auto statistics = of_ana(world);
  CHECK(statistics.conversations == 3);
  CHECK(statistics.answers == 6);
  CHECK(statistics.critical_failures == 1);
  REQUIRE(statistics.average_score);
  CHECK_THAT(*statistics.average_score, Catch::Matchers::WithinAbs(400.0 / 9, 1e-6));
  REQUIRE(statistics.pass_rate);
  CHECK_THAT(*statistics.pass_rate, Catch::Matchers::WithinRel(100.0 / 3, 1e-12));
}

TEST_CASE("conversations without a score or a pass score weigh on neither") {
  World world;
  world.active({scored("Greeted?")});
  const auto unscored = world.evaluated();
  CHECK_FALSE(of_ana(world).average_score);
  world.evaluator.answers("Greeted?", true);
  world.evaluated();
  CHECK(of_ana(world).average_score == 100);
  CHECK_FALSE(of_ana(world).pass_rate);
  world.correct(unscored, "Greeted?", {false, {}, {}});
  CHECK(of_ana(world).average_score == 50);
}

TEST_CASE("a deleted employee's statistics stay readable") {
  World world;
  world.evaluated();
  must(world.employees.remove(world.here, world.ana.id));
  CHECK(of_ana(world).conversations == 1);
}

TEST_CASE("an answer handed over to nobody in particular is no employee's") {
  World world;
  const auto billing = world.department("Billing");
  world.active({asking("Solved?")});
  world.evaluator.answers("Solved?", true);
  world.evaluator.cites("Solved?", 1);
  audit::NewTransferEvent requested, completed;
  requested.to_department_id = completed.to_department_id = billing.id;
  requested.original_date_time = {1100};
  completed.kind = audit::TransferKind::completed;
  completed.original_date_time = {1500};
  world.evaluated(transcript(hello().messages, {requested, completed}));
  CHECK(of_ana(world).conversations == 1);
  CHECK(of_ana(world).answers == 0);
  CHECK(of_question(world, "Solved?").answers == 1);
  CHECK(of_question(world, "Solved?").employees == 0);
}
