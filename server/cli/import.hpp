// Importing conversations from lines of JSON.
#pragma once

#include <cstdint>
#include <functional>
#include <istream>
#include <optional>
#include <string>
#include <vector>

#include "parlance/audit/message.hpp"
#include "parlance/org/describe.hpp"
#include "server/core.hpp"

namespace parlance::server::cli {

// One line of the file (contract section 6 and the README): a conversation with its transcript.
struct ImportLine {
  std::optional<std::string> external_id;
  org::UnixMs original_date_time;
  std::optional<org::EmployeeId> employee_id;
  std::optional<std::string> employee_external_id;
  std::optional<org::ProviderId> provider_id;
  std::optional<std::string> customer_id;
  std::optional<org::Language> language;
  std::vector<audit::NewMessage> messages;
  std::vector<audit::NewTransferEvent> transfer_events;
};

struct ImportSettings {
  org::OrgId organization;
  std::optional<org::EmployeeId> employee;  // for lines that name none
  std::optional<org::ProviderId> provider;
};

struct ImportSummary {
  std::int64_t lines = 0;  // read, empty ones left out
  std::int64_t imported = 0;
  std::int64_t skipped = 0;   // there already, by externalId
  std::int64_t rejected = 0;  // bad lines
};

// Reads `in` to its end. A bad line is reported with its number and the reason, and changes nothing; the others go in,
// in transactions of many lines each. What is there already (by externalId) is skipped, so a second run only adds what
// the first one missed. `progress` is called now and then with the bytes read so far. Evaluations are queued, not
// awaited.
ImportSummary import_lines(Core& core, const ImportSettings& settings, std::istream& in,
                           const std::function<void(std::int64_t line, const std::string& reason)>& report,
                           const std::function<void(std::int64_t bytes)>& progress);

}  // namespace parlance::server::cli

namespace parlance::org {

template <>
struct Describe<server::cli::ImportLine> {
  using T = server::cli::ImportLine;
  static constexpr std::string_view name = "ImportLine";
  static constexpr auto fields = std::tuple{field("externalId", &T::external_id, Text{1, 128}),
                                            required("originalDateTime", &T::original_date_time),
                                            field("employeeId", &T::employee_id),
                                            field("employeeExternalId", &T::employee_external_id, Text{1, 128}),
                                            field("providerId", &T::provider_id),
                                            field("customerId", &T::customer_id, Text{1, 128}),
                                            field("language", &T::language),
                                            required("messages", &T::messages, Items<>{1, 10000, false, {}}),
                                            field("transferEvents", &T::transfer_events, Items<>{0, 100, false, {}})};
};

}  // namespace parlance::org
