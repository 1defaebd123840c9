// Customers (contract section 2).
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "support/org_world.hpp"

using namespace parlance;
using test::OrgWorld;
using test::said;
using test::unknown;

namespace {

org::NewCustomer called(std::string external_id, std::string name = "José") {
  org::NewCustomer command;
  command.external_id = std::move(external_id);
  command.name = std::move(name);
  return command;
}
template <class Member, class Value>
org::NewCustomer with(Member member, Value value) {
  auto command = called("c-1");
  command.*member = std::move(value);
  return command;
}
org::Metadata keys(std::size_t count) {
  org::Metadata out;
  for (std::size_t i = 0; i < count; ++i) out["k" + std::to_string(i)] = true;
  return out;
}
// `bytes` in all, as the limit counts.
org::Metadata of_size(std::size_t bytes) {
  return {{"k", std::string(bytes - 1 - 1 - 8 - 1 - 1, 'x')}, {"n", 1.0}, {"b", true}};
}

}  // namespace

TEST_CASE("a customer is created with what was sent, and read back") {
  OrgWorld world;
  auto command = called("c-1");
  command.phone_number = "+34910000000";
  command.email = "jose@example.com";
  command.timezone = "Europe/Madrid";
  command.metadata = {{"debt", 12.5}, {"vip", true}, {"plan", std::string("gold")}};
  command.consent = org::Consent{org::ConsentBasis::express, {5}, "call 17"};
  command.do_not_call = true;
  const auto customer = world.customers.create(world.here, command).value();
  CHECK(static_cast<const org::CustomerContent&>(customer) == command);
  CHECK(customer.created_at == test::some_day);
  CHECK(world.customers.find(world.here, customer.id).value() == customer);
  CHECK(said(world.customers.find(world.elsewhere, customer.id)) ==
        "not found: Customer " + customer.id.text() + " not found");
}

TEST_CASE("a customer's fields are bounded, and all problems are told at once") {
  using C = org::CustomerContent;
  struct Row {
    org::NewCustomer command;
    std::string said;
  };
  const std::string phone = "invalid: phoneNumber must be a valid phone number (E.164)";
  const std::string zone = "invalid: timezone must be an IANA time zone name, such as Europe/Madrid";
  const std::string size = "invalid: metadata must not be larger than 16384 bytes";
  const std::string names = "invalid: metadata must have keys of 1 to 128 characters";
  const auto row = GENERATE_REF(values<Row>({
      {called(std::string(128, 'x')), "ok"},
      {called(std::string(129, 'x')), "invalid: externalId must be shorter than or equal to 128 characters"},
      {called(""), "invalid: externalId should not be empty"},
      {called("c", std::string(200, 'x')), "ok"},
      {called("c", std::string(201, 'x')), "invalid: name must be shorter than or equal to 200 characters"},
      {called("c", " "), "invalid: name should not be empty"},
      {with(&C::phone_number, "+1234567"), "ok"},
      {with(&C::phone_number, "+123456"), phone},
      {with(&C::phone_number, "+123456789012345"), "ok"},
      {with(&C::phone_number, "+1234567890123456"),
       "invalid: phoneNumber must be shorter than or equal to 16 characters"},
      {with(&C::phone_number, "+0123456789"), phone},
      {with(&C::phone_number, "34910000000"), phone},
      {with(&C::phone_number, "+34 910000000"), phone},
      {with(&C::phone_number, "+3491000000x"), phone},
      {with(&C::email, "nobody"), "invalid: email must be an email"},
      {with(&C::timezone, "Europe/Madrid"), "ok"},
      {with(&C::timezone, "Europe/Atlantis"), zone},
      {with(&C::timezone, "europe/madrid"), zone},
      {with(&C::metadata, keys(64)), "ok"},
      {with(&C::metadata, keys(65)), "invalid: metadata must contain no more than 64 keys"},
      {with(&C::metadata, of_size(16 * 1024)), "ok"},
      {with(&C::metadata, of_size(16 * 1024 + 1)), size},
      {with(&C::metadata, org::Metadata{{"", true}}), names},
      {with(&C::metadata, org::Metadata{{std::string(128, 'k'), true}}), "ok"},
      {with(&C::metadata, org::Metadata{{std::string(129, 'k'), true}}), names},
      {with(&C::consent, org::Consent{org::ConsentBasis::none, {1}, ""}),
       "invalid: consent.source should not be empty"},
  }));
  OrgWorld world;
  CHECK(said(world.customers.create(world.here, row.command)) == row.said);
  CHECK(world.customers.list(world.here, {}, {}).total == (row.said == "ok" ? 1 : 0));

  // The same of a change, which leaves the customer as it was when it is refused.
  auto before = called("other");
  before.external_id = "other";
  const auto customer = world.customers.create(world.here, before).value();
  org::CustomerChanges changes;
  changes.name = {row.command.name};
  changes.phone_number = {row.command.phone_number};
  changes.email = {row.command.email};
  changes.timezone = {row.command.timezone};
  changes.metadata = {row.command.metadata};
  changes.consent = {row.command.consent};
  if (row.command.external_id != "c-1") changes.external_id = {row.command.external_id + "2"};
  if (row.command.external_id.empty()) changes.external_id = {""};
  if (row.command.external_id.size() == 128) return;  // one longer than the bound
  const auto updated = world.customers.update(world.here, customer.id, changes);
  CHECK(said(updated) == row.said);
  if (!updated) CHECK(world.customers.find(world.here, customer.id).value() == customer);
}

