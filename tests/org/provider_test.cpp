// Providers (contract section 2): one default per channel, whatever happens to it.
#include <catch2/catch_test_macros.hpp>

#include "support/org_world.hpp"

using namespace parlance;
using org::Channel;
using test::must;
using test::OrgWorld;
using test::said;
using test::unknown;

namespace {

org::ProviderChanges to_channel(Channel channel) {
  org::ProviderChanges changes;
  changes.channel = {channel};
  return changes;
}
org::ProviderChanges as_default(bool is_default) {
  org::ProviderChanges changes;
  changes.is_default = {is_default};
  return changes;
}

struct World : OrgWorld {
  // The defaults, "phone=Main sms=…", after a check that each channel in use has exactly one.
  std::string defaults() {
    std::map<Channel, int> found;
    std::map<Channel, std::string> names;
    for (const auto& provider : providers.list(here, {}).results) {
      found[provider.channel] += provider.is_default;
      if (provider.is_default) names[provider.channel] = provider.name;
    }
    std::string out;
    for (const auto& [channel, count] : found) {
      CHECK(count == 1);
      out += (out.empty() ? "" : " ") + std::string(org::text_of(channel)) + "=" + names[channel];
    }
    return out;
  }
};

}  // namespace

TEST_CASE("the first provider of a channel is its default, and another can take over") {
  World world;
  const auto first = world.provider("First");
  const auto second = world.provider("Second");
  world.provider("Chat", Channel::webchat);
  CHECK(world.defaults() == "phone=First webchat=Chat");
  world.clock.advance_ms(5);
  const auto updated = world.providers.update(world.here, second.id, as_default(true)).value();
  CHECK(updated.is_default);
  CHECK(updated.updated_at.ms == second.updated_at.ms + 5);
  CHECK(world.defaults() == "phone=Second webchat=Chat");
  CHECK(world.providers.find(world.here, first.id).value().updated_at.ms == first.updated_at.ms + 5);
  CHECK(said(world.providers.update(world.here, second.id, as_default(true))) == "ok");
  CHECK(said(world.providers.update(world.here, first.id, as_default(false))) == "ok");
  CHECK(said(world.providers.update(world.here, second.id, as_default(false))) ==
        "invalid: isDefault must be true for the default of its channel; make another provider the default");
  CHECK(world.defaults() == "phone=Second webchat=Chat");
}

TEST_CASE("the oldest of a channel takes over from a deleted default") {
  World world;
  const auto first = world.provider("First"), second = world.provider("Second"), third = world.provider("Third");
  must(world.providers.remove(world.here, first.id));
  CHECK(world.defaults() == "phone=Second");
  must(world.providers.remove(world.here, third.id));
  CHECK(world.defaults() == "phone=Second");
  must(world.providers.remove(world.here, second.id));
  CHECK(world.defaults() == "");
  world.provider("Fourth");
  CHECK(world.defaults() == "phone=Fourth");
}

TEST_CASE("a provider that changes its channel leaves one default in both") {
  World world;
  const auto first = world.provider("First"), second = world.provider("Second");
  const auto text = world.provider("Text", Channel::sms);
  CHECK_FALSE(world.providers.update(world.here, first.id, to_channel(Channel::sms)).value().is_default);
  CHECK(world.defaults() == "phone=Second sms=Text");
  CHECK(world.providers.update(world.here, second.id, to_channel(Channel::email)).value().is_default);
  CHECK(world.defaults() == "email=Second sms=Text");
  auto both = to_channel(Channel::sms);
  both.is_default = {true};
  CHECK(world.providers.update(world.here, second.id, both).value().is_default);
  CHECK(world.defaults() == "sms=Second");
  CHECK_FALSE(world.providers.find(world.here, text.id).value().is_default);
  // It was said to be no default: as the first of its channel it is one all the same.
  both = to_channel(Channel::whatsapp);
  both.is_default = {false};
  CHECK(world.providers.update(world.here, second.id, both).value().is_default);
  CHECK(world.defaults() == "whatsapp=Second sms=First");
}

TEST_CASE("a provider that is gone, unknown or somebody else's is not found") {
  World world;
  const auto gone = world.provider("Gone");
  must(world.providers.remove(world.here, gone.id));
  const auto theirs = world.providers.create(world.elsewhere, {"Theirs", Channel::phone}).value();
  for (const auto id : {gone.id, theirs.id, unknown<org::ProviderId>()}) {
    const std::string missing = "not found: Provider " + id.text() + " not found";
    CHECK(said(world.providers.find(world.here, id)) == missing);
    CHECK(said(world.providers.update(world.here, id, {})) == missing);
    CHECK(said(world.providers.remove(world.here, id)) == missing);
  }
  CHECK(world.providers.list(world.here, {}).total == 0);
  org::ProviderChanges nameless;
  nameless.name = {""};
  CHECK(said(world.providers.update(world.here, world.provider("P").id, nameless)) ==
        "invalid: name should not be empty");
}
