// Worker: threads that run the jobs of one kind.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "parlance/org/clock.hpp"
#include "parlance/org/job_queue.hpp"

namespace parlance::server::jobs {

struct WorkerSettings {
  std::string kind;
  unsigned threads = 1;
  std::size_t batch = 32;  // jobs leased at once
  std::int64_t lease_ms = 60'000;
  // What else there is to do when no job is due; true when something was done and there may be more.
  std::function<bool()> idle{};
};

// Sleeps until it is told that there is work, or the next job falls due; looks all the same every half second, as
// another process may have added one. The handler ends its jobs itself; what it throws is reported and the lease then
// runs out.
class Worker {
 public:
  using Handler = std::function<void(std::span<const org::Job>)>;
  using Report = std::function<void(const std::exception&)>;

  // Borrows queue and clock for its life.
  Worker(org::JobQueue& queue, const org::Clock& clock, WorkerSettings settings, Handler handler, Report report);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  void start();
  void notify();  // cheap; any thread
  // Ends the threads once each has finished the batch it is at.
  void stop();

 private:
  void run();
  bool run_batch();

  org::JobQueue& queue_;
  const org::Clock& clock_;
  WorkerSettings settings_;
  Handler handler_;
  Report report_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::uint64_t notified_ = 0;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace parlance::server::jobs