TEST_CASE("external ids are unique among the customers that are there") {
  OrgWorld world;
  const auto first = world.customers.create(world.here, called("c-1")).value();
  const std::string taken = "conflict: Customer with externalId c-1 already exists";
  CHECK(said(world.customers.create(world.here, called("c-1"))) == taken);
  CHECK(said(world.customers.create(world.elsewhere, called("c-1"))) == "ok");
  const auto second = world.customers.create(world.here, called("c-2")).value();
  org::CustomerChanges changes;
  changes.external_id = {"c-1"};
  CHECK(said(world.customers.update(world.here, second.id, changes)) == taken);
  CHECK(said(world.customers.update(world.here, first.id, changes)) == "ok");
  test::must(world.customers.remove(world.here, first.id));
  CHECK(said(world.customers.update(world.here, second.id, changes)) == "ok");
}

TEST_CASE("a change of a customer touches what was sent and nothing else") {
  OrgWorld world;
  auto command = called("c-1");
  command.metadata = {{"a", true}, {"b", 2.0}};
  command.phone_number = "+34910000000";
  const auto before = world.customers.create(world.here, command).value();
  world.clock.advance_ms(7);
  org::CustomerChanges changes;
  changes.metadata = {org::Metadata{{"c", std::string("new")}}};
  changes.phone_number = {std::nullopt};
  auto expected = before;
  expected.metadata = {{"c", std::string("new")}};
  expected.phone_number.reset();
  expected.updated_at.ms += 7;
  CHECK(world.customers.update(world.here, before.id, changes).value() == expected);
  CHECK(world.customers.find(world.here, before.id).value() == expected);
}

TEST_CASE("a deleted customer is gone") {
  OrgWorld world;
  const auto customer = world.customers.create(world.here, called("c-1")).value();
  const std::string missing = "not found: Customer " + customer.id.text() + " not found";
  CHECK(said(world.customers.remove(world.elsewhere, customer.id)) == missing);
  CHECK(said(world.customers.remove(world.here, customer.id)) == "ok");
  CHECK(said(world.customers.remove(world.here, customer.id)) == missing);
  CHECK(said(world.customers.find(world.here, customer.id)) == missing);
  CHECK(said(world.customers.update(world.here, customer.id, {})) == missing);
  CHECK(world.customers.list(world.here, {}, {}).total == 0);
}
