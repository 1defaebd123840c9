// Telephony settings of phone providers (contract section 2): write-only secrets, and what needs what.
#include <catch2/catch_test_macros.hpp>

#include "support/org_world.hpp"

using namespace parlance;
using org::Channel;
using org::TelephonyDriver;
using test::OrgWorld;
using test::said;

namespace {

org::NewTelephonySettings sip(std::optional<std::string> password = {}) {
  org::NewTelephonySettings out;
  out.driver = TelephonyDriver::sip;
  out.from_numbers = {"+34910000000"};
  out.host = "sip.example.com";
  out.username = "user";
  if (password) out.password = org::Secret{*password};
  return out;
}
org::ProviderChanges with(std::optional<org::NewTelephonySettings> telephony) {
  org::ProviderChanges changes;
  changes.telephony = std::move(telephony);
  return changes;
}

struct World : OrgWorld {
  org::Provider line(std::optional<org::NewTelephonySettings> telephony) {
    return providers.create(here, {"Line", Channel::phone, false, std::move(telephony)}).value();
  }
  std::string password_of(org::ProviderId id) {
    const auto provider = providers.find(here, id).value();
    if (!provider.telephony || !provider.telephony->password) return "none";
    return secrets.open(*provider.telephony->password, org::ProviderService::password_context(here, id)).text;
  }
};

}  // namespace

TEST_CASE("a password is sealed for its provider, kept by ***, replaced, and removed") {
  World world;
  const auto line = world.line(sip("hunter2"));
  CHECK(line.telephony->password->bytes != "hunter2");
  CHECK(world.password_of(line.id) == "hunter2");
  // A PUT that sends *** keeps the secret, and changes the rest.
  auto kept = sip("***");
  kept.host = "other.example.com";
  const auto changed = world.providers.update(world.here, line.id, with(kept)).value();
  CHECK(changed.telephony->host == "other.example.com");
  CHECK(world.password_of(line.id) == "hunter2");
  org::ProviderChanges name;
  name.name = std::string("New name");
  test::must(world.providers.update(world.here, line.id, name));
  CHECK(world.password_of(line.id) == "hunter2");
  test::must(world.providers.update(world.here, line.id, with(sip("correct horse"))));
  CHECK(world.password_of(line.id) == "correct horse");
  test::must(world.providers.update(world.here, line.id, with(sip())));
  CHECK(world.password_of(line.id) == "none");
  CHECK(said(world.providers.update(world.here, line.id, with(sip("***")))) ==
        "invalid: telephony.password must not be ***: there is none to keep");
  CHECK_FALSE(world.providers.update(world.here, line.id, with(std::nullopt))->telephony);
  CHECK(said(world.providers.create(world.here, {"Line", Channel::phone, false, sip("***")})) ==
        "invalid: telephony.password must not be ***: there is none to keep");
}

TEST_CASE("telephony settings belong to phone providers") {
  World world;
  const std::string refused = "invalid: telephony must be null for a channel other than phone";
  CHECK(said(world.providers.create(world.here, {"Chat", Channel::webchat, false, sip()})) == refused);
  const auto chat = world.provider("Chat", Channel::webchat);
  CHECK(said(world.providers.update(world.here, chat.id, with(sip()))) == refused);
  CHECK(said(world.providers.update(world.here, chat.id, with(std::nullopt))) == "ok");
  const auto line = world.line(sip());
  org::ProviderChanges to_sms;
  to_sms.channel = Channel::sms;
  CHECK(said(world.providers.update(world.here, line.id, to_sms)) == refused);
  to_sms.telephony = std::optional<org::NewTelephonySettings>();
  CHECK(said(world.providers.update(world.here, line.id, to_sms)) == "ok");
  org::ProviderChanges back;
  back.channel = Channel::phone;
  back.telephony = std::optional(sip());
  CHECK(said(world.providers.update(world.here, line.id, back)) == "ok");
}

TEST_CASE("telephony settings have bounds") {
  struct Row {
    const char* what;
    void (*change)(org::NewTelephonySettings&);
    const char* expected;
  };
  for (const Row& row : {
           Row{"sip", [](auto&) {}, "ok"},
           Row{"simulated needs nothing", [](auto& t) { t = {}; }, "ok"},
           Row{"no host", [](auto& t) { t.host.reset(); }, "invalid: telephony.host should not be empty"},
           Row{"empty host", [](auto& t) { t.host = ""; }, "invalid: telephony.host should not be empty"},
           Row{"IPv6", [](auto& t) { t.host = "2001:db8::1"; }, "ok"},
           Row{"a URI", [](auto& t) { t.host = "sip:u@h"; },
               "invalid: telephony.host must be a host name or an address"},
           Row{"a header", [](auto& t) { t.host = "h\r\nX: y"; },
               "invalid: telephony.host must be a host name or an address"},
           Row{"port 1", [](auto& t) { t.port = 1; }, "ok"},
           Row{"port 65535", [](auto& t) { t.port = 65535; }, "ok"},
           Row{"port 0", [](auto& t) { t.port = 0; }, "invalid: telephony.port must not be less than 1"},
           Row{"port 65536", [](auto& t) { t.port = 65536; }, "invalid: telephony.port must not be greater than 65535"},
           Row{"number",
               [](auto& t) {
                 t.from_numbers = {"+34910000000", "12"};
               },
               "invalid: telephony.fromNumbers.1 must be a valid phone number (E.164)"},
           Row{"twice",
               [](auto& t) {
                 t.from_numbers = {"+34910000000", "+34910000000"};
               },
               "invalid: telephony.fromNumbers must contain unique elements"},
       }) {
    INFO(row.what);
    World world;
    auto telephony = sip();
    row.change(telephony);
    CHECK(said(world.providers.create(world.here, {"Line", Channel::phone, false, telephony})) == row.expected);
  }
}
