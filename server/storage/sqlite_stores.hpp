// Every store on one SQLite file.
#pragma once

#include <filesystem>
#include <memory>

#include "server/storage/alert_store.hpp"
#include "server/storage/alert_type_store.hpp"
#include "server/storage/answer_store.hpp"
#include "server/storage/conversation_store.hpp"
#include "server/storage/customer_store.hpp"
#include "server/storage/department_store.hpp"
#include "server/storage/employee_store.hpp"
#include "server/storage/idempotency_store.hpp"
#include "server/storage/learned_model_store.hpp"
#include "server/storage/organization_store.hpp"
#include "server/storage/provider_store.hpp"
#include "server/storage/question_store.hpp"
#include "server/storage/questionnaire_store.hpp"
#include "server/storage/sqlite_transactor.hpp"
#include "server/storage/statistics_store.hpp"
#include "server/storage/working_hours_store.hpp"

namespace parlance::server::storage {

class SqliteStores {
  SqliteTransactor transactor_;
  Shared shared_;

 public:
  // Creates the file when it is not there, readable by its owner only, and brings its schema up to date.
  explicit SqliteStores(const std::filesystem::path& file);

  SqliteTransactor& transactor() { return transactor_; }
  Shared& shared() { return shared_; }

  OrganizationStore organizations;
  ApiKeyStore api_keys;
  DepartmentStore departments;
  EmployeeStore employees;
  CustomerStore customers;
  ProviderStore providers;
  WorkingHoursStore working_hours;
  QuestionnaireStore questionnaires;
  QuestionStore questions;
  AlertTypeStore alert_types;
  AlertStore alerts;
  RaisedAlertStore raised_alerts;
  ConversationStore conversations;
  AnswerStore answers;
  StatisticsStore statistics;
  LearnedModelStore learned_models;
  IdempotencyStore idempotency;
};

}  // namespace parlance::server::storage
