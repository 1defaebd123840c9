// An organization to import into, with an active questionnaire of 10 questions, and lines to import.
#pragma once

#include <string>
#include <vector>

#include "server/cli/import.hpp"
#include "server/core.hpp"
#include "workload.hpp"

namespace parlance::bench {

template <class T>
T value_of(org::Result<T> result) {
  if (!result) throw std::runtime_error(result.error().messages.front());
  return std::move(*result);
}

struct Bench {
  org::OrgId organization;
  org::DepartmentId department;
  std::vector<org::EmployeeId> employees;
  org::ProviderId provider;
};

inline constexpr int employees_count = 100;

// The one of the directory, made when there is none.
inline Bench bench_organization(server::Core& core) {
  Bench out;
  if (const auto all = core.organizations.all(); !all.empty()) {
    out.organization = all.front().id;
    out.department = core.departments.list(out.organization, {}).results.front().id;
    org::PageRequest everybody;
    everybody.page_size = employees_count;
    for (const auto& one : core.employees.list(out.organization, {}, everybody).results)
      out.employees.push_back(one.id);
    out.provider = core.providers.list(out.organization, {}).results.front().id;
    return out;
  }
  out.organization = value_of(core.organizations.create({"Bench"})).id;
  out.department = value_of(core.departments.create(out.organization, {.name = "Care"})).id;
  for (int i = 0; i < employees_count; ++i) {
    org::NewEmployee employee{.name = "Employee " + std::to_string(i)};
    employee.external_id = "E-" + std::to_string(i);
    employee.department_id = org::DepartmentIdOrKey{out.department};
    out.employees.push_back(value_of(core.employees.create(out.organization, employee)).id);
  }
  out.provider = value_of(core.providers.create(out.organization, {"Line", org::Channel::phone, false, {}})).id;
  const auto form = value_of(core.questionnaires.create(out.organization, {.name = "Ten questions"}));
  int number = 0;
  const auto questionnaire = ten_questions();
  for (const audit::Question& question : questionnaire->questions) {
    audit::NewQuestion command;
    static_cast<audit::QuestionContent&>(command) = question;
    command.title = "Question " + std::to_string(++number);
    command.questionnaire_id = form.id;
    command.passing_answers = {true};
    value_of(core.questions.create(out.organization, command));
  }
  audit::NewAlert low;
  low.alert_type_id =
      value_of(core.alert_types.create(out.organization, {"Low score", audit::Severity::warning, {}})).id;
  low.condition = audit::AlertCondition::score_below;
  low.threshold = 25;
  value_of(core.alerts.create(out.organization, form.id, low));
  audit::QuestionnaireChanges activation;
  activation.status = {audit::QuestionnaireStatus::active};
  value_of(core.questionnaires.update(out.organization, form.id, activation));
  return out;
}

// The conversations with these numbers; each names its own in its first message.
inline std::string import_lines(std::int64_t first, std::int64_t end, const char* path, const Bench& place) {
  const auto dialogues = conversations(path);
  std::string out;
  for (std::int64_t i = first; i < end; ++i) {
    json::array messages;
    const std::int64_t at = 1'700'000'000'000 + i * 1000;
    for (const audit::Message& message : dialogues[static_cast<std::size_t>(i) % dialogues.size()]) {
      const std::string number = message.index == 0 ? " ref" + std::to_string(i) : "";
      messages.push_back({{"senderRole", org::text_of(message.sender_role)},
                          {"content", message.content + number},
                          {"originalDateTime", at + 9000 * message.index}});
    }
    out += json::serialize(
        json::object{{"externalId", "bench-" + std::to_string(i)},
                     {"employeeId", place.employees[static_cast<std::size_t>(i) % place.employees.size()].text()},
                     {"customerId", "C-" + std::to_string(i % 10'000)},
                     {"originalDateTime", at},
                     {"messages", std::move(messages)}});
    out += '\n';
  }
  return out;
}

}  // namespace parlance::bench
