// Transfer events and who handled what (contract section 3, TransferEvent; 7.7).
#include <catch2/catch_test_macros.hpp>

#include "parlance/audit/handling.hpp"
#include "support/world.hpp"

using namespace parlance;
using namespace parlance::test;
using audit::SenderRole;
using Kind = audit::TransferKind;

namespace {

struct Transfers : World {
  org::Department billing = department("Billing"), sales = department("Sales");
  org::Employee eva = employee("Eva", billing.id);

  audit::NewTransferEvent event(Kind kind, std::int64_t at, org::DepartmentId to, std::optional<std::string> id = {},
                                std::optional<org::EmployeeId> employee = {}) const {
    audit::NewTransferEvent out;
    out.kind = kind;
    out.transfer_id = std::move(id);
    out.to_department_id = to;
    out.to_employee_id = employee;
    out.original_date_time = {at};
    return out;
  }
  std::string add(std::vector<audit::NewTransferEvent> events) {
    return said(conversations.add_messages(here, conversation(), transcript(hello().messages, std::move(events))));
  }
  // Who handled each message: "Ana@Support Eva@Billing ?@Billing".
  std::string handlers(audit::ConversationId id) {
    std::string out;
    const auto all = conversations.messages(here, id).value();
    for (const auto& message : all) {
      if (!out.empty()) out += ' ';
      out += message.employee_id ? employees.find(here, *message.employee_id).value().name : "?";
      out += '@';
      out += message.department_id ? departments.find(here, *message.department_id).value().name : "?";
    }
    return out;
  }
};

// Five messages at 0, 10, 20, 30 and 40 ms.
std::vector<audit::NewMessage> five() {
  std::vector<audit::NewMessage> out;
  for (std::int64_t at = 0; at <= 40; at += 10) out.push_back(says(SenderRole::employee, "Line.", at));
  return out;
}

const std::string unrequested = "transferEvents.0.kind must follow the requested event of its transfer";

}  // namespace

TEST_CASE("a conversation without transfers is handled by its employee's first department") {
  Transfers world;
  must(world.employees.add_department(world.here, world.ana.id, world.sales.id));
  CHECK(world.handlers(world.conversation(transcript(five()))) ==
        "Ana@Support Ana@Support Ana@Support Ana@Support Ana@Support");
  must(world.employees.remove_department(world.here, world.ana.id, world.support.id));
  CHECK(world.handlers(world.conversation(hello())) == "Ana@Sales Ana@Sales");
}

TEST_CASE("a completed transfer hands over what follows, its own millisecond included") {
  Transfers world;
  const auto id =
      world.conversation(transcript(five(), {world.event(Kind::requested, 5, world.billing.id, "t1"),
                                             world.event(Kind::completed, 20, world.billing.id, "t1", world.eva.id)}));
  CHECK(world.handlers(id) == "Ana@Support Ana@Support Eva@Billing Eva@Billing Eva@Billing");
}

TEST_CASE("a hand-over that names no employee leaves what follows to the department") {
  Transfers world;
  const auto id = world.conversation(transcript(
      five(), {world.event(Kind::requested, 5, world.billing.id), world.event(Kind::completed, 21, world.billing.id)}));
  CHECK(world.handlers(id) == "Ana@Support Ana@Support Ana@Support ?@Billing ?@Billing");
}

TEST_CASE("requested, failed and cancelled transfers hand over nothing") {
  Transfers world;
  const auto id =
      world.conversation(transcript(five(), {world.event(Kind::requested, 5, world.billing.id, "t1"),
                                             world.event(Kind::failed, 10, world.billing.id, "t1", world.eva.id),
                                             world.event(Kind::requested, 15, world.billing.id, "t2"),
                                             world.event(Kind::cancelled, 20, world.billing.id, "t2", world.eva.id),
                                             world.event(Kind::requested, 25, world.billing.id, "t3", world.eva.id)}));
  CHECK(world.handlers(id) == "Ana@Support Ana@Support Ana@Support Ana@Support Ana@Support");
  CHECK(world.conversations.transfer_events(world.here, id).value().size() == 5);
}

