// Conversations: register, states, archive, ask again (specification, States and transitions; contract section 3).
#include <catch2/catch_test_macros.hpp>
#include <map>

#include "support/world.hpp"

using namespace parlance;
using namespace parlance::test;
using Status = audit::ConversationStatus;
using Event = audit::ConversationEvent;

namespace {

// A conversation of the world in each of the states.
std::map<Status, audit::ConversationId> one_in_each(World& world) {
  world.active({asking("Greeted?")});
  std::map<Status, audit::ConversationId> out;
  out[Status::pending] = world.conversation();
  out[Status::partially_completed] = world.evaluated();
  world.evaluator.before = [](const auto&, auto) { throw std::runtime_error("no answer from the model"); };
  out[Status::failed] = world.conversation(hello());
  for (int attempt = 0; attempt < org::job_attempts_max; ++attempt) {
    world.evaluations.run_due();
    world.clock.advance_ms(3'600'000);
  }
  world.evaluator.before = nullptr;
  world.evaluator.answers("Greeted?", true);
  out[Status::completed] = world.evaluated();
  out[Status::archived] = world.evaluated();
  must(world.conversations.archive(world.here, out[Status::archived]));
  for (const auto& [status, id] : out) {
    if (world.now(id).status != status) throw std::logic_error("the story went wrong: " + world.status(id));
  }
  return out;
}

}  // namespace

TEST_CASE("every event in every state leads where the table says, or nowhere") {
  constexpr auto none = std::optional<Status>();
  struct Row {
    Status from;
    // completed, partial, failed, reevaluate, archive, answers completed, answers missing
    std::array<std::optional<Status>, 7> to;
  };
  const std::vector<Row> table = {
      {Status::pending, {Status::completed, Status::partially_completed, Status::failed, none, none, none, none}},
      {Status::completed,
       {none, none, none, Status::pending, Status::archived, Status::completed, Status::partially_completed}},
      {Status::partially_completed,
       {none, none, none, Status::pending, Status::archived, Status::completed, Status::partially_completed}},
      {Status::failed, {none, none, none, Status::pending, Status::archived, none, none}},
      {Status::archived, {none, none, none, none, none, none, none}},
  };
  REQUIRE(table.size() == audit::conversation_status_count);
  constexpr std::array events = {Event::evaluation_completed,   Event::evaluation_partial, Event::evaluation_failed,
                                 Event::reevaluation_requested, Event::archive_requested,  Event::answers_completed,
                                 Event::answers_missing};
  for (const Row& row : table) {
    for (std::size_t i = 0; i < events.size(); ++i) {
      CAPTURE(org::text_of(row.from), i);
      CHECK((audit::next_status(row.from, events[i]) == row.to[i]));
    }
  }
}

TEST_CASE("a conversation is registered as PENDING") {
  World world;
  auto command = world.call();
  command.customer_id = "C-77";
  command.external_id = "call-1";
  command.language = org::Language::es;
  const auto made = world.conversations.create(world.here, command).value();
  CHECK(made.status == Status::pending);
  CHECK(made.provider_id == world.line.id);
  CHECK(made.employee_id == world.ana.id);
  CHECK(made.customer_id == "C-77");
  CHECK(made.external_id == "call-1");
  CHECK(made.language == org::Language::es);
  CHECK(made.original_date_time == org::UnixMs{1000});
  CHECK(made.message_count == 0);
  CHECK_FALSE(made.score);
  CHECK_FALSE(made.evaluated_at);
  CHECK(made.created_at == some_day);
  CHECK(world.now(made.id) == made);
  CHECK(world.answers(made.id).empty());
  // Nothing to evaluate yet.
  CHECK(world.evaluations.run_due() == 0);
}

TEST_CASE("whom and what a conversation names has to exist") {
  World world;
  const auto create = [&](auto tweak) {
    auto command = world.call();
    tweak(command);
    return said(world.conversations.create(world.here, command));
  };
  const auto gone = world.employee("Gone", world.support.id);
  must(world.employees.remove(world.here, gone.id));
  const auto loner = world.employee("Loner");
  const auto theirs = world.providers.create(world.elsewhere, {"Theirs", org::Channel::phone}).value();
  const std::string no_provider = "invalid: providerId must be an existing provider";
  CHECK(create([](auto&) {}) == "ok");
  CHECK(create([](auto& c) { c.provider_id = unknown<org::ProviderId>(); }) == no_provider);
  CHECK(create([&](auto& c) { c.provider_id = theirs.id; }) == no_provider);
  CHECK(create([](auto& c) { c.employee_id = unknown<org::EmployeeId>(); }) ==
        "invalid: employeeId must be an existing employee");
  CHECK(create([&](auto& c) { c.employee_id = gone.id; }) ==
        "invalid: employeeId must be an employee who is not deleted");
  CHECK(create([&](auto& c) { c.employee_id = loner.id; }) ==
        "invalid: employeeId must be an employee who belongs to a department");
  CHECK(create([](auto& c) {
          c.provider_id = unknown<org::ProviderId>();
          c.employee_id = unknown<org::EmployeeId>();
          c.external_id = "";
          c.customer_id = std::string(129, 'x');
          c.original_date_time = {-1};
        }) ==
        "invalid: customerId must be shorter than or equal to 128 characters | originalDateTime must not be less than "
        "0 | externalId should not be empty | providerId must be an existing provider | employeeId must be an existing "
        "employee");
}

