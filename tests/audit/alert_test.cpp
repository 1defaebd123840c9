// Alerts (contract section 3): the four conditions, raised once, withdrawn when they do not hold any more.
#include <catch2/catch_test_macros.hpp>

#include "support/world.hpp"

using namespace parlance;
using audit::AlertCondition;
using audit::RaisedStatus;
using namespace test;

namespace {

struct Alerts : World {
  audit::AlertType threat = alert_types.create(here, {"Threat", audit::Severity::critical, {}}).value();

  audit::NewAlert alert(AlertCondition condition) {
    audit::NewAlert out;
    out.alert_type_id = threat.id;
    out.condition = condition;
    return out;
  }
  audit::NewAlert when_answered(audit::QuestionId question, Values values) {
    auto out = alert(AlertCondition::answer_equals);
    out.question_id = question;
    out.answers = std::move(values);
    return out;
  }
  audit::Alert add(audit::QuestionnaireId form, const audit::NewAlert& command) {
    return alerts.create(here, form, command).value();
  }
  void answering(std::initializer_list<std::pair<const char*, audit::AnswerValue>> answers) {
    for (const auto& [title, value] : answers) evaluator.answers(title, value);
  }
  std::vector<audit::RaisedAlert> raised(audit::ConversationId id) { return alerts.raised_of(here, id).value(); }
  std::size_t count(audit::ConversationId id) { return raised(id).size(); }
};

}  // namespace

TEST_CASE("an alert needs exactly what its condition is about") {
  Alerts world;
  const auto form = world.active({critical("Polite?"), asking("Plain?"), choosing("Which?", {"a", "b"})});
  const auto other = world.active({asking("Elsewhere?")});
  const auto polite = world.question_called("Polite?").id, which = world.question_called("Which?").id,
             plain = world.question_called("Plain?").id, elsewhere = world.question_called("Elsewhere?").id;
  struct Row {
    AlertCondition condition;
    std::optional<audit::QuestionId> question;
    std::optional<Values> answers;
    std::optional<double> threshold;
    std::string expected;
  };
  using C = AlertCondition;
  const std::string answers_needed = "answers should not be empty when condition is answer-equals";
  for (const Row& row : std::vector<Row>{
           {C::answer_equals, polite, Values{true}, {}, "ok"},
           {C::answer_equals, which, Values{"a", "b"}, {}, "ok"},
           {C::answer_equals,
            {},
            Values{true},
            {},
            "invalid: questionId should not be empty when condition is answer-equals"},
           {C::answer_equals, polite, {}, {}, "invalid: " + answers_needed},
           {C::answer_equals, polite, Values{true}, 10.0,
            "invalid: threshold must be null when condition is answer-equals"},
           {C::answer_equals,
            which,
            Values{"a", "c"},
            {},
            "invalid: answers.1 must be one of the following values: a, b"},
           {C::answer_equals, polite, Values{"yes"}, {}, "invalid: answers.0 must be a boolean value"},
           {C::answer_equals,
            elsewhere,
            Values{true},
            {},
            "invalid: questionId must be a question of the questionnaire"},
           {C::answer_equals,
            unknown<audit::QuestionId>(),
            Values{true},
            {},
            "invalid: questionId must be a question of the questionnaire"},
           {C::answer_equals, polite, Values{}, {}, "invalid: answers must contain at least 1 elements"},
           {C::answer_equals, which, Values{"a", "a"}, {}, "invalid: answers must contain unique elements"},
           {C::score_below, {}, {}, 0.0, "ok"},
           {C::score_below, {}, {}, 100.0, "ok"},
           {C::score_below, {}, {}, 100.5, "invalid: threshold must not be greater than 100"},
           {C::score_below, {}, {}, -0.5, "invalid: threshold must not be less than 0"},
           {C::score_below, {}, {}, {}, "invalid: threshold should not be empty when condition is score-below"},
           {C::score_below, polite, {}, 50.0, "invalid: questionId must be null when condition is score-below"},
           {C::critical_failed, {}, {}, {}, "ok"},
           {C::critical_failed, polite, {}, {}, "ok"},
           {C::critical_failed, plain, {}, {}, "invalid: questionId must be a critical question"},
           {C::critical_failed,
            {},
            Values{true},
            {},
            "invalid: answers must be null when condition is critical-failed"},
           {C::transfer_incorrect, {}, {}, {}, "ok"},
           {C::transfer_incorrect,
            polite,
            {},
            {},
            "invalid: questionId must be null when condition is transfer-incorrect"}}) {
    auto command = world.alert(row.condition);
    command.question_id = row.question;
    command.answers = row.answers;
    command.threshold = row.threshold;
    CHECK(said(world.alerts.create(world.here, form.id, command)) == row.expected);
  }
  auto command = world.alert(C::transfer_incorrect);
  command.alert_type_id = unknown<audit::AlertTypeId>();
  CHECK(said(world.alerts.create(world.here, form.id, command)) ==
        "invalid: alertTypeId must be an existing alert type");
  CHECK(world.alerts.list(world.here, form.id, {})->total == 7);
  CHECK(world.alerts.list(world.here, other.id, {})->total == 0);
}

