// Idempotency-Key: a request sent twice acts once.
#include <boost/json.hpp>
#include <catch2/catch_test_macros.hpp>
#include <set>
#include <thread>

#include "tests/support/api_client.hpp"

namespace parlance::server::testing {
namespace {

Headers with(const std::string& key) {
  return {{"Idempotency-Key", key}};
}
std::int64_t total(Session& api, const std::string& list) {
  return api.get("/v1/" + list).number("/total");
}

}  // namespace

TEST_CASE("the same request again gets the first answer and acts once") {
  TestServer server;
  auto api = server.session();
  const auto first = api.post("/v1/employees", {{"name", "Ana"}}, with("k1"));
  REQUIRE(first.status == 201);
  CHECK(first.header("idempotent-replayed") == "");
  api.must(api.put("/v1/employees/" + first.id(), {{"name", "Renamed"}}), 200);
  for (int i = 0; i < 3; ++i) {
    const auto again = api.post("/v1/employees", {{"name", "Ana"}}, with("k1"));
    CHECK(again.status == 201);
    CHECK(again.text == first.text);
    CHECK(again.header("idempotent-replayed") == "true");
    CHECK(again.header("content-type") == first.header("content-type"));
    CHECK(again.header("x-request-id") != first.header("x-request-id"));
  }
  CHECK(total(api, "employees") == 1);
  CHECK(api.post("/v1/employees", {{"name", "Ana"}}, with("k2")).header("idempotent-replayed") == "");
  CHECK(api.post("/v1/employees", {{"name", "Ana"}}).status == 201);
  CHECK(total(api, "employees") == 3);
}

TEST_CASE("a key used with another body or path is a conflict") {
  TestServer server;
  auto api = server.session();
  REQUIRE(api.post("/v1/employees", {{"name", "Ana"}}, with("k")).status == 201);
  for (const auto& reply : {api.post("/v1/employees", {{"name", "Bea"}}, with("k")),
                            api.post("/v1/departments", {{"name", "Ana"}}, with("k")),
                            api.send("POST", "/v1/employees", R"({ "name":"Ana"})", with("k"))}) {
    CHECK(reply.status == 409);
    if (reply.status == 409) CHECK(reply.message() == "this Idempotency-Key was used with another request");
  }
  CHECK(total(api, "employees") == 1);
  CHECK(total(api, "departments") == 0);
}

TEST_CASE("a refused request is not kept, so that it can be put right under its key") {
  TestServer server;
  auto api = server.session();
  CHECK(api.post("/v1/employees", {{"name", ""}}, with("k")).status == 400);
  const auto right = api.post("/v1/employees", {{"name", "Ana"}}, with("k"));
  CHECK(right.status == 201);
  CHECK(right.header("idempotent-replayed") == "");
  api.department("Sales");
  CHECK(api.post("/v1/departments", {{"name", "Sales"}}, with("d")).status == 409);
  CHECK(api.post("/v1/departments", {{"name", "Sales"}}, with("d")).message() ==
        "Department with name Sales already exists");
}

TEST_CASE("every POST honours the key and no other method looks at it") {
  TestServer server;
  auto api = server.session();
  const auto department = api.department("Sales");
  const auto employee = api.employee("Ana", department);
  const auto provider = api.provider();
  const auto conversation = api.conversation(provider, employee);
  const Json transcript = {{"messages", boost::json::array{message("bot", "x")}}};
  const std::string path = "/v1/conversations/" + conversation + "/messages";
  const auto first = api.must(api.post(path, transcript, with("m")), 202);
  api.wait_until_evaluated(conversation);
  const auto again = api.must(api.post(path, transcript, with("m")), 202);  // without the key it would be a conflict
  CHECK(again.text == first.text);
  const std::string archive = "/v1/conversations/" + conversation + "/archive";
  CHECK(api.send("POST", archive, "", with("a")).status == 200);
  CHECK(api.send("POST", archive, "", with("a")).header("idempotent-replayed") == "true");
  CHECK(api.post(archive).status == 409);
  const std::string link = "/v1/employees/" + employee + "/departments/" + api.department("Support");
  CHECK(api.send("POST", link, "", with("l")).status == 200);
  CHECK(api.remove(link).status == 200);
  CHECK(api.send("POST", link, "", with("l")).header("idempotent-replayed") == "true");
  CHECK(api.get("/v1/employees/" + employee).at("/departments").as_array().size() == 1);
  CHECK(api.put("/v1/employees/" + employee, {{"name", "A"}}, with("p")).status == 200);
  CHECK(api.put("/v1/employees/" + employee, {{"name", "B"}}, with("p")).str("/name") == "B");
}

TEST_CASE("keys have 1 to 255 printable characters") {
  TestServer server;
  auto api = server.session();
  for (const std::string& key :
       {repeated("k", 256), std::string(""), repeated("k", 5000), std::string("caf\xC3\xA9")}) {
    INFO(key.substr(0, 300));
    const auto reply = api.post("/v1/employees", {{"name", "Ana"}}, with(key));
    CHECK(reply.status == 400);
    if (reply.status == 400) {
      CHECK(reply.problems() ==
            std::vector<std::string>{"Idempotency-Key must be 1 to 255 printable ASCII characters"});
    }
  }
  CHECK(total(api, "employees") == 0);
  CHECK(api.post("/v1/employees", {{"name", "Ana"}}, with(repeated("k", 255))).status == 201);
}

TEST_CASE("a key belongs to its organization") {
  TestServer server;
  auto api = server.session();
  auto other = server.session(server.tenant("Other").key);
  const auto mine = api.post("/v1/employees", {{"name", "Ana"}}, with("k"));
  const auto theirs = other.post("/v1/employees", {{"name", "Ana"}}, with("k"));
  CHECK(theirs.status == 201);
  CHECK(theirs.header("idempotent-replayed") == "");
  CHECK(theirs.id() != mine.id());
  CHECK(other.post("/v1/departments", {{"name", "x"}}, with("k")).status == 409);
  // The organization, not the API key: a second key of the same one replays.
  auto second = server.session(server.issue_key(server.own().organization));
  CHECK(second.post("/v1/employees", {{"name", "Ana"}}, with("k")).id() == mine.id());
}

TEST_CASE("a key survives a restart") {
  TestServer server;
  std::string id;
  {
    auto api = server.session();
    id = api.must(api.post("/v1/employees", {{"name", "Ana"}}, with("k")), 201).id();
  }
  server.restart();
  auto api = server.session();
  const auto again = api.post("/v1/employees", {{"name", "Ana"}}, with("k"));
  CHECK(again.id() == id);
  CHECK(again.header("idempotent-replayed") == "true");
  CHECK(api.post("/v1/employees", {{"name", "Bea"}}, with("k")).status == 409);
  CHECK(total(api, "employees") == 1);
}

TEST_CASE("concurrent duplicates make one record") {
  TestServer server;
  for (int round = 0; round < 10; ++round) {
    const auto key = "round-" + std::to_string(round);
    constexpr int clients = 8;
    std::vector<Reply> replies(clients);
    std::vector<std::thread> threads;
    for (int i = 0; i < clients; ++i) {
      threads.emplace_back([&, i] {
        auto api = server.session();
        replies[static_cast<std::size_t>(i)] = api.post("/v1/employees", {{"name", "Ana"}}, with(key));
      });
    }
    for (auto& thread : threads) thread.join();
    std::set<std::string> ids;
    for (const auto& reply : replies) {
      // Either the record, or word that the first request is still running.
      CHECK((reply.status == 201 || reply.status == 409));
      if (reply.status == 201) ids.insert(reply.id());
    }
    CHECK(ids.size() == 1);
  }
  auto api = server.session();
  CHECK(total(api, "employees") == 10);
}

}  // namespace parlance::server::testing
