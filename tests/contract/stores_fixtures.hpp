// The implementations that the contract of the storage ports is checked against.
#pragma once

#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <string>

#include "parlance/audit/memory_stores.hpp"
#include "parlance/org/memory_stores.hpp"
#include "server/jobs/sqlite_job_queue.hpp"
#include "server/storage/sqlite_stores.hpp"

namespace parlance::test {

// A directory of its own for each use, removed at its end.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    static std::atomic<int> last{0};
    path_ = std::filesystem::temp_directory_path() /
            ("parlance-" + std::to_string(getpid()) + "-" + std::to_string(++last));
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  std::filesystem::path file(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

struct MemoryFixture {
  org::SequenceIds ids;
  org::MemoryTransactor transactor_;
  org::MemoryOrganizationStore organizations{transactor_};
  org::MemoryApiKeyStore api_keys{transactor_};
  org::MemoryDepartmentStore departments{transactor_};
  org::MemoryEmployeeStore employees{transactor_, departments};
  org::MemoryProviderStore providers{transactor_};
  audit::MemoryQuestionStore questions{transactor_};
  audit::MemoryQuestionnaireStore questionnaires{transactor_, questions};
  audit::MemoryConversationStore conversations{transactor_};
  audit::MemoryAnswerStore answers{transactor_};
  audit::MemoryStatisticsStore statistics{transactor_};
  org::MemoryJobQueue jobs{transactor_, ids};
  org::Transactor& transactor() { return transactor_; }
};

struct SqliteFixture {
  TemporaryDirectory directory;
  org::SequenceIds ids;
  server::storage::SqliteStores stores{directory.file("parlance.db")};
  server::jobs::SqliteJobQueue jobs{stores, ids};
  org::OrganizationStore& organizations = stores.organizations;
  org::ApiKeyStore& api_keys = stores.api_keys;
  org::DepartmentStore& departments = stores.departments;
  org::EmployeeStore& employees = stores.employees;
  org::ProviderStore& providers = stores.providers;
  audit::QuestionStore& questions = stores.questions;
  audit::QuestionnaireStore& questionnaires = stores.questionnaires;
  audit::ConversationStore& conversations = stores.conversations;
  audit::AnswerStore& answers = stores.answers;
  audit::StatisticsStore& statistics = stores.statistics;
  org::Transactor& transactor() { return stores.transactor(); }
};

}  // namespace parlance::test
