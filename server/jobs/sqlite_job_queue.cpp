#include "server/jobs/sqlite_job_queue.hpp"

namespace parlance::server::jobs {

using storage::Connection;
using storage::Query;

SqliteJobQueue::SqliteJobQueue(storage::SqliteStores& stores, org::IdSource& ids)
    : StoreBase(stores.shared()), transactor_(stores.transactor()), ids_(ids) {}

void SqliteJobQueue::on_enqueue(std::function<void()> notify) {
  const std::lock_guard lock(notify_mutex_);
  notify_ = std::move(notify);
}

void SqliteJobQueue::enqueue(org::OrgId org, std::string_view kind, const org::Uuid& subject, org::UtcTime run_at,
                             org::IfWaiting waiting) {
  Query(writing(),
        "INSERT INTO jobs (id, org, kind, subject, run_at, attempts) VALUES (?1, ?2, ?3, ?4, ?5, 0) ON CONFLICT (kind, "
        "subject) DO UPDATE SET run_at = excluded.run_at, lease = NULL, attempts = 0, last_error = NULL WHERE ?6 OR "
        "lease IS NOT NULL",
        ids_.next(), org_seq(org), kind, subject, run_at, waiting == org::IfWaiting::move)
      .run();
  transactor_.after_commit([this] {
    const std::lock_guard lock(notify_mutex_);
    if (notify_) notify_();
  });
}

std::vector<org::Job> SqliteJobQueue::lease(std::string_view kind, std::size_t limit, org::UtcTime now,
                                            org::UtcTime until) {
  return transactor_.write([&] {
    std::vector<org::Job> jobs;
    const org::Uuid token = ids_.next();
    Connection& connection = writing();
    Query due(
        connection,
        "SELECT j.seq, j.id, o.id, j.subject, j.attempts + 1, j.last_error FROM jobs j JOIN organizations o ON o.seq = "
        "j.org WHERE j.kind = ?1 AND j.run_at <= ?2 ORDER BY j.run_at, j.seq LIMIT ?3",
        kind, now, static_cast<std::int64_t>(limit));
    std::vector<std::int64_t> seqs;
    while (due.step()) {
      const bool alone = due.integer(4) > org::job_attempts_in_company;
      if (alone && !jobs.empty()) break;
      seqs.push_back(due.integer(0));
      org::Job& job = jobs.emplace_back();
      job.id = due.id<org::JobId>(1);
      job.organization = due.id<org::OrgId>(2);
      job.kind = kind;
      job.subject = due.uuid(3);
      job.run_at = until;
      job.attempts = static_cast<int>(due.integer(4));
      job.last_error = due.text(5);
      job.lease = token;
      if (alone) break;
    }
    for (const std::int64_t seq : seqs) {
      Query(connection, "UPDATE jobs SET lease = ?2, run_at = ?3, attempts = attempts + 1 WHERE seq = ?1", seq, token,
            until)
          .run();
    }
    return jobs;
  });
}

bool SqliteJobQueue::finish(const org::Job& job) {
  Connection& connection = writing();
  Query(connection, "DELETE FROM jobs WHERE id = ?1 AND lease = ?2", job.id, job.lease).run();
  return connection.changed_rows() == 1;
}

void SqliteJobQueue::fail(const org::Job& job, std::string_view error, org::UtcTime run_at) {
  Query(writing(), "UPDATE jobs SET lease = NULL, run_at = ?3, last_error = ?4 WHERE id = ?1 AND lease = ?2", job.id,
        job.lease, run_at, error)
      .run();
}

std::optional<org::UtcTime> SqliteJobQueue::next_due(std::string_view kind) {
  return transactor_.read([&]() -> std::optional<org::UtcTime> {
    Query row(reading(), "SELECT run_at FROM jobs WHERE kind = ?1 ORDER BY run_at LIMIT 1", kind);
    if (!row.step()) return std::nullopt;
    return row.time(0);
  });
}

SqliteJobQueue::Backlog SqliteJobQueue::backlog(std::string_view kind) {
  return transactor_.read([&]() -> Backlog {
    Query row(reading(), "SELECT count(*), coalesce(max(attempts), 0) FROM jobs WHERE kind = ?1", kind);
    row.step();
    return {row.integer(0), row.integer(1)};
  });
}

void SqliteJobQueue::void_leases(org::UtcTime now) {
  transactor_.write([&] {
    // The attempt that was cut off counts: a job that takes the process down with it must not be tried for ever.
    Query(writing(), "UPDATE jobs SET lease = NULL, run_at = ?1 WHERE lease IS NOT NULL", now).run();
  });
}

}  // namespace parlance::server::jobs
