// The demo organization: what it holds.
#pragma once

#include <optional>

#include "server/core.hpp"

namespace parlance::server::cli {

struct DemoIds {
  org::OrgId organization;
  org::EmployeeId employee;
  org::ProviderId provider;
  audit::QuestionId question;
  audit::ConversationId conversation;
};

// nullopt when the data directory holds no demo organization.
std::optional<DemoIds> find_demo(Core&);

// Departments, employees, a provider, an active questionnaire, and a sample conversation that is evaluated on return.
// What was begun and not finished by an earlier run is left alone: each run makes a whole one.
DemoIds create_demo(Core&);

}  // namespace parlance::server::cli
