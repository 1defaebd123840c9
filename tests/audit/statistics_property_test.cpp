// However conversations, answers and corrections follow each other: what is kept up to date equals a count from
// scratch.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <random>
#include <set>

#include "support/world.hpp"

using namespace parlance;
using namespace parlance::test;

namespace {

// A world in which one thing after another happens, at random but the same in every run.
class Bustle {
 public:
  explicit Bustle(unsigned seed) : random_(seed) {
    const auto quality = world_.questionnaire("Quality", 50);
    auto optional = scored("Offered?", 0.3);
    optional.allow_not_applicable = true;
    questions_ = {world_.question(quality.id, critical("Verified?")), world_.question(quality.id, optional),
                  world_.question(quality.id, choosing("Reason?", {"billing", "delivery", "other"}))};
    questions_.push_back(world_.question(quality.id, when(scored("Explained?", 2), questions_[2].id, {"billing"})));
    world_.activate(quality.id);
    employees_ = {world_.ana, world_.employee("Eva", billing_.id)};
    for (const auto& question : questions_) asked_ever_.push_back(question.id);
    add_alerts(quality.id);
    world_.evaluator.before = [this](const auto&, auto) {
      if (one_in(8)) throw std::runtime_error("busy");
      invent_answers();
    };
  }

  void step() {
    const auto id = conversations_.empty() ? audit::ConversationId{} : pick(conversations_);
    switch (random_() % 8) {
      case 0:
        conversations_.push_back(world_.conversations.create(world_.here, by_somebody()).value().id);
        break;
      case 1:
      case 2:
        (void)world_.conversations.add_messages(world_.here, id, somebodys_transcript());
        break;
      case 3:
        world_.evaluations.run_due();
        break;
      case 4:
        correct_something(id);
        break;
      case 5:
        (void)world_.conversations.reevaluate(world_.here, id);
        break;
      case 6:
        if (one_in(6)) (void)world_.conversations.archive(world_.here, id);
        break;
      case 7:
        world_.clock.advance_ms(static_cast<std::int64_t>(random_() % 3'600'000));
        if (one_in(10)) reword_something();
        if (one_in(12)) replace_somebody();
        if (one_in(12)) replace_a_question();
        break;
    }
  }

  void check() {
    audit::StatisticsDelta counted;
    for (const auto id : conversations_) {
      counted.count(world_.now(id), 1);
      for (const auto& answer : world_.answers(id)) counted.count(answer, 1);
      check_alerts(id);
    }
    for (const auto id : asked_ever_) {
      // Those of a deleted question are not shown, and kept all the same.
      const auto kept =
          statistics_of(id, world_.transactor.read([&] { return world_.statistics_store.question(world_.here, id); }));
      REQUIRE(kept == statistics_of(id, counted.questions[id]));
      answers_ += kept.answers;
      overridden_ += kept.overridden;
    }
    for (const auto& employee : employees_) {
      const auto kept = world_.statistics.employee(world_.here, employee.id).value();
      REQUIRE(kept == statistics_of(employee.id, counted.employees[employee.id]));
      critical_ += kept.critical_failures;
    }
  }

  // That something did happen: a count of nothing would agree as well.
  bool was_busy() const { return answers_ > 100 && overridden_ > 5 && critical_ > 5 && raised_ > 100; }

 private:
  bool one_in(unsigned n) { return random_() % n == 0; }
  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[random_() % from.size()];
  }

