// Crew: how many of the workers wait for events at a time.
//
// A few suffice to keep the processors busy, and the few that are used stay warm: were all of them to wait, each event
// would wake the one that has slept longest. The others stand by. Whoever is the last to leave for work calls the one
// that went to stand by last, so that somebody waits for events as long as any worker is free.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <vector>

namespace parlance::server::http {

// Called by all workers at once.
class Crew {
 public:
  explicit Crew(unsigned waiting_max) : waiting_max_(waiting_max) {}

  // Returns when the caller may wait for events: at once, or after standing by.
  void enter();
  // The caller has an event and stops waiting.
  void leave();
  // Nobody stands by any more.
  void dismiss();

 private:
  struct Standby {
    std::condition_variable called{};
    bool is_called = false;
  };
  bool try_enter();
  void call_one();

  const unsigned waiting_max_;
  std::atomic<unsigned> waiting_{0};
  std::mutex mutex_;  // guards what follows
  std::vector<Standby*> standing_by_;
  bool dismissed_ = false;
};

}  // namespace parlance::server::http
