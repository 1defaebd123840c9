// UUIDs of version 7 and random bytes from the system's generator, behind the IdSource port.
#pragma once

#include <mutex>

#include "parlance/org/clock.hpp"
#include "parlance/org/id_source.hpp"

namespace parlance::server::world {

class RandomIds final : public org::IdSource {
 public:
  explicit RandomIds(const org::Clock& clock) : clock_(clock) {}

  // Strictly ascending within a process, also within one millisecond and when the clock steps back.
  org::Uuid next() override;
  void random_bytes(std::span<std::uint8_t> out) override;

 private:
  const org::Clock& clock_;
  std::mutex mutex_;
  std::int64_t last_ms_ = 0;
  std::uint32_t counter_ = 0;  // 12 bits of it stand in the UUID
  std::array<std::uint8_t, 512> pool_{};
  std::size_t pool_left_ = 0;
};

}  // namespace parlance::server::world
