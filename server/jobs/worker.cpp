#include "server/jobs/worker.hpp"

#include <algorithm>
#include <chrono>

#include "server/thread_name.hpp"

namespace parlance::server::jobs {
namespace {

constexpr std::int64_t look_every_ms = 500;

}  // namespace

Worker::Worker(org::JobQueue& queue, const org::Clock& clock, WorkerSettings settings, Handler handler, Report report)
    : queue_(queue),
      clock_(clock),
      settings_(std::move(settings)),
      handler_(std::move(handler)),
      report_(std::move(report)) {}

Worker::~Worker() {
  stop();
}

void Worker::start() {
  for (unsigned i = 0; i < settings_.threads; ++i) threads_.emplace_back([this] { run(); });
}

void Worker::notify() {
  {
    const std::lock_guard lock(mutex_);
    ++notified_;
  }
  wake_.notify_one();
}

void Worker::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  for (auto& thread : threads_) thread.join();
  threads_.clear();
}

bool Worker::run_batch() {
  const org::UtcTime now = clock_.now();
  const auto jobs = queue_.lease(settings_.kind, settings_.batch, now, org::UtcTime{now.ms + settings_.lease_ms});
  if (jobs.empty()) return false;
  handler_(jobs);
  return true;
}

void Worker::run() {
  name_thread("jobs");
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    const std::uint64_t seen = notified_;
    lock.unlock();
    bool worked = false;
    std::int64_t pause = look_every_ms;
    try {
      worked = run_batch() || (settings_.idle && settings_.idle());
      if (!worked) {
        if (const auto due = queue_.next_due(settings_.kind)) {
          pause = std::clamp<std::int64_t>(due->ms - clock_.now().ms, 1, look_every_ms);
        }
      }
    } catch (const std::exception& fault) {
      report_(fault);
    }
    lock.lock();
    if (worked) continue;
    wake_.wait_for(lock, std::chrono::milliseconds(pause), [&] { return stopping_ || notified_ != seen; });
  }
}

}  // namespace parlance::server::jobs
