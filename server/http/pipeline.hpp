// Pipeline: what every request passes through, in this order.
//
//   1. request id     the caller's X-Request-Id when it is 1 to 128 printable ASCII characters, else a new one
//   2. rate limit     per client address, before anything that costs more
//   3. route          404 and 405; so the keys of requests to unknown paths are not looked at
//   4. authentication every route that is not public: x-api-key, or Authorization: Bearer
//   5. content        415 where a route wants JSON and something else was sent
//   6. middleware and handler
//   7. errors         an exception is logged and answered 500, without its text
//   8. counters
//   9. access line    debug; error for 5xx
// Thread-safe when its parts are; it borrows all of them for its life.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "parlance/org/id.hpp"
#include "server/http/address.hpp"
#include "server/http/rate_limit.hpp"
#include "server/http/request_metrics.hpp"
#include "server/http/router.hpp"
#include "server/log.hpp"

namespace parlance::server::http {

// Whose API key this is.
class Authenticator {
 public:
  virtual ~Authenticator() = default;
  // nullopt for a key that is not valid (any more). Called from several threads at once. A fault is thrown.
  virtual std::optional<org::OrgId> authenticate(std::string_view key) = 0;
};

// What the engine hands requests to. Called from several threads at once; must not throw.
class RequestHandler {
 public:
  virtual ~RequestHandler() = default;
  virtual Response handle(Request& request) = 0;
  // The answer to what is not a request that could be handled (a broken head, a body too large, no room).
  virtual Response refuse(const IpAddress& peer, int status, std::string_view message) = 0;
};

class Pipeline final : public RequestHandler {
 public:
  Pipeline(const Router& router, Authenticator& authenticator, RateLimiter& limiter, std::vector<Cidr> trusted_proxies,
           const Log& log, RequestMetrics& metrics);

  Response handle(Request& request) override;
  Response refuse(const IpAddress& peer, int status, std::string_view message) override;

 private:
  Response answer(Request& request, const Route*& route);
  Response unmatched(const Request& request, const std::string& allowed) const;
  bool authenticate(Request& request) const;

  const Router& router_;
  Authenticator& authenticator_;
  RateLimiter& limiter_;
  std::vector<Cidr> trusted_proxies_;
  const Log& log_;
  RequestMetrics& metrics_;
};

}  // namespace parlance::server::http
