// What the stores of the audit module promise.
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include "tests/contract/fixtures.hpp"

namespace parlance::tests {
namespace {

template <class Fixture, class Body>
void attempt(World<Fixture>& w, Body body) {
  try {
    w.transactor.write([&] { body(); });
  } catch (const std::exception&) {
  }
}

// An organization in which conversations can be held and judged.
template <class Fixture>
struct Staffed : World<Fixture> {
  org::Department sales = this->department("sales");
  org::Employee ana = this->employee("Ana", {{sales.id, sales.entity_key, sales.name}}), eva = this->employee("Eva");
  org::Provider line = this->provider(org::Channel::phone, true);
  audit::Questionnaire form = this->questionnaire("form");
  audit::Question polite = this->rich_question(form.id, "polite"), quick = this->question(form.id, "quick");

  Staffed() {
    writing(*this, [&] {
      this->departments.insert(this->org, sales);
      this->employees.insert(this->org, ana);
      this->employees.insert(this->org, eva);
      this->providers.insert(this->org, line);
      this->questionnaires.insert(this->org, form);
      this->questions.insert(this->org, polite);
      this->questions.insert(this->org, quick);
    });
  }
};

}  // namespace

TEMPLATE_TEST_CASE("questionnaires: every call; the store keeps the count", "[stores]", MemoryFixture, SqliteFixture) {
  World<TestType> w;
  auto a = w.questionnaire("A"), b = w.questionnaire("B");
  a.description = "d";
  a.department_ids = {{w.ids.next()}, {w.ids.next()}};
  a.pass_score = 80.5;
  b.status = audit::QuestionnaireStatus::active;
  b.revision = 9;
  auto q1 = w.question(a.id, "1"), q2 = w.question(a.id, "2"), q3 = w.question(b.id, "3");
  writing(w, [&] {
    w.questionnaires.insert(w.org, a);
    w.questionnaires.insert(w.org, b);
    for (const auto& q : {q1, q2, q3}) w.questions.insert(w.org, q);
  });
  a.question_count = 2;
  b.question_count = 1;
  CHECK(reading(w, [&] { return w.questionnaires.find(w.org, a.id); }) == a);
  CHECK_FALSE(reading(w, [&] { return w.questionnaires.find(w.other, a.id); }));
  CHECK(reading(w, [&] { return w.questionnaires.active(w.org); }) == std::vector{b});
  CHECK(reading(w, [&] { return w.questionnaires.active(w.other); }).empty());

  a.status = audit::QuestionnaireStatus::active;
  a.pass_score = std::nullopt;
  a.department_ids.clear();
  a.revision = 2;
  a.updated_at = w.tick();
  auto sent = a;
  sent.question_count = 77;
  q2.questionnaire_id = b.id;
  writing(w, [&] {
    w.questionnaires.update(w.org, sent);
    w.questions.update(w.org, q2);
    w.questions.remove(w.org, q3.id, w.tick());
  });
  attempt(w, [&] { w.questionnaires.update(w.other, w.questionnaire("x")); });
  attempt(w, [&] { w.questionnaires.remove(w.other, a.id, w.tick()); });
  a.question_count = 1;
  CHECK(reading(w, [&] { return w.questionnaires.active(w.org); }) == std::vector{a, b});
  CHECK(reading(w, [&] { return w.questions.of(w.org, b.id); }) == std::vector{q2});

  writing(w, [&] { w.questionnaires.remove(w.org, b.id, w.tick()); });
  attempt(w, [&] { w.questionnaires.remove(w.org, b.id, w.tick()); });
  attempt(w, [&] { w.questionnaires.update(w.org, b); });
  CHECK_FALSE(reading(w, [&] { return w.questionnaires.find(w.org, b.id); }));
  CHECK_FALSE(reading(w, [&] { return w.questions.find(w.org, q2.id); }));
  CHECK(reading(w, [&] { return w.questions.of(w.org, b.id); }).empty());
  CHECK(reading(w, [&] { return w.questionnaires.active(w.org); }) == std::vector{a});
  CHECK(reading(w, [&] { return w.questionnaires.list(w.org, {}, {}); }).results == std::vector{a});
  CHECK(reading(w, [&] { return w.questionnaires.list(w.org, {}, {}); }).total == 1);
  CHECK(reading(w, [&] { return w.questions.list(w.org, {}, {}); }).results == std::vector{q1});
  CHECK(reading(w, [&] { return w.questions.list(w.org, {}, {}); }).total == 1);
}

TEMPLATE_TEST_CASE("questions: every field survives, plain and full", "[stores]", MemoryFixture, SqliteFixture) {
  Staffed<TestType> w;
  CHECK(reading(w, [&] { return w.questions.find(w.org, w.polite.id); }) == w.polite);
  CHECK(reading(w, [&] { return w.questions.find(w.org, w.quick.id); }) == w.quick);
  CHECK_FALSE(reading(w, [&] { return w.questions.find(w.other, w.quick.id); }));
  CHECK(reading(w, [&] { return w.questions.of(w.org, w.form.id); }) == std::vector{w.polite, w.quick});
  CHECK(reading(w, [&] { return w.questions.of(w.other, w.form.id); }).empty());
  // Full becomes plain and plain becomes full.
  auto full = w.rich_question(w.form.id, "quick, full");
  full.id = w.quick.id;
  full.created_at = w.quick.created_at;
  full.default_answer = true;
  full.type = audit::QuestionType::boolean;
  auto plain = w.question(w.form.id, "polite, plain");
  plain.id = w.polite.id;
  plain.created_at = w.polite.created_at;
  plain.allowed_answers = std::vector<std::string>{};
  plain.passing_answers = std::vector<audit::AnswerValue>{};
  writing(w, [&] {
    w.questions.update(w.org, full);
    w.questions.update(w.org, plain);
  });
  attempt(w, [&] { w.questions.update(w.other, w.polite); });
  attempt(w, [&] { w.questions.remove(w.other, w.polite.id, w.tick()); });
  CHECK(reading(w, [&] { return w.questions.of(w.org, w.form.id); }) == std::vector{plain, full});
  writing(w, [&] { w.questions.remove(w.org, plain.id, w.tick()); });
  attempt(w, [&] { w.questions.remove(w.org, plain.id, w.tick()); });
  attempt(w, [&] { w.questions.update(w.org, plain); });
  CHECK_FALSE(reading(w, [&] { return w.questions.find(w.org, plain.id); }));
  CHECK(reading(w, [&] { return w.questions.of(w.org, w.form.id); }) == std::vector{full});
  CHECK(reading(w, [&] { return w.questions.list(w.org, {}, {}).total; }) == 1);
  CHECK(reading(w, [&] { return w.questionnaires.find(w.org, w.form.id)->question_count; }) == 1);
}

TEMPLATE_TEST_CASE("alert types: every call, and deleted ones are absent from each", "[stores]", MemoryFixture,
                   SqliteFixture) {
  World<TestType> w;
  auto a = w.alert_type("Menaza"), b = w.alert_type("Ñoño");
  b.description.reset();
  writing(w, [&] {
    w.alert_types.insert(w.org, a);
    w.alert_types.insert(w.org, b);
  });
  const auto find = [&](const audit::AlertType& t) {
    return reading(w, [&] { return w.alert_types.find(w.org, t.id); });
  };
  const auto by_name = [&](const char* name) {
    return reading(w, [&] { return w.alert_types.find_by_name(w.org, name); });
  };
  const auto listed = [&] { return reading(w, [&] { return w.alert_types.list(w.org, {}).results; }); };
  CHECK(find(a) == a);
  CHECK(find(b) == b);
  CHECK(by_name("ÑOÑO") == b);
  CHECK_FALSE(by_name("ñoñ"));
  CHECK_FALSE(reading(w, [&] { return w.alert_types.find(w.other, a.id); }));
  CHECK_FALSE(reading(w, [&] { return w.alert_types.find_by_name(w.other, "menaza"); }));
  CHECK(listed() == std::vector{a, b});
  a.name = "Amenaza";
  a.severity = audit::Severity::critical;
  a.updated_at = w.tick();
  writing(w, [&] {
    w.alert_types.update(w.org, a);
    w.alert_types.update(w.other, b);
    w.alert_types.remove(w.other, b.id, w.tick());
  });
  CHECK(find(a) == a);
  CHECK(by_name("amenaza") == a);
  CHECK_FALSE(by_name("menaza"));
  CHECK(listed() == std::vector{a, b});
  writing(w, [&] { w.alert_types.remove(w.org, a.id, w.tick()); });
  CHECK_FALSE(find(a));
  CHECK_FALSE(by_name("amenaza"));
  CHECK(listed() == std::vector{b});
  auto again = w.alert_type("Amenaza");  // its name is free
  writing(w, [&] {
    w.alert_types.update(w.org, a);
    w.alert_types.insert(w.org, again);
  });
  CHECK_FALSE(find(a));
  CHECK(listed() == std::vector{b, again});
  CHECK(reading(w, [&] { return w.alert_types.list(w.org, {}).total; }) == 2);
}

TEMPLATE_TEST_CASE("conversations with messages and transfer events", "[stores]", MemoryFixture, SqliteFixture) {
  Staffed<TestType> w;
  auto plain = w.conversation(w.line.id, w.ana.id), full = w.conversation(w.line.id, w.eva.id);
  full.customer_id = "cust";
  full.external_id = "ext";
  full.language = org::Language::pt;
  full.audio = audit::AudioFile{"ñ \"call\".wav", "audio/wav", 512LL << 20, {77}};
  writing(w, [&] {
    w.conversations.insert(w.org, plain);
    w.conversations.insert(w.org, full);
  });
  CHECK(reading(w, [&] { return w.conversations.find(w.org, plain.id); }) == plain);
  CHECK(reading(w, [&] { return w.conversations.find_by_external_id(w.org, "ext"); }) == full);
  CHECK_FALSE(reading(w, [&] { return w.conversations.find(w.other, plain.id); }));
  CHECK_FALSE(reading(w, [&] { return w.conversations.find_by_external_id(w.other, "ext"); }));
  CHECK(reading(w, [&] { return w.conversations.messages(w.org, plain.id); }).empty());

  std::vector<audit::Message> messages(3);
  for (std::size_t i = 0; i < messages.size(); ++i) {
    messages[i].index = static_cast<std::int64_t>(i);
    messages[i].sender_role = static_cast<audit::SenderRole>(i);
    messages[i].content = std::string("hólá 🙂\n'\"\0x", 16) + std::to_string(i);
    messages[i].original_date_time = {1000 + w.now};
  }
  messages[1].employee_id = w.eva.id;
  messages[2].department_id = w.sales.id;
  std::vector<audit::TransferEvent> events(4);
  const std::int64_t at[] = {300, 100, 300, 200};
  for (std::size_t i = 0; i < events.size(); ++i) {
    events[i].kind = static_cast<audit::TransferKind>(i);
    events[i].to_department_id = w.sales.id;
    events[i].original_date_time = {at[i]};
  }
  events[0].transfer_id = "t";
  events[0].from_department_id = w.sales.id;
  events[0].to_employee_id = w.eva.id;
  events[0].reason = "r";
  full.message_count = 3;
  full.duration_seconds = 0;
  full.status = audit::ConversationStatus::partially_completed;
  full.status_reason = "why";
  full.score = 66.666667;
  full.passed = false;
  full.evaluated_at = full.updated_at = w.tick();
  writing(w, [&] {
    w.conversations.add_messages(w.org, full.id, messages);
    w.conversations.add_transfer_events(w.org, full.id, events);
    w.conversations.update(w.org, full);
  });
  attempt(w, [&] { w.conversations.update(w.other, plain); });
  attempt(w, [&] { w.conversations.add_messages(w.other, plain.id, messages); });
  CHECK(reading(w, [&] { return w.conversations.find(w.org, full.id); }) == full);
  CHECK(reading(w, [&] { return w.conversations.messages(w.org, full.id); }) == messages);
  CHECK(reading(w, [&] { return w.conversations.messages(w.org, plain.id); }).empty());
  CHECK(reading(w, [&] { return w.conversations.messages(w.other, full.id); }).empty());
  CHECK(reading(w, [&] { return w.conversations.transfer_events(w.org, full.id); }) ==
        std::vector{events[1], events[3], events[0], events[2]});
  CHECK(reading(w, [&] { return w.conversations.transfer_events(w.other, full.id); }).empty());
}

TEMPLATE_TEST_CASE("answers: given, replaced, corrected; a question stays answered", "[stores]", MemoryFixture,
                   SqliteFixture) {
  Staffed<TestType> w;
  const auto talk = w.conversation(w.line.id, w.ana.id), other_talk = w.conversation(w.line.id, w.ana.id);
  auto full = w.answer(w.polite, std::string("ñandú 🙂"), w.ana.id);
  full.allowed_answers = w.polite.allowed_answers;
  full.passing_answers = w.polite.passing_answers;
  full.critical = full.allow_not_applicable = true;
  full.pass_score = 70;
  full.confidence = 0.25;
  full.rationale = "because";
  full.evidence = {{2, "qu\"ote", true}, {0, "", false}};
  full.source = audit::AnswerSource::lexical;
  full.department_id = w.sales.id;
  full.passed = true;
  auto bare = w.answer(w.quick, std::nullopt, std::nullopt);
  bare.not_applicable = true;
  writing(w, [&] {
    w.conversations.insert(w.org, talk);
    w.conversations.insert(w.org, other_talk);
    w.answers.replace(w.org, talk.id, {full, bare});
  });
  CHECK(reading(w, [&] { return w.answers.of(w.org, talk.id); }) == std::vector{full, bare});
  CHECK(reading(w, [&] { return w.answers.of(w.other, talk.id); }).empty());
  CHECK(reading(w, [&] { return w.answers.of(w.org, other_talk.id); }).empty());
  CHECK(reading(w, [&] { return w.answers.any_of(w.org, w.quick.id); }));
  CHECK_FALSE(reading(w, [&] { return w.answers.any_of(w.other, w.quick.id); }));

  bare.answer = true;
  bare.not_applicable = false;
  bare.source = audit::AnswerSource::human;
  bare.passed = false;
  bare.overrides = {{std::nullopt, true, audit::AnswerSource::cues, "look again", w.tick()},
                    {std::string("x"), false, audit::AnswerSource::human, std::nullopt, w.tick()}};
  bare.updated_at = w.tick();
  writing(w, [&] { w.answers.update(w.org, talk.id, bare); });
  attempt(w, [&] { w.answers.update(w.other, talk.id, full); });
  attempt(w, [&] { w.answers.update(w.org, other_talk.id, full); });
  CHECK(reading(w, [&] { return w.answers.of(w.org, talk.id); }) == std::vector{full, bare});

  // Another revision of the question is kept as it was asked then.
  auto newer = w.answer(w.quick, false, w.eva.id);
  newer.revision = 2;
  newer.question_title = "quick?";
  writing(w, [&] { w.answers.replace(w.org, talk.id, {newer}); });
  writing(w, [&] { w.answers.replace(w.org, other_talk.id, {bare}); });
  CHECK(reading(w, [&] { return w.answers.of(w.org, talk.id); }) == std::vector{newer});
  CHECK(reading(w, [&] { return w.answers.of(w.org, other_talk.id); }) == std::vector{bare});
  writing(w, [&] { w.answers.replace(w.org, talk.id, {}); });
  CHECK(reading(w, [&] { return w.answers.of(w.org, talk.id); }).empty());
  CHECK(reading(w, [&] { return w.answers.any_of(w.org, w.polite.id); }));
}

TEMPLATE_TEST_CASE("statistics: deltas add up, and back to zero", "[stores]", MemoryFixture, SqliteFixture) {
  Staffed<TestType> w;
  CHECK(reading(w, [&] { return w.statistics.question(w.org, w.quick.id); }) == audit::QuestionDelta{});
  CHECK(reading(w, [&] { return w.statistics.employee(w.org, w.ana.id); }) == audit::EmployeeDelta{});
  std::vector<audit::StatisticsDelta> deltas;
  audit::QuestionDelta quick;
  audit::EmployeeDelta ana;
  for (int i = 0; i < 30; ++i) {
    audit::StatisticsDelta& delta = deltas.emplace_back();
    std::optional<audit::AnswerValue> value;
    if (i % 5 != 0) value = (i % 3 == 0) ? audit::AnswerValue(true) : std::string(i % 2 ? "true" : "blue");
    auto given = w.answer(w.quick, value, i % 4 ? w.ana.id : w.eva.id);
    given.not_applicable = i % 10 == 0;
    given.critical = true;
    given.passed = i % 2 == 0;
    if (i % 6 == 1) {
      given.source = audit::AnswerSource::human;
      given.overrides = {{std::string("blue"), false, audit::AnswerSource::cues, std::nullopt, w.tick()}};
    }
    delta.count(given, 1);
    auto talk = w.conversation(w.line.id, w.ana.id);
    talk.status = static_cast<audit::ConversationStatus>(i % 5);
    if (i % 2) talk.score = i * 3.3;
    if (i % 3) talk.passed = i % 2 == 0;
    delta.count(talk, 1);

    const auto& q = delta.questions.at(w.quick.id);
    quick.answers += q.answers;
    quick.unanswered += q.unanswered;
    quick.not_applicable += q.not_applicable;
    quick.reviewed += q.reviewed;
    quick.overridden += q.overridden;
    for (const auto& [answer, count] : q.distribution) quick.distribution[answer] += count;
    for (const auto& [employee, count] : q.by_employee) quick.by_employee[employee] += count;
    const auto& e = delta.employees.at(w.ana.id);
    ana.conversations += e.conversations;
    ana.answers += e.answers;
    ana.critical_failures += e.critical_failures;
    ana.scored += e.scored;
    ana.score_micros += e.score_micros;
    ana.judged += e.judged;
    ana.passed += e.passed;
    for (std::size_t s = 0; s < e.by_status.size(); ++s) ana.by_status[s] += e.by_status[s];
    writing(w, [&] { w.statistics.add(w.org, delta); });
    (void)writing(w, [&]() -> org::Result<int> {
      w.statistics.add(w.org, delta);
      return refusal();
    });
  }
  REQUIRE(quick.distribution.size() == 3);  // true, "true" and "blue" are three answers
  CHECK(reading(w, [&] { return w.statistics.question(w.org, w.quick.id); }) == quick);
  CHECK(reading(w, [&] { return w.statistics.employee(w.org, w.ana.id); }) == ana);
  CHECK(reading(w, [&] { return w.statistics.question(w.other, w.quick.id); }) == audit::QuestionDelta{});
  CHECK(reading(w, [&] { return w.statistics.employee(w.other, w.ana.id); }) == audit::EmployeeDelta{});

  for (auto delta : deltas) {
    auto& q = delta.questions.at(w.quick.id);
    for (auto* number : {&q.answers, &q.unanswered, &q.not_applicable, &q.reviewed, &q.overridden}) *number = -*number;
    for (auto& [answer, count] : q.distribution) count = -count;
    for (auto& [employee, count] : q.by_employee) count = -count;
    for (auto& [id, e] : delta.employees) {
      for (auto* number :
           {&e.conversations, &e.answers, &e.critical_failures, &e.scored, &e.score_micros, &e.judged, &e.passed}) {
        *number = -*number;
      }
      for (auto& number : e.by_status) number = -number;
    }
    writing(w, [&] { w.statistics.add(w.org, delta); });
  }
  CHECK(reading(w, [&] { return w.statistics.question(w.org, w.quick.id); }) == audit::QuestionDelta{});
  CHECK(reading(w, [&] { return w.statistics.employee(w.org, w.ana.id); }) == audit::EmployeeDelta{});
  CHECK(reading(w, [&] { return w.statistics.employee(w.org, w.eva.id); }) == audit::EmployeeDelta{});
}

}  // namespace parlance::tests
