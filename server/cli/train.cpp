// parlance train: learn from reviewers' answers now.
#include <unistd.h>

#include <cstdio>

#include "parlance/org/text.hpp"
#include "server/cli/cli.hpp"

namespace parlance::server::cli {
namespace {

struct Settings {
  std::string data, id;
};

// At most `width` characters, so that columns stand below each other.
std::string fitted(const std::string& text, std::size_t width) {
  std::string out;
  std::size_t characters = 0;
  for (const char c : text) {
    const bool begins = (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    if (begins && characters++ == width) break;
    out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  out.append(width - std::min(width, org::code_points(out)), ' ');
  return out;
}

std::string accuracy(double value, bool known) {
  char text[16] = "     -";
  if (known) std::snprintf(text, sizeof text, "%6.3f", value);
  return text;
}

void train(const Settings& settings) {
  Core core(settings.data);
  const auto id = find_organization(core, settings.id);
  const bool terminal = isatty(STDERR_FILENO) == 1;
  const auto trained = core.learning.train(id, [&](const auto& one, std::size_t done, std::size_t total) {
    if (terminal) {
      std::fprintf(stderr, "\r%zu of %zu questions: %s", done, total, fitted(one.title, 50).c_str());
    }
  });
  if (terminal) std::fprintf(stderr, "\r%*s\r", 90, "");
  if (!trained) refuse(trained.error());
  if (trained->empty()) {
    print_line("No active questionnaire has a question.");
    return;
  }
  print_line(fitted("question", 50) + " labels   cues learned");
  for (const auto& one : *trained) {
    char labels[16];
    std::snprintf(labels, sizeof labels, " %6zu ", one.report.labels);
    const bool known = one.report.folds > 0;
    print_line(fitted(one.title, 50) + labels + accuracy(one.report.accuracy_cues, known) + "  " +
               accuracy(one.report.accuracy_learned, known) + "  " + (one.report.adopted ? "used: " : "not used: ") +
               one.report.reason);
  }
}

}  // namespace

void add_train(CLI::App& program) {
  const auto [sub, settings] =
      add_action<Settings>(program, "train", "Learn from reviewers' answers now, and show how well", train);
  add_org_option(sub, settings.id);
}

}  // namespace parlance::server::cli
