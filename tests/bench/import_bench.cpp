// How many conversations a second are imported and evaluated: read from a file, checked, stored durably, judged by 10
// questions of 8 phrases each, their answers and statistics stored.
//   import_bench [COUNT [DIALOGUES.jsonl]]
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "import_workload.hpp"
#include "server/core.hpp"
#include "server/storage/maintenance.hpp"
#include "tests/contract/fixtures.hpp"

using namespace parlance;

int main(int argc, char** argv) try {
  const auto count = static_cast<std::size_t>(argc > 1 ? std::atoll(argv[1]) : 20'000);
  const tests::TempDirectory directory;
  {
    server::Core core(directory.path());
    const auto place = bench::bench_organization(core);
    std::istringstream in(
        bench::import_lines(0, static_cast<std::int64_t>(count), argc > 2 ? argv[2] : nullptr, place));
    const server::cli::ImportSettings settings{place.organization, place.employees.front(), place.provider};
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
    audit::ConversationFilter completed;
    completed.status = audit::ConversationStatus::completed;
    const auto evaluated = core.conversations.list(place.organization, completed, {}).total;
    std::printf("%lld dialogues of %zu messages imported and %lld evaluated in %.2f s: %.0f dialogues/s\n",
                static_cast<long long>(summary.imported), bench::messages_each, static_cast<long long>(evaluated),
                seconds, static_cast<double>(summary.imported) / seconds);
  }
  return server::storage::check(directory / server::database_file).empty() ? 0 : 1;
} catch (const std::exception& fault) {
  std::fprintf(stderr, "import_bench: %s\n", fault.what());
  return 1;
}
