// parlance import FILE.jsonl
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "server/cli/cli.hpp"
#include "server/cli/import.hpp"

namespace parlance::server::cli {
namespace {

struct Settings {
  std::string data, id, file, employee, provider;
};

// On a terminal only, on stderr, so that what is piped on stays clean.
class ProgressBar {
 public:
  explicit ProgressBar(std::int64_t total) : total_(total), shown_(isatty(STDERR_FILENO) && total > 0) {}
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void show(std::int64_t done) const {
    if (!shown_) return;
    constexpr int width = 40;
    const auto share = std::min<std::int64_t>(done, total_);
    const int filled = static_cast<int>(share * width / total_);
    std::fprintf(stderr, "\r[%.*s%*s] %3d %%", filled, "########################################", width - filled, "",
                 static_cast<int>(share * 100 / total_));
  }
  void clear() const {
    if (shown_) std::fprintf(stderr, "\r%*s\r", 60, "");
  }

 private:
  std::int64_t total_;
  bool shown_;
};

template <class Id>
std::optional<Id> id_option(const char* option, const std::string& text) {
  if (text.empty()) return std::nullopt;
  const auto id = Id::parse(text);
  if (!id) throw Failure(std::string(option) + " " + text + " is not a UUID", 2);
  return id;
}

void run_import(const Settings& settings) {
  Core core(settings.data);
  const ImportSettings import{find_organization(core, settings.id),
                              id_option<org::EmployeeId>("--employee", settings.employee),
                              id_option<org::ProviderId>("--provider", settings.provider)};
  std::ifstream in(settings.file, std::ios::binary);
  if (!in) throw Failure("cannot read " + settings.file);
  std::error_code unknown;
  const auto size = std::filesystem::file_size(settings.file, unknown);
  const ProgressBar bar(unknown ? 0 : static_cast<std::int64_t>(size));

  const auto started = std::chrono::steady_clock::now();
  core.start_background();
  const auto summary = import_lines(
      core, import, in,
      [&](std::int64_t line, const std::string& reason) {
        bar.clear();
        std::fprintf(stderr, "parlance: line %lld: %s\n", static_cast<long long>(line), reason.c_str());
      },
      [&](std::int64_t bytes) { bar.show(bytes); });
  core.finish_evaluations();
  bar.clear();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  char text[256];
  std::snprintf(text, sizeof text, R"({"lines":%lld,"imported":%lld,"skipped":%lld,"rejected":%lld,"seconds":%.3f})",
                static_cast<long long>(summary.lines), static_cast<long long>(summary.imported),
                static_cast<long long>(summary.skipped), static_cast<long long>(summary.rejected), seconds);
  print_line(text);
}

}  // namespace

void add_import(CLI::App& program) {
  auto settings = std::make_shared<Settings>();
  auto* command = program.add_subcommand("import", "Import conversations with their messages, one JSON object a line");
  add_data_option(*command, settings->data);
  add_org_option(*command, settings->id);
  command->add_option("--employee", settings->employee, "The employee of lines that name none");
  command->add_option("--provider", settings->provider, "The provider of lines that name none");
  command->add_option("file", settings->file, "The file")->required();
  command->callback([settings] { run_import(*settings); });
}

}  // namespace parlance::server::cli
