// GET /metrics in Prometheus' text format, on an address of its own (contract section 6): it says how much an
// organization works, so it is not for the API's clients.
#pragma once

#include <cstdint>
#include <string>

#include "server/core.hpp"
#include "server/http/engine.hpp"
#include "server/http/request_metrics.hpp"

namespace parlance::server {

class Metrics final : public http::RequestHandler {
 public:
  // Borrows all of them for its life.
  Metrics(http::RequestMetrics& requests, const http::Engine& api, Core& core);

  http::Response handle(http::Request& request) override;
  http::Response refuse(const http::IpAddress& peer, int status, std::string_view message) override;

 private:
  std::string text();

  http::RequestMetrics& requests_;
  const http::Engine& api_;
  Core& core_;
};

}  // namespace parlance::server
