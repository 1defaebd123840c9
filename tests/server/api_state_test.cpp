// What conflicts with the state of a record, and what deleting one leaves behind.
#include <boost/json.hpp>
#include <catch2/catch_test_macros.hpp>

#include "tests/support/api_client.hpp"

namespace parlance::server::testing {
namespace {

namespace json = boost::json;
using Problems = std::vector<std::string>;

const Json one_message = {{"messages", json::array{message("employee", "Good morning")}}};

struct World {
  TestServer server;
  Session api = server.session();
  std::string department = api.department("Sales");
  std::string employee = api.employee("Ana", department);
  std::string provider = api.provider();
  std::string questionnaire = api.questionnaire();
  std::string question = api.question(questionnaire);

  World() { api.must(api.put("/v1/questionnaires/" + questionnaire, {{"status", "active"}}), 200); }
  std::string evaluated() {
    const auto id = api.conversation(provider, employee);
    api.must(api.post("/v1/conversations/" + id + "/messages", one_message), 202);
    api.wait_until_evaluated(id);
    return id;
  }
};

void conflict(const Reply& reply, const std::string& message) {
  CHECK(reply.status == 409);
  if (reply.status == 409) CHECK(reply.message() == message);
}

}  // namespace

TEST_CASE("names and external ids that are taken are conflicts") {
  World world;
  auto& api = world.api;
  conflict(api.post("/v1/departments", {{"name", "Sales"}}), "Department with name Sales already exists");
  CHECK(api.post("/v1/departments", {{"name", "SALES"}}).status == 409);  // unique as folded text
  const auto support = api.department("Support");
  conflict(api.put("/v1/departments/" + support, {{"name", "Sales"}}), "Department with name Sales already exists");
  CHECK(api.put("/v1/departments/" + support, {{"name", "SUPPORT"}}).status == 200);  // its own
  const auto bea = api.must(api.post("/v1/employees", {{"name", "Bea"}, {"externalId", "e-1"}}), 201).id();
  conflict(api.post("/v1/employees", {{"name", "Bea"}, {"externalId", "e-1"}}),
           "Employee with externalId e-1 already exists");
  conflict(api.put("/v1/employees/" + world.employee, {{"externalId", "e-1"}}),
           "Employee with externalId e-1 already exists");
  CHECK(api.put("/v1/employees/" + bea, {{"externalId", "e-1"}, {"name", "Bea B"}}).status == 200);
  CHECK(api.put("/v1/employees/" + world.employee, {{"externalId", "E-1"}}).status == 200);  // ids are exact
  const Json conversation = {
      {"providerId", world.provider}, {"employeeId", world.employee}, {"originalDateTime", 1}, {"externalId", "c-1"}};
  CHECK(api.post("/v1/conversations", conversation).status == 201);
  conflict(api.post("/v1/conversations", conversation), "Conversation with externalId c-1 already exists");
  CHECK(api.get("/v1/employees/" + world.employee + "/stats").number("/conversations") == 1);
  // Another organization may use all of them.
  auto other = world.server.session(world.server.tenant("Other").key);
  CHECK(other.post("/v1/departments", {{"name", "Sales"}}).status == 201);
  CHECK(other.post("/v1/employees", {{"name", "Bea"}, {"externalId", "e-1"}}).status == 201);
  // A deleted department frees its name.
  api.must(api.remove("/v1/departments/" + support), 204);
  CHECK(api.post("/v1/departments", {{"name", "support"}}).status == 201);
}

TEST_CASE("a transcript is sent once and only evaluated conversations are archived or evaluated again") {
  World world;
  auto& api = world.api;
  const auto id = api.conversation(world.provider, world.employee);
  const std::string path = "/v1/conversations/" + id;
  conflict(api.post(path + "/archive"), "Conversation " + id + " is PENDING and cannot be archived");
  conflict(api.post(path + "/reevaluate"), "Conversation " + id + " is PENDING and cannot be evaluated again");
  api.must(api.post(path + "/messages", one_message), 202);
  conflict(api.post(path + "/messages", one_message), "Conversation " + id + " already has its transcript");
  api.wait_until_evaluated(id);
  conflict(api.post(path + "/messages", one_message), "Conversation " + id + " already has its transcript");
  CHECK(api.get(path + "/messages").number("/total") == 1);
  const auto answer = api.get(path + "/answers").str("/results/0/id");
  api.must(api.post(path + "/archive"), 200);
  conflict(api.put(path + "/answers/" + answer, {{"answer", false}}),
           "Conversation " + id + " is ARCHIVED, so its answers cannot be corrected");
  CHECK(api.get(path + "/answers").at("/results/0/overrides").as_array().empty());
}

TEST_CASE("a question's type is fixed once it has answers") {
  World world;
  auto& api = world.api;
  const std::string path = "/v1/questions/" + world.question;
  const Json as_text = {
      {"type", "text"}, {"passingAnswers", nullptr}, {"cues", json::array()}, {"defaultAnswer", nullptr}};
  const auto fresh = api.question(world.questionnaire, "Fresh");
  CHECK(api.put("/v1/questions/" + fresh, as_text).status == 200);
  world.evaluated();
  conflict(api.put(path, as_text), "Question " + world.question + " has answers, so its type cannot change");
  CHECK(api.get(path).str("/type") == "boolean");
  CHECK(api.put(path, {{"type", "boolean"}, {"title", "Reworded"}}).status == 200);
}

TEST_CASE("corrections that are no answer are refused") {
  World world;
  auto& api = world.api;
  const auto id = world.evaluated();
  const std::string path = "/v1/conversations/" + id + "/answers";
  const auto answer = path + "/" + api.get(path).str("/results/0/id");
  const std::vector<std::pair<std::string, Problems>> cases = {
      {"{}", {"answer should not be empty"}},
      {R"({"answer":null})", {"answer should not be empty"}},
      {R"({"answer":5})", {"answer must be a boolean value or a string"}},
      {R"({"answer":"yes"})", {"answer must be a boolean value"}},
      {R"({"answer":true,"comment":5})", {"comment must be a string"}},
      {R"({"answer":true,"notApplicable":"x"})", {"notApplicable must be a boolean value"}},
      {R"({"notApplicable":true})", {"notApplicable must not be true for a question without allowNotApplicable"}},
      {R"({"answer":true,"colour":1})", {"property colour should not exist"}}};
  for (const auto& [body, problems] : cases) {
    INFO(body);
    const auto reply = api.send("PUT", answer, body);
    REQUIRE(reply.status == 400);
    CHECK(reply.problems() == problems);
  }
  CHECK(api.get(path).at("/results/0/overrides").as_array().empty());
  CHECK(api.get("/v1/questions/" + world.question + "/stats").at("/agreementRate").is_null());
}

TEST_CASE("the fields of a record that was read may be sent back") {
  World world;
  auto& api = world.api;
  for (const auto& path : {"/v1/departments/" + world.department, "/v1/employees/" + world.employee,
                           "/v1/questionnaires/" + world.questionnaire, "/v1/questions/" + world.question}) {
    INFO(path);
    const auto before = api.get(path);
    const auto after = api.must(api.send("PUT", path, before.text), 200);
    auto left = before.json().as_object(), right = after.json().as_object();
    left.erase("updatedAt");
    right.erase("updatedAt");
    CHECK(Json(left) == Json(right));
    CHECK(api.send("PUT", path, "{}").status == 200);  // nothing sent, nothing changed
  }
}

TEST_CASE("a deleted employee is shown and can do nothing more") {
  World world;
  auto& api = world.api;
  const auto conversation = world.evaluated();
  const std::string path = "/v1/employees/" + world.employee;
  const auto before = api.get(path);
  const auto removed = api.must(api.remove(path), 204);
  CHECK(removed.text.empty());
  const auto after = api.must(api.get(path), 200);
  CHECK(after.at("/deleted") == Json(true));
  CHECK(after.at("/deletedAt").is_string());
  CHECK(after.str("/name") == "Ana");
  CHECK(after.at("/departments") == before.at("/departments"));
  CHECK(api.remove(path).status == 404);
  const std::string deleted = "Employee " + world.employee + " is deleted and cannot be changed";
  for (const auto& reply : {api.put(path, {{"name", "Bea"}}), api.post(path + "/departments/" + world.department),
                            api.remove(path + "/departments/" + world.department)}) {
    CHECK(reply.status == 400);
    if (reply.status == 400) CHECK(reply.problems() == Problems{deleted});
  }
  const auto refused = api.post(
      "/v1/conversations", {{"providerId", world.provider}, {"employeeId", world.employee}, {"originalDateTime", 1}});
  REQUIRE(refused.status == 400);
  CHECK(refused.problems() == Problems{"employeeId must be an employee who is not deleted"});
  CHECK(api.get("/v1/employees").number("/total") == 1);
  CHECK(api.get("/v1/employees?ignoreDeleted=false").number("/total") == 1);
  CHECK(api.get("/v1/employees?ignoreDeleted=true").number("/total") == 0);
  CHECK(api.get("/v1/employees?ignoreDeleted=true").at("/results").as_array().empty());
  // What was recorded stays.
  CHECK(api.get("/v1/conversations/" + conversation).str("/employeeId") == world.employee);
  CHECK(api.get(path + "/stats").number("/conversations") == 1);
}

TEST_CASE("a deleted department leaves lists and employees, who stay") {
  World world;
  auto& api = world.api;
  const auto support = api.department("Support");
  const auto conversation = world.evaluated();
  api.must(api.post("/v1/employees/" + world.employee + "/departments/" + support), 200);
  const auto key = api.get("/v1/departments/" + world.department).str("/entityKey");
  api.must(api.remove("/v1/departments/" + key), 204);
  for (const auto& id : {world.department, key}) {
    CHECK(api.get("/v1/departments/" + id).status == 404);
    CHECK(api.put("/v1/departments/" + id, {{"name", "x"}}).status == 404);
    CHECK(api.remove("/v1/departments/" + id).status == 404);
    CHECK(api.post("/v1/employees/" + world.employee + "/departments/" + id).status == 404);
    CHECK(api.remove("/v1/employees/" + world.employee + "/departments/" + id).status == 404);
    CHECK(api.post("/v1/employees", {{"name", "x"}, {"departmentId", id}}).status == 400);
  }
  CHECK(api.get("/v1/departments").ids() == std::vector{support});
  const auto employee = api.get("/v1/employees/" + world.employee);
  CHECK(employee.at("/departments").as_array().size() == 1);
  CHECK(employee.str("/departments/0/id") == support);
  CHECK(api.get("/v1/employees").at("/results/0/departments").as_array().size() == 1);
  CHECK(api.get("/v1/conversations/" + conversation + "/answers").str("/results/0/departmentId") == world.department);
  api.must(api.remove("/v1/departments/" + support), 204);
  CHECK(api.get("/v1/employees/" + world.employee).at("/departments").as_array().empty());
  CHECK(api.post("/v1/conversations",
                 {{"providerId", world.provider}, {"employeeId", world.employee}, {"originalDateTime", 1}})
            .status == 400);
}

TEST_CASE("departments are linked once, removed once, and shown in the order they were added") {
  World world;
  auto& api = world.api;
  const auto support = api.department("Support");
  const std::string path = "/v1/employees/" + world.employee + "/departments/";
  for (int i = 0; i < 2; ++i) {
    const auto linked = api.must(api.post(path + support), 200);
    REQUIRE(linked.at("/departments").as_array().size() == 2);
    CHECK(linked.str("/departments/0/id") == world.department);
    CHECK(linked.str("/departments/1/id") == support);
  }
  for (int i = 0; i < 2; ++i) {
    const auto left = api.must(api.remove(path + world.department), 200);
    REQUIRE(left.at("/departments").as_array().size() == 1);
    CHECK(left.str("/departments/0/id") == support);
  }
  const auto again = api.must(api.post(path + world.department), 200);
  CHECK(again.str("/departments/1/id") == world.department);
}

TEST_CASE("a deleted question is gone and its answers stay") {
  World world;
  auto& api = world.api;
  const auto second = api.question(world.questionnaire, "Second");
  const auto conversation = world.evaluated();
  const std::string path = "/v1/questions/" + world.question;
  CHECK(api.get("/v1/questionnaires/" + world.questionnaire).number("/questionCount") == 2);
  const auto revision = api.get("/v1/questionnaires/" + world.questionnaire).number("/revision");
  api.must(api.remove(path), 204);
  CHECK(api.get(path).status == 404);
  CHECK(api.put(path, {{"title", "x"}}).status == 404);
  CHECK(api.remove(path).status == 404);
  CHECK(api.get(path + "/stats").status == 404);
  CHECK(api.get("/v1/questions").ids() == std::vector{second});
  CHECK(api.get("/v1/questionnaires/" + world.questionnaire + "/questions").ids() == std::vector{second});
  CHECK(api.get("/v1/questionnaires/" + world.questionnaire).number("/questionCount") == 1);
  CHECK(api.get("/v1/questionnaires/" + world.questionnaire).number("/revision") == revision + 1);
  const auto answers = api.get("/v1/conversations/" + conversation + "/answers");
  REQUIRE(answers.number("/total") == 2);
  CHECK(answers.str("/results/0/questionId") == world.question);
  CHECK(answers.str("/results/0/questionTitle") == "Did the employee greet?");
  // Correcting what was recorded for it still works.
  CHECK(api.put("/v1/conversations/" + conversation + "/answers/" + answers.str("/results/0/id"), {{"answer", false}})
            .status == 200);
}

TEST_CASE("a deleted questionnaire takes its questions along and judges nothing more") {
  World world;
  auto& api = world.api;
  const auto conversation = world.evaluated();
  api.must(api.remove("/v1/questionnaires/" + world.questionnaire), 204);
  const std::string path = "/v1/questionnaires/" + world.questionnaire;
  CHECK(api.get(path).status == 404);
  CHECK(api.get(path + "/questions").status == 404);
  CHECK(api.remove(path).status == 404);
  CHECK(api.get("/v1/questions/" + world.question).status == 404);
  CHECK(api.get("/v1/questions").number("/total") == 0);
  CHECK(api.get("/v1/questionnaires").number("/total") == 0);
  CHECK(api.get("/v1/conversations/" + conversation + "/answers").number("/total") == 1);
  CHECK(api.get("/v1/conversations/" + world.evaluated() + "/answers").number("/total") == 0);
}

TEST_CASE("activation needs a question, and editing an active questionnaire makes revisions") {
  World world;
  auto& api = world.api;
  const std::string path = "/v1/questionnaires/" + world.questionnaire;
  const auto revision = [&] { return api.get(path).number("/revision"); };
  const auto first = revision();
  api.must(api.put("/v1/questions/" + world.question, {{"title", "Reworded"}}), 200);
  CHECK(revision() == first + 1);
  api.must(api.put("/v1/questions/" + world.question, {{"title", "Reworded"}}), 200);  // the same again
  CHECK(revision() == first + 1);
  api.must(api.put(path, {{"status", "draft"}}), 200);
  CHECK(api.get(path).str("/status") == "draft");
  const auto draft = revision();
  api.must(api.put("/v1/questions/" + world.question, {{"title", "Again"}}), 200);
  CHECK(revision() == draft);
  CHECK(api.get("/v1/conversations/" + world.evaluated() + "/answers").number("/total") ==
        0);  // a draft judges nothing
}

}  // namespace parlance::server::testing
