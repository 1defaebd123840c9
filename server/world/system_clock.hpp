// The system's clock, behind the Clock port.
#pragma once

#include <chrono>

#include "parlance/org/clock.hpp"

namespace parlance::server::world {

class SystemClock final : public org::Clock {
 public:
  org::UtcTime now() const override {
    const auto since_epoch = std::chrono::system_clock::now().time_since_epoch();
    return org::UtcTime{std::chrono::duration_cast<std::chrono::milliseconds>(since_epoch).count()};
  }
};

}  // namespace parlance::server::world
