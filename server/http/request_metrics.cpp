#include "server/http/request_metrics.hpp"

#include <algorithm>
#include <cstdio>

namespace parlance::server::http {
namespace {

std::string decimal(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.6g", value);
  return text.data();
}

}  // namespace

void RequestMetrics::prepare(const Router& router) {
  for (const Route& route : router.routes()) by_route_[&route];
}

void RequestMetrics::count(const Route* route, int status, std::chrono::nanoseconds duration) noexcept {
  const auto known = route ? by_route_.find(route) : by_route_.end();
  ByStatus& counters = known == by_route_.end() ? unmatched_ : known->second;
  const auto place = std::find(statuses.begin(), statuses.end(), status) - statuses.begin();
  counters.counts[static_cast<std::size_t>(place)].fetch_add(1, std::memory_order_relaxed);
  const std::int64_t microseconds = std::chrono::duration_cast<std::chrono::microseconds>(duration).count();
  const auto bucket = std::lower_bound(bounds.begin(), bounds.end(), microseconds) - bounds.begin();
  durations_[static_cast<std::size_t>(bucket)].fetch_add(1, std::memory_order_relaxed);
  microseconds_.fetch_add(static_cast<std::uint64_t>(microseconds), std::memory_order_relaxed);
}

void RequestMetrics::write(std::string& out) const {
  out += "# HELP parlance_http_requests_total Requests answered.\n# TYPE parlance_http_requests_total counter\n";
  const auto add = [&](const std::string& labels, const ByStatus& counters) {
    for (std::size_t i = 0; i < counters.counts.size(); ++i) {
      const std::uint64_t count = counters.counts[i].load(std::memory_order_relaxed);
      if (count == 0) continue;
      const std::string status = i < statuses.size() ? std::to_string(statuses[i]) : "other";
      out += "parlance_http_requests_total{" + labels + "status=\"" + status + "\"} " + std::to_string(count) + "\n";
    }
  };
  for (const auto& [route, counters] : by_route_) {
    add("method=\"" + route->method + "\",route=\"" + route->pattern + "\",", counters);
  }
  add("method=\"\",route=\"\",", unmatched_);

  out +=
      "# HELP parlance_http_request_duration_seconds From a request's last byte to its answer's first.\n"
      "# TYPE parlance_http_request_duration_seconds histogram\n";
  std::uint64_t below = 0;
  for (std::size_t i = 0; i < durations_.size(); ++i) {
    below += durations_[i].load(std::memory_order_relaxed);
    const std::string bound = i < bounds.size() ? decimal(static_cast<double>(bounds[i]) / 1e6) : "+Inf";
    out += "parlance_http_request_duration_seconds_bucket{le=\"" + bound + "\"} " + std::to_string(below) + "\n";
  }
  out += "parlance_http_request_duration_seconds_sum " +
         decimal(static_cast<double>(microseconds_.load(std::memory_order_relaxed)) / 1e6) + "\n";
  out += "parlance_http_request_duration_seconds_count " + std::to_string(below) + "\n";
}

}  // namespace parlance::server::http
