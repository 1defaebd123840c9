#include "server/http/rate_limit.hpp"

#include <algorithm>
#include <cstring>
#include <deque>
#include <mutex>
#include <random>
#include <unordered_map>

namespace parlance::server::http {
namespace {

constexpr std::size_t shard_count = 64;
constexpr std::size_t eviction_candidates = 8;

struct Key {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  bool operator==(const Key&) const = default;
};

Key key_of(const IpAddress& address) {
  Key key;
  std::memcpy(&key.high, address.bytes.data(), 8);
  if (address.is_v4()) std::memcpy(&key.low, address.bytes.data() + 8, 8);
  return key;
}

std::uint64_t mixed(std::uint64_t value) {
  value ^= value >> 30;
  value *= 0xBF58476D1CE4E5B9U;
  value ^= value >> 27;
  value *= 0x94D049BB133111EBU;
  return value ^ (value >> 31);
}

struct KeyHash {
  std::uint64_t seed = 0;
  std::size_t operator()(const Key& key) const noexcept { return mixed(mixed(key.high ^ seed) ^ key.low); }
};

struct Window {
  RateLimiter::TimePoint ends{};
  std::int64_t requests = 0;
};

}  // namespace

struct alignas(64) RateLimiter::Shard {
  mutable std::mutex mutex;
  std::unordered_map<Key, Window, KeyHash> windows;
  std::deque<Key> by_age;  // the keys of `windows`, oldest window first
};

RateLimiter::RateLimiter(std::int64_t limit, Clock clock, std::size_t addresses_max)
    : limit_(limit),
      clock_(std::move(clock)),
      addresses_per_shard_(std::max<std::size_t>(1, addresses_max / shard_count)),
      seed_((std::uint64_t{std::random_device{}()} << 32) | std::random_device{}()),
      shards_(std::make_unique<Shard[]>(shard_count)) {
  for (std::size_t i = 0; i < shard_count; ++i) {
    shards_[i].windows = std::unordered_map<Key, Window, KeyHash>(0, KeyHash{seed_});
  }
}

RateLimiter::~RateLimiter() = default;

bool RateLimiter::admit(const IpAddress& client) {
  if (limit_ <= 0) return true;
  const TimePoint now = clock_();
  const Key key = key_of(client);
  Shard& shard = shards_[(KeyHash{seed_}(key) >> 32) % shard_count];

  const std::lock_guard lock(shard.mutex);
  while (!shard.by_age.empty()) {
    const auto oldest = shard.windows.find(shard.by_age.front());
    if (oldest->second.ends > now) break;
    shard.windows.erase(oldest);
    shard.by_age.pop_front();
  }
  if (const auto known = shard.windows.find(key); known != shard.windows.end()) {
    if (known->second.requests >= limit_) return false;
    ++known->second.requests;
    return true;
  }
  if (shard.by_age.size() >= addresses_per_shard_) {
    const auto last =
        shard.by_age.begin() + static_cast<std::ptrdiff_t>(std::min(eviction_candidates, shard.by_age.size()));
    const auto requests_of = [&](const Key& candidate) { return shard.windows.find(candidate)->second.requests; };
    const auto least = std::min_element(shard.by_age.begin(), last, [&](const Key& left, const Key& right) {
      return requests_of(left) < requests_of(right);
    });
    if (requests_of(*least) >= limit_) return true;
    shard.windows.erase(*least);
    shard.by_age.erase(least);
  }
  shard.windows.emplace(key, Window{now + window, 1});
  shard.by_age.push_back(key);
  return true;
}

std::size_t RateLimiter::tracked() const {
  std::size_t total = 0;
  for (std::size_t i = 0; i < shard_count; ++i) {
    const std::lock_guard lock(shards_[i].mutex);
    total += shards_[i].by_age.size();
  }
  return total;
}

}  // namespace parlance::server::http
