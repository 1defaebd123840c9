// Organizations and providers.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "support/org_world.hpp"

using namespace parlance;
using org::Channel;
using test::OrgWorld;
using test::said;
using test::unknown;

namespace {

std::string defaults(OrgWorld& world) {
  std::string out;
  for (const auto& provider : world.providers.list(world.here, {}).results) {
    if (provider.is_default) out += (out.empty() ? "" : ", ") + provider.name;
  }
  return out;
}

}  // namespace

TEST_CASE("an organization is created with its name, time zone and language") {
  OrgWorld world;
  const auto made = world.organizations.create({"Acme", "Europe/Madrid", org::Language::es}).value();
  CHECK(made.name == "Acme");
  CHECK(made.timezone == "Europe/Madrid");
  CHECK(made.language == org::Language::es);
  CHECK(made.created_at == test::some_day);
  CHECK(world.organizations.find(made.id).value() == made);
  REQUIRE(world.organizations.all().size() == 3);
  CHECK(world.organizations.all().back() == made);
}

TEST_CASE("an organization's name and time zone are checked together") {
  OrgWorld world;
  const std::string zone = "timezone must be an IANA time zone name, such as Europe/Madrid";
  CHECK(said(world.organizations.create({"", "Madrid"})) == "invalid: name should not be empty | " + zone);
  CHECK(said(world.organizations.create({std::string(201, 'x')})) ==
        "invalid: name must be shorter than or equal to 200 characters");
  CHECK(said(world.organizations.create({"Acme", "europe/madrid"})) == "invalid: " + zone);
  CHECK(said(world.organizations.create({"Acme", ""})) == "invalid: " + zone);
  CHECK(world.organizations.all().size() == 2);
}

TEST_CASE("an organization's update changes what was sent and nothing else") {
  OrgWorld world;
  const auto before = world.organizations.find(world.here).value();
  world.clock.advance_ms(3);
  org::OrganizationChanges changes;
  changes.timezone = std::string("Europe/Madrid");
  auto expected = before;
  expected.timezone = "Europe/Madrid";
  expected.updated_at.ms += 3;
  CHECK(world.organizations.update(world.here, changes).value() == expected);
  changes.timezone = std::string("Mars");
  changes.name = std::string("New");
  CHECK(said(world.organizations.update(world.here, changes)) ==
        "invalid: timezone must be an IANA time zone name, such as Europe/Madrid");
  CHECK(world.organizations.find(world.here).value() == expected);
}

TEST_CASE("an unknown organization is not found") {
  OrgWorld world;
  const auto nobody = unknown<org::OrgId>();
  const std::string missing = "not found: Organization " + nobody.text() + " not found";
  CHECK(said(world.organizations.find(nobody)) == missing);
  CHECK(said(world.organizations.update(nobody, {})) == missing);
}

TEST_CASE("the first provider of a channel becomes its default") {
  OrgWorld world;
  CHECK(world.provider("Line 1", Channel::phone).is_default);
  CHECK_FALSE(world.provider("Line 2", Channel::phone).is_default);
  CHECK(world.provider("Chat", Channel::webchat).is_default);
  CHECK(defaults(world) == "Line 1, Chat");
}

TEST_CASE("a provider that is to be the default takes it over from the one before") {
  OrgWorld world;
  const auto first = world.provider("Line 1", Channel::phone);
  world.provider("Chat", Channel::webchat);
  world.clock.advance_ms(9);
  const auto second = world.providers.create(world.here, {"Line 2", Channel::phone, true}).value();
  CHECK(second.is_default);
  CHECK(defaults(world) == "Chat, Line 2");
  const auto list = world.providers.list(world.here, {});
  CHECK(list.total == 3);
  CHECK(list.results[0].id == first.id);
  CHECK(list.results[0].updated_at == org::UtcTime{test::some_day.ms + 9});
  CHECK(list.results[0].created_at == test::some_day);
}

TEST_CASE("channels and organizations have defaults of their own") {
  OrgWorld world;
  for (const auto& [channel, name] : org::EnumText<Channel>::values) {
    CHECK(world.provider(std::string(name), channel).is_default);
  }
  CHECK(world.providers.create(world.elsewhere, {"Theirs", Channel::phone}).value().is_default);
  CHECK(world.providers.list(world.here, {}).total == 6);
  CHECK(world.providers.list(world.elsewhere, {}).total == 1);
}

TEST_CASE("a provider needs a name of 1 to 200 characters") {
  OrgWorld world;
  CHECK(said(world.providers.create(world.here, {"", Channel::sms})) == "invalid: name should not be empty");
  CHECK(said(world.providers.create(world.here, {std::string(201, 'x'), Channel::sms})) ==
        "invalid: name must be shorter than or equal to 200 characters");
  CHECK(world.providers.list(world.here, {}).total == 0);
  CHECK(said(world.providers.create(world.here, {std::string(200, 'x'), Channel::sms})) == "ok");
}

TEST_CASE("names of enumerators are read back from their text") {
  for (const auto& [channel, name] : org::EnumText<Channel>::values) {
    CHECK(org::text_of(channel) == name);
    CHECK(org::parse_enum<Channel>(name) == channel);
  }
  CHECK_FALSE(org::parse_enum<Channel>("Phone"));
  CHECK_FALSE(org::parse_enum<Channel>(""));
  CHECK(org::one_of<org::Language>() == "must be one of the following values: en, es, pt");
}
