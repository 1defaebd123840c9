#include "server/http/crew.hpp"

#include <algorithm>

namespace parlance::server::http {

bool Crew::try_enter() {
  unsigned waiting = waiting_.load();
  while (waiting < waiting_max_) {
    if (waiting_.compare_exchange_weak(waiting, waiting + 1)) return true;
  }
  return false;
}

void Crew::enter() {
  if (try_enter()) return;
  Standby self;
  std::unique_lock lock(mutex_);
  while (!dismissed_) {
    self.is_called = false;
    standing_by_.push_back(&self);
    // The last one may have left between the first try and now, and have seen nobody to call. Both orders are safe: it
    // counts itself out before it looks, and this looks after it has shown itself.
    if (try_enter()) {
      standing_by_.erase(std::find(standing_by_.begin(), standing_by_.end(), &self));
      return;
    }
    self.called.wait(lock, [&] { return self.is_called || dismissed_; });
    if (!self.is_called) break;
    if (try_enter()) return;
  }
  waiting_.fetch_add(1);
}

void Crew::leave() {
  if (waiting_.fetch_sub(1) == 1) call_one();
}

void Crew::call_one() {
  const std::lock_guard lock(mutex_);
  if (standing_by_.empty()) return;
  Standby& last = *standing_by_.back();
  standing_by_.pop_back();
  last.is_called = true;
  // With the mutex held: the one called may be gone the moment it is released.
  last.called.notify_one();
}

void Crew::dismiss() {
  const std::lock_guard lock(mutex_);
  dismissed_ = true;
  for (Standby* one : standing_by_) one->called.notify_one();
  standing_by_.clear();  // they go, and must not be called any more
}

}  // namespace parlance::server::http
