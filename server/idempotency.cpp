#include "server/idempotency.hpp"

#include "server/http/error_response.hpp"

namespace parlance::server {
namespace {

bool printable(std::string_view key) {
  for (const char c : key) {
    if (c < 0x20 || c > 0x7E) return false;
  }
  return true;
}

}  // namespace

http::Response Idempotency::handle(http::Request& request, const http::Route& route, const http::Next& next) {
  const auto header =
      request.method == "POST" && !route.info.is_public ? request.header("Idempotency-Key") : std::nullopt;
  if (!header) return next(request);
  if (header->empty() || header->size() > key_max || !printable(*header)) {
    return http::error_response(org::invalid("Idempotency-Key must be 1 to 255 printable ASCII characters"));
  }
  const std::pair running{request.organization, std::string(*header)};
  {
    const std::lock_guard lock(mutex_);
    if (!running_.insert(running).second) {
      return http::error_response(org::conflict("the first request with this Idempotency-Key is still running"));
    }
  }
  struct Leave {
    Idempotency& self;
    const std::pair<org::OrgId, std::string>& entry;
    ~Leave() {
      const std::lock_guard lock(self.mutex_);
      self.running_.erase(entry);
    }
  } leave{*this, running};
  return once(request, running.second, next);
}

http::Response Idempotency::once(http::Request& request, const std::string& key, const http::Next& next) {
  // An idempotency key reused on another path is 409 (contract 7.15), so the path is part of what must be the same.
  std::string what(request.method);
  what += ' ';
  what += request.target;
  what += '\n';
  what += request.body;
  const auto hash = core_.hasher().sha256(what);
  auto& stored = core_.stores().idempotency;
  // The whole handler runs in one transaction: the services' own join it.
  http::Response response;
  // Whether it was kept shows in the response already.
  [[maybe_unused]] const auto kept = core_.transactor().write([&]() -> org::Result<void> {
    const org::UtcTime now = core_.clock().now();
    if (const auto first = stored.find(request.organization, key)) {
      if (now.ms - first->created_at.ms < kept_ms) {
        if (first->request_hash != hash) {
          response = http::error_response(org::conflict("this Idempotency-Key was used with another request"));
          return {};
        }
        response = http::Response::json(first->body, first->status);
        response.set_header("Idempotent-Replayed", "true");
        return {};
      }
      stored.remove(request.organization, key);
    }
    response = next(request);
    if (response.status >= 300) return org::invalid("refused");  // undone; the response stands
    stored.insert(request.organization, key, {hash, response.status, response.body, now});
    return {};
  });
  return response;
}

void Idempotency::start_purging() {
  purger_ = std::thread([this] { purge_until_stopped(); });
}

void Idempotency::stop_purging() {
  {
    const std::lock_guard lock(stop_mutex_);
    stopping_ = true;
  }
  stop_.notify_all();
  if (purger_.joinable()) purger_.join();
}

void Idempotency::purge_until_stopped() {
  constexpr std::size_t step = 500;
  std::unique_lock lock(stop_mutex_);
  while (!stop_.wait_for(lock, std::chrono::minutes(10), [this] { return stopping_; })) {
    lock.unlock();
    try {
      const org::UtcTime before{core_.clock().now().ms - kept_ms};
      while (core_.transactor().write([&] { return core_.stores().idempotency.purge_before(before, step); }) == step) {
      }
    } catch (const std::exception&) {  // tried again at the next turn
    }
    lock.lock();
  }
}

}  // namespace parlance::server
