// Alert types over the interface (contract section 3).
#include <boost/json.hpp>
#include <catch2/catch_test_macros.hpp>

#include "tests/support/api_client.hpp"

namespace parlance::server::testing {

namespace json = boost::json;

TEST_CASE("an alert type is created, read, changed, listed and deleted") {
  TestServer server;
  auto api = server.session();
  const Reply created = api.must(
      api.post("/v1/alert-types", {{"name", "Threat"}, {"severity", "critical"}, {"description", "Of any kind"}}), 201);
  CHECK(created.str("/name") == "Threat");
  CHECK(created.str("/severity") == "critical");
  CHECK(created.str("/description") == "Of any kind");
  const std::string path = "/v1/alert-types/" + created.id();
  CHECK(api.get(path).json() == created.json());
  const Reply changed = api.must(api.put(path, {{"severity", "warning"}, {"description", nullptr}}), 200);
  CHECK(changed.str("/severity") == "warning");
  CHECK(changed.at("/description").is_null());
  CHECK(changed.str("/name") == "Threat");
  CHECK(api.post("/v1/alert-types", {{"name", "threat"}, {"severity", "info"}}).status == 409);
  const auto other = api.must(api.post("/v1/alert-types", {{"name", "Other"}, {"severity", "info"}}), 201).id();

  server.restart();
  api = server.session(server.own().key);
  CHECK(api.get("/v1/alert-types").ids() == std::vector<std::string>{created.id(), other});
  CHECK(api.remove(path).status == 204);
  CHECK(api.get(path).status == 404);
  CHECK(api.get("/v1/alert-types").ids() == std::vector<std::string>{other});

  auto stranger = server.session(server.tenant("Stranger").key);
  const std::string theirs = "/v1/alert-types/" + other;
  CHECK(stranger.get(theirs).message() == "Alert type " + other + " not found");
  CHECK(stranger.put(theirs, {{"name", "Mine"}}).status == 404);
  CHECK(stranger.remove(theirs).status == 404);
}

TEST_CASE("questions are filtered by their alert types") {
  TestServer server;
  auto api = server.session();
  const auto type = [&](const char* name) {
    return api.must(api.post("/v1/alert-types", {{"name", name}, {"severity", "info"}}), 201).id();
  };
  const auto threat = type("Threat"), refund = type("Refund"), unused = type("Unused");
  const auto form = api.questionnaire();
  const auto question = [&](const json::array& types) {
    auto body = greeting_question(form, "Question with " + std::to_string(types.size())).as_object();
    body["alertTypeIds"] = types;
    const Reply reply = api.must(api.post("/v1/questions", body), 201);
    CHECK(reply.at("/alertTypeIds") == Json(types));
    return reply.id();
  };
  const auto both = question({threat, refund}), one = question({json::string(refund)});
  question({});
  const auto found = [&](const std::string& ids) { return api.get("/v1/questions?alertTypeIds=" + ids).ids(); };
  using List = std::vector<std::string>;
  CHECK(found(threat) == List{both});
  CHECK(found(refund) == List{both, one});
  CHECK(found(threat + "," + refund) == List{both, one});
  CHECK(found(unused) == List{});
  CHECK(api.remove("/v1/alert-types/" + threat).status == 409);
  api.must(api.put("/v1/questions/" + both, {{"alertTypeIds", json::array{}}}), 200);
  CHECK(found(refund) == List{one});
  CHECK(api.remove("/v1/alert-types/" + threat).status == 204);
  CHECK(api.put("/v1/questions/" + both, {{"alertTypeIds", json::array{threat}}}).problems() ==
        List{"alertTypeIds.0 must be an existing alert type"});
}

TEST_CASE("POST and PUT of alert types refuse wrong bodies") {
  TestServer server;
  auto api = server.session();
  const std::string path =
      "/v1/alert-types/" + api.must(api.post("/v1/alert-types", {{"name", "A"}, {"severity", "info"}}), 201).id();
  using List = std::vector<std::string>;
  const std::string severities = "severity must be one of the following values: info, warning, critical";
  struct Row {
    std::string body;
    List problems;
  };
  for (const Row& row : std::vector<Row>{
           {R"({"name":"","severity":"high"})", {"name should not be empty", severities}},
           {R"({"name":7,"severity":1})", {"name must be a string", severities}},
           {R"({"name":"x","severity":"info","description":[]})", {"description must be a string"}},
           {R"({"name":"x","severity":"info","colour":1})", {"property colour should not exist"}},
           {R"({"name":"x","severity":null})", {severities}},
       }) {
    INFO(row.body);
    auto sorted = [](List list) {
      std::sort(list.begin(), list.end());
      return list;
    };
    CHECK(sorted(api.send("POST", "/v1/alert-types", row.body).problems()) == sorted(row.problems));
    CHECK(sorted(api.send("PUT", path, row.body).problems()) == sorted(row.problems));
  }
  CHECK(api.send("POST", "/v1/alert-types", "{}").problems() ==
        List{"name should not be empty", "severity should not be empty"});
  CHECK(api.get("/v1/alert-types").number("/total") == 1);
}

}  // namespace parlance::server::testing
