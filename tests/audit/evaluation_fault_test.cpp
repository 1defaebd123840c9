// Evaluations when something fails: retries, giving up, lost leases, one of many.
#include <catch2/catch_test_macros.hpp>
#include <set>

#include "parlance/org/text.hpp"
#include "support/world.hpp"

using namespace parlance;
using namespace parlance::test;

namespace {

const auto fault = [](const auto&, auto) { throw std::runtime_error("the model does not answer"); };

// Runs what is due, hour by hour, until nothing is left to do; returns how often something was tried.
std::size_t run_to_the_end(World& world) {
  std::size_t attempts = 0;
  for (int hour = 0; hour < 100; ++hour) {
    attempts += world.evaluations.run_due();
    world.clock.advance_ms(3'600'000);
  }
  return attempts;
}

// Statistics and answers of the world as they should be for what its conversations are.
void check_nothing_counted(World& world, audit::ConversationId id) {
  CHECK(world.answers(id).empty());
  CHECK(world.statistics.employee(world.here, world.ana.id)->answers == 0);
}

}  // namespace

TEST_CASE("a fault of the evaluator is tried again, after longer and longer pauses") {
  World world;
  world.active({asking("Greeted?")});
  world.evaluator.answers("Greeted?", true);
  world.evaluator.before = fault;
  const auto id = world.conversation(hello());
  for (const std::int64_t seconds : {1, 4, 16, 64, 256, 1024, 3600}) {
    CAPTURE(seconds);
    CHECK(world.evaluations.run_due() == 1);
    CHECK(world.status(id) == "PENDING");
    CHECK(world.jobs.next_due(audit::evaluate_job) == org::UtcTime{world.clock.now().ms + seconds * 1000});
    world.clock.advance_ms(seconds * 1000 - 1);
    CHECK(world.evaluations.run_due() == 0);
    world.clock.advance_ms(1);
  }
  world.evaluator.before = nullptr;
  CHECK(world.evaluations.run_due() == 1);
  CHECK(world.status(id) == "COMPLETED");
  CHECK(world.answered(id, "Greeted?") == "true");
}

TEST_CASE("after job_attempts_max attempts the conversation is FAILED and says why") {
  World world;
  world.active({asking("Greeted?")});
  world.evaluator.before = fault;
  const auto id = world.conversation(hello());
  CHECK(run_to_the_end(world) == org::job_attempts_max);
  CHECK(world.status(id) == "FAILED");
  CHECK(world.now(id).status_reason == "The evaluation failed 8 times: the model does not answer");
  CHECK_FALSE(world.now(id).score);
  CHECK(world.now(id).evaluated_at);
  check_nothing_counted(world, id);
  CHECK_FALSE(world.jobs.next_due(audit::evaluate_job));
  // It can be asked for again.
  world.evaluator.before = nullptr;
  world.evaluator.answers("Greeted?", true);
  world.evaluate_again(id);
  CHECK(world.status(id) == "COMPLETED");
  CHECK_FALSE(world.now(id).status_reason);
}

TEST_CASE("why an evaluation failed is told in one line of valid text") {
  const auto reason = [](std::string what) {
    World world;
    world.active({asking("Greeted?")});
    world.evaluator.before = [&](const auto&, auto) { throw std::runtime_error(what); };
    const auto id = world.conversation(hello());
    run_to_the_end(world);
    const std::string prefix = "The evaluation failed 8 times: ";
    const auto said = world.now(id).status_reason.value_or("");
    CHECK(said.starts_with(prefix));
    return said.substr(prefix.size());
  };
  CHECK(reason("line one\nline two\r\n\x01") == "line one line two");
  CHECK(reason(std::string(500, 'x')) == std::string(500, 'x'));
  CHECK(reason(std::string(501, 'x')) == std::string(500, 'x'));
  std::string accents = "x";
  for (int i = 0; i < 300; ++i) accents += "é";
  CHECK(org::is_valid_utf8(reason(accents)));
  CHECK(reason(accents).size() == 499);
  CHECK(reason("caf\xE9 closed") == "caf? closed");
}

TEST_CASE("re-evaluation that fails for good keeps what a reviewer answered") {
  World world;
  world.active({scored("Greeted?"), scored("Thanked?")});
  world.evaluator.answers("Greeted?", false);
  world.evaluator.answers("Thanked?", true);
  const auto id = world.evaluated();
  const auto corrected = world.correct(id, "Greeted?", {true, {}, {}});
  must(world.conversations.reevaluate(world.here, id));
  world.evaluator.before = fault;
  run_to_the_end(world);
  CHECK(world.status(id) == "FAILED");
  REQUIRE(world.answers(id).size() == 1);
  CHECK(world.answers(id)[0] == corrected);
  CHECK_FALSE(world.now(id).score);
  world.evaluator.before = nullptr;
  world.evaluate_again(id);
  CHECK(world.answer(id, "Greeted?") == corrected);
  CHECK(world.now(id).score == 100);
}

