// What a restart keeps, and that one directory and one port have one server.
#include <boost/json.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <thread>

#include "tests/support/api_client.hpp"

namespace parlance::server::testing {
namespace {

namespace json = boost::json;

std::string refusal_of(const Config& config) {
  try {
    App app(config);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("everything that was acknowledged is there after a restart") {
  TestServer server;
  std::vector<std::pair<std::string, std::string>> records;  // path, text
  {
    auto api = server.session();
    const auto department = api.department("Sales");
    const auto employee = api.employee("Ana", department);
    const auto provider = api.provider();
    const auto questionnaire = api.questionnaire();
    const auto question = api.question(questionnaire);
    api.must(api.put("/v1/questionnaires/" + questionnaire, {{"status", "active"}}), 200);
    const auto conversation = api.conversation(provider, employee);
    const std::string path = "/v1/conversations/" + conversation;
    api.must(api.post(path + "/messages", {{"messages", json::array{message("employee", "Good morning")}}}), 202);
    api.wait_until_evaluated(conversation);
    const auto answer = api.get(path + "/answers").str("/results/0/id");
    api.must(api.put(path + "/answers/" + answer, {{"answer", false}, {"comment", "no"}}), 200);
    const auto gone = api.employee("Gone");
    api.must(api.remove("/v1/employees/" + gone), 204);
    for (const std::string& read :
         {std::string("/v1/departments"), std::string("/v1/employees"), std::string("/v1/providers"),
          std::string("/v1/questionnaires"), std::string("/v1/questions"),
          std::string("/v1/questions?searchTerm=greet"), path, path + "/messages", path + "/answers",
          "/v1/questions/" + question + "/stats", "/v1/employees/" + employee + "/stats"}) {
      records.emplace_back(read, api.must(api.get(read), 200).text);
    }
  }
  server.restart();
  auto api = server.session();
  for (const auto& [path, text] : records) {
    INFO(path);
    CHECK(api.get(path).text == text);
  }
}

TEST_CASE("an evaluation that a stop leaves undone is done after the restart") {
  TestServer server([](Config& config) { config.evaluation_threads = 1; });
  std::vector<std::string> conversations;
  {
    auto api = server.session();
    const auto questionnaire = api.questionnaire();
    api.question(questionnaire);
    api.must(api.put("/v1/questionnaires/" + questionnaire, {{"status", "active"}}), 200);
    const auto provider = api.provider();
    const auto employee = api.employee("Ana", api.department("Sales"));
    json::array messages;
    for (int i = 0; i < 200; ++i) messages.push_back(message("customer", "one two three four five", i));
    for (int i = 0; i < 40; ++i) {
      conversations.push_back(api.conversation(provider, employee));
      api.must(api.post("/v1/conversations/" + conversations.back() + "/messages", {{"messages", messages}}), 202);
    }
  }
  server.restart();
  auto api = server.session();
  for (const auto& id : conversations) CHECK(api.wait_until_evaluated(id).str("/status") == "COMPLETED");
  const auto employee = api.get("/v1/employees").ids().front();
  CHECK(api.get("/v1/employees/" + employee + "/stats").number("/byStatus/COMPLETED") == 40);
  CHECK(api.get("/v1/employees/" + employee + "/stats").number("/answers") == 40);
}

TEST_CASE("a request in flight when the server stops is either answered or not begun") {
  TestServer server;
  const auto key = server.own().key;
  std::vector<std::string> acknowledged;
  std::thread client([&] {
    auto api = server.session(key);
    try {
      for (int i = 0; i < 100000; ++i) {
        const auto reply = api.post("/v1/employees", {{"name", "E" + std::to_string(i)}});
        if (reply.status == 201) acknowledged.push_back(reply.id());
      }
    } catch (const std::exception&) {  // the server has gone
    }
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  Config config = server.config();
  server.stop();
  client.join();
  REQUIRE_FALSE(acknowledged.empty());
  server.restart();
  auto api = server.session();
  for (std::size_t i = 0; i < acknowledged.size(); i += 1 + acknowledged.size() / 50) {
    CHECK(api.get("/v1/employees/" + acknowledged[i]).status == 200);
  }
  CHECK(api.get("/v1/employees/" + acknowledged.back()).status == 200);
  // The last one may have been stored without its answer getting through.
  const auto total = api.get("/v1/employees").number("/total") - static_cast<std::int64_t>(acknowledged.size());
  CHECK((total == 0 || total == 1));
}

TEST_CASE("a directory has one server at a time") {
  TestServer server;
  const std::string refusal = refusal_of(server.config());
  CHECK_THAT(refusal, Catch::Matchers::ContainsSubstring("another server uses") &&
                          Catch::Matchers::ContainsSubstring(server.data()));
  CHECK(server.session().get("/v1/questions").status == 200);
  server.stop();
  CHECK(refusal_of(server.config()).empty());
}

TEST_CASE("a port has one server at a time") {
  TestServer server;
  Directory other;
  Config config = server.config();
  config.data = other.path();
  config.listen = "127.0.0.1:" + std::to_string(server.port());
  CHECK_THAT(refusal_of(config), Catch::Matchers::ContainsSubstring(std::to_string(server.port())));
  CHECK(server.session().get("/health").status == 200);
}

TEST_CASE("what cannot be served is refused in words") {
  Directory directory;
  Config config;
  config.data = directory.path();
  config.listen = "nonsense";
  CHECK_THAT(refusal_of(config), Catch::Matchers::ContainsSubstring("--listen nonsense"));
  config.listen = "127.0.0.1:0";
  config.trusted_proxies = {"10.0.0.0/99"};
  CHECK_THAT(refusal_of(config), Catch::Matchers::ContainsSubstring("--trusted-proxy 10.0.0.0/99"));
  config.trusted_proxies = {};
  config.data = "/dev/null/x";
  CHECK_THAT(refusal_of(config), Catch::Matchers::ContainsSubstring("/dev/null/x"));
}

}  // namespace parlance::server::testing
