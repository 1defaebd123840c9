// Both implementations of the storage ports under the same names, and records to fill them with.
#pragma once

#include <filesystem>
#include <string>

#include "parlance/audit/memory_stores.hpp"
#include "parlance/org/memory_stores.hpp"
#include "server/jobs/sqlite_job_queue.hpp"
#include "server/storage/sqlite_stores.hpp"
#include "tests/support/temp_directory.hpp"

namespace parlance::tests {

struct MemoryFixture {
  org::SequenceIds ids;
  org::MemoryTransactor transactor;
  org::MemoryOrganizationStore organizations{transactor};
  org::MemoryApiKeyStore api_keys{transactor};
  org::MemoryDepartmentStore departments{transactor};
  org::MemoryEmployeeStore employees{transactor, departments};
  org::MemoryCustomerStore customers{transactor};
  org::MemoryProviderStore providers{transactor};
  org::MemoryWorkingHoursStore working_hours{transactor};
  audit::MemoryQuestionStore questions{transactor};
  audit::MemoryQuestionnaireStore questionnaires{transactor, questions};
  audit::MemoryAlertTypeStore alert_types{transactor};
  audit::MemoryAlertStore alerts{transactor};
  audit::MemoryRaisedAlertStore raised_alerts{transactor};
  audit::MemoryConversationStore conversations{transactor};
  audit::MemoryAnswerStore answers{transactor};
  audit::MemoryStatisticsStore statistics{transactor};
  audit::MemoryLearnedModelStore learned_models{transactor, questionnaires};
  org::MemoryJobQueue jobs{transactor, ids};
};

struct SqliteFixture {
  TempDirectory directory;
  org::SequenceIds ids;
  std::filesystem::path file{directory / "parlance.db"};
  server::storage::SqliteStores stores{file};
  server::storage::SqliteTransactor& transactor = stores.transactor();
  server::storage::OrganizationStore& organizations = stores.organizations;
  server::storage::ApiKeyStore& api_keys = stores.api_keys;
  server::storage::DepartmentStore& departments = stores.departments;
  server::storage::EmployeeStore& employees = stores.employees;
  server::storage::CustomerStore& customers = stores.customers;
  server::storage::ProviderStore& providers = stores.providers;
  server::storage::WorkingHoursStore& working_hours = stores.working_hours;
  server::storage::QuestionStore& questions = stores.questions;
  server::storage::QuestionnaireStore& questionnaires = stores.questionnaires;
  server::storage::AlertTypeStore& alert_types = stores.alert_types;
  server::storage::AlertStore& alerts = stores.alerts;
  server::storage::RaisedAlertStore& raised_alerts = stores.raised_alerts;
  server::storage::ConversationStore& conversations = stores.conversations;
  server::storage::AnswerStore& answers = stores.answers;
  server::storage::StatisticsStore& statistics = stores.statistics;
  server::storage::LearnedModelStore& learned_models = stores.learned_models;
  server::jobs::SqliteJobQueue jobs{stores, ids};
};

inline constexpr org::UtcTime start_time{1'760'000'000'000};

// A refusal, as services return it.
inline org::Error refusal() {
  return org::conflict("refused");
}

// Records of two organizations; every one gets its own id and a later time.
template <class Fixture>
struct World : Fixture {
  org::OrgId org{this->ids.next()}, other{this->ids.next()};
  std::int64_t now = start_time.ms;

  World() {
    this->transactor.write([&] {
      this->organizations.insert(organization(org, "One"));
      this->organizations.insert(organization(other, "Two"));
    });
  }

  org::UtcTime tick() { return {++now}; }
  template <class Id>
  Id id() {
    return Id{this->ids.next()};
  }

