// What the stores of alerts, raised alerts and transfer verdicts promise.
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include "tests/contract/fixtures.hpp"

namespace parlance::tests {

TEMPLATE_TEST_CASE("alerts: every call, and deleted ones are absent from each", "[stores]", MemoryFixture,
                   SqliteFixture) {
  World<TestType> w;
  const auto form = w.questionnaire("Form"), empty = w.questionnaire("Empty");
  const auto question = w.question(form.id, "Q?");
  const auto threat = w.alert_type("Threat"), other = w.alert_type("Other");
  const auto alert = [&](audit::AlertCondition condition) {
    audit::Alert out;
    out.id = w.template id<audit::AlertId>();
    out.questionnaire_id = form.id;
    out.alert_type_id = threat.id;
    out.condition = condition;
    out.created_at = out.updated_at = w.tick();
    return out;
  };
  auto equals = alert(audit::AlertCondition::answer_equals);
  equals.question_id = question.id;
  equals.answers = std::vector<audit::AnswerValue>{true, std::string("yes \"x\"")};
  auto below = alert(audit::AlertCondition::score_below);
  below.threshold = 79.5;
  auto off = alert(audit::AlertCondition::transfer_incorrect);
  off.active = false;
  writing(w, [&] {
    w.questionnaires.insert(w.org, form);
    w.questionnaires.insert(w.org, empty);
    w.questions.insert(w.org, question);
    w.alert_types.insert(w.org, threat);
    w.alert_types.insert(w.org, other);
    for (const auto& one : {equals, below, off}) w.alerts.insert(w.org, one);
  });
  CHECK(reading(w, [&] { return w.alerts.find(w.org, equals.id); }) == equals);
  CHECK_FALSE(reading(w, [&] { return w.alerts.find(w.other, equals.id); }));
  CHECK(reading(w, [&] { return w.alerts.list(w.org, form.id, {}).results; }) == std::vector{equals, below, off});
  CHECK(reading(w, [&] { return w.alerts.list(w.org, form.id, {}).total; }) == 3);
  CHECK(reading(w, [&] { return w.alerts.list(w.org, empty.id, {}).total; }) == 0);
  CHECK(reading(w, [&] { return w.alerts.list(w.other, form.id, {}).total; }) == 0);
  CHECK(reading(w, [&] { return w.alerts.active(w.org, form.id); }) == std::vector{equals, below});
  CHECK(reading(w, [&] { return w.alerts.active(w.org, empty.id); }).empty());
  CHECK(reading(w, [&] { return w.alerts.any_of(w.org, threat.id); }));
  CHECK_FALSE(reading(w, [&] { return w.alerts.any_of(w.org, other.id); }));
  below.alert_type_id = other.id;
  below.threshold = 10;
  below.active = false;
  below.updated_at = w.tick();
  writing(w, [&] { w.alerts.update(w.org, below); });
  CHECK(reading(w, [&] { return w.alerts.find(w.org, below.id); }) == below);
  writing(w, [&] { w.alerts.remove(w.org, below.id, w.tick()); });
  CHECK_FALSE(reading(w, [&] { return w.alerts.find(w.org, below.id); }));
  CHECK_FALSE(reading(w, [&] { return w.alerts.any_of(w.org, other.id); }));
  CHECK(reading(w, [&] { return w.alerts.list(w.org, form.id, {}).results; }) == std::vector{equals, off});
}

TEMPLATE_TEST_CASE("raised alerts: of a conversation, filtered, changed, withdrawn", "[stores]", MemoryFixture,
                   SqliteFixture) {
  World<TestType> w;
  const auto form = w.questionnaire("Form");
  const auto question = w.question(form.id, "Q?");
  const auto threat = w.alert_type("Threat"), refund = w.alert_type("Refund");
  const auto ana = w.employee("Ana"), bob = w.employee("Bob");
  const auto line = w.provider(org::Channel::phone);
  const auto talk = w.conversation(line.id, ana.id), other_talk = w.conversation(line.id, bob.id);
  std::vector<audit::Alert> alerts(2);
  for (auto& alert : alerts) {
    alert.id = w.template id<audit::AlertId>();
    alert.questionnaire_id = form.id;
    alert.alert_type_id = threat.id;
    alert.condition = audit::AlertCondition::critical_failed;
  }
  alerts[1].alert_type_id = refund.id;
  const auto raised = [&](const audit::Alert& alert, const audit::Conversation& of, audit::Severity severity) {
    audit::RaisedAlert out;
    out.id = w.template id<audit::RaisedAlertId>();
    out.alert_id = alert.id;
    out.alert_type_id = alert.alert_type_id;
    out.severity = severity;
    out.conversation_id = of.id;
    out.employee_id = of.employee_id;
    out.raised_at = out.created_at = out.updated_at = w.tick();
    return out;
  };
  auto first = raised(alerts[0], talk, audit::Severity::critical);
  first.question_id = question.id;
  first.answer_id = w.template id<audit::AnswerId>();
  const auto second = raised(alerts[1], talk, audit::Severity::info);
  const auto third = raised(alerts[0], other_talk, audit::Severity::info);
  writing(w, [&] {
    w.questionnaires.insert(w.org, form);
    w.questions.insert(w.org, question);
    w.alert_types.insert(w.org, threat);
    w.alert_types.insert(w.org, refund);
    w.employees.insert(w.org, ana);
    w.employees.insert(w.org, bob);
    w.providers.insert(w.org, line);
    w.conversations.insert(w.org, talk);
    w.conversations.insert(w.org, other_talk);
    for (const auto& alert : alerts) w.alerts.insert(w.org, alert);
    for (const auto& one : {first, second, third}) w.raised_alerts.insert(w.org, one);
  });
  using List = std::vector<audit::RaisedAlert>;
  const auto listed = [&](const audit::RaisedAlertFilter& filter) {
    const auto page = reading(w, [&] { return w.raised_alerts.list(w.org, filter, {}); });
    CHECK(page.total == static_cast<std::int64_t>(page.results.size()));
    return page.results;
  };
  CHECK(reading(w, [&] { return w.raised_alerts.find(w.org, first.id); }) == first);
  CHECK_FALSE(reading(w, [&] { return w.raised_alerts.find(w.other, first.id); }));
  CHECK(reading(w, [&] { return w.raised_alerts.of(w.org, talk.id); }) == List{first, second});
  CHECK(listed({}) == List{first, second, third});
  CHECK(reading(w, [&] { return w.raised_alerts.list(w.other, {}, {}).total; }) == 0);
  audit::RaisedAlertFilter filter;
  filter.severity = audit::Severity::info;
  CHECK(listed(filter) == List{second, third});
  filter.employee_id = ana.id;
  CHECK(listed(filter) == List{second});
  filter = {};
  filter.alert_type_id = threat.id;
  CHECK(listed(filter) == List{first, third});
  filter = {};
  filter.conversation_id = other_talk.id;
  CHECK(listed(filter) == List{third});
  filter = {};
  filter.status = audit::RaisedStatus::acknowledged;
  CHECK(listed(filter) == List{});
  first.status = audit::RaisedStatus::acknowledged;
  first.answer_id.reset();
  first.updated_at = w.tick();
  writing(w, [&] { w.raised_alerts.update(w.org, first); });
  CHECK(listed(filter) == List{first});
  writing(w, [&] { w.raised_alerts.remove(w.org, third.id); });
  CHECK(listed({}) == List{first, second});
  CHECK(reading(w, [&] { return w.raised_alerts.of(w.org, other_talk.id); }).empty());
  // What was withdrawn can be raised again.
  auto again = third;
  again.id = w.template id<audit::RaisedAlertId>();
  writing(w, [&] { w.raised_alerts.insert(w.org, again); });
  CHECK(listed({}) == List{first, second, again});
}

TEMPLATE_TEST_CASE("transfer verdicts are kept and replaced as a whole", "[stores]", MemoryFixture, SqliteFixture) {
  World<TestType> w;
  const auto ana = w.employee("Ana");
  const auto line = w.provider(org::Channel::phone);
  const auto talk = w.conversation(line.id, ana.id);
  auto billing = w.department("Billing");
  auto plain = w.department("Plain");
  plain.evaluate_transfer = false;
  writing(w, [&] {
    w.employees.insert(w.org, ana);
    w.providers.insert(w.org, line);
    w.departments.insert(w.org, billing);
    w.departments.insert(w.org, plain);
    w.conversations.insert(w.org, talk);
  });
  CHECK(reading(w, [&] { return w.departments.evaluating_transfers(w.org); }) == std::vector{billing});
  CHECK(reading(w, [&] { return w.departments.evaluating_transfers(w.other); }).empty());
  CHECK(reading(w, [&] { return w.conversations.transfer_verdicts(w.org, talk.id); }).empty());
  const audit::TransferVerdict one{"t1", 1, billing.id, audit::Verdict::correct, 0.7, "why", {{0, "quote", true}}};
  const audit::TransferVerdict two{{}, 3, plain.id, audit::Verdict::uncertain, 0.5, "too little", {}};
  writing(w, [&] { w.conversations.replace_transfer_verdicts(w.org, talk.id, {one, two}); });
  CHECK(reading(w, [&] { return w.conversations.transfer_verdicts(w.org, talk.id); }) == std::vector{one, two});
  writing(w, [&] { w.conversations.replace_transfer_verdicts(w.org, talk.id, {two}); });
  CHECK(reading(w, [&] { return w.conversations.transfer_verdicts(w.org, talk.id); }) == std::vector{two});
  writing(w, [&] { w.departments.remove(w.org, billing.id, w.tick()); });
  CHECK(reading(w, [&] { return w.departments.evaluating_transfers(w.org); }).empty());
}

}  // namespace parlance::tests