TEST_CASE("one conversation whose evaluation faults does not hold up the others") {
  World world;
  world.active({asking("Greeted?")});
  world.evaluator.answers("Greeted?", true);
  std::vector<audit::ConversationId> ids;
  for (int i = 0; i < 5; ++i) ids.push_back(world.conversation(hello()));
  const auto bad = ids[2];
  world.evaluator.before = [&](const auto&, std::span<const audit::Message> messages) {
    if (messages.size() == 1) throw std::runtime_error("too short");
  };
  const auto short_one = world.conversation(transcript({says(audit::SenderRole::employee, "Hm.", 0)}));

  SECTION("the evaluator's fault") {
    CHECK(world.evaluations.run_due() == 6);
    for (const auto id : ids) CHECK(world.status(id) == "COMPLETED");
  }
  SECTION("a fault in reading") {
    world.conversation_store.before = [&](std::string_view call, audit::ConversationId id) {
      if (id == bad && call == "messages") throw std::runtime_error("disk I/O error");
    };
    CHECK(world.evaluations.run_due() == 6);
    for (const auto id : ids) CHECK(world.status(id) == (id == bad ? "PENDING" : "COMPLETED"));
    world.conversation_store.before = nullptr;
  }
  SECTION("a fault in storing") {
    world.answer_store.before = [&](std::string_view call, audit::ConversationId id) {
      if (id == bad && call == "replace") throw std::runtime_error("disk I/O error");
    };
    CHECK(world.evaluations.run_due() == 6);
    for (const auto id : ids) CHECK(world.status(id) == (id == bad ? "PENDING" : "COMPLETED"));
    world.answer_store.before = nullptr;
  }
  CHECK(world.status(short_one) == "PENDING");
  world.evaluator.before = nullptr;
  world.clock.advance_ms(1000);
  world.evaluations.run_due();
  CHECK(world.status(bad) == "COMPLETED");
  CHECK(world.status(short_one) == "COMPLETED");
  CHECK(world.statistics.employee(world.here, world.ana.id)->answers == 6);
  CHECK(world.statistics.employee(world.here, world.ana.id)->by_status == audit::StatusCounts{.completed = 6});
}

TEST_CASE("a fault of the storage that does not go away makes the conversation FAILED, not PENDING for ever") {
  World world;
  world.active({asking("Greeted?")});
  world.evaluator.answers("Greeted?", true);
  const auto id = world.conversation(hello());
  SECTION("in reading") {
    world.conversation_store.before = [&](std::string_view call, audit::ConversationId) {
      if (call == "messages") throw std::runtime_error("database disk image is malformed");
    };
  }
  SECTION("in storing") {
    world.answer_store.before = [&](std::string_view call, audit::ConversationId) {
      if (call == "replace") throw std::runtime_error("database disk image is malformed");
    };
  }
  CHECK(run_to_the_end(world) == org::job_attempts_max);
  CHECK(world.status(id) == "FAILED");
  CHECK(world.now(id).status_reason == "The evaluation failed 8 times: database disk image is malformed");
  check_nothing_counted(world, id);
  world.conversation_store.before = nullptr;
  world.answer_store.before = nullptr;
  world.evaluate_again(id);
  CHECK(world.status(id) == "COMPLETED");
}

TEST_CASE("a worker that lost its lease has no effect") {
  World world;
  world.active({asking("Greeted?")});
  const auto id = world.conversation(hello());
  int calls = 0;
  world.evaluator.before = [&](const auto&, auto) {
    if (++calls > 1) return;
    // While the first worker judges, its lease runs out, and a second one does the work and is done.
    world.clock.advance_ms(audit::EvaluationService::lease_ms);
    world.evaluator.answers("Greeted?", true);
    CHECK(world.evaluations.run_due() == 1);
    world.evaluator.answers("Greeted?", false);
  };
  world.evaluations.run_due();
  CHECK(calls == 2);
  CHECK(world.answered(id, "Greeted?") == "true");
  CHECK(world.statistics.employee(world.here, world.ana.id)->answers == 1);
  CHECK(world.statistics.employee(world.here, world.ana.id)->conversations == 1);
  CHECK_FALSE(world.jobs.next_due(audit::evaluate_job));
}

