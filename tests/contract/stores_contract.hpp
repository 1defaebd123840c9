// What every implementation of the storage ports must do. A fixture has the stores as members, `transactor()`, `jobs`
// and `ids`.
#pragma once

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <random>

#include "contract/stores_records.hpp"
#include "parlance/org/text.hpp"

namespace parlance::test {

// Every page, by number and by cursor, against the ids expected.
template <class List, class Ids>
void check_list(List list, const Ids& expected, std::int64_t size) {
  const auto count = static_cast<std::int64_t>(expected.size());
  std::optional<std::string> cursor;
  for (std::int64_t number = 1;; ++number) {
    const auto page = list(org::PageRequest{number, size});
    const auto walked = number == 1 ? page : list(org::PageRequest{1, size, cursor});
    const std::int64_t begin = std::min((number - 1) * size, count), end = std::min(begin + size, count);
    REQUIRE(page.total == count);
    REQUIRE(page.page == number);
    REQUIRE(page.page_size == size);
    REQUIRE(static_cast<std::int64_t>(page.results.size()) == end - begin);
    for (std::int64_t i = begin; i < end; ++i) {
      REQUIRE(page.results[static_cast<std::size_t>(i - begin)].id == expected[static_cast<std::size_t>(i)]);
    }
    REQUIRE(walked.results == page.results);
    REQUIRE(walked.total == count);
    REQUIRE(walked.page == number);
    REQUIRE(walked.next_cursor == page.next_cursor);
    REQUIRE(page.next_cursor.has_value() == (end < count));
    cursor = page.next_cursor;
    if (!cursor) break;
  }
  const auto beyond = list(org::PageRequest{1'000'000'000'000, size});
  REQUIRE(beyond.results.empty());
  REQUIRE(beyond.total == count);
  REQUIRE(!beyond.next_cursor);
}

#define PARLANCE_FIXTURES MemoryFixture, SqliteFixture

TEMPLATE_TEST_CASE("records come back as they were stored, to their organization only", "[contract]",
                   PARLANCE_FIXTURES) {
  TestType f;
  Records<TestType> r{f};
  const org::OrgId other = r.add_org();
  auto d = r.department("Ventas");
  auto e = r.employee("Ana");
  e.external_id = "";
  e.email = "a@b.c";
  e.departments = {{d.id, d.entity_key, d.name}};
  auto p = r.provider(org::Channel::whatsapp, true);
  auto n = r.questionnaire("N");
  auto q = r.full_question(n.id);
  auto c = r.conversation(p, e);
  c.status = audit::ConversationStatus::partially_completed;
  c.status_reason = "why";
  c.customer_id = "c";
  c.external_id = "x";
  c.language = org::Language::pt;
  c.duration_seconds = 0;
  c.score = 33.3;
  c.passed = false;
  c.evaluated_at = org::UtcTime{77};
  const audit::Message m0{{audit::SenderRole::agent, "hola", {5}}, 0, e.id, d.id};
  const audit::Message m1{{audit::SenderRole::customer, std::string(40000, 'x'), {5}}, 1, std::nullopt, std::nullopt};
  const audit::TransferEvent t1{audit::TransferKind::completed, "t", d.id, d.id, e.id, {9}, "r"};
  const audit::TransferEvent t2{audit::TransferKind::failed, std::nullopt, std::nullopt, d.id, std::nullopt, {8}, {}};
  const audit::TransferEvent t3{
      audit::TransferKind::requested, std::nullopt, std::nullopt, d.id, std::nullopt, {9}, {}};
  const org::ApiKey key{"abcdefgh", r.org, {1, 2, 3}, {1}, org::UtcTime{9}};
  r.write([&] {
    f.api_keys.insert(key);
    f.departments.insert(r.org, d);
    f.employees.insert(r.org, e);
    f.providers.insert(r.org, p);
    f.questionnaires.insert(r.org, n);
    f.questions.insert(r.org, q);
    f.conversations.insert(r.org, c);
    f.conversations.add_messages(r.org, c.id, {m0, m1});
    f.conversations.add_transfer_events(r.org, c.id, {t1, t2, t3});
  });
  r.read([&] {
    n.question_count = 1;
    CHECK(f.api_keys.find("abcdefgh") == key);
    CHECK(f.api_keys.of(r.org) == std::vector{key});
    CHECK(f.api_keys.of(other).empty());
    CHECK(f.organizations.all().size() == 2);
    CHECK(f.departments.find(r.org, d.id) == d);
    CHECK(f.departments.find(r.org, d.entity_key) == d);
    CHECK(f.departments.find_by_name(r.org, "vENTAS") == d);
    CHECK(f.employees.find(r.org, e.id) == e);
    CHECK(f.employees.find_by_external_id(r.org, "") == e);
    CHECK(f.providers.find(r.org, p.id) == p);
    CHECK(f.providers.default_of(r.org, org::Channel::whatsapp) == p);
    CHECK(!f.providers.default_of(r.org, org::Channel::sms));
    CHECK(f.questionnaires.find(r.org, n.id) == n);
    CHECK(f.questions.find(r.org, q.id) == q);
    CHECK(f.questions.of(r.org, n.id) == std::vector{q});
    CHECK(f.conversations.find(r.org, c.id) == c);
    CHECK(f.conversations.find_by_external_id(r.org, "x") == c);
    CHECK(f.conversations.messages(r.org, c.id) == std::vector{m0, m1});
    CHECK(f.conversations.transfer_events(r.org, c.id) == std::vector{t2, t1, t3});

    CHECK(!f.departments.find(other, d.id));
    CHECK(!f.departments.find(other, d.entity_key));
    CHECK(!f.departments.find_by_name(other, "Ventas"));
    CHECK(!f.employees.find(other, e.id));
    CHECK(!f.employees.find_by_external_id(other, ""));
    CHECK(!f.providers.find(other, p.id));
    CHECK(!f.providers.default_of(other, org::Channel::whatsapp));
    CHECK(!f.questionnaires.find(other, n.id));
    CHECK(!f.questions.find(other, q.id));
    CHECK(f.questions.of(other, n.id).empty());
    CHECK(!f.conversations.find(other, c.id));
    CHECK(!f.conversations.find_by_external_id(other, "x"));
    CHECK(f.conversations.messages(other, c.id).empty());
    CHECK(f.conversations.transfer_events(other, c.id).empty());
    CHECK(f.answers.of(other, c.id).empty());
    CHECK(f.departments.list(other, {}).total == 0);
    CHECK(f.employees.list(other, {}, {}).results.empty());
    CHECK(f.providers.list(other, {}).results.empty());
    CHECK(f.questionnaires.list(other, {}, {}).results.empty());
    audit::QuestionFilter of_n;
    of_n.questionnaire_ids = {n.id};
    CHECK(f.questions.list(other, of_n, {}).results.empty());
    CHECK(f.questions.list(org::OrgId{f.ids.next()}, {}, {}).results.empty());
  });
  c.score.reset();
  q.enabled_when.reset();
  q.passing_answers.reset();
  q.alert_type_ids.clear();
  r.write([&] {
    f.conversations.update(r.org, c);
    f.questions.update(r.org, q);
  });
  r.read([&] {
    CHECK(f.conversations.find(r.org, c.id) == c);
    CHECK(f.questions.find(r.org, q.id) == q);
  });
}

TEMPLATE_TEST_CASE("a refusal leaves nothing; a nested one undoes only itself", "[contract]", PARLANCE_FIXTURES) {
  TestType f;
  Records<TestType> r{f};
  int committed = 0;
  const auto insert = [&](std::string name) { f.employees.insert(r.org, r.employee(std::move(name))); };
  const auto refused = r.write([&]() -> org::Result<int> {
    insert("refused");
    f.transactor().after_commit([&] { ++committed; });
    return org::conflict("no");
  });
  CHECK(!refused);
  CHECK_THROWS_AS(r.write([&] {
    insert("thrown");
    f.transactor().after_commit([&] { ++committed; });
    throw std::range_error("x");
  }),
                  std::range_error);
  CHECK(committed == 0);
  r.write([&] {
    insert("outer");
    (void)r.write([&]() -> org::Result<void> {
      insert("inner refused");
      f.transactor().after_commit([&] { committed += 100; });
      return org::conflict("no");
    });
    r.write([&] {
      insert("inner kept");
      f.transactor().after_commit([&] { ++committed; });
    });
    CHECK_THROWS(r.write([&] {
      insert("inner thrown");
      throw std::range_error("x");
    }));
    CHECK(committed == 0);
    // A read inside sees what the write stored.
    CHECK(r.read([&] { return f.employees.list(r.org, {}, {}).total; }) == 2);
  });
  CHECK(committed == 1);
  r.read([&] {
    const auto page = f.employees.list(r.org, {}, {});
    REQUIRE(page.total == 2);
    CHECK(page.results[0].name == "outer");
    CHECK(page.results[1].name == "inner kept");
    CHECK_THROWS_AS(insert("in a read"), std::logic_error);
    CHECK_THROWS_AS(r.write([&] { insert("write in a read"); }), std::logic_error);
  });
  CHECK_THROWS_AS(f.employees.list(r.org, {}, {}), std::logic_error);
  CHECK_THROWS_AS(insert("outside"), std::logic_error);
}

TEMPLATE_TEST_CASE("lists are what a look through all records gives", "[contract]", PARLANCE_FIXTURES) {
  TestType f;
  Records<TestType> r{f};
  const org::OrgId other = r.add_org();
  std::vector<audit::Questionnaire> ns = {r.questionnaire("A"), r.questionnaire("B"), r.questionnaire("C")};
  auto foreign = r.questionnaire("F");
  r.write([&] {
    for (const auto& n : ns) f.questionnaires.insert(r.org, n);
    f.questionnaires.insert(other, foreign);
  });
  const std::vector<audit::AlertTypeId> alerts = {{f.ids.next()}, {f.ids.next()}, {f.ids.next()}};
  const std::vector<std::string> words = {"ÁRBOL",      "árbol caído", "50% off", "a_b",
                                          "say \"hi\"", "ñandú",       "x'y",     "año"};
  std::mt19937 random(7);
  std::vector<audit::Question> model;
  const auto pick = [&](const auto& from) { return from[random() % from.size()]; };
  for (int round = 0; round < 6; ++round) {
    r.write([&] {
      for (int i = 0; i < 260; ++i) {
        auto q = r.question(pick(ns).id, pick(words) + " " + std::to_string(random() % 40));
        q.type = static_cast<audit::QuestionType>(random() % 3);
        for (const auto& alert : alerts) {
          if (random() % 3 == 0) q.alert_type_ids.push_back(alert);
        }
        f.questions.insert(r.org, q);
        f.questions.insert(other, r.question(foreign.id, q.title));
        model.push_back(q);
      }
    });
    r.write([&] {
      for (int i = 0; i < 20 * (round % 3); ++i) {
        const auto at = model.begin() + static_cast<std::ptrdiff_t>(random() % model.size());
        if (random() % 2) {
          f.questions.remove(r.org, at->id, {1});
          model.erase(at);
        } else {
          at->title = pick(words) + " neu";
          at->questionnaire_id = pick(ns).id;
          at->type = static_cast<audit::QuestionType>(random() % 3);
          f.questions.update(r.org, *at);
        }
      }
    });
    std::vector<audit::QuestionFilter> filters(1);
    for (const auto* term : {"árbol", "ÁRB", "%", "_", "a_b", "\"", "\"hi\"", "'", "ñ", "ño", "0%", "zzz", "l c"}) {
      filters.emplace_back().search_term = term;
    }
    filters.emplace_back().questionnaire_ids = {ns[1].id};
    filters.emplace_back().questionnaire_ids = {ns[2].id, ns[0].id, ns[0].id, foreign.id};
    filters.emplace_back().questionnaire_ids = {foreign.id};
    filters.emplace_back().types = {audit::QuestionType::text};
    filters.emplace_back().types = {audit::QuestionType::text, audit::QuestionType::boolean, audit::QuestionType::text};
    filters.emplace_back().alert_type_ids = {alerts[0]};
    filters.emplace_back().alert_type_ids = {alerts[2], alerts[1], {f.ids.next()}};
    filters.push_back({"árbol", {ns[0].id, ns[1].id}, {audit::QuestionType::options}, {alerts[0], alerts[1]}});
    filters.push_back({"", {ns[0].id, ns[1].id}, {audit::QuestionType::options}, {alerts[0], alerts[1]}});
    filters.push_back({"b", {ns[0].id}, {}, {}});
    filters.push_back({"", {ns[0].id, ns[2].id}, {audit::QuestionType::boolean, audit::QuestionType::text}, {}});
    for (const auto& filter : filters) {
      std::vector<audit::QuestionId> expected;
      const auto has = [](const auto& wanted, const auto& value) {
        return wanted.empty() || std::find(wanted.begin(), wanted.end(), value) != wanted.end();
      };
      for (const auto& q : model) {
        const bool linked = filter.alert_type_ids.empty() ||
                            std::any_of(q.alert_type_ids.begin(), q.alert_type_ids.end(),
                                        [&](const auto& id) { return has(filter.alert_type_ids, id); });
        if (linked && has(filter.questionnaire_ids, q.questionnaire_id) && has(filter.types, q.type) &&
            org::fold_case(q.title).find(org::fold_case(filter.search_term)) != std::string::npos) {
          expected.push_back(q.id);
        }
      }
      INFO("round " << round << " term " << filter.search_term << " expected " << expected.size());
      for (const std::int64_t size : {7, 50, 1000}) {
        if (size == 7 && round != 4) continue;
        check_list(
            [&](const org::PageRequest& request) {
              return r.read([&] { return f.questions.list(r.org, filter, request); });
            },
            expected, size);
      }
    }
    r.read([&] {
      std::int64_t count = 0;
      for (const auto& n : ns) {
        const auto shown = f.questionnaires.find(r.org, n.id);
        CHECK(shown->question_count == static_cast<std::int64_t>(f.questions.of(r.org, n.id).size()));
        count += shown->question_count;
      }
      CHECK(count == static_cast<std::int64_t>(model.size()));
    });
  }
  r.write([&] { f.questionnaires.remove(r.org, ns[0].id, {2}); });
  std::erase_if(model, [&](const auto& q) { return q.questionnaire_id == ns[0].id; });
  r.read([&] {
    CHECK(!f.questionnaires.find(r.org, ns[0].id));
    CHECK(f.questions.list(r.org, {}, {}).total == static_cast<std::int64_t>(model.size()));
    CHECK(f.questionnaires.list(r.org, {}, {}).total == 2);
  });
}

TEMPLATE_TEST_CASE("employees, departments and questionnaires follow their changes", "[contract]", PARLANCE_FIXTURES) {
  TestType f;
  Records<TestType> r{f};
  auto d1 = r.department("Uno"), d2 = r.department("Dos");
  auto e = r.employee("Ana Ñ");
  auto g = r.employee("Bob");
  auto n = r.questionnaire("Calidad");
  r.write([&] {
    f.departments.insert(r.org, d1);
    f.departments.insert(r.org, d2);
    f.employees.insert(r.org, e);
    f.employees.insert(r.org, g);
    f.employees.link(r.org, e.id, d2.id);
    f.employees.link(r.org, e.id, d1.id);
    f.employees.link(r.org, e.id, d2.id);
    f.questionnaires.insert(r.org, n);
  });
  const auto departments = [&] { return r.read([&] { return f.employees.find(r.org, e.id)->departments; }); };
  REQUIRE(departments().size() == 2);
  CHECK(departments()[0].id == d2.id);
  d1.name = "Eins";
  r.write([&] { f.departments.update(r.org, d1); });
  CHECK(departments()[1].name == "Eins");
  r.write([&] { f.departments.remove(r.org, d2.id, {9}); });
  CHECK(departments().size() == 1);
  r.write([&] { f.departments.insert(r.org, r.department("dos")); });  // the name is free again
  r.write([&] { f.employees.unlink(r.org, e.id, d1.id); });
  r.write([&] { f.employees.unlink(r.org, e.id, d1.id); });
  CHECK(departments().empty());

  const auto found = [&](std::string term, bool ignore_deleted) {
    return r.read([&] { return f.employees.list(r.org, {std::move(term), ignore_deleted}, {}).total; });
  };
  CHECK(found("a ñ", false) == 1);
  e.name = "Eva";
  r.write([&] { f.employees.update(r.org, e); });
  CHECK(found("ana", false) == 0);
  CHECK(found("eva", false) == 1);
  CHECK(found("", true) == 2);
  e.deleted = true;
  e.deleted_at = org::UtcTime{11};
  r.write([&] { f.employees.update(r.org, e); });
  CHECK(found("", true) == 1);
  CHECK(found("", false) == 2);
  CHECK(found("eva", true) == 0);
  CHECK(r.read([&] { return f.employees.find(r.org, e.id); }) == e);

  const auto active = [&] {
    return r.read([&] { return f.questionnaires.list(r.org, {audit::QuestionnaireStatus::active, "CALI"}, {}).total; });
  };
  CHECK(active() == 0);
  n.status = audit::QuestionnaireStatus::active;
  n.revision = 4;
  r.write([&] { f.questionnaires.update(r.org, n); });
  CHECK(active() == 1);
  CHECK(r.read([&] { return f.questionnaires.active(r.org); }) == std::vector{n});
}

TEMPLATE_TEST_CASE("answers keep what was asked; statistics add up", "[contract]", PARLANCE_FIXTURES) {
  TestType f;
  Records<TestType> r{f};
  const org::OrgId other = r.add_org();
  auto e = r.employee("E"), g = r.employee("G");
  auto p = r.provider(org::Channel::phone, true);
  auto n = r.questionnaire("N");
  auto q = r.full_question(n.id), q2 = r.question(n.id, "two");
  auto c = r.conversation(p, e);
  r.write([&] {
    f.employees.insert(r.org, e);
    f.employees.insert(r.org, g);
    f.providers.insert(r.org, p);
    f.questionnaires.insert(r.org, n);
    f.questions.insert(r.org, q);
    f.questions.insert(r.org, q2);
    f.conversations.insert(r.org, c);
  });
  audit::Answer a;
  a.question_id = q.id;
  a.questionnaire_id = n.id;
  a.revision = 1;
  a.question_title = "as asked";
  a.allowed_answers = {"x", "y"};
  a.passing_answers = {true, std::string("x")};
  a.weight = 2.5;
  a.pass_score = 60;
  a.id = {f.ids.next()};
  a.answer = std::string("true");
  a.confidence = 0.25;
  a.rationale = "because";
  a.evidence = {{0, "quote \"é\"", true}};
  a.employee_id = e.id;
  a.passed = true;
  a.overrides = {{true, false, audit::AnswerSource::learned, "c", {5}}, {std::nullopt, true, {}, std::nullopt, {6}}};
  audit::Answer b;
  b.question_id = q2.id;
  b.questionnaire_id = n.id;
  b.revision = 1;
  b.question_title = "two";
  b.id = {f.ids.next()};
  b.answer = false;
  CHECK(!r.read([&] { return f.answers.any_of(r.org, q.id); }));
  r.write([&] { f.answers.replace(r.org, c.id, {a, b}); });
  CHECK(r.read([&] { return f.answers.of(r.org, c.id); }) == std::vector{a, b});
  b.answer.reset();
  b.source = audit::AnswerSource::human;
  r.write([&] { f.answers.update(r.org, c.id, b); });
  CHECK(r.read([&] { return f.answers.of(r.org, c.id); }) == std::vector{a, b});
  r.write([&] { f.answers.replace(r.org, c.id, {b}); });
  r.read([&] {
    CHECK(f.answers.of(r.org, c.id) == std::vector{b});
    CHECK(f.answers.any_of(r.org, q.id));
    CHECK(!f.answers.any_of(other, q.id));
  });

  audit::StatisticsDelta one;
  one.questions[q.id] = {3, 1, 1, 2, 1, {{true, 2}, {std::string("true"), 1}}, {{e.id, 2}, {g.id, 1}}};
  one.employees[e.id] = {1, 2, 1, 1, 33'333'333, 1, 0, {1, 0, 0, 0, 0}};
  audit::StatisticsDelta two;
  two.questions[q.id] = {-1, 1, 0, 0, 0, {{std::string("true"), -1}, {false, 1}, {true, -1}}, {{g.id, -1}}};
  two.employees[e.id] = {0, -1, 0, 0, 0, 0, 1, {-1, 1, 0, 0, 0}};
  r.write([&] { f.statistics.add(r.org, one); });
  r.write([&] { f.statistics.add(r.org, two); });
  r.read([&] {
    const audit::QuestionDelta question{2, 2, 1, 2, 1, {{true, 1}, {false, 1}}, {{e.id, 2}}};
    const audit::EmployeeDelta employee{1, 1, 1, 1, 33'333'333, 1, 1, {0, 1, 0, 0, 0}};
    CHECK(f.statistics.question(r.org, q.id) == question);
    CHECK(f.statistics.employee(r.org, e.id) == employee);
    CHECK(f.statistics.question(other, q.id) == audit::QuestionDelta{});
    CHECK(f.statistics.employee(other, e.id) == audit::EmployeeDelta{});
  });
}

TEMPLATE_TEST_CASE("jobs are leased, come back, and end once", "[contract]", PARLANCE_FIXTURES) {
  TestType f;
  Records<TestType> r{f};
  const org::Uuid s1 = f.ids.next(), s2 = f.ids.next(), s3 = f.ids.next();
  r.write([&] {
    f.jobs.enqueue(r.org, "k", s1, {20});
    f.jobs.enqueue(r.org, "k", s2, {10});
    f.jobs.enqueue(r.org, "k", s3, {99});
    f.jobs.enqueue(r.org, "other", s3, {1});
    f.jobs.enqueue(r.org, "k", s1, {15});
  });
  CHECK(f.jobs.next_due("k") == org::UtcTime{10});
  CHECK(!f.jobs.next_due("none"));
  CHECK(f.jobs.lease("k", 9, {5}, {50}).empty());
  const auto leased = f.jobs.lease("k", 9, {30}, {50});
  REQUIRE(leased.size() == 2);
  CHECK(leased[0].subject == s2);
  CHECK(leased[1].subject == s1);
  CHECK(leased[0].organization == r.org);
  CHECK(leased[0].attempts == 1);
  CHECK(f.jobs.lease("k", 9, {49}, {80}).empty());
  CHECK(f.jobs.next_due("k") == org::UtcTime{50});
  CHECK(r.write([&] { return f.jobs.finish(leased[0]); }));
  CHECK(!r.write([&] { return f.jobs.finish(leased[0]); }));
  const auto again = f.jobs.lease("k", 1, {60}, {80});
  REQUIRE(again.size() == 1);
  CHECK(again[0].attempts == 2);
  CHECK(!r.write([&] { return f.jobs.finish(leased[1]); }));  // that lease is over
  r.write([&] { f.jobs.fail(again[0], "boom", {70}); });
  const auto third = f.jobs.lease("k", 1, {70}, {90});
  REQUIRE(third.size() == 1);
  CHECK(third[0].last_error == "boom");
  const auto undone = r.write([&]() -> org::Result<void> {
    CHECK(f.jobs.finish(third[0]));
    return org::conflict("undone");
  });
  CHECK(!undone);
  for (int i = 0; i < org::job_attempts_max; ++i) (void)f.jobs.lease("k", 1, {1000 * (i + 1)}, {1000 * (i + 1) + 1});
  r.write([&] { f.jobs.enqueue(r.org, "k", s1, {7}); });  // a new cause, new attempts
  CHECK(f.jobs.next_due("k") == org::UtcTime{7});
}

}  // namespace parlance::test