  audit::NewConversation by_somebody() {
    auto command = world_.call();
    if (one_in(2)) command.employee_id = employees_.back().id;
    return command;
  }
  audit::NewTranscript somebodys_transcript() {
    auto sent = hello();
    if (one_in(2)) return sent;
    audit::NewTransferEvent requested, completed;
    requested.to_department_id = completed.to_department_id = billing_.id;
    requested.original_date_time = {1100};
    completed.kind = audit::TransferKind::completed;
    completed.original_date_time = {1500};
    if (one_in(2)) completed.to_employee_id = employees_.back().id;
    sent.transfer_events = {requested, completed};
    return sent;
  }
  audit::AnswerValue some_answer(const audit::Question& question) {
    if (question.type == audit::QuestionType::boolean) return !one_in(3);
    return pick(*question.allowed_answers);
  }
  void invent_answers() {
    auto& says = world_.evaluator.says;
    says.clear();
    for (const auto& question : questions_) {
      if (one_in(5)) continue;
      world_.evaluator.answers(world_.questions.find(world_.here, question.id)->title, some_answer(question));
      if (one_in(2)) says.rbegin()->second.evidence = {{static_cast<std::int64_t>(random_() % 3), "words", !one_in(3)}};
    }
  }
  void correct_something(audit::ConversationId id) {
    const auto answers = world_.conversations.answers(world_.here, id);
    if (!answers || answers->empty()) return;
    const auto& answer = pick(*answers);
    audit::Correction correction;
    if (answer.allow_not_applicable && one_in(3)) {
      correction.not_applicable = true;
    } else {
      for (const auto& question : questions_) {
        if (question.id == answer.question_id) correction.answer = some_answer(question);
      }
    }
    (void)world_.conversations.correct(world_.here, id, answer.id, correction);
  }
  void replace_somebody() {
    if (employees_.size() > 2 || one_in(2)) must(world_.employees.remove(world_.here, employees_.back().id));
    employees_.push_back(world_.employee("Eva " + std::to_string(employees_.size()), billing_.id));
  }
  void replace_a_question() {
    // The last one: others depend on those before it.
    must(world_.questions.remove(world_.here, questions_.back().id));
    questions_.pop_back();
    questions_.push_back(
        world_.question(questions_.front().questionnaire_id, scored("Asked " + std::to_string(asked_ever_.size()))));
    asked_ever_.push_back(questions_.back().id);
  }
  void add_alerts(audit::QuestionnaireId form) {
    const auto type = world_.alert_types.create(world_.here, {"Any", audit::Severity::info, {}}).value().id;
    audit::NewAlert failed, below, equals;
    failed.condition = audit::AlertCondition::critical_failed;
    below.condition = audit::AlertCondition::score_below;
    below.threshold = 60;
    equals.condition = audit::AlertCondition::answer_equals;
    equals.question_id = questions_[2].id;
    equals.answers = Values{"billing"};
    for (auto* alert : {&failed, &below, &equals}) {
      alert->alert_type_id = type;
      alerts_.push_back(world_.alerts.create(world_.here, form, *alert).value());
    }
  }
  // The alerts that are raised are those that hold.
  void check_alerts(audit::ConversationId id) {
    const auto answers = world_.answers(id);
    std::set<audit::AlertId> holding, raised;
    for (const auto& held : holding_alerts(alerts_, answers, {})) holding.insert(held.alert_id);
    const auto found = world_.alerts.raised_of(world_.here, id).value();
    for (const auto& one : found) {
      CHECK(raised.insert(one.alert_id).second);
    }
    REQUIRE(raised == holding);
    raised_ += static_cast<std::int64_t>(raised.size());
  }
  void reword_something() {
    const auto& question = pick(questions_);
    audit::QuestionChanges changes;
    changes.title = question.title + std::to_string(random_() % 100);
    changes.weight = static_cast<double>(random_() % 7) / 4;
    must(world_.questions.update(world_.here, question.id, changes));
  }

  World world_;
  std::mt19937 random_;
  org::Department billing_ = world_.department("Billing");
  std::vector<org::Employee> employees_;  // all that ever were; but for the first, only the last is there
  std::vector<audit::QuestionId> asked_ever_;
  std::vector<audit::Question> questions_;
  std::vector<audit::ConversationId> conversations_;
  std::vector<audit::Alert> alerts_;
  std::int64_t answers_ = 0, overridden_ = 0, critical_ = 0, raised_ = 0;
};

}  // namespace

TEST_CASE("statistics equal a count from scratch, whatever happened") {
  const unsigned seed = GENERATE(range(1u, 9u));
  CAPTURE(seed);
  Bustle bustle(seed);
  for (int step = 0; step < 600; ++step) {
    CAPTURE(step);
    bustle.step();
    if (step % 20 == 19) bustle.check();
  }
  CHECK(bustle.was_busy());
}

TEST_CASE("deltas add up like numbers, and what is counted and uncounted is nothing") {
  World world;
  world.active({critical("Verified?"), asking("Greeted?")}, 50);
  world.evaluator.answers("Verified?", false);
  const auto id = world.evaluated();
  world.correct(id, "Verified?", {true, {}, {}});
  audit::StatisticsDelta delta;
  for (const int sign : {1, -1}) {
    delta.count(world.now(id), sign);
    for (const auto& answer : world.answers(id)) delta.count(answer, sign);
    const auto sum = statistics_of(world.ana.id, delta.employees[world.ana.id]);
    CHECK(sum.conversations == (sign > 0 ? 1 : 0));
    CHECK(sum.average_score.has_value() == (sign > 0));
  }
  for (const auto& [question, sum] : delta.questions) {
    CHECK(statistics_of(question, sum) == audit::QuestionStatistics{.question_id = question});
  }
  for (const auto& [employee, sum] : delta.employees) {
    CHECK(statistics_of(employee, sum) == audit::EmployeeStatistics{.employee_id = employee});
  }
}
