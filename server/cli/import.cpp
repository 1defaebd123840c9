#include "server/cli/import.hpp"

#include "server/codec/json_document.hpp"
#include "server/codec/reader.hpp"

namespace parlance::server::cli {
namespace {

constexpr std::size_t batch_lines = 64;
constexpr std::size_t line_bytes_max = 8 << 20;  // as a request's body

struct Line {
  std::int64_t number = 0;
  ImportLine content;
  org::Problems problems;
};

std::string joined(const std::vector<std::string>& messages) {
  std::string out;
  for (const auto& message : messages) out += (out.empty() ? "" : "; ") + message;
  return out;
}

class Importer {
 public:
  Importer(Core& core, const ImportSettings& settings,
           const std::function<void(std::int64_t, const std::string&)>& report)
      : core_(core), settings_(settings), report_(report) {}

  void take(Line line) {
    ++summary_.lines;
    batch_.push_back(std::move(line));
    if (batch_.size() >= batch_lines) flush();
  }

  void flush() {
    if (batch_.empty()) return;
    ImportSummary batch;
    std::vector<std::pair<std::int64_t, std::string>> rejected;
    core_.transactor().write([&] {
      // The body may run again after a fault, so it counts afresh.
      batch = {};
      rejected.clear();
      for (Line& line : batch_) store(line, batch, rejected);
    });
    summary_.imported += batch.imported;
    summary_.skipped += batch.skipped;
    summary_.rejected += batch.rejected;
    for (const auto& [number, reason] : rejected) report_(number, reason);
    batch_.clear();
  }

  const ImportSummary& summary() const { return summary_; }

 private:
  void store(Line& line, ImportSummary& count, std::vector<std::pair<std::int64_t, std::string>>& rejected) {
    const auto reject = [&](const std::string& reason) {
      ++count.rejected;
      rejected.emplace_back(line.number, reason);
    };
    const org::OrgId org = settings_.organization;
    const ImportLine& in = line.content;
    org::Problems problems = line.problems;
    if (problems.empty() && in.external_id && core_.conversation_store().find_by_external_id(org, *in.external_id)) {
      ++count.skipped;
      return;
    }
    audit::NewConversation conversation;
    conversation.original_date_time = in.original_date_time;
    conversation.external_id = in.external_id;
    conversation.customer_id = in.customer_id;
    conversation.language = in.language;
    if (in.provider_id) {
      conversation.provider_id = *in.provider_id;
    } else if (settings_.provider) {
      conversation.provider_id = *settings_.provider;
    } else {
      problems.add("providerId", "should not be empty (or give a default with --provider)");
    }
    if (in.employee_id) {
      conversation.employee_id = *in.employee_id;
    } else if (in.employee_external_id) {
      const auto employee = core_.employee_store().find_by_external_id(org, *in.employee_external_id);
      if (employee) {
        conversation.employee_id = employee->id;
      } else {
        problems.add("employeeExternalId", "must be the external id of an employee");
      }
    } else if (settings_.employee) {
      conversation.employee_id = *settings_.employee;
    } else {
      problems.add("employeeId", "should not be empty (or give a default with --employee)");
    }
    // One nested transaction a line: a refusal undoes that line alone.
    const auto done = core_.transactor().write([&]() -> org::Result<void> {
      const auto created = core_.conversations.create(org, conversation, std::move(problems));
      if (!created) return created.error();
      const auto added = core_.conversations.add_messages(org, created->id, {in.messages, in.transfer_events});
      if (!added) return added.error();
      return {};
    });
    if (done) {
      ++count.imported;
    } else {
      reject(joined(done.error().messages));
    }
  }

  Core& core_;
  const ImportSettings& settings_;
  const std::function<void(std::int64_t, const std::string&)>& report_;
  std::vector<Line> batch_;
  ImportSummary summary_;
};

}  // namespace

ImportSummary import_lines(Core& core, const ImportSettings& settings, std::istream& in,
                           const std::function<void(std::int64_t, const std::string&)>& report,
                           const std::function<void(std::int64_t)>& progress) {
  Importer importer(core, settings, report);
  std::string text;
  std::int64_t bytes = 0, number = 0;
  while (std::getline(in, text)) {
    ++number;
    bytes += static_cast<std::int64_t>(text.size()) + 1;
    if (!text.empty() && text.back() == '\r') text.pop_back();
    if (text.find_first_not_of(" \t") == std::string::npos) continue;
    Line line{number, {}, {}};
    if (text.size() > line_bytes_max) {
      line.problems.add("", "must not be larger than 8 MiB");
    } else {
      codec::read_text(text, line.content, line.problems);
    }
    importer.take(std::move(line));
    if (number % 256 == 0) progress(bytes);
  }
  importer.flush();
  progress(bytes);
  return importer.summary();
}

}  // namespace parlance::server::cli
