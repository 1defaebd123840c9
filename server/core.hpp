// Core: storage and services on one data directory, without HTTP.
//
// The server is built on it, and so is every administrative command, which may run while the server does.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>

#include "parlance/audit/alert_service.hpp"
#include "parlance/audit/alert_type_service.hpp"
#include "parlance/audit/conversation_service.hpp"
#include "parlance/audit/embedded_evaluator.hpp"
#include "parlance/audit/evaluation_service.hpp"
#include "parlance/audit/learning_service.hpp"
#include "parlance/audit/question_service.hpp"
#include "parlance/audit/questionnaire_service.hpp"
#include "parlance/audit/statistics_service.hpp"
#include "parlance/org/customer_service.hpp"
#include "parlance/org/department_service.hpp"
#include "parlance/org/employee_service.hpp"
#include "parlance/org/key_service.hpp"
#include "parlance/org/organization_service.hpp"
#include "parlance/org/provider_service.hpp"
#include "parlance/org/working_hours_service.hpp"
#include "server/jobs/sqlite_job_queue.hpp"
#include "server/jobs/worker.hpp"
#include "server/storage/sqlite_stores.hpp"
#include "server/world/iana_time_zones.hpp"
#include "server/world/openssl_hasher.hpp"
#include "server/world/openssl_secret_box.hpp"
#include "server/world/random_ids.hpp"
#include "server/world/system_clock.hpp"

namespace parlance::server {

class Core {
  // What is referenced is declared before what refers to it: members end in the opposite order.
  world::SystemClock clock_;
  world::RandomIds ids_{clock_};
  world::OpensslHasher hasher_;
  world::IanaTimeZones zones_;
  world::OpensslSecretBox secrets_;
  storage::SqliteStores stores_;
  jobs::SqliteJobQueue jobs_;
  audit::EmbeddedEvaluator evaluator_;
  audit::AlertStores alert_stores_{stores_.alerts, stores_.alert_types, stores_.raised_alerts};
  audit::EvaluationService evaluations_;

 public:
  // Creates the directory and the database when they are not there, and brings an older schema up to date. Throws when
  // that cannot be done.
  explicit Core(const std::filesystem::path& data);
  ~Core();
  Core(const Core&) = delete;
  Core& operator=(const Core&) = delete;

  org::OrganizationService organizations;
  org::KeyService keys;
  org::DepartmentService departments;
  org::EmployeeService employees;
  org::CustomerService customers;
  org::ProviderService providers;
  org::WorkingHoursService working_hours;
  audit::QuestionnaireService questionnaires;
  audit::QuestionService questions;
  audit::AlertTypeService alert_types;
  audit::AlertService alerts;
  audit::ConversationService conversations;
  audit::StatisticsService statistics;
  audit::LearningService learning;

  org::Transactor& transactor() { return stores_.transactor(); }
  storage::SqliteStores& stores() { return stores_; }
  const org::Clock& clock() const { return clock_; }
  const org::Hasher& hasher() const { return hasher_; }
  org::EmployeeStore& employee_store() { return stores_.employees; }
  audit::ConversationStore& conversation_store() { return stores_.conversations; }

  // Runs queued evaluations in the background, on `threads` threads, and learns beside them, until stop_background.
  void start_background(unsigned threads = 1);
  void stop_background();  // hands back what is leased
  jobs::SqliteJobQueue::Backlog backlog(std::string_view kind) { return jobs_.backlog(kind); }
  // Makes due what other processes leased, for one that knows that none of them lives any more.
  void void_leases() { jobs_.void_leases(clock_.now()); }
  void finish_evaluations();  // runs everything that is due, then stops

 private:
  bool index_transcripts();

  std::unique_ptr<jobs::Worker> evaluating_, learning_;
  std::atomic<std::int64_t> indexed_at_ms_{0};
};

// The name of the database file in a data directory.
inline constexpr const char* database_file = "parlance.db";
// And of the key that its secrets are sealed with: a backup of the database is no use to a thief without it.
inline constexpr const char* secrets_key_file = "secrets.key";

}  // namespace parlance::server
