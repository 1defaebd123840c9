// RateLimiter: how many requests one client address may send in a fixed window of five minutes.
//
// An address's window starts with its first request. IPv4 counts per address, IPv6 per /64, the smallest network one
// customer is given. Thread-safe: the addresses are spread over shards with a lock each.
//
// Memory is bounded. Windows are all of one length, so they end in the order in which they began, and those that ended
// are dropped from the front as new requests come. A shard that is full all the same gives up, of its few oldest
// windows, the one with the fewest requests, and never one that is at the limit: a flood of forged addresses mostly
// pushes out its own, and cannot free an address that is locked out. When there is nothing it may give up, the new
// address is let through uncounted, since refusing it would let a flood lock out strangers.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "server/http/address.hpp"

namespace parlance::server::http {

class RateLimiter {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;
  using Clock = std::function<TimePoint()>;

  static constexpr std::chrono::minutes window{5};
  static constexpr std::size_t addresses_max_default = 200'000;

  // `limit` requests a window; 0 lets everything through. `clock` is called from several threads at once.
  explicit RateLimiter(std::int64_t limit, Clock clock = std::chrono::steady_clock::now,
                       std::size_t addresses_max = addresses_max_default);
  ~RateLimiter();

  // Counts one request; false when it is above the limit.
  bool admit(const IpAddress& client);

  std::size_t tracked() const;  // addresses in memory

 private:
  struct Shard;

  std::int64_t limit_;
  Clock clock_;
  std::size_t addresses_per_shard_;
  std::uint64_t seed_;  // secret, so that nobody can aim addresses at one shard or one bucket
  std::unique_ptr<Shard[]> shards_;
};

}  // namespace parlance::server::http