  org::Organization organization(org::OrgId of, std::string name) {
    const auto at = tick();
    return {of, std::move(name), "Europe/Madrid", org::Language::es, at, at};
  }
  org::Department department(std::string name) {
    const auto at = tick();
    const auto number = std::to_string(10'000'000 + now % 1'000'000);
    return {id<org::DepartmentId>(), {"DEP-" + number}, std::move(name), "what it does", true, "about bills", at, at};
  }
  org::Employee employee(std::string name, std::vector<org::DepartmentRef> linked = {}) {
    const auto at = tick();
    org::Employee out;
    out.id = id<org::EmployeeId>();
    out.name = std::move(name);
    out.departments = std::move(linked);
    out.created_at = out.updated_at = at;
    return out;
  }
  org::Customer customer(std::string external_id, std::string name) {
    org::Customer out;
    out.id = id<org::CustomerId>();
    out.external_id = std::move(external_id);
    out.name = std::move(name);
    out.created_at = out.updated_at = tick();
    return out;
  }
  org::Provider provider(org::Channel channel, bool is_default = false) {
    const auto at = tick();
    return {id<org::ProviderId>(), "Line", channel, is_default, at, at};
  }
  audit::Questionnaire questionnaire(std::string name) {
    audit::Questionnaire out;
    out.id = id<audit::QuestionnaireId>();
    out.name = std::move(name);
    out.created_at = out.updated_at = tick();
    return out;
  }
  audit::Question question(audit::QuestionnaireId questionnaire, std::string title) {
    audit::Question out;
    out.id = id<audit::QuestionId>();
    out.questionnaire_id = questionnaire;
    out.title = std::move(title);
    out.created_at = out.updated_at = tick();
    return out;
  }
  // With everything set that can be.
  audit::Question rich_question(audit::QuestionnaireId questionnaire, std::string title) {
    audit::Question out = question(questionnaire, std::move(title));
    out.description = "why";
    out.type = audit::QuestionType::options;
    out.allowed_answers = {"yes \"quoted\"", "no", "ñandú 🙂"};
    out.alert_type_ids = {id<audit::AlertTypeId>(), id<audit::AlertTypeId>()};
    out.section = "Greeting";
    out.weight = 2.5;
    out.critical = true;
    out.allow_not_applicable = true;
    out.passing_answers = std::vector<audit::AnswerValue>{std::string("no")};
    out.enabled_when = audit::EnabledWhen{id<audit::QuestionId>(), {true, std::string("no")}};
    out.cues = {audit::Cue{std::string("no"), {"a * b", "c"}, audit::Speaker::employee, audit::CueWindow{2, 3}, {"d"}}};
    out.default_answer = std::string("no");
    return out;
  }
  audit::AlertType alert_type(std::string name) {
    const auto at = tick();
    return {id<audit::AlertTypeId>(), std::move(name), audit::Severity::warning, "why", at, at};
  }
  audit::Conversation conversation(org::ProviderId provider, org::EmployeeId employee) {
    audit::Conversation out;
    out.id = id<audit::ConversationId>();
    out.provider_id = provider;
    out.employee_id = employee;
    out.original_date_time = {now};
    out.created_at = out.updated_at = tick();
    return out;
  }
  audit::Answer answer(const audit::Question& question, std::optional<audit::AnswerValue> value,
                       std::optional<org::EmployeeId> employee) {
    audit::Answer out;
    out.id = id<audit::AnswerId>();
    out.question_id = question.id;
    out.questionnaire_id = question.questionnaire_id;
    out.revision = 1;
    out.question_title = question.title;
    out.type = question.type;
    out.weight = question.weight;
    out.answer = std::move(value);
    out.employee_id = employee;
    out.created_at = out.updated_at = tick();
    return out;
  }
};

// What `body` reads, in a transaction of its own.
template <class Fixture, class Body>
auto reading(World<Fixture>& world, Body body) {
  return world.transactor.read(body);
}
template <class Fixture, class Body>
auto writing(World<Fixture>& world, Body body) {
  return world.transactor.write(body);
}

}  // namespace parlance::tests
