// How many conversations a second are imported and evaluated: read from a file, checked, stored durably, judged by 10
// questions of 8 phrases each, their answers and statistics stored.
//   import_bench [COUNT [DIALOGUES.jsonl]]
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "server/cli/import.hpp"
#include "server/core.hpp"
#include "server/storage/maintenance.hpp"
#include "tests/contract/fixtures.hpp"
#include "workload.hpp"

using namespace parlance;

namespace {

template <class T>
T value_of(org::Result<T> result) {
  if (!result) throw std::runtime_error(result.error().messages.front());
  return std::move(*result);
}

server::cli::ImportSettings organization(server::Core& core) {
  const auto org = value_of(core.organizations.create({"Bench"})).id;
  const auto department = value_of(core.departments.create(org, {.name = "Care"}));
  org::NewEmployee employee{.name = "Ana"};
  employee.department_id = org::DepartmentIdOrKey{department.id};
  const auto ana = value_of(core.employees.create(org, employee));
  const auto line = value_of(core.providers.create(org, {"Line", org::Channel::phone}));
  const auto form = value_of(core.questionnaires.create(org, {.name = "Ten questions"}));
  int number = 0;
  const auto questionnaire = bench::ten_questions();
  for (const audit::Question& question : questionnaire->questions) {
    audit::NewQuestion command;
    static_cast<audit::QuestionContent&>(command) = question;
    command.title = "Question " + std::to_string(++number);
    command.questionnaire_id = form.id;
    command.passing_answers = {true};
    value_of(core.questions.create(org, command));
  }
  audit::QuestionnaireChanges activation;
  activation.status = {audit::QuestionnaireStatus::active};
  value_of(core.questionnaires.update(org, form.id, activation));
  return {org, ana.id, line.id};
}

std::string lines(std::size_t count, const char* path) {
  const auto dialogues = bench::conversations(path);
  std::string out;
  for (std::size_t i = 0; i < count; ++i) {
    bench::json::array messages;
    for (const audit::Message& message : dialogues[i % dialogues.size()]) {
      messages.push_back({{"senderRole", org::text_of(message.sender_role)},
                          {"content", message.content},
                          {"originalDateTime", 1763500000000 + 9000 * message.index}});
    }
    out += bench::json::serialize(bench::json::object{{"externalId", "bench-" + std::to_string(i)},
                                                      {"originalDateTime", 1763500000000},
                                                      {"messages", std::move(messages)}});
    out += '\n';
  }
  return out;
}

}  // namespace

int main(int argc, char** argv) try {
  const auto count = static_cast<std::size_t>(argc > 1 ? std::atoll(argv[1]) : 20'000);
  const tests::TempDirectory directory;
  std::istringstream in(lines(count, argc > 2 ? argv[2] : nullptr));
  {
    server::Core core(directory.path());
    const auto settings = organization(core);
    const auto start = std::chrono::steady_clock::now();
    core.start_background();
    const auto summary = server::cli::import_lines(
        core, settings, in,
        [](std::int64_t line, const std::string& reason) {
          std::fprintf(stderr, "line %lld: %s\n", static_cast<long long>(line), reason.c_str());
        },
        [](std::int64_t) {});
    core.finish_evaluations();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const auto statistics = value_of(core.statistics.employee(settings.organization, *settings.employee));
    std::printf("%lld dialogues of %zu messages imported and %lld evaluated in %.2f s: %.0f dialogues/s\n",
                static_cast<long long>(summary.imported), bench::messages_each,
                static_cast<long long>(statistics.by_status.completed), seconds,
                static_cast<double>(summary.imported) / seconds);
  }
  return server::storage::check(directory / server::database_file).empty() ? 0 : 1;
} catch (const std::exception& fault) {
  std::fprintf(stderr, "import_bench: %s\n", fault.what());
  return 1;
}