TEST_CASE("several hand-overs follow each other by time, whatever their order in the request") {
  Transfers world;
  const auto id =
      world.conversation(transcript(five(), {world.event(Kind::completed, 30, world.sales.id, "t2"),
                                             world.event(Kind::requested, 25, world.sales.id, "t2"),
                                             world.event(Kind::completed, 10, world.billing.id, "t1", world.eva.id),
                                             world.event(Kind::requested, 10, world.billing.id, "t0"),
                                             world.event(Kind::requested, 5, world.billing.id, "t1")}));
  CHECK(world.handlers(id) == "Ana@Support Eva@Billing Eva@Billing ?@Sales ?@Sales");
  std::string times;
  const auto all = world.conversations.transfer_events(world.here, id).value();
  for (const auto& event : all) {
    times += std::to_string(event.original_date_time.ms) + event.transfer_id.value_or("") + " ";
  }
  CHECK(times == "5t1 10t1 10t0 25t2 30t2 ");
}

TEST_CASE("departments of a transfer are named by id or key, and kept by id") {
  Transfers world;
  auto event = world.event(Kind::requested, 5, world.billing.id, "t1");
  event.to_department_id = world.billing.entity_key;
  event.from_department_id = world.support.entity_key;
  event.reason = "Asks about an invoice.";
  const auto id = world.conversation(transcript(hello().messages, {event}));
  const auto kept = world.conversations.transfer_events(world.here, id).value();
  REQUIRE(kept.size() == 1);
  CHECK(kept[0].to_department_id == world.billing.id);
  CHECK(kept[0].from_department_id == world.support.id);
  CHECK(kept[0].reason == "Asks about an invoice.");
  CHECK(kept[0].transfer_id == "t1");
}

TEST_CASE("unknown departments and employees of a transfer are named") {
  Transfers world;
  const auto gone = world.employee("Gone", world.billing.id);
  must(world.employees.remove(world.here, gone.id));
  auto event = world.event(Kind::requested, 5, unknown<org::DepartmentId>(), "t1", unknown<org::EmployeeId>());
  event.from_department_id = org::EntityKey{"DEP-ZZZZZZZZ"};
  CHECK(world.add({world.event(Kind::requested, 5, world.billing.id, "t0"), event}) ==
        "invalid: transferEvents.1.toDepartmentId must be an existing department | transferEvents.1.fromDepartmentId "
        "must be an existing department | transferEvents.1.toEmployeeId must be an existing employee");
  CHECK(world.add({world.event(Kind::requested, 5, world.billing.id, "t0", gone.id)}) ==
        "invalid: transferEvents.0.toEmployeeId must be an existing employee");
}

TEST_CASE("within one transfer: requested, then one other kind at most") {
  Transfers world;
  const auto kinds = [&](std::vector<std::pair<Kind, std::string>> sent) {
    std::vector<audit::NewTransferEvent> events;
    std::int64_t at = 0;
    for (auto& [kind, id] : sent) events.push_back(world.event(kind, ++at, world.billing.id, id));
    return world.add(std::move(events));
  };
  const std::string second_end = "must be the only end of its transfer";
  for (const Kind end : {Kind::completed, Kind::failed, Kind::cancelled}) {
    CAPTURE(org::text_of(end));
    CHECK(kinds({{end, "a"}}) == "invalid: " + unrequested);
    CHECK(kinds({{Kind::requested, "a"}, {end, "a"}}) == "ok");
    CHECK(kinds({{end, "a"}, {Kind::requested, "a"}}) == "invalid: " + unrequested);
    CHECK(kinds({{Kind::requested, "a"}, {end, "b"}}) ==
          "invalid: transferEvents.1.kind must follow the requested event of its transfer");
    CHECK(kinds({{Kind::requested, "a"}, {end, "a"}, {Kind::requested, "a"}}) ==
          "invalid: transferEvents.2.kind must not be requested twice in one transfer");
    CHECK(kinds({{Kind::requested, "a"}, {Kind::requested, "b"}, {end, "b"}, {end, "a"}}) == "ok");
    for (const Kind other : {Kind::completed, Kind::failed, Kind::cancelled}) {
      CHECK(kinds({{Kind::requested, "a"}, {end, "a"}, {other, "a"}}) ==
            "invalid: transferEvents.2.kind " + second_end);
    }
  }
  CHECK(kinds({{Kind::requested, "a"}}) == "ok");
  CHECK(kinds({{Kind::requested, "a"}, {Kind::requested, "a"}}) ==
        "invalid: transferEvents.1.kind must not be requested twice in one transfer");
}