TEST_CASE("each condition raises its alert, and not without it") {
  Alerts world;
  const auto form = world.active({critical("Polite?"), scored("Solved?"), choosing("Which?", {"a", "b"})});
  const auto id_of = [&](const char* title) { return world.question_called(title).id; };
  const auto equals = world.add(form.id, world.when_answered(id_of("Which?"), {"b"}));
  auto command = world.alert(AlertCondition::score_below);
  command.threshold = 50;
  const auto below = world.add(form.id, command);
  const auto failed = world.add(form.id, world.alert(AlertCondition::critical_failed));
  command = world.alert(AlertCondition::critical_failed);
  command.active = false;
  world.add(form.id, command);
  world.add(form.id, world.alert(AlertCondition::transfer_incorrect));

  struct Row {
    bool polite, solved;
    const char* which;
    std::vector<audit::AlertId> expected;
  };
  for (const Row& row : std::vector<Row>{{true, true, "a", {}},
                                         {true, true, "b", {equals.id}},
                                         {true, false, "a", {}},  // 50 is not below 50
                                         {false, true, "a", {below.id, failed.id}},
                                         {false, false, "b", {equals.id, below.id, failed.id}}}) {
    world.answering({{"Polite?", row.polite}, {"Solved?", row.solved}, {"Which?", std::string(row.which)}});
    const auto id = world.evaluated();
    std::vector<audit::AlertId> found;
    for (const auto& one : world.raised(id)) {
      found.push_back(one.alert_id);
      CHECK(one.severity == audit::Severity::critical);
      CHECK(one.status == RaisedStatus::open);
      CHECK(one.employee_id == world.ana.id);
      CHECK(one.conversation_id == id);
      const bool about_an_answer = one.alert_id != below.id;
      CHECK(one.question_id.has_value() == about_an_answer);
      if (about_an_answer) {
        const auto title = one.alert_id == equals.id ? "Which?" : "Polite?";
        CHECK(one.answer_id == world.answer(id, title).id);
      }
    }
    CHECK(found == row.expected);
  }
}

TEST_CASE("an incorrect transfer raises its alert") {
  Alerts world;
  const auto form = world.active({asking("A?")});
  world.add(form.id, world.alert(AlertCondition::transfer_incorrect));
  const auto department = [&](const char* name, const char* context) {
    org::NewDepartment command{name};
    command.evaluate_transfer = true;
    command.transfer_context = context;
    return world.departments.create(world.here, command).value().id;
  };
  const auto billing = department("Billing", "Invoices, charges, refunds."),
             technical = department("Technical", "Router, internet connection, slow speed.");
  const auto transferred = [&](org::DepartmentId to) {
    const auto event = [&](audit::TransferKind kind, std::int64_t at) {
      audit::NewTransferEvent out;
      out.kind = kind;
      out.to_department_id = to;
      out.original_date_time = {at};
      return out;
    };
    return world.evaluated(
        transcript({says(audit::SenderRole::customer, "The router and the connection drop daily", 1000),
                    says(audit::SenderRole::employee, "One moment", 2000)},
                   {event(audit::TransferKind::requested, 2500), event(audit::TransferKind::completed, 3000)}));
  };
  const auto right = transferred(technical), wrong = transferred(billing);
  CHECK(world.conversations.transfers(world.here, right)->front().verdict == audit::Verdict::correct);
  CHECK(world.count(right) == 0);
  CHECK(world.conversations.transfers(world.here, wrong)->front().verdict == audit::Verdict::incorrect);
  CHECK(world.count(wrong) == 1);
  // Evaluating again judges by the contexts as they are then.
  org::DepartmentChanges changes;
  changes.transfer_context = std::optional<std::string>("Router and connection, also invoices.");
  must(world.departments.update(world.here, billing, changes));
  world.evaluate_again(wrong);
  CHECK(world.conversations.transfers(world.here, wrong)->front().verdict != audit::Verdict::incorrect);
  CHECK(world.count(wrong) == 0);
  must(world.departments.remove(world.here, billing));
  world.evaluate_again(wrong);
  CHECK(world.conversations.transfers(world.here, wrong)->empty());
}

TEST_CASE("evaluating again and correcting raise and withdraw, and what holds still is left as it was") {
  Alerts world;
  const auto form = world.active({critical("Polite?"), asking("Angry?")});
  const auto angry = world.question_called("Angry?").id;
  world.add(form.id, world.alert(AlertCondition::critical_failed));
  const auto on_anger = world.add(form.id, world.when_answered(angry, {true}));
  world.answering({{"Polite?", false}, {"Angry?", true}});
  const auto id = world.evaluated();
  REQUIRE(world.count(id) == 2);
  const auto first = world.raised(id)[0];
  must(world.alerts.set_status(world.here, first.id, {RaisedStatus::acknowledged}));
  world.clock.advance_ms(10);
  world.evaluate_again(id);
  REQUIRE(world.count(id) == 2);
  const auto kept = world.raised(id)[0];
  CHECK(kept.id == first.id);
  CHECK(kept.status == RaisedStatus::acknowledged);
  CHECK(kept.raised_at == first.raised_at);
  CHECK(kept.answer_id == world.answer(id, "Polite?").id);  // which evaluating again made anew

  // A correction withdraws, and another one raises again, as a new one.
  world.correct(id, "Polite?", {true, {}, {}});
  REQUIRE(world.count(id) == 1);
  CHECK(world.raised(id)[0].alert_id == on_anger.id);
  world.correct(id, "Polite?", {false, {}, {}});
  REQUIRE(world.count(id) == 2);
  CHECK(world.raised(id)[1].id != first.id);
  CHECK(world.raised(id)[1].status == RaisedStatus::open);

  // Evaluating again keeps the reviewer's answer, and with it the alert.
  world.answering({{"Polite?", true}, {"Angry?", false}});
  world.evaluate_again(id);
  REQUIRE(world.count(id) == 1);
  CHECK(world.raised(id)[0].question_id == world.question_called("Polite?").id);
}

