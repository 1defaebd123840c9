// API keys: who is let in, for how long, and that no answer repeats a secret.
#include <boost/json.hpp>
#include <catch2/catch_test_macros.hpp>
#include <chrono>
#include <thread>

#include "tests/support/api_client.hpp"

namespace parlance::server::testing {
namespace {

using namespace std::chrono_literals;

Reply with_headers(TestServer& server, const Headers& headers) {
  return server.session("").get("/v1/questions", headers);
}

}  // namespace

TEST_CASE("a key works in either header and nothing else is let in") {
  TestServer server;
  const std::string key = server.own().key;
  CHECK(key.size() == 4 + 8 + 1 + 43);
  for (const Headers& headers : std::vector<Headers>{{{"x-api-key", key}},
                                                     {{"X-API-Key", key}},
                                                     {{"Authorization", "Bearer " + key}},
                                                     {{"authorization", "bearer " + key}},
                                                     {{"x-api-key", key}, {"Authorization", "Bearer " + key}}}) {
    INFO(headers[0].first << ": " << headers[0].second);
    CHECK(with_headers(server, headers).status == 200);
  }
  std::string altered = key;
  altered.back() = altered.back() == 'A' ? 'Q' : 'A';
  std::string other_id = key;
  other_id[4] = other_id[4] == 'A' ? 'B' : 'A';
  const std::string second = server.tenant("Other").key;
  for (const Headers& headers : std::vector<Headers>{{},
                                                     {{"x-api-key", ""}},
                                                     {{"x-api-key", "x"}},
                                                     {{"x-api-key", altered}},
                                                     {{"x-api-key", other_id}},
                                                     {{"x-api-key", key.substr(0, key.size() - 1)}},
                                                     {{"x-api-key", key + "A"}},
                                                     {{"x-api-key", "plk_"}},
                                                     {{"x-api-key", key.substr(0, 13)}},
                                                     {{"x-api-key", "plk_' OR 1=1 --_" + key.substr(13)}},
                                                     {{"x-api-key", repeated("k", 8000)}},
                                                     {{"x-api-key", "Bearer " + key}},
                                                     {{"Authorization", key}},
                                                     {{"Authorization", "Bearer"}},
                                                     {{"Authorization", "Bearer "}},
                                                     {{"Authorization", "Basic " + key}},
                                                     {{"Authorization", "Bearer " + altered}},
                                                     {{"api-key", key}},
                                                     {{"Cookie", "x-api-key=" + key}},
                                                     {{"x-api-key", key}, {"Authorization", "Bearer " + second}}}) {
    INFO((headers.empty() ? std::string("none") : headers[0].first + ": " + headers[0].second));
    const auto reply = with_headers(server, headers);
    CHECK(reply.status == 401);
    CHECK(reply.text == R"({"statusCode":401,"message":"Unauthorized","error":"Unauthorized"})");
  }
  CHECK(server.session("").get("/v1/questions?x-api-key=" + key).status == 401);
}

TEST_CASE("every operation but health and the reference wants a key") {
  TestServer server;
  auto anonymous = server.session("");
  CHECK(anonymous.get("/health").status == 200);
  const auto reference = anonymous.must(anonymous.get("/openapi.json"), 200);
  const Json paths = reference.at("/paths");
  for (const auto& [path, operations] : paths.as_object()) {
    for (const auto& [method, operation] : operations.as_object()) {
      std::string upper(method), target(path);
      for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
      if (target == "/health") continue;
      INFO(upper << " " << target);
      CHECK(anonymous.send(upper, target, upper == "GET" ? "" : "{}").status == 401);
    }
  }
}

TEST_CASE("a key issued while the server runs works at once and a revoked one stops within a second") {
  TestServer server;
  const auto key = server.issue_key(server.own().organization);
  auto api = server.session(key);
  CHECK(api.get("/v1/questions").status == 200);
  server.revoke_key(server.own().organization, key);
  const auto deadline = std::chrono::steady_clock::now() + 1s;
  int status = 0;
  while ((status = api.get("/v1/questions").status) == 200 && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(20ms);
  }
  CHECK(status == 401);
  CHECK(api.get("/v1/questions").status == 401);  // on the same connection, for good
  CHECK(server.session().get("/v1/questions").status == 200);
  server.restart();
  CHECK(server.session(key).get("/v1/questions").status == 401);
}

TEST_CASE("no answer repeats the key") {
  TestServer server;
  auto api = server.session();
  const std::string secret = api.key.substr(13);
  const auto clean = [&](const Reply& reply) {
    CHECK(reply.text.find(secret) == std::string::npos);
    for (const auto& [name, value] : reply.headers) CHECK(value.find(secret) == std::string::npos);
  };
  clean(api.get("/v1/questions"));
  clean(api.get("/v1/nothing"));
  clean(api.get("/openapi.json"));
  clean(api.send("POST", "/v1/questions", "{"));
  clean(api.send("PATCH", "/v1/questions", "{}"));
  clean(server.session(api.key + "x").get("/v1/questions"));
}

TEST_CASE("the rate limit is checked before the key and its answer is no standard body") {
  TestServer server([](Config& config) { config.rate_limit = 20; });
  auto anonymous = server.session("");
  for (int i = 0; i < 20; ++i) CHECK(anonymous.get("/v1/questions").status == 401);
  auto api = server.session();
  for (const char* path : {"/v1/questions", "/health", "/v1/nothing"}) {
    const auto refused = api.get(path);
    CHECK(refused.status == 403);
    CHECK(refused.header("content-type").starts_with("text/plain"));
    CHECK(refused.text.find('{') == std::string::npos);
  }
}

}  // namespace parlance::server::testing
