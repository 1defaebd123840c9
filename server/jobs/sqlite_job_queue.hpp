// Durable jobs in the database.
#pragma once

#include <functional>
#include <mutex>

#include "parlance/org/id_source.hpp"
#include "parlance/org/job_queue.hpp"
#include "server/storage/sqlite_stores.hpp"

namespace parlance::server::jobs {

// A leased job's `run_at` is the end of its lease, so one index finds both what is due and what was abandoned. Each
// lease has a token of its own: an end reported under another one is refused. Thread-safe, across processes too.
class SqliteJobQueue final : public org::JobQueue, storage::StoreBase {
 public:
  SqliteJobQueue(storage::SqliteStores& stores, org::IdSource& ids);

  using org::JobQueue::enqueue;
  void enqueue(org::OrgId, std::string_view kind, const org::Uuid& subject, org::UtcTime run_at,
               org::IfWaiting) override;
  std::vector<org::Job> lease(std::string_view kind, std::size_t limit, org::UtcTime now, org::UtcTime until) override;
  bool finish(const org::Job&) override;
  void fail(const org::Job&, std::string_view error, org::UtcTime run_at) override;
  std::optional<org::UtcTime> next_due(std::string_view kind) override;

  // Called after a job that was enqueued here is durable; empty: nobody. Set while nothing is enqueued.
  void on_enqueue(std::function<void()> notify);
  struct Backlog {
    std::int64_t jobs = 0;          // waiting or under way
    std::int64_t attempts_max = 0;  // of any of them
  };
  Backlog backlog(std::string_view kind);
  // Makes every leased job due: for a server that knows that nobody else lives.
  void void_leases(org::UtcTime now);

 private:
  org::Transactor& transactor_;
  org::IdSource& ids_;
  std::mutex notify_mutex_;
  std::function<void()> notify_;
};

}  // namespace parlance::server::jobs
