// Worker: the threads that run jobs; and what the SQLite queue adds to the port.
#include <catch2/catch_test_macros.hpp>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>

#include "server/jobs/worker.hpp"
#include "tests/contract/fixtures.hpp"

namespace parlance::tests {
namespace {

using namespace std::chrono_literals;
using SteadyClock = std::chrono::steady_clock;

// What a handler did, waited for with a deadline, so that a broken worker fails a test instead of hanging it.
class Seen {
 public:
  void add(std::size_t jobs) {
    {
      const std::lock_guard lock(mutex_);
      batches_.push_back(jobs);
      jobs_ += jobs;
      last_ = SteadyClock::now();
    }
    changed_.notify_all();
  }
  bool wait_for(std::size_t jobs, std::chrono::milliseconds most = 5s) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, most, [&] { return jobs_ >= jobs; });
  }
  std::size_t jobs() {
    const std::lock_guard lock(mutex_);
    return jobs_;
  }
  std::vector<std::size_t> batches() {
    const std::lock_guard lock(mutex_);
    return batches_;
  }
  SteadyClock::time_point last() {
    const std::lock_guard lock(mutex_);
    return last_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t jobs_ = 0;
  std::vector<std::size_t> batches_;
  SteadyClock::time_point last_;
};

struct Working : World<SqliteFixture> {
  org::ManualClock clock{start_time};
  Seen seen, faults;

  void enqueue(std::int64_t in_ms = 0) {
    transactor.write([&] { jobs.enqueue(org, "k", ids.next(), {clock.now().ms + in_ms}); });
  }
  void finish(std::span<const org::Job> due) {
    transactor.write([&] {
      for (const auto& job : due) jobs.finish(job);
    });
  }
  server::jobs::Worker worker(server::jobs::Worker::Handler handler, unsigned threads = 1, std::size_t batch = 32,
                              std::int64_t lease_ms = 60'000) {
    return {jobs, clock, {"k", threads, batch, lease_ms}, std::move(handler), [this](const std::exception&) {
              faults.add(1);
            }};
  }
};

}  // namespace

TEST_CASE("a durable job wakes the worker at once", "[worker]") {
  Working w;
  auto worker = w.worker([&](auto due) {
    w.finish(due);
    w.seen.add(due.size());
  });
  w.jobs.on_enqueue([&] { worker.notify(); });
  worker.start();
  // Far below the half second after which a worker looks by itself; the best of some, as the machine may be busy.
  auto best = SteadyClock::duration::max();
  for (std::size_t i = 1; i <= 5; ++i) {
    std::this_thread::sleep_for(20ms);  // asleep by now
    const auto start = SteadyClock::now();
    w.enqueue();
    REQUIRE(w.seen.wait_for(i));
    best = std::min(best, w.seen.last() - start);
  }
  CHECK(best < 100ms);
  (void)w.transactor.write([&]() -> org::Result<int> {
    w.jobs.enqueue(w.org, "k", w.ids.next(), w.clock.now());
    return refusal();
  });
  CHECK_FALSE(w.seen.wait_for(6, 50ms));
  w.jobs.on_enqueue({});
}

TEST_CASE("a worker finds by itself what another process added and what falls due", "[worker]") {
  Working w;
  auto worker = w.worker([&](auto due) {
    w.finish(due);
    w.seen.add(due.size());
  });
  worker.start();
  std::this_thread::sleep_for(20ms);
  w.enqueue();  // nobody is notified
  REQUIRE(w.seen.wait_for(1));
  w.enqueue(1'000);
  worker.notify();
  CHECK_FALSE(w.seen.wait_for(2, 100ms));
  w.clock.advance_ms(1'000);
  CHECK(w.seen.wait_for(2));
}

TEST_CASE("a handler that throws is reported, and the worker goes on", "[worker]") {
  Working w;
  std::atomic<bool> broken{true};
  auto worker = w.worker(
      [&](auto due) {
        if (broken.exchange(false)) throw std::runtime_error("the handler's");
        w.finish(due);
        w.seen.add(due.size());
      },
      1, 1, 1'000);
  w.enqueue();
  worker.start();
  REQUIRE(w.faults.wait_for(1));
  CHECK(w.seen.jobs() == 0);
  w.enqueue();
  worker.notify();
  REQUIRE(w.seen.wait_for(1));
  // The abandoned job comes back when its lease has run out.
  w.clock.advance_ms(1'000);
  worker.notify();
  CHECK(w.seen.wait_for(2));
  worker.stop();
  CHECK(w.faults.jobs() == 1);
  CHECK_FALSE(w.jobs.next_due("k"));
}

TEST_CASE("stopping waits for the batch at hand and leases nothing more", "[worker]") {
  Working w;
  std::mutex gate;
  auto worker = w.worker(
      [&](auto due) {
        w.seen.add(due.size());
        const std::lock_guard wait(gate);
        w.finish(due);
      },
      1, 4);
  for (int i = 0; i < 10; ++i) w.enqueue();
  std::unique_lock closed(gate);
  worker.start();
  REQUIRE(w.seen.wait_for(4));
  std::thread stopper([&] { worker.stop(); });
  std::this_thread::sleep_for(50ms);
  closed.unlock();
  stopper.join();
  CHECK(w.seen.batches() == std::vector<std::size_t>{4});
  // What was not begun is there for the next one, with no lease to wait for.
  CHECK(w.jobs.lease("k", 100, w.clock.now(), {w.clock.now().ms + 1}).size() == 6);
}

TEST_CASE("a worker that never started, or is stopped twice, ends", "[worker]") {
  Working w;
  {
    const auto idle = w.worker([](auto) {});
  }
  auto worker = w.worker([](auto) {});
  worker.start();
  worker.stop();
  worker.stop();
}

TEST_CASE("every job is run once by many threads of two workers", "[worker]") {
  Working w;
  std::mutex mutex;
  std::multiset<org::Uuid> subjects;
  const auto handler = [&](std::span<const org::Job> due) {
    w.finish(due);
    {
      const std::lock_guard lock(mutex);
      for (const auto& job : due) subjects.insert(job.subject);
    }
    w.seen.add(due.size());
  };
  auto one = w.worker(handler, 3, 5), two = w.worker(handler, 3, 5);
  one.start();
  two.start();
  for (int i = 0; i < 300; ++i) {
    w.enqueue();
    one.notify();
    two.notify();
  }
  REQUIRE(w.seen.wait_for(300, 20s));
  one.stop();
  two.stop();
  CHECK(subjects.size() == 300);
  CHECK(std::set(subjects.begin(), subjects.end()).size() == 300);
  for (const auto batch : w.seen.batches()) CHECK(batch <= 5);
}

TEST_CASE("voided leases are due at once, and what was cut off was an attempt", "[worker]") {
  Working w;
  w.enqueue();
  const auto lost = w.jobs.lease("k", 1, w.clock.now(), {w.clock.now().ms + 60'000});
  REQUIRE(lost.size() == 1);
  w.jobs.void_leases(w.clock.now());
  const auto again = w.jobs.lease("k", 1, w.clock.now(), {w.clock.now().ms + 60'000});
  REQUIRE(again.size() == 1);
  CHECK(again[0].attempts == 2);
  CHECK_FALSE(w.transactor.write([&] { return w.jobs.finish(lost[0]); }));
  CHECK(w.transactor.write([&] { return w.jobs.finish(again[0]); }));
}

}  // namespace parlance::tests
