// GET /health, at the server's root and without a key. Specification, Endpoints: Health.
#include <chrono>

#include "server/routes/exchange.hpp"
#include "server/routes/records.hpp"
#include "server/routes/routes.hpp"

namespace parlance::server::routes {

void add_health(Api& api) {
  const auto started = std::chrono::steady_clock::now();
  api.add<None, HealthReport>(
      {.method = "GET",
       .pattern = "/health",
       .id = "getHealth",
       .tag = "Health",
       .summary = "Whether this instance serves requests",
       .status = 200,
       .flags = {.is_public = true}},
      [started](http::Request&) {
        const auto up = std::chrono::steady_clock::now() - started;
        return reply(HealthReport{"ok", "parlance", std::chrono::duration_cast<std::chrono::seconds>(up).count()});
      });
}

}  // namespace parlance::server::routes
