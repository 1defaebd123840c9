// What is not there, what another organization has, and what a path does not do.
#include <boost/json.hpp>
#include <catch2/catch_test_macros.hpp>

#include "tests/support/api_client.hpp"

namespace parlance::server::testing {
namespace {

namespace json = boost::json;

struct Operation {
  std::string method, path, body;
};

// One of each resource, with an evaluated conversation.
struct Records {
  std::string department, key, employee, provider, questionnaire, question, conversation, answer;

  explicit Records(Session& api) {
    department = api.department("Sales");
    key = api.get("/v1/departments/" + department).str("/entityKey");
    employee = api.employee("Ana", department);
    provider = api.provider();
    questionnaire = api.questionnaire();
    question = api.question(questionnaire);
    api.must(api.put("/v1/questionnaires/" + questionnaire, {{"status", "active"}}), 200);
    conversation = api.conversation(provider, employee);
    api.must(api.post("/v1/conversations/" + conversation + "/messages",
                      {{"messages", json::array{message("employee", "Good morning")}}}),
             202);
    api.wait_until_evaluated(conversation);
    answer = api.get("/v1/conversations/" + conversation + "/answers").str("/results/0/id");
  }
};

// Every operation on a path with an id; "*" stands for the id, `resource` for what it is called.
struct ByResource {
  std::string resource;
  std::vector<Operation> operations;
};
std::vector<ByResource> operations(const Records& own) {
  const std::string messages = R"({"messages":[{"senderRole":"bot","content":"x","originalDateTime":1}]})";
  return {{"Department",
           {{"GET", "/v1/departments/*", ""},
            {"PUT", "/v1/departments/*", R"({"name":"Other"})"},
            {"DELETE", "/v1/departments/*", ""},
            {"POST", "/v1/employees/" + own.employee + "/departments/*", ""},
            {"DELETE", "/v1/employees/" + own.employee + "/departments/*", ""}}},
          {"Employee",
           {{"GET", "/v1/employees/*", ""},
            {"PUT", "/v1/employees/*", R"({"name":"Other"})"},
            {"DELETE", "/v1/employees/*", ""},
            {"GET", "/v1/employees/*/stats", ""},
            {"POST", "/v1/employees/*/departments/" + own.department, ""},
            {"DELETE", "/v1/employees/*/departments/" + own.key, ""}}},
          {"Questionnaire",
           {{"GET", "/v1/questionnaires/*", ""},
            {"PUT", "/v1/questionnaires/*", R"({"name":"Other"})"},
            {"DELETE", "/v1/questionnaires/*", ""},
            {"GET", "/v1/questionnaires/*/questions", ""}}},
          {"Question",
           {{"GET", "/v1/questions/*", ""},
            {"PUT", "/v1/questions/*", R"({"title":"Other"})"},
            {"DELETE", "/v1/questions/*", ""},
            {"GET", "/v1/questions/*/stats", ""}}},
          {"Conversation",
           {{"GET", "/v1/conversations/*", ""},
            {"POST", "/v1/conversations/*/messages", messages},
            {"GET", "/v1/conversations/*/messages", ""},
            {"GET", "/v1/conversations/*/transfer-events", ""},
            {"POST", "/v1/conversations/*/archive", ""},
            {"POST", "/v1/conversations/*/reevaluate", ""},
            {"GET", "/v1/conversations/*/answers", ""},
            {"PUT", "/v1/conversations/*/answers/" + own.answer, R"({"answer":false})"}}},
          {"Answer", {{"PUT", "/v1/conversations/" + own.conversation + "/answers/*", R"({"answer":false})"}}}};
}

Reply ask(Session& api, const Operation& operation, const std::string& id) {
  std::string path = operation.path;
  path.replace(path.find('*'), 1, id);
  return api.send(operation.method, path, operation.body);
}

// A 404 that says no more than the id it was asked for.
void expect_missing(const Reply& reply, const std::string& resource, const std::string& id) {
  CHECK(reply.status == 404);
  if (reply.status != 404) return;
  CHECK(reply.text == R"({"statusCode":404,"message":")" + resource + " " + id + R"( not found","error":"Not Found"})");
}

}  // namespace

TEST_CASE("unknown ids, ids that are none and other organizations' ids are the same 404 everywhere") {
  TestServer server;
  auto api = server.session();
  const Records own(api);
  auto other = server.session(server.tenant("Other").key);
  const Records theirs(other);
  for (const auto& [resource, list] : operations(own)) {
    const std::string foreign = resource == "Department"      ? theirs.department
                                : resource == "Employee"      ? theirs.employee
                                : resource == "Questionnaire" ? theirs.questionnaire
                                : resource == "Question"      ? theirs.question
                                : resource == "Conversation"  ? theirs.conversation
                                                              : theirs.answer;
    for (const Operation& operation : list) {
      INFO(operation.method << " " << operation.path);
      for (const std::string& id : {std::string(unknown_id), std::string("nonsense"), std::string("DEP-ZZZZZZZZ"),
                                    std::string("1"), foreign, std::string("0190a000-0000-7000-8000-00000000deadx")}) {
        expect_missing(ask(api, operation, id), resource, id);
      }
      // Decoded, as it was meant; never an error of its own.
      CHECK(ask(api, operation, "%C3%A1%00%FF").status == 404);
      CHECK(ask(api, operation, "..%2F..").status == 404);
      CHECK(ask(api, operation, repeated("9", 2000)).status == 404);
    }
  }
  // Nothing of the other organization was touched.
  CHECK(other.get("/v1/departments/" + theirs.key).str("/name") == "Sales");
  CHECK(other.get("/v1/employees/" + theirs.employee).str("/departments/0/id") == theirs.department);
  CHECK(other.get("/v1/conversations/" + theirs.conversation).str("/status") == "COMPLETED");
  CHECK(other.get("/v1/questions/" + theirs.question).str("/title") == "Did the employee greet?");
  CHECK(other.get("/v1/conversations/" + theirs.conversation + "/answers").at("/results/0/answer") == Json(true));
  expect_missing(api.get("/v1/departments/" + theirs.key), "Department", theirs.key);
  expect_missing(
      api.send("POST", "/v1/questionnaires/" + theirs.questionnaire + "/questions", R"({"title":"x","type":"text"})"),
      "Questionnaire", theirs.questionnaire);
}

TEST_CASE("ids of another organization inside a body are unknown") {
  TestServer server;
  auto api = server.session();
  const Records own(api);
  auto other = server.session(server.tenant("Other").key);
  const Records theirs(other);
  const auto problems = [](const Reply& reply) {
    REQUIRE(reply.status == 400);
    return reply.problems();
  };
  using List = std::vector<std::string>;
  CHECK(problems(api.post("/v1/employees", {{"name", "x"}, {"departmentId", theirs.department}})) ==
        List{"departmentId must be an existing department"});
  CHECK(problems(api.post("/v1/employees", {{"name", "x"}, {"departmentId", theirs.key}})) ==
        List{"departmentId must be an existing department"});
  CHECK(problems(api.post("/v1/questionnaires", {{"name", "x"}, {"departmentIds", json::array{theirs.department}}})) ==
        List{"departmentIds.0 must be an existing department"});
  CHECK(problems(api.post("/v1/questions", greeting_question(theirs.questionnaire))) ==
        List{"questionnaireId must be an existing questionnaire"});
  CHECK(problems(api.put("/v1/questions/" + own.question, {{"questionnaireId", theirs.questionnaire}})) ==
        List{"questionnaireId must be an existing questionnaire"});
  CHECK(
      problems(api.post("/v1/conversations",
                        {{"providerId", theirs.provider}, {"employeeId", theirs.employee}, {"originalDateTime", 1}})) ==
      List{"providerId must be an existing provider", "employeeId must be an existing employee"});
}

TEST_CASE("lists show only what the organization owns") {
  TestServer server;
  auto api = server.session();
  const Records own(api);
  auto other = server.session(server.tenant("Other").key);
  for (const char* list : {"departments", "employees", "providers", "questionnaires", "questions"}) {
    INFO(list);
    CHECK(api.get(std::string("/v1/") + list).number("/total") == 1);
    CHECK(other.get(std::string("/v1/") + list).number("/total") == 0);
    CHECK(other.get(std::string("/v1/") + list).at("/results").as_array().empty());
  }
  CHECK(other.get("/v1/questions?questionnaireIds=" + own.questionnaire).number("/total") == 0);
}

TEST_CASE("a path that does something else answers 405 with what it allows") {
  TestServer server;
  auto api = server.session();
  const Records own(api);
  const std::vector<std::pair<std::string, std::string>> allowed = {
      {"/health", "GET, HEAD"},
      {"/openapi.json", "GET, HEAD"},
      {"/v1/departments", "GET, HEAD, POST"},
      {"/v1/departments/" + own.department, "DELETE, GET, HEAD, PUT"},
      {"/v1/employees", "GET, HEAD, POST"},
      {"/v1/employees/" + own.employee, "DELETE, GET, HEAD, PUT"},
      {"/v1/employees/" + own.employee + "/stats", "GET, HEAD"},
      {"/v1/employees/" + own.employee + "/departments/" + own.department, "DELETE, POST"},
      {"/v1/questionnaires/" + own.questionnaire + "/questions", "GET, HEAD, POST"},
      {"/v1/questions/" + own.question + "/stats", "GET, HEAD"},
      {"/v1/conversations/" + own.conversation + "/messages", "GET, HEAD, POST"},
      {"/v1/conversations/" + own.conversation + "/archive", "POST"},
      {"/v1/conversations/" + own.conversation + "/answers/" + own.answer, "PUT"},
      {"/v1/tools/discounted-amount", "POST"},
  };
  for (const auto& [path, methods] : allowed) {
    INFO(path);
    const auto reply = api.send("PATCH", path, "{}");
    CHECK(reply.status == 405);
    CHECK(reply.header("allow") == methods);
    CHECK(reply.str("/error") == "Method Not Allowed");
  }
}

TEST_CASE("HEAD answers like GET without the body") {
  TestServer server;
  auto api = server.session();
  const Records own(api);
  for (const std::string& path :
       {std::string("/health"), std::string("/openapi.json"), std::string("/v1/departments"),
        std::string("/v1/departments/") + own.department, std::string("/v1/employees"), "/v1/employees/" + own.employee,
        "/v1/employees/" + own.employee + "/stats", std::string("/v1/providers"), std::string("/v1/questionnaires"),
        "/v1/questionnaires/" + own.questionnaire, "/v1/questionnaires/" + own.questionnaire + "/questions",
        std::string("/v1/questions"), "/v1/questions/" + own.question, "/v1/questions/" + own.question + "/stats",
        "/v1/conversations/" + own.conversation, "/v1/conversations/" + own.conversation + "/messages",
        "/v1/conversations/" + own.conversation + "/transfer-events",
        "/v1/conversations/" + own.conversation + "/answers"}) {
    INFO(path);
    const auto get = api.get(path);
    const auto head = api.send("HEAD", path);
    CHECK(head.status == 200);
    CHECK(head.text.empty());
    CHECK(head.header("content-length") == get.header("content-length"));
    CHECK(head.header("content-type") == get.header("content-type"));
  }
  CHECK(api.send("HEAD", "/v1/questions/" + std::string(unknown_id)).status == 404);
  CHECK(api.send("HEAD", "/v1/questions?page=0").status == 400);
}

TEST_CASE("unknown paths name themselves") {
  TestServer server;
  auto api = server.session();
  for (const char* method : {"GET", "POST", "PUT", "DELETE", "PATCH"}) {
    for (const char* path : {"/v1/nothing", "/", "/v1", "/v2/questions", "/v1/Questions", "/v1/questions/1/2",
                             "/v1//questions", "/v1/employees/x/departments", "/health/x"}) {
      const auto reply = api.send(method, path, std::string_view(method) == "GET" ? "" : "{}");
      INFO(method << " " << path);
      CHECK(reply.status == 404);
      CHECK(reply.message() == std::string("Cannot ") + method + " " + path);
    }
  }
  CHECK(api.get("/v1/nothing?x=1").message() == "Cannot GET /v1/nothing");
  auto anonymous = server.session("");
  CHECK(anonymous.get("/v1/nothing").status == 404);
}

TEST_CASE("every answer carries a request id and every record a JSON content type") {
  TestServer server;
  auto api = server.session();
  CHECK(api.get("/v1/questions", {{"X-Request-Id", "mine-1"}}).header("x-request-id") == "mine-1");
  CHECK(api.get("/v1/questions", {{"X-Request-Id", repeated("x", 129)}}).header("x-request-id").size() == 36);
  const auto first = api.get("/v1/questions"), second = api.get("/v1/nothing");
  CHECK(first.header("x-request-id").size() == 36);
  CHECK(first.header("x-request-id") != second.header("x-request-id"));
  CHECK(first.header("content-type").starts_with("application/json"));
  CHECK(second.header("content-type").starts_with("application/json"));
  const auto health = server.session("").get("/health");
  CHECK(health.str("/status") == "ok");
  CHECK(health.str("/service") == "parlance");
  CHECK(health.number("/uptimeSeconds") >= 0);
}

}  // namespace parlance::server::testing