TEST_CASE("a worker that lost its lease does not give back a job that is another's") {
  World world;
  world.active({asking("Greeted?")});
  world.evaluator.answers("Greeted?", true);
  const auto id = world.conversation(hello());
  int calls = 0;
  world.evaluator.before = [&](const auto&, auto) {
    if (++calls > 1) return;
    world.clock.advance_ms(audit::EvaluationService::lease_ms);
    CHECK(world.evaluations.run_due() == 1);
    throw std::runtime_error("too late");
  };
  world.evaluations.run_due();
  CHECK(world.status(id) == "COMPLETED");
  CHECK_FALSE(world.jobs.next_due(audit::evaluate_job));
}

TEST_CASE("a job whose conversation needs no evaluation ends without one") {
  World world;
  world.active({asking("Greeted?")});
  world.evaluator.answers("Greeted?", true);
  const auto done = world.evaluated(), empty = world.conversation();
  const auto before = world.now(done);
  world.transactor.write([&] {
    for (const auto& subject : {done.value, empty.value, unknown<audit::ConversationId>().value}) {
      world.jobs.enqueue(world.here, audit::evaluate_job, subject, world.clock.now());
    }
  });
  world.clock.advance_ms(10);
  CHECK(world.evaluations.run_due() == 3);
  CHECK(world.now(done) == before);
  CHECK(world.status(empty) == "PENDING");
  CHECK(world.evaluator.seen().size() == 1);
  CHECK_FALSE(world.jobs.next_due(audit::evaluate_job));
}

TEST_CASE("more than a batch is evaluated batch by batch, each conversation once") {
  World world;
  world.active({asking("Greeted?")});
  world.evaluator.answers("Greeted?", true);
  std::vector<audit::ConversationId> ids;
  for (std::size_t i = 0; i < 2 * audit::EvaluationService::batch_max + 1; ++i)
    ids.push_back(world.conversation(hello()));
  CHECK(world.evaluations.run_due() == ids.size());
  for (const auto id : ids) CHECK(world.status(id) == "COMPLETED");
  CHECK(world.evaluator.seen().size() == ids.size());
}

TEST_CASE("an evaluator that answers too few or too many questions is not believed beyond them") {
  class Miscounting final : public audit::Evaluator {
   public:
    std::size_t count = 0;
    std::vector<audit::Judgement> evaluate(const std::shared_ptr<const audit::QuestionnaireSnapshot>&,
                                           std::span<const audit::Message>) override {
      return std::vector<audit::Judgement>(count, audit::Judgement{.answer = true});
    }
  } evaluator;
  World world;
  world.active({asking("A?"), asking("B?")});
  audit::EvaluationService evaluations({world.transactor, world.organization_store, world.questionnaire_store,
                                        world.question_store, world.conversation_store, world.answer_store,
                                        world.statistics_store, world.department_store, world.alert_stores,
                                        world.model_store, world.jobs, evaluator, world.clock, world.ids});
  for (const auto& [count, expected] : std::vector<std::pair<std::size_t, std::string>>{
           {0, "none none"}, {1, "true none"}, {2, "true true"}, {3, "true true"}}) {
    evaluator.count = count;
    const auto id = world.conversation(hello());
    evaluations.run_due();
    CHECK(world.answered(id, "A?") + " " + world.answered(id, "B?") == expected);
    CHECK(world.answers(id).size() == 2);
  }
}

TEST_CASE("an evaluation that ends the process each time is given up without another try") {
  World world;
  world.active({asking("Greeted?")});
  world.evaluator.answers("Greeted?", true);
  const auto id = world.conversation(hello());
  // As a process that is killed leaves it: leased, neither finished nor failed.
  for (int attempt = 0; attempt < org::job_attempts_max; ++attempt) {
    CHECK(world.jobs.lease(audit::evaluate_job, 1, world.clock.now(), world.clock.now()).size() == 1);
  }
  CHECK(world.status(id) == "PENDING");
  int calls = 0;
  world.evaluator.before = [&](const auto&, auto) { ++calls; };
  CHECK(world.evaluations.run_due() == 1);
  CHECK(calls == 0);
  CHECK(world.status(id) == "FAILED");
  CHECK(world.now(id).status_reason == "The evaluation failed 8 times: the program ended each time");
  check_nothing_counted(world, id);
  CHECK_FALSE(world.jobs.next_due(audit::evaluate_job));
  world.evaluate_again(id);
  CHECK(world.status(id) == "COMPLETED");
}
