// Idempotency-Key: the same request sent twice has its effect once.
#pragma once

#include <condition_variable>
#include <mutex>
#include <set>
#include <string>
#include <thread>

#include "server/core.hpp"
#include "server/http/router.hpp"

namespace parlance::server {

// Contract section 1: on every POST; ≤ 255 characters; the same key and body within 24 h get the first response again
// with `Idempotent-Replayed: true`, another body or path 409, and so does a key whose first request still runs.
//
// Handler and stored response are one transaction: after a crash either both are there or neither is, so a repeated
// request never acts twice and never finds a response that was not given. Only successes are stored: a refused request
// changed nothing and may be corrected and sent again. Thread-safe.
class Idempotency {
 public:
  explicit Idempotency(Core& core) : core_(core) {}
  ~Idempotency() { stop_purging(); }
  Idempotency(const Idempotency&) = delete;
  Idempotency& operator=(const Idempotency&) = delete;

  http::Response handle(http::Request& request, const http::Route& route, const http::Next& next);

  // Removes what is older than a day, a little at a time, in the background.
  void start_purging();
  void stop_purging();

  static constexpr std::size_t key_max = 255;
  static constexpr std::int64_t kept_ms = 24 * 3'600'000;

 private:
  http::Response once(http::Request& request, const std::string& key, const http::Next& next);
  void purge_until_stopped();

  Core& core_;
  std::mutex mutex_;
  std::set<std::pair<org::OrgId, std::string>> running_;

  std::mutex stop_mutex_;
  std::condition_variable stop_;
  bool stopping_ = false;
  std::thread purger_;
};

}  // namespace parlance::server
