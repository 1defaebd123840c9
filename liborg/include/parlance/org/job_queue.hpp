// Port: work that outlives a request.
//
// A job is stored in the same transaction as what caused it, so it exists if and only if its cause does. Workers lease
// jobs, in batches and with a deadline; a crash returns them; attempts are bounded and visible. A handler is idempotent
// by construction: it looks at the state of its subject first, and finishes its job in the transaction that stores its
// effect.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parlance/org/id.hpp"
#include "parlance/org/time.hpp"

namespace parlance::org {

using JobId = Id<struct JobTag>;

struct Job {
  JobId id;
  OrgId organization;
  std::string kind;  // "evaluate"
  Uuid subject;      // what it is about, a conversation for example; one job of a kind per subject
  UtcTime run_at;    // not before
  int attempts = 0;  // how often it was leased so far, this time included
  std::string last_error;
  Uuid lease{};  // the queue's own mark of who leased it
};

// How often a handler tries. A job leased more often than that was cut off each time by the end of the process: its
// handler must not try once more, but record that it gave up. The queue never drops a job by itself, so that none is
// left without a visible end.
inline constexpr int job_attempts_max = 8;

// A job that was cut off this often is leased alone: if it is what ends the process, it takes no other with it.
inline constexpr int job_attempts_in_company = 2;

// What becomes of a job of the same kind and subject that waits already.
enum class IfWaiting {
  move,  // it is made due at the new time, and a lease of it is taken back
  keep,  // it stays due when it was; one that is leased is made due at the new time, as its work missed what is new
};

// Called from several threads at once; `enqueue`, `finish` and `fail` inside a running write.
class JobQueue {
 public:
  virtual ~JobQueue() = default;

  // Adds a job, unless one of this kind for this subject waits already.
  virtual void enqueue(OrgId, std::string_view kind, const Uuid& subject, UtcTime run_at, IfWaiting) = 0;
  void enqueue(OrgId org, std::string_view kind, const Uuid& subject, UtcTime run_at) {
    enqueue(org, kind, subject, run_at, IfWaiting::move);
  }

  // Leases up to `limit` due jobs of `kind` until `until`, oldest first; each counts as an attempt. Jobs past
  // job_attempts_in_company come alone. Its own transaction.
  virtual std::vector<Job> lease(std::string_view kind, std::size_t limit, UtcTime now, UtcTime until) = 0;

  // Removes a leased job; false when the lease is no longer ours (it ran out and somebody else took the job): the
  // caller must then undo, by returning an error from its transaction.
  virtual bool finish(const Job&) = 0;

  // Gives a leased job back, to be run again at `run_at`.
  virtual void fail(const Job&, std::string_view error, UtcTime run_at) = 0;

  // When the next job of `kind` falls due (a leased one: when its lease ends); nullopt when there is none. Its own
  // transaction.
  virtual std::optional<UtcTime> next_due(std::string_view kind) = 0;
};

}  // namespace parlance::org
