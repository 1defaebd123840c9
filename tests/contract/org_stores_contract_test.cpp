// What the stores of organization data promise.
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include "tests/contract/fixtures.hpp"

namespace parlance::tests {
namespace {

// A change to a record of another organization may be ignored or thrown out; it must not arrive.
template <class Fixture, class Body>
void attempt(World<Fixture>& w, Body body) {
  try {
    w.transactor.write([&] { body(); });
  } catch (const std::exception&) {
  }
}

}  // namespace

TEMPLATE_TEST_CASE("organizations: insert, find, all, update", "[stores]", MemoryFixture, SqliteFixture) {
  World<TestType> w;
  auto one = *reading(w, [&] { return w.organizations.find(w.org); });
  CHECK(one.name == "One");
  CHECK_FALSE(reading(w, [&] { return w.organizations.find({w.ids.next()}); }));
  one.name = "Uno \"1\"";
  one.timezone = "UTC";
  one.language = org::Language::pt;
  one.updated_at = w.tick();
  one.payment_rules = org::PaymentRules{
      1, 30, true, std::vector{org::Weekday::monday}, {*org::Date::parse("2026-12-25")}, org::WallTime{1020}, true};
  one.team_emails = {{"billing", "billing@example.com"}};
  one.mcp_enabled = true;
  writing(w, [&] { w.organizations.update(one); });
  const auto all = reading(w, [&] { return w.organizations.all(); });
  REQUIRE(all.size() == 2);
  CHECK(all[0] == one);
  CHECK(all[1].id == w.other);
}

TEMPLATE_TEST_CASE("an organization whose insert was undone is not there and can be made again", "[stores]",
                   MemoryFixture, SqliteFixture) {
  World<TestType> w;
  const auto fresh = w.organization({w.ids.next()}, "Fresh");
  const auto line = w.department("d");
  (void)writing(w, [&]() -> org::Result<int> {
    w.organizations.insert(fresh);
    w.departments.insert(fresh.id, line);
    return refusal();
  });
  CHECK_FALSE(reading(w, [&] { return w.organizations.find(fresh.id); }));
  CHECK(reading(w, [&] { return w.departments.list(fresh.id, {}).total; }) == 0);
  writing(w, [&] { w.organizations.insert(w.organization({w.ids.next()}, "Takes the place")); });
  writing(w, [&] { w.organizations.insert(fresh); });
  writing(w, [&] { w.departments.insert(fresh.id, line); });
  CHECK(reading(w, [&] { return w.departments.find(fresh.id, line.id); }) == line);
  CHECK(reading(w, [&] { return w.organizations.all().size(); }) == 4);
}

TEMPLATE_TEST_CASE("API keys: by public id, of an organization, end", "[stores]", MemoryFixture, SqliteFixture) {
  World<TestType> w;
  org::ApiKey a{"AAAA1111", w.org, {}, w.tick(), {}}, b{"BBBB2222", w.org, {}, w.tick(), w.tick()},
      c{"CCCC3333", w.other, {}, w.tick(), {}};
  a.secret_sha256[0] = 255;
  writing(w, [&] {
    for (const auto& key : {a, b, c}) w.api_keys.insert(key);
  });
  CHECK(reading(w, [&] { return w.api_keys.find("AAAA1111"); }) == a);
  CHECK_FALSE(reading(w, [&] { return w.api_keys.find("aaaa1111"); }));
  CHECK_FALSE(reading(w, [&] { return w.api_keys.find(""); }));
  CHECK(reading(w, [&] { return w.api_keys.of(w.org); }) == std::vector{a, b});
  CHECK(reading(w, [&] { return w.api_keys.of(w.other); }) == std::vector{c});
  a.expires_at = w.tick();
  writing(w, [&] { w.api_keys.update(a); });
  CHECK(reading(w, [&] { return w.api_keys.of(w.org); }) == std::vector{a, b});
}

TEMPLATE_TEST_CASE("departments: every call, and deleted ones are absent from each", "[stores]", MemoryFixture,
                   SqliteFixture) {
  World<TestType> w;
  auto tree = w.department("ÁRBOL");
  const auto sky = w.department("sky");
  const auto foreign = w.department("árbol");
  writing(w, [&] {
    w.departments.insert(w.org, tree);
    w.departments.insert(w.org, sky);
    w.departments.insert(w.other, foreign);
  });
  CHECK(reading(w, [&] { return w.departments.find(w.org, tree.id); }) == tree);
  CHECK(reading(w, [&] { return w.departments.find(w.org, tree.entity_key); }) == tree);
  CHECK(reading(w, [&] { return w.departments.find_by_name(w.org, "árbol"); }) == tree);
  CHECK_FALSE(reading(w, [&] { return w.departments.find_by_name(w.org, "arbol"); }));
  CHECK_FALSE(reading(w, [&] { return w.departments.find(w.other, tree.id); }));
  CHECK_FALSE(reading(w, [&] { return w.departments.find(w.other, tree.entity_key); }));
  CHECK_FALSE(reading(w, [&] { return w.departments.find_by_name(w.other, "sky"); }));

  tree.name = "Bosque";
  tree.description = std::nullopt;
  tree.evaluate_transfer = false;
  tree.transfer_context = "";
  tree.updated_at = w.tick();
  writing(w, [&] { w.departments.update(w.org, tree); });
  CHECK(reading(w, [&] { return w.departments.find(w.org, tree.id); }) == tree);
  CHECK_FALSE(reading(w, [&] { return w.departments.find_by_name(w.org, "árbol"); }));

  attempt(w, [&] { w.departments.update(w.other, sky); });
  attempt(w, [&] { w.departments.remove(w.other, sky.id, w.tick()); });
  CHECK(reading(w, [&] { return w.departments.list(w.org, {}).total; }) == 2);
  CHECK(reading(w, [&] { return w.departments.list(w.other, {}).total; }) == 1);

  writing(w, [&] { w.departments.remove(w.org, tree.id, w.tick()); });
  attempt(w, [&] { w.departments.remove(w.org, tree.id, w.tick()); });
  attempt(w, [&] { w.departments.update(w.org, tree); });
  CHECK_FALSE(reading(w, [&] { return w.departments.find(w.org, tree.id); }));
  CHECK_FALSE(reading(w, [&] { return w.departments.find(w.org, tree.entity_key); }));
  CHECK_FALSE(reading(w, [&] { return w.departments.find_by_name(w.org, "bosque"); }));
  const auto left = reading(w, [&] { return w.departments.list(w.org, {}); });
  CHECK(left.total == 1);
  CHECK(left.results == std::vector{sky});
  // Its name is free again.
  const auto again = w.department("BOSQUE");
  writing(w, [&] { w.departments.insert(w.org, again); });
  CHECK(reading(w, [&] { return w.departments.find_by_name(w.org, "bosque"); }) == again);
}

TEMPLATE_TEST_CASE("employees: every call, departments in the order they were linked", "[stores]", MemoryFixture,
                   SqliteFixture) {
  World<TestType> w;
  const auto a = w.department("a"), b = w.department("b"), c = w.department("c");
  const auto ref = [](const org::Department& d) { return org::DepartmentRef{d.id, d.entity_key, d.name}; };
  auto ana = w.employee("Ana", {ref(b), ref(a)});
  ana.external_id = "ext'1";
  ana.email = "ana@example.org";
  auto eva = w.employee("Eva");
  writing(w, [&] {
    for (const auto& d : {a, b, c}) w.departments.insert(w.org, d);
    w.employees.insert(w.org, ana);
    w.employees.insert(w.org, eva);
  });
  CHECK(reading(w, [&] { return w.employees.find(w.org, ana.id); }) == ana);
  CHECK(reading(w, [&] { return w.employees.find_by_external_id(w.org, "ext'1"); }) == ana);
  CHECK_FALSE(reading(w, [&] { return w.employees.find_by_external_id(w.org, "EXT'1"); }));
  CHECK_FALSE(reading(w, [&] { return w.employees.find(w.other, ana.id); }));
  CHECK_FALSE(reading(w, [&] { return w.employees.find_by_external_id(w.other, "ext'1"); }));

  writing(w, [&] {
    w.employees.link(w.org, ana.id, c.id);
    w.employees.link(w.org, ana.id, c.id);
    w.employees.unlink(w.org, ana.id, b.id);
    w.employees.unlink(w.org, ana.id, b.id);
    w.employees.link(w.org, ana.id, b.id);
  });
  ana.departments = {ref(a), ref(c), ref(b)};
  CHECK(reading(w, [&] { return w.employees.find(w.org, ana.id); }) == ana);
  attempt(w, [&] { w.employees.unlink(w.other, ana.id, a.id); });
  CHECK(reading(w, [&] { return w.employees.find(w.org, ana.id); }) == ana);

  // A renamed department shows its new name; a removed one is gone from every employee.
  auto renamed = c;
  renamed.name = "C!";
  writing(w, [&] {
    w.departments.update(w.org, renamed);
    w.departments.remove(w.org, a.id, w.tick());
  });
  ana.departments = {ref(renamed), ref(b)};
  CHECK(reading(w, [&] { return w.employees.find(w.org, ana.id); }) == ana);

  // An update leaves the departments alone; a deleted employee is still found.
  ana.name = "Ana María";
  ana.email = std::nullopt;
  ana.external_id = "two";
  ana.deleted = true;
  ana.deleted_at = ana.updated_at = w.tick();
  auto sent = ana;
  sent.departments.clear();
  writing(w, [&] { w.employees.update(w.org, sent); });
  attempt(w, [&] { w.employees.update(w.other, eva); });
  CHECK(reading(w, [&] { return w.employees.find(w.org, ana.id); }) == ana);
  CHECK_FALSE(reading(w, [&] { return w.employees.find_by_external_id(w.org, "ext'1"); }));
  CHECK(reading(w, [&] { return w.employees.find_by_external_id(w.org, "two"); }) == ana);
  CHECK(reading(w, [&] { return w.employees.list(w.org, {}, {}).total; }) == 2);
  CHECK(reading(w, [&] { return w.employees.list(w.org, {"", true}, {}).results; }) == std::vector{eva});
  CHECK(reading(w, [&] { return w.employees.list(w.org, {"ana m", false}, {}).results; }) == std::vector{ana});
  CHECK(reading(w, [&] { return w.employees.list(w.org, {"ana m", true}, {}).total; }) == 0);
  CHECK(reading(w, [&] { return w.employees.list(w.other, {}, {}).total; }) == 0);
}

TEMPLATE_TEST_CASE("customers: every call, every field, and deleted ones are absent from each", "[stores]",
                   MemoryFixture, SqliteFixture) {
  World<TestType> w;
  auto plain = w.customer("c-1", "Plain"), full = w.customer("c-2", "José \"Pepe\" 🙂");
  full.phone_number = "+34910000000";
  full.email = "jose@example.com";
  full.timezone = "Europe/Madrid";
  full.metadata = {{"debt", 1234.5}, {"vip", true}, {"note", std::string("a \"b\"\n")}, {"empty", std::string()}};
  full.consent = org::Consent{org::ConsentBasis::express_written, w.tick(), "web form"};
  full.do_not_call = true;
  writing(w, [&] {
    w.customers.insert(w.org, plain);
    w.customers.insert(w.org, full);
  });
  const auto find = [&](const org::Customer& c) { return reading(w, [&] { return w.customers.find(w.org, c.id); }); };
  const auto by_external_id = [&](const char* id) {
    return reading(w, [&] { return w.customers.find_by_external_id(w.org, id); });
  };
  const auto total = [&](const org::CustomerFilter& filter) {
    return reading(w, [&] { return w.customers.list(w.org, filter, {}).total; });
  };
  CHECK(find(plain) == plain);
  CHECK(find(full) == full);
  CHECK(by_external_id("c-2") == full);
  CHECK_FALSE(by_external_id("C-2"));
  CHECK_FALSE(reading(w, [&] { return w.customers.find(w.other, full.id); }));
  CHECK_FALSE(reading(w, [&] { return w.customers.find_by_external_id(w.other, "c-2"); }));
  CHECK(reading(w, [&] { return w.customers.list(w.other, {}, {}).total; }) == 0);
  CHECK(total({}) == 2);
  CHECK(total({"c-2", ""}) == 1);
  CHECK(total({std::nullopt, "josé"}) == 1);
  CHECK(total({std::nullopt, "PEPE\""}) == 1);
  CHECK(total({"c-1", "josé"}) == 0);

  std::swap(plain.metadata, full.metadata);
  full.name = "Ana";
  full.external_id = "c-3";
  full.consent.reset();
  full.phone_number.reset();
  full.do_not_call = false;
  full.updated_at = w.tick();
  writing(w, [&] {
    w.customers.update(w.org, plain);
    w.customers.update(w.org, full);
    w.customers.update(w.other, full);
  });
  CHECK(find(plain) == plain);
  CHECK(find(full) == full);
  CHECK(by_external_id("c-3") == full);
  CHECK_FALSE(by_external_id("c-2"));
  CHECK(total({std::nullopt, "josé"}) == 0);
  CHECK(total({std::nullopt, "ana"}) == 1);
  CHECK(total({"c-3", ""}) == 1);

  writing(w, [&] { w.customers.remove(w.other, full.id, w.tick()); });
  CHECK(find(full) == full);
  writing(w, [&] { w.customers.remove(w.org, full.id, w.tick()); });
  writing(w, [&] { w.customers.remove(w.org, full.id, w.tick()); });
  CHECK_FALSE(find(full));
  CHECK_FALSE(by_external_id("c-3"));
  CHECK(total({}) == 1);
  CHECK(total({std::nullopt, "ana"}) == 0);
  writing(w, [&] {
    w.customers.update(w.org, full);
    w.customers.insert(w.org, w.customer("c-3", "Ana again"));  // its external id is free
  });
  CHECK_FALSE(find(full));
  CHECK(by_external_id("c-3")->name == "Ana again");
  CHECK(total({}) == 2);
}

TEMPLATE_TEST_CASE("providers: every call, one default a channel", "[stores]", MemoryFixture, SqliteFixture) {
  World<TestType> w;
  auto phone = w.provider(org::Channel::phone, true);
  const auto chat = w.provider(org::Channel::webchat), foreign = w.provider(org::Channel::webchat, true);
  writing(w, [&] {
    w.providers.insert(w.org, phone);
    w.providers.insert(w.org, chat);
    w.providers.insert(w.other, foreign);
  });
  CHECK(reading(w, [&] { return w.providers.find(w.org, phone.id); }) == phone);
  CHECK_FALSE(reading(w, [&] { return w.providers.find(w.other, phone.id); }));
  CHECK(reading(w, [&] { return w.providers.default_of(w.org, org::Channel::phone); }) == phone);
  CHECK_FALSE(reading(w, [&] { return w.providers.default_of(w.org, org::Channel::webchat); }));
  CHECK(reading(w, [&] { return w.providers.default_of(w.other, org::Channel::webchat); }) == foreign);
  phone.name = "New";
  phone.is_default = false;
  phone.updated_at = w.tick();
  auto taker = w.provider(org::Channel::phone, true);
  writing(w, [&] {
    w.providers.update(w.org, phone);
    w.providers.insert(w.org, taker);
  });
  attempt(w, [&] { w.providers.update(w.other, chat); });
  CHECK(reading(w, [&] { return w.providers.default_of(w.org, org::Channel::phone); }) == taker);
  const auto list = reading(w, [&] { return w.providers.list(w.org, {}); });
  CHECK(list.results == std::vector{phone, chat, taker});
  CHECK(list.total == 3);
  CHECK(reading(w, [&] { return w.providers.list(w.other, {}).total; }) == 1);

  const auto oldest = [&](org::Channel channel) {
    return reading(w, [&] { return w.providers.oldest_of(w.org, channel); });
  };
  CHECK(oldest(org::Channel::phone) == phone);
  CHECK(oldest(org::Channel::webchat) == chat);
  CHECK_FALSE(oldest(org::Channel::sms));
  writing(w, [&] {
    w.providers.remove(w.other, phone.id, w.tick());
    w.providers.remove(w.org, taker.id, w.tick());
    w.providers.remove(w.org, taker.id, w.tick());
    w.providers.update(w.org, taker);
  });
  CHECK_FALSE(reading(w, [&] { return w.providers.find(w.org, taker.id); }));
  CHECK_FALSE(reading(w, [&] { return w.providers.default_of(w.org, org::Channel::phone); }));
  CHECK(oldest(org::Channel::phone) == phone);
  CHECK(reading(w, [&] { return w.providers.list(w.org, {}).results; }) == std::vector{phone, chat});
  CHECK(reading(w, [&] { return w.providers.list(w.org, {}).total; }) == 2);
  // What was held over a deleted provider still says so.
  auto ana = w.employee("Ana");
  auto talk = w.conversation(chat.id, ana.id);
  writing(w, [&] {
    w.employees.insert(w.org, ana);
    w.conversations.insert(w.org, talk);
    w.providers.remove(w.org, chat.id, w.tick());
  });
  CHECK(reading(w, [&] { return w.conversations.find(w.org, talk.id); }) == talk);
}

TEMPLATE_TEST_CASE("providers keep their telephony settings, the password sealed", "[stores]", MemoryFixture,
                   SqliteFixture) {
  World<TestType> w;
  auto line = w.provider(org::Channel::phone);
  line.telephony = org::TelephonySettings{
      org::TelephonyDriver::sip, {"+34910000000"}, "sip.example.com", 5061, org::SipTransport::tls, "user", {}};
  auto simple = w.provider(org::Channel::phone);
  simple.telephony.emplace();
  writing(w, [&] {
    w.providers.insert(w.org, line);
    w.providers.insert(w.org, simple);
  });
  CHECK(reading(w, [&] { return w.providers.find(w.org, line.id); }) == line);
  CHECK(reading(w, [&] { return w.providers.list(w.org, {}).results; }) == std::vector{line, simple});
  line.telephony->password = org::SealedSecret{std::string("\0\xFF***", 5)};
  writing(w, [&] { w.providers.update(w.org, line); });
  CHECK(reading(w, [&] { return w.providers.find(w.org, line.id); }) == line);
  line.telephony.reset();
  writing(w, [&] { w.providers.update(w.org, line); });
  CHECK(reading(w, [&] { return w.providers.find(w.org, line.id); }) == line);
}

TEMPLATE_TEST_CASE("working hours: one of an organization, one of an employee, replaced and removed", "[stores]",
                   MemoryFixture, SqliteFixture) {
  World<TestType> w;
  const auto ana = w.employee("Ana"), bob = w.employee("Bob");
  writing(w, [&] {
    w.employees.insert(w.org, ana);
    w.employees.insert(w.org, bob);
  });
  CHECK_FALSE(reading(w, [&] { return w.working_hours.find(w.org); }));
  CHECK_FALSE(reading(w, [&] { return w.working_hours.find(w.org, ana.id); }));
  const org::WorkInterval day{{540}, {1440}};
  org::WorkingHours all;
  all.timezone = "Europe/Madrid";
  all.days.monday = {day};
  all.exceptions = {{*org::Date::parse("2026-12-25"), {}, "Xmas"}};
  all.created_at = all.updated_at = w.tick();
  org::WorkingHoursOverride own;
  own.employee_id = ana.id;
  own.days.tuesday = org::WorkIntervals{};
  own.days.sunday = org::WorkIntervals{day};
  own.created_at = own.updated_at = w.tick();
  writing(w, [&] {
    w.working_hours.put(w.org, all);
    w.working_hours.put(w.org, ana.id, own);
  });
  CHECK(reading(w, [&] { return w.working_hours.find(w.org); }) == all);
  CHECK(reading(w, [&] { return w.working_hours.find(w.org, ana.id); }) == own);
  CHECK_FALSE(reading(w, [&] { return w.working_hours.find(w.org, bob.id); }));
  CHECK_FALSE(reading(w, [&] { return w.working_hours.find(w.other); }));
  CHECK_FALSE(reading(w, [&] { return w.working_hours.find(w.other, ana.id); }));
  all.timezone = "UTC";
  own.timezone = "UTC";
  writing(w, [&] {
    w.working_hours.put(w.org, all);
    w.working_hours.put(w.org, ana.id, own);
  });
  CHECK(reading(w, [&] { return w.working_hours.find(w.org); }) == all);
  CHECK(reading(w, [&] { return w.working_hours.find(w.org, ana.id); }) == own);
  attempt(w, [&] { w.working_hours.remove(w.other, ana.id); });
  (void)writing(w, [&]() -> org::Result<int> {
    w.working_hours.remove(w.org, ana.id);
    return refusal();
  });
  CHECK(reading(w, [&] { return w.working_hours.find(w.org, ana.id); }) == own);
  writing(w, [&] { w.working_hours.remove(w.org, ana.id); });
  CHECK_FALSE(reading(w, [&] { return w.working_hours.find(w.org, ana.id); }));
  writing(w, [&] { w.working_hours.put(w.org, ana.id, own); });
  CHECK(reading(w, [&] { return w.working_hours.find(w.org, ana.id); }) == own);
  CHECK(reading(w, [&] { return w.working_hours.find(w.org); }) == all);
}

}  // namespace parlance::tests
