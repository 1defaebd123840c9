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

TEST_CASE("payment rules and team addresses are checked, changed and cleared") {
  OrgWorld world;
  org::PaymentRules rules;
  rules.min_days = 1;
  rules.max_days = 30;
  rules.business_days_only = true;
  rules.allowed_weekdays = std::vector{org::Weekday::monday, org::Weekday::friday};
  rules.holidays = {*org::Date::parse("2026-12-25")};
  rules.cutoff_time = org::WallTime{17 * 60};
  rules.not_beyond_month_end = true;
  org::OrganizationChanges changes;
  changes.payment_rules = std::optional(rules);
  changes.team_emails = org::TeamEmails{{"billing", "billing@example.com"}, {"legal", "legal@example.com"}};
  changes.mcp_enabled = true;
  const auto changed = world.organizations.update(world.here, changes).value();
  CHECK(changed.payment_rules == rules);
  CHECK(changed.team_emails.size() == 2);
  CHECK(changed.mcp_enabled);
  CHECK(world.organizations.find(world.here).value() == changed);
  CHECK_FALSE(world.organizations.find(world.elsewhere)->mcp_enabled);

  org::OrganizationChanges cleared;
  cleared.payment_rules = std::optional<org::PaymentRules>();
  cleared.team_emails = org::TeamEmails{};
  const auto clear = world.organizations.update(world.here, cleared).value();
  CHECK_FALSE(clear.payment_rules);
  CHECK(clear.team_emails.empty());
  CHECK(clear.mcp_enabled);
}

TEST_CASE("payment rules have bounds") {
  struct Row {
    std::int64_t min, max;
    int cutoff;
    const char* expected;
  };
  for (const Row& row : {Row{0, 0, 0, "ok"}, Row{3, 3, 1439, "ok"}, Row{0, 366, 60, "ok"},
                         Row{4, 3, 60, "invalid: paymentRules.maxDays must not be less than minDays"},
                         Row{-1, 3, 60, "invalid: paymentRules.minDays must not be less than 0"},
                         Row{0, 367, 60, "invalid: paymentRules.maxDays must not be greater than 366"},
                         Row{0, 3, 1440, "invalid: paymentRules.cutoffTime must be before 24:00"}}) {
    INFO(row.min << " " << row.max << " " << row.cutoff);
    OrgWorld world;
    org::PaymentRules rules;
    rules.min_days = row.min;
    rules.max_days = row.max;
    rules.cutoff_time = org::WallTime{row.cutoff};
    org::OrganizationChanges changes;
    changes.payment_rules = std::optional(rules);
    CHECK(said(world.organizations.update(world.here, changes)) == row.expected);
  }
}

TEST_CASE("team addresses are addresses, and teams are at most 100") {
  OrgWorld world;
  const auto with = [&](org::TeamEmails emails) {
    org::OrganizationChanges changes;
    changes.team_emails = std::move(emails);
    return said(world.organizations.update(world.here, changes));
  };
  CHECK(with({{"a", "nobody"}, {"b", "b@example.com"}, {"c", "x@y, z@y"}}) ==
        "invalid: teamEmails.a must be an email | teamEmails.c must be an email");
  CHECK(with({{"", "a@example.com"}}) == "invalid: teamEmails must name teams with 1 to 100 characters");
  CHECK(with({{std::string(100, 'x'), "a@example.com"}}) == "ok");
  CHECK(with({{std::string(101, 'x'), "a@example.com"}}) ==
        "invalid: teamEmails must name teams with 1 to 100 characters");
  org::TeamEmails many;
  for (int i = 0; i < 100; ++i) many["team " + std::to_string(i)] = "a@example.com";
  CHECK(with(many) == "ok");
  many["one more"] = "a@example.com";
  CHECK(with(many) == "invalid: teamEmails must contain no more than 100 teams");
}
