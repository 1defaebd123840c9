// API keys (contract section 1, keys; 7.3).
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <regex>

#include "support/org_world.hpp"

using namespace parlance;
using test::must;
using test::OrgWorld;
using test::said;
using test::unknown;

namespace {

// The same text with the character at `at` changed for another of the alphabet.
std::string changed(std::string text, std::size_t at) {
  text[at] = text[at] == 'A' ? 'B' : 'A';
  return text;
}

}  // namespace

TEST_CASE("a key names its organization") {
  OrgWorld world;
  const auto ours = world.keys.issue(world.here).value(), theirs = world.keys.issue(world.elsewhere).value();
  CHECK(std::regex_match(ours.text, std::regex("plk_[0-9A-Z]{8}_[A-Za-z0-9_-]{43}")));
  CHECK(ours.text.substr(4, 8) == ours.public_id);
  CHECK(ours.text != theirs.text);
  CHECK(world.keys.authenticate(ours.text) == world.here);
  CHECK(world.keys.authenticate(theirs.text) == world.elsewhere);
}

TEST_CASE("only the hash of the secret is kept") {
  OrgWorld world;
  const auto issued = world.keys.issue(world.here).value();
  const auto kept = world.keys.list(world.here).value();
  REQUIRE(kept.size() == 1);
  CHECK(kept[0].public_id == issued.public_id);
  CHECK(kept[0].secret_sha256 == world.hasher.sha256(issued.text.substr(13)));
  CHECK(kept[0].created_at == test::some_day);
  CHECK_FALSE(kept[0].expires_at);
}

TEST_CASE("anything but a valid key names nobody") {
  OrgWorld world;
  const std::string text = world.keys.issue(world.here).value().text;
  const std::string other = world.keys.issue(world.here).value().text;
  CHECK_FALSE(world.keys.authenticate(""));
  CHECK_FALSE(world.keys.authenticate("plk_"));
  CHECK_FALSE(world.keys.authenticate(text.substr(0, text.size() - 1)));
  CHECK_FALSE(world.keys.authenticate(text + "A"));
  CHECK_FALSE(world.keys.authenticate(" " + text.substr(1)));
  CHECK_FALSE(world.keys.authenticate("PLK_" + text.substr(4)));
  CHECK_FALSE(world.keys.authenticate(text.substr(0, 12) + "-" + text.substr(13)));
  // One key's public id with another one's secret.
  CHECK_FALSE(world.keys.authenticate(text.substr(0, 13) + other.substr(13)));
  for (std::size_t at = 0; at < text.size(); ++at) {
    CAPTURE(at);
    CHECK_FALSE(world.keys.authenticate(changed(text, at)));
  }
  CHECK(world.keys.authenticate(text) == world.here);
}

TEST_CASE("a revoked key stops at once") {
  OrgWorld world;
  const auto first = world.keys.issue(world.here).value(), second = world.keys.issue(world.here).value();
  REQUIRE(said(world.keys.revoke(world.here, first.public_id)) == "ok");
  CHECK_FALSE(world.keys.authenticate(first.text));
  CHECK(world.keys.authenticate(second.text) == world.here);
  CHECK(said(world.keys.revoke(world.here, first.public_id)) == "not found: Key " + first.public_id + " not found");
  CHECK(world.keys.list(world.here).value().size() == 2);
}

TEST_CASE("a rotated key works to the end of its grace and not a moment longer") {
  const std::int64_t grace = GENERATE(0, 1, 60);
  CAPTURE(grace);
  OrgWorld world;
  const auto old = world.keys.issue(world.here).value();
  const auto fresh = world.keys.rotate(world.here, old.public_id, grace).value();
  CHECK(fresh.public_id != old.public_id);
  CHECK(world.keys.authenticate(fresh.text) == world.here);
  CHECK(world.keys.authenticate(old.text).has_value() == (grace > 0));
  world.clock.set({test::some_day.ms + grace * 1000 - 1});
  if (grace > 0) CHECK(world.keys.authenticate(old.text) == world.here);
  world.clock.set({test::some_day.ms + grace * 1000});
  CHECK_FALSE(world.keys.authenticate(old.text));
  CHECK(world.keys.authenticate(fresh.text) == world.here);
}

TEST_CASE("rotating again shortens a grace but never lengthens it") {
  OrgWorld world;
  const auto old = world.keys.issue(world.here).value();
  world.keys.rotate(world.here, old.public_id, 60).value();
  world.keys.rotate(world.here, old.public_id, 3600).value();
  CHECK(world.keys.list(world.here).value()[0].expires_at == org::UtcTime{test::some_day.ms + 60'000});
  world.keys.rotate(world.here, old.public_id, 10).value();
  CHECK(world.keys.list(world.here).value()[0].expires_at == org::UtcTime{test::some_day.ms + 10'000});
  must(world.keys.revoke(world.here, old.public_id));
  CHECK_FALSE(world.keys.authenticate(old.text));
}

TEST_CASE("the key may be left out while there is exactly one") {
  OrgWorld world;
  CHECK(said(world.keys.revoke(world.here, {})) ==
        "invalid: the organization has 0 valid keys; name one by its public id");
  const auto first = world.keys.issue(world.here).value();
  const auto second = world.keys.rotate(world.here, {}, 0).value();
  CHECK_FALSE(world.keys.authenticate(first.text));
  CHECK(said(world.keys.rotate(world.here, {}, 60)) == "ok");
  // The old one is still valid during its grace, so it is not clear which is meant.
  CHECK(said(world.keys.rotate(world.here, {}, 0)) ==
        "invalid: the organization has 2 valid keys; name one by its public id");
  world.clock.advance_ms(60'000);
  CHECK(said(world.keys.revoke(world.here, {})) == "ok");
  CHECK_FALSE(world.keys.authenticate(second.text));
}

TEST_CASE("an organization has no say in another one's keys") {
  OrgWorld world;
  const auto ours = world.keys.issue(world.here).value();
  const std::string missing = "not found: Key " + ours.public_id + " not found";
  CHECK(said(world.keys.revoke(world.elsewhere, ours.public_id)) == missing);
  CHECK(said(world.keys.rotate(world.elsewhere, ours.public_id, 0)) == missing);
  CHECK(world.keys.authenticate(ours.text) == world.here);
  CHECK(world.keys.list(world.elsewhere).value().empty());
}

TEST_CASE("an unknown organization gets no key") {
  OrgWorld world;
  const auto nobody = unknown<org::OrgId>();
  const std::string missing = "not found: Organization " + nobody.text() + " not found";
  CHECK(said(world.keys.issue(nobody)) == missing);
  CHECK(said(world.keys.rotate(nobody, {}, 0)) == missing);
  CHECK(said(world.keys.revoke(nobody, {})) == missing);
  CHECK(said(world.keys.list(nobody)) == missing);
}
