// GET /metrics (contract section 6): on an address of its own, and nowhere else.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "tests/support/api_client.hpp"

namespace parlance::server::testing {

using Catch::Matchers::ContainsSubstring;

TEST_CASE("metrics count requests by route and status, on their own address") {
  TestServer server([](Config& config) { config.metrics_listen = "127.0.0.1:0"; });
  auto api = server.session();
  const auto department = api.department("Sales");
  api.department("Care");
  CHECK(api.get("/v1/departments/" + department).status == 200);
  CHECK(api.get("/v1/departments/" + std::string(unknown_id)).status == 404);
  CHECK(api.get("/nowhere").status == 404);
  CHECK(api.get("/metrics").status == 404);

  Session scraper(server.metrics_port(), "");
  const Reply reply = scraper.get("/metrics");
  CHECK(reply.status == 200);
  CHECK(reply.header("content-type") == "text/plain; version=0.0.4");
  for (const auto* line : {
           "parlance_http_requests_total{method=\"POST\",route=\"/v1/departments\",status=\"201\"} 2\n",
           "parlance_http_requests_total{method=\"GET\",route=\"/v1/departments/{departmentId}\",status=\"200\"} 1\n",
           "parlance_http_requests_total{method=\"GET\",route=\"/v1/departments/{departmentId}\",status=\"404\"} 1\n",
           "parlance_http_requests_total{method=\"\",route=\"\",status=\"404\"} 2\n",
           "parlance_http_request_duration_seconds_count 6\n",
           "parlance_http_request_duration_seconds_bucket{le=\"+Inf\"} 6\n",
           "parlance_http_connections 1\n",
           "parlance_evaluations_waiting 0\n",
       }) {
    CHECK_THAT(reply.text, ContainsSubstring(line));
  }
  CHECK(scraper.get("/v1/departments").status == 404);
  CHECK(scraper.post("/metrics").status == 405);
}

TEST_CASE("without --metrics-listen there are none") {
  TestServer server;
  CHECK(server.metrics_port() == 0);
  CHECK(server.session().get("/metrics").status == 404);
}

}  // namespace parlance::server::testing