TEST_CASE("an employee who left every department gets no conversation any more") {
  World world;
  CHECK(said(world.conversations.create(world.here, world.call())) == "ok");
  must(world.departments.remove(world.here, world.support.id));
  CHECK(said(world.conversations.create(world.here, world.call())) ==
        "invalid: employeeId must be an employee who belongs to a department");
}

TEST_CASE("a conversation's external id is unique within the organization") {
  World world;
  auto command = world.call();
  command.external_id = "call-1";
  must(world.conversations.create(world.here, command));
  CHECK(said(world.conversations.create(world.here, command)) ==
        "conflict: Conversation with externalId call-1 already exists");
  command.external_id = "call-2";
  CHECK(said(world.conversations.create(world.here, command)) == "ok");
}

TEST_CASE("another organization's conversation does not exist") {
  World world;
  const auto id = world.evaluated();
  const std::string missing = "not found: Conversation " + id.text() + " not found";
  CHECK(said(world.conversations.find(world.elsewhere, id)) == missing);
  CHECK(said(world.conversations.add_messages(world.elsewhere, id, hello())) == missing);
  CHECK(said(world.conversations.messages(world.elsewhere, id)) == missing);
  CHECK(said(world.conversations.transfer_events(world.elsewhere, id)) == missing);
  CHECK(said(world.conversations.answers(world.elsewhere, id)) == missing);
  CHECK(said(world.conversations.archive(world.elsewhere, id)) == missing);
  CHECK(said(world.conversations.reevaluate(world.elsewhere, id)) == missing);
  CHECK(said(world.conversations.correct(world.elsewhere, id, unknown<audit::AnswerId>(), {true, {}, {}})) == missing);
}

TEST_CASE("a conversation can be archived in any state but PENDING, once") {
  World world;
  const auto conversations = one_in_each(world);
  for (const auto& [status, id] : conversations) {
    CAPTURE(org::text_of(status));
    const auto before = world.now(id);
    const bool allowed = status != Status::pending && status != Status::archived;
    const std::string refused =
        "conflict: Conversation " + id.text() + " is " + world.status(id) + " and cannot be archived";
    CHECK(said(world.conversations.archive(world.here, id)) == (allowed ? "ok" : refused));
    CHECK(world.status(id) == (allowed ? "ARCHIVED" : org::text_of(status)));
    // Its result stays readable.
    CHECK(world.now(id).score == before.score);
    CHECK(world.now(id).message_count == before.message_count);
  }
}

TEST_CASE("a conversation can be evaluated again unless it is PENDING or ARCHIVED") {
  World world;
  const auto conversations = one_in_each(world);
  for (const auto& [status, id] : conversations) {
    CAPTURE(org::text_of(status));
    const bool allowed = status != Status::pending && status != Status::archived;
    const std::string refused =
        "conflict: Conversation " + id.text() + " is " + world.status(id) + " and cannot be evaluated again";
    CHECK(said(world.conversations.reevaluate(world.here, id)) == (allowed ? "ok" : refused));
    CHECK(world.status(id) == (allowed ? "PENDING" : org::text_of(status)));
    CHECK(world.evaluations.run_due() == (allowed ? 1 : 0));
    CHECK(world.status(id) == (allowed ? "COMPLETED" : org::text_of(status)));
    CHECK_FALSE(world.now(id).status_reason);
  }
}

TEST_CASE("an archived conversation takes neither messages nor corrections") {
  World world;
  const auto conversations = one_in_each(world);
  const auto id = conversations.at(Status::archived);
  CHECK(said(world.conversations.add_messages(world.here, id, hello())) ==
        "conflict: Conversation " + id.text() + " already has its transcript");
  CHECK(said(world.conversations.correct(world.here, id, world.answer(id, "Greeted?").id, {false, {}, {}})) ==
        "conflict: Conversation " + id.text() + " is ARCHIVED, so its answers cannot be corrected");
  CHECK(world.answered(id, "Greeted?") == "true");
}
