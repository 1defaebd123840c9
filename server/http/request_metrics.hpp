// What the pipeline has answered so far, as counters for Prometheus.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <unordered_map>

#include "server/http/router.hpp"

namespace parlance::server::http {

// `count` and `write` are called from several threads at once; `prepare` before either.
class RequestMetrics {
 public:
  // Makes room for every route there is.
  void prepare(const Router& router);

  // `route` is null for a request that found none.
  void count(const Route* route, int status, std::chrono::nanoseconds duration) noexcept;

  // Appends parlance_http_requests_total and parlance_http_request_duration_seconds in Prometheus' text format.
  void write(std::string& out) const;

 private:
  static constexpr std::array statuses = {200, 201, 202, 204, 400, 401, 403, 404, 405,
                                          409, 410, 413, 415, 422, 429, 500, 503};
  using Counter = std::atomic<std::uint64_t>;
  struct ByStatus {
    std::array<Counter, statuses.size() + 1> counts{};  // the last: any other
  };
  // Upper bounds in microseconds; what is slower falls in the last bucket.
  static constexpr std::array<std::int64_t, 9> bounds = {100,     500,     1'000,     5'000,     25'000,
                                                         100'000, 500'000, 2'500'000, 10'000'000};

  std::unordered_map<const Route*, ByStatus> by_route_;
  ByStatus unmatched_;
  std::array<Counter, bounds.size() + 1> durations_{};
  Counter microseconds_{0};
};

}  // namespace parlance::server::http
