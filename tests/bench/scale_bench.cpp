// What statistics, lists and searches cost when an organization has very many conversations.
//   scale_bench DIR [COUNT [DIALOGUES.jsonl]]
// Fills the data directory DIR up to COUNT (1000000) conversations of 20 messages, each evaluated by 10 questions, then
// asks through the services, as the API does. DIR is kept: a second run only measures.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "import_workload.hpp"
#include "measure.hpp"
#include "server/core.hpp"

using namespace parlance;
using bench::value_of;

namespace {

using bench::Clock;
using bench::measure;
using bench::ms_since;

std::int64_t conversations_of(server::Core& core, org::OrgId org) {
  return core.conversations.list(org, {}, {}).total;
}

void fill(server::Core& core, const bench::Bench& place, std::int64_t count, const char* dialogues) {
  constexpr std::int64_t step = 20'000;
  core.start_background();
  const auto start = Clock::now();
  std::int64_t done = conversations_of(core, place.organization);
  const std::int64_t first = done;
  for (; done < count; done += step) {
    std::istringstream in(bench::import_lines(done, std::min(done + step, count), dialogues, place));
    server::cli::import_lines(
        core, {place.organization, place.employees.front(), place.provider}, in,
        [](std::int64_t line, const std::string& reason) {
          std::fprintf(stderr, "line %lld: %s\n", static_cast<long long>(line), reason.c_str());
        },
        [](std::int64_t) {});
    std::fprintf(stderr, "\r%lld of %lld conversations, %.0f a second ", static_cast<long long>(done + step),
                 static_cast<long long>(count), static_cast<double>(done + step - first) * 1000 / ms_since(start));
  }
  core.finish_evaluations();
  while (core.conversations.index_transcripts(1000) > 0) {
  }
  std::fprintf(stderr, "\n");
}

void measure_all(server::Core& core, const bench::Bench& place) {
  const org::OrgId org = place.organization;
  std::printf("%-44s %10s %10s %10s\n", "", "first ms", "then ms", "matches");
  const auto questions = core.questions.list(org, {}, {}).results;
  measure("statistics of a question", [&] { return value_of(core.statistics.question(org, questions[0].id)).answers; });
  measure("statistics of an employee",
          [&] { return value_of(core.statistics.employee(org, place.employees[0])).conversations; });
  const auto list = [&](const char* name, const audit::ConversationFilter& filter, std::int64_t page = 1) {
    org::PageRequest request;
    request.page = page;
    measure(name, [&] { return core.conversations.list(org, filter, request).total; });
  };
  const std::int64_t pages = conversations_of(core, org) / 50;
  list("conversations, first page", {});
  list("conversations, in the middle", {}, pages / 2);
  list("conversations, last page", {}, pages);
  const auto newest = core.conversations.list(org, {}, {}).results.front();
  const auto filtered = [&](const char* name, auto member, auto value) {
    audit::ConversationFilter filter;
    filter.*member = value;
    list(name, filter);
  };
  using F = audit::ConversationFilter;
  filtered("  status COMPLETED", &F::status, audit::ConversationStatus::completed);
  filtered("  status FAILED", &F::status, audit::ConversationStatus::failed);
  filtered("  an employee", &F::employee_id, place.employees[0]);
  filtered("  a provider", &F::provider_id, place.provider);
  filtered("  a department", &F::department_id, place.department);
  filtered("  a customer", &F::customer_id, std::string("C-7"));
  filtered("  from (the newest thousandth)", &F::from, org::UnixMs{newest.original_date_time.ms - pages * 50});
  filtered("  minScore 70", &F::min_score, 70.0);
  F several;
  several.status = audit::ConversationStatus::completed;
  several.employee_id = place.employees[0];
  several.max_score = 30;
  list("  status, employee and maxScore", several);
  for (const char* term : {"restaurant", "thank you", "reservation for two", "ref777", "unheardof", "the"}) {
    filtered(("  search \"" + std::string(term) + "\"").c_str(), &F::search_term, std::string(term));
  }
  F searched;
  searched.search_term = "restaurant";
  searched.employee_id = place.employees[0];
  list("  search \"restaurant\" and an employee", searched);
  measure("raised alerts, first page", [&] { return core.alerts.raised(org, {}, {}).total; });
  audit::RaisedAlertFilter open;
  open.status = audit::RaisedStatus::open;
  measure("  status open", [&] { return core.alerts.raised(org, open, {}).total; });
  measure("messages of a conversation",
          [&] { return static_cast<std::int64_t>(value_of(core.conversations.messages(org, newest.id)).size()); });
  measure("answers of a conversation",
          [&] { return static_cast<std::int64_t>(value_of(core.conversations.answers(org, newest.id)).size()); });
}

}  // namespace

int main(int argc, char** argv) try {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // figures appear as they are measured
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s DIR [COUNT [DIALOGUES.jsonl]]\n", argv[0]);
    return 2;
  }
  const std::filesystem::path directory = argv[1];
  const std::int64_t count = argc > 2 ? std::atoll(argv[2]) : 1'000'000;
  server::Core core(directory);
  const bench::Bench place = bench::bench_organization(core);
  fill(core, place, count, argc > 3 ? argv[3] : nullptr);
  measure_all(core, place);
  const auto bytes = std::filesystem::file_size(directory / server::database_file);
  std::printf("database: %.2f GB, %.0f bytes a conversation\n", static_cast<double>(bytes) / 1e9,
              static_cast<double>(bytes) / static_cast<double>(conversations_of(core, place.organization)));
} catch (const std::exception& fault) {
  std::fprintf(stderr, "scale_bench: %s\n", fault.what());
  return 1;
}
