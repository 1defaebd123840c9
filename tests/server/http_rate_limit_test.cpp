#include <atomic>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <thread>
#include <vector>

#include "server/http/rate_limit.hpp"

using namespace parlance::server::http;
using namespace std::chrono_literals;

namespace {

IpAddress ip(std::string_view text) {
  return IpAddress::parse(text).value();
}
IpAddress numbered(unsigned n) {
  return ip(std::to_string(1 + (n >> 24)) + "." + std::to_string((n >> 16) & 255) + "." +
            std::to_string((n >> 8) & 255) + "." + std::to_string(n & 255));
}

struct ManualClock {
  std::atomic<std::chrono::steady_clock::duration> now{1h};
  RateLimiter::Clock port() {
    return [this] { return RateLimiter::TimePoint(now.load()); };
  }
};

}  // namespace

TEST_CASE("a window admits the limit, refuses until it ends, then starts again") {
  ManualClock clock;
  RateLimiter limiter(3, clock.port());
  for (int i = 0; i < 3; ++i) CHECK(limiter.admit(ip("1.2.3.4")));
  CHECK_FALSE(limiter.admit(ip("1.2.3.4")));
  CHECK(limiter.admit(ip("1.2.3.5")));
  clock.now = 1h + 5min - 1ms;
  CHECK_FALSE(limiter.admit(ip("1.2.3.4")));
  clock.now = 1h + 5min;
  for (int i = 0; i < 3; ++i) CHECK(limiter.admit(ip("1.2.3.4")));
  CHECK_FALSE(limiter.admit(ip("1.2.3.4")));
}

TEST_CASE("IPv6 counts per /64, mapped IPv4 per address") {
  ManualClock clock;
  RateLimiter limiter(1, clock.port());
  CHECK(limiter.admit(ip("2001:db8:0:1::1")));
  CHECK_FALSE(limiter.admit(ip("2001:db8:0:1:ffff:ffff:ffff:ffff")));
  CHECK(limiter.admit(ip("2001:db8:0:2::1")));
  CHECK(limiter.admit(ip("1.2.3.4")));
  CHECK_FALSE(limiter.admit(ip("::ffff:1.2.3.4")));
  CHECK(limiter.admit(ip("::ffff:1.2.3.5")));
}

TEST_CASE("limit 0 lets everything through and remembers nobody") {
  RateLimiter limiter(0);
  for (int i = 0; i < 10'000; ++i) REQUIRE(limiter.admit(ip("1.2.3.4")));
  CHECK(limiter.tracked() == 0);
}

TEST_CASE("memory is bounded, and a flood does not free who is locked out") {
  ManualClock clock;
  RateLimiter limiter(2, clock.port(), 6400);
  const IpAddress locked_out = ip("203.0.113.9");
  while (limiter.admit(locked_out)) {
  }
  for (unsigned n = 0; n < 100'000; ++n) REQUIRE(limiter.admit(numbered(n)));
  CHECK(limiter.tracked() <= 6400);
  CHECK_FALSE(limiter.admit(locked_out));

  clock.now = 1h + 6min;
  for (unsigned n = 0; n < 1000; ++n) REQUIRE(limiter.admit(numbered(n)));
  CHECK(limiter.tracked() <= 1000 + 64);  // the ended windows are gone
}

TEST_CASE("a table full of locked-out addresses lets strangers through") {
  ManualClock clock;
  RateLimiter limiter(1, clock.port(), 64);
  for (unsigned n = 0; n < 10'000; ++n) REQUIRE(limiter.admit(numbered(n)));
  CHECK(limiter.tracked() <= 64);
}

TEST_CASE("threads together get exactly the limit") {
  RateLimiter limiter(1000);
  std::atomic<int> admitted = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 500; ++i) admitted += limiter.admit(ip("1.2.3.4")) ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(admitted == 1000);
}
