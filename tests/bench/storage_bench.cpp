// Measures storage: writes per second by the number of callers, and what pages of a long list cost.
//
//   storage_bench [rows]     default 100000; the goals are about 1000000
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "measure.hpp"
#include "tests/contract/fixtures.hpp"

namespace {

using namespace parlance;
using bench::Clock;
using bench::measure;
using bench::ms_since;

void measure_writes(tests::SqliteFixture& f, org::OrgId org) {
  std::printf("%-10s %12s\n", "callers", "writes/s");
  for (const int callers : {1, 8, 32, 64}) {
    constexpr int run_ms = 1500;
    std::atomic<std::int64_t> written{0};
    const auto start = Clock::now();
    std::vector<std::thread> threads;
    for (int i = 0; i < callers; ++i) {
      threads.emplace_back([&] {
        while (ms_since(start) < run_ms) {
          f.transactor.write([&] {
            f.providers.insert(org, {{f.ids.next()}, "A provider of some length", org::Channel::sms, false, {1}, {1}});
          });
          ++written;
        }
      });
    }
    for (auto& thread : threads) thread.join();
    std::printf("%-10d %12.0f\n", callers, static_cast<double>(written) * 1000 / ms_since(start));
  }
}

void measure_lists(tests::SqliteFixture& f, org::OrgId org, std::int64_t rows) {
  const auto list = [&](const audit::QuestionFilter& filter, org::PageRequest request) {
    return f.transactor.read([&] { return f.questions.list(org, filter, request); });
  };
  std::vector<audit::Questionnaire> ns(50);
  f.transactor.write([&] {
    for (auto& n : ns) {
      n.id = {f.ids.next()};
      n.name = "N";
      f.questionnaires.insert(org, n);
    }
  });
  const audit::AlertTypeId alert{f.ids.next()};
  const char* verbs[] = {"greet", "identify", "thank", "inform", "confirm", "resolve", "offer", "transfer"};
  const char* things[] = {"customer", "account", "invoice", "delivery", "address", "warranty", "schedule"};
  const auto start = Clock::now();
  for (std::int64_t i = 0; i < rows;) {
    f.transactor.write([&] {
      for (int k = 0; k < 5000 && i < rows; ++k, ++i) {
        audit::Question q;
        q.id = {f.ids.next()};
        q.questionnaire_id = ns[static_cast<std::size_t>(i * 7 % 50)].id;
        q.title =
            std::string("Did the agent ") + verbs[i % 8] + " the " + things[i % 7] + " " + std::to_string(i) + "?";
        if (i == rows / 1000) q.title += " qx";
        q.type = i % 1000 == 0 ? audit::QuestionType::text : audit::QuestionType::boolean;
        if (i % 100 == 0) q.alert_type_ids = {alert};
        f.questions.insert(org, q);
      }
    });
  }
  std::printf("\n%ld questions, %.0f rows/s\n%-34s %10s %10s %10s\n", static_cast<long>(rows),
              static_cast<double>(rows) * 1000 / ms_since(start), "page of 50", "first ms", "warm ms", "total");
  const audit::QuestionFilter all;
  measure("first", [&] { return list(all, {1, 50}).total; });
  const auto next = list(all, {1, 50}).next_cursor;
  measure("second, by cursor", [&] { return list(all, {1, 50, next}).total; });
  measure("last", [&] { return list(all, {(rows + 49) / 50, 50}).total; });
  measure("middle", [&] { return list(all, {rows / 100, 50}).total; });
  const auto filtered = [&](const char* name, const audit::QuestionFilter& filter) {
    measure(name, [&] { return list(filter, {1, 50}).total; });
  };
  filtered("questionnaire", {"", {ns[3].id}, {}, {}});
  filtered("three questionnaires", {"", {ns[3].id, ns[9].id, ns[40].id}, {}, {}});
  filtered("rare type", {"", {}, {audit::QuestionType::text}, {}});
  filtered("two types, one absent", {"", {}, {audit::QuestionType::text, audit::QuestionType::options}, {}});
  filtered("alert type", {"", {}, {}, {alert}});
  filtered("alert type and questionnaire", {"", {ns[0].id}, {}, {alert}});
  filtered("search \"invoice\"", {"INVOICE", {}, {}, {}});
  filtered("search \"agent\" (all rows)", {"agent", {}, {}, {}});
  filtered("search absent", {"zebra", {}, {}, {}});
  filtered("search \"qx\" (one row)", {"qx", {}, {}, {}});
  filtered("search \"t\" (all rows)", {"t", {}, {}, {}});
  filtered("search, questionnaire and type", {"invoice", {ns[0].id}, {audit::QuestionType::text}, {}});
  audit::QuestionFilter searched{"invoice", {}, {}, {}};
  const auto matches = list(searched, {1, 50}).total;
  measure("search \"invoice\", last page", [&] { return list(searched, {(matches + 49) / 50, 50}).total; });
  measure("after an insert, \"invoice\"", [&] {
    audit::Question q;
    q.id = {f.ids.next()};
    q.questionnaire_id = ns[0].id;
    q.title = "Another invoice";
    f.transactor.write([&] { f.questions.insert(org, q); });
    return list(searched, {1, 50}).total;
  });
}

}  // namespace

int main(int argc, char** argv) {
  const std::int64_t rows = argc > 1 ? std::atoll(argv[1]) : 100'000;
  tests::SqliteFixture f;
  const org::OrgId org{f.ids.next()};
  f.transactor.write([&] { f.organizations.insert({org, "Bench", "UTC", org::Language::en, {1}, {1}}); });
  measure_writes(f, org);
  measure_lists(f, org, rows);
}