TEST_CASE("events without a transferId belong together per department") {
  Transfers world;
  const auto& billing = world.billing.id;
  const auto& sales = world.sales.id;
  CHECK(world.add({world.event(Kind::requested, 1, billing), world.event(Kind::completed, 2, billing)}) == "ok");
  CHECK(world.add({world.event(Kind::requested, 1, billing), world.event(Kind::completed, 2, sales)}) ==
        "invalid: transferEvents.1.kind must follow the requested event of its transfer");
  CHECK(world.add({world.event(Kind::requested, 1, billing), world.event(Kind::requested, 2, sales),
                   world.event(Kind::failed, 3, billing), world.event(Kind::completed, 4, sales)}) == "ok");
  // A department that could not be reached is tried again.
  CHECK(world.add({world.event(Kind::requested, 1, billing), world.event(Kind::failed, 2, billing),
                   world.event(Kind::requested, 3, billing), world.event(Kind::completed, 4, billing)}) == "ok");
  CHECK(world.add({world.event(Kind::requested, 1, billing), world.event(Kind::requested, 2, billing)}) ==
        "invalid: transferEvents.1.kind must not be requested twice in one transfer");
  // A transferId that looks like the department's id is a transfer of its own.
  CHECK(
      world.add({world.event(Kind::requested, 1, billing), world.event(Kind::completed, 2, billing, billing.text())}) ==
      "invalid: transferEvents.1.kind must follow the requested event of its transfer");
}

TEST_CASE("the order within a transfer is by time, and each event keeps its number in the request") {
  Transfers world;
  CHECK(world.add({world.event(Kind::completed, 20, world.billing.id, "a"),
                   world.event(Kind::requested, 10, world.billing.id, "a")}) == "ok");
  CHECK(world.add({world.event(Kind::requested, 20, world.billing.id, "a"),
                   world.event(Kind::completed, 10, world.billing.id, "a")}) ==
        "invalid: transferEvents.1.kind must follow the requested event of its transfer");
  CHECK(world.add({world.event(Kind::requested, 10, world.billing.id, "a"),
                   world.event(Kind::completed, 10, world.billing.id, "a")}) == "ok");
}

TEST_CASE("problems of messages and of transfers are told together") {
  Transfers world;
  auto sent = transcript(hello().messages, {world.event(Kind::completed, 1, world.billing.id, "a")});
  sent.messages[0].content.clear();
  CHECK(said(world.conversations.add_messages(world.here, world.conversation(), sent)) ==
        "invalid: messages.0.content must be longer than or equal to 1 characters | " + unrequested);
}

TEST_CASE("a request has at most 100 transfer events, with bounded fields") {
  Transfers world;
  std::vector<audit::NewTransferEvent> events;
  for (int i = 0; i < 100; ++i) {
    events.push_back(world.event(Kind::requested, i, world.billing.id, "t" + std::to_string(i)));
  }
  CHECK(world.add(events) == "ok");
  events.push_back(world.event(Kind::requested, 100, world.billing.id, "t100"));
  CHECK(world.add(events) == "invalid: transferEvents must contain no more than 100 elements");
  auto event = world.event(Kind::requested, -1, world.billing.id, "");
  event.reason = std::string(1001, 'x');
  CHECK(world.add({event}) ==
        "invalid: transferEvents.0.transferId should not be empty | transferEvents.0.originalDateTime must not be less "
        "than 0 | transferEvents.0.reason must be shorter than or equal to 1000 characters");
}