TEST_CASE("a change, a deletion and a new alert count from the next evaluation on") {
  Alerts world;
  const auto form = world.active({asking("Angry?")});
  const auto angry = world.question_called("Angry?").id;
  world.answering({{"Angry?", true}});
  const auto id = world.evaluated();
  const auto alert = world.add(form.id, world.when_answered(angry, {true}));
  CHECK(world.count(id) == 0);
  world.evaluate_again(id);
  CHECK(world.count(id) == 1);
  audit::AlertChanges off;
  off.active = false;
  must(world.alerts.update(world.here, form.id, alert.id, off));
  CHECK(world.count(id) == 1);
  world.evaluate_again(id);
  CHECK(world.count(id) == 0);
  audit::AlertChanges on;
  on.active = true;
  must(world.alerts.update(world.here, form.id, alert.id, on));
  world.evaluate_again(id);
  CHECK(world.count(id) == 1);
  must(world.alerts.remove(world.here, form.id, alert.id));
  CHECK(world.count(id) == 1);
  world.evaluate_again(id);
  CHECK(world.count(id) == 0);
}

TEST_CASE("an update is checked as a whole, and an alert whose question is gone can be switched off") {
  Alerts world;
  const auto form = world.active({asking("Angry?"), asking("Other?")});
  const auto alert = world.add(form.id, world.when_answered(world.question_called("Angry?").id, {true}));
  audit::AlertChanges to_score;
  to_score.condition = AlertCondition::score_below;
  CHECK(said(world.alerts.update(world.here, form.id, alert.id, to_score)) ==
        "invalid: questionId must be null when condition is score-below | answers must be null when condition is "
        "score-below | threshold should not be empty when condition is score-below");
  to_score.question_id = std::optional<audit::QuestionId>();
  to_score.answers = std::optional<Values>();
  to_score.threshold = std::optional(50.0);
  CHECK(said(world.alerts.update(world.here, form.id, alert.id, to_score)) == "ok");
  const auto second = world.add(form.id, world.when_answered(world.question_called("Angry?").id, {true}));
  must(world.questions.remove(world.here, world.question_called("Angry?").id));
  audit::AlertChanges off;
  off.active = false;
  CHECK(said(world.alerts.update(world.here, form.id, second.id, off)) == "ok");
  audit::AlertChanges other;
  other.answers = std::optional(Values{false});
  CHECK(said(world.alerts.update(world.here, form.id, second.id, other)) ==
        "invalid: questionId must be a question of the questionnaire");
}

TEST_CASE("alerts of other questionnaires and organizations are not found") {
  Alerts world;
  const auto form = world.active({asking("A?")}), other = world.active({asking("B?")});
  const auto alert = world.add(form.id, world.alert(AlertCondition::transfer_incorrect));
  const std::string missing = "not found: Alert " + alert.id.text() + " not found";
  CHECK(said(world.alerts.find(world.here, form.id, alert.id)) == "ok");
  CHECK(said(world.alerts.find(world.here, other.id, alert.id)) == missing);
  CHECK(said(world.alerts.update(world.here, other.id, alert.id, {})) == missing);
  CHECK(said(world.alerts.remove(world.here, other.id, alert.id)) == missing);
  const std::string no_form = "not found: Questionnaire " + form.id.text() + " not found";
  CHECK(said(world.alerts.find(world.elsewhere, form.id, alert.id)) == no_form);
  CHECK(said(world.alerts.list(world.elsewhere, form.id, {})) == no_form);
  CHECK(said(world.alerts.create(world.elsewhere, form.id, world.alert(AlertCondition::transfer_incorrect))) ==
        "not found: Questionnaire " + form.id.text() + " not found");
  const auto nobody = unknown<audit::RaisedAlertId>();
  CHECK(said(world.alerts.set_status(world.here, nobody, {})) == "not found: Alert " + nobody.text() + " not found");
  CHECK(said(world.alert_types.remove(world.here, world.threat.id)) ==
        "conflict: Alert type " + world.threat.id.text() + " is used by an alert, so it cannot be deleted");
  must(world.alerts.remove(world.here, form.id, alert.id));
  CHECK(said(world.alert_types.remove(world.here, world.threat.id)) == "ok");
}
