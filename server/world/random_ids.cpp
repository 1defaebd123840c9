#include "server/world/random_ids.hpp"

#include <algorithm>

#include "server/world/random_bytes.hpp"

namespace parlance::server::world {
org::Uuid RandomIds::next() {
  org::Uuid id;
  const std::lock_guard lock(mutex_);
  // One system call for 64 ids.
  if (pool_left_ < 8) {
    fill_random(pool_);
    pool_left_ = pool_.size();
  }
  std::copy_n(pool_.end() - static_cast<std::ptrdiff_t>(pool_left_), 8, id.bytes.begin() + 8);
  pool_left_ -= 8;
  // RFC 9562, method 1: the 12 bits after the milliseconds count up, so that ids made in one millisecond ascend.
  const std::int64_t now = clock_.now().ms;
  if (now > last_ms_) {
    last_ms_ = now;
    counter_ = 0;
  } else if (++counter_ > 0xFFF) {
    ++last_ms_;
    counter_ = 0;
  }
  for (std::size_t i = 0; i < 6; ++i) id.bytes[i] = static_cast<std::uint8_t>(last_ms_ >> (40 - 8 * i));
  id.bytes[6] = static_cast<std::uint8_t>(0x70 | counter_ >> 8);
  id.bytes[7] = static_cast<std::uint8_t>(counter_);
  id.bytes[8] = static_cast<std::uint8_t>(0x80 | (id.bytes[8] & 0x3F));
  return id;
}

void RandomIds::random_bytes(std::span<std::uint8_t> out) {
  fill_random(out);
}

}  // namespace parlance::server::world
