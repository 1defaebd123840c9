// Port: what time it is. Nothing in the libraries reads a clock of its own.
#pragma once

#include <atomic>

#include "parlance/org/time.hpp"

namespace parlance::org {

// Called from several threads at once.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual UtcTime now() const = 0;
};

// A clock that stands still until told otherwise, for tests and examples.
class ManualClock final : public Clock {
 public:
  explicit ManualClock(UtcTime start) : ms_(start.ms) {}
  UtcTime now() const override { return UtcTime{ms_.load()}; }
  void advance_ms(std::int64_t by) { ms_ += by; }
  void set(UtcTime to) { ms_ = to.ms; }

 private:
  std::atomic<std::int64_t> ms_;
};

}  // namespace parlance::org
