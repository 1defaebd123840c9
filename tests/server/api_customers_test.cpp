// Customers over the interface (contract section 2).
#include <boost/json.hpp>
#include <catch2/catch_test_macros.hpp>

#include "tests/support/api_client.hpp"

namespace parlance::server::testing {
namespace {

namespace json = boost::json;

const json::object full{
    {"externalId", "c-1"},
    {"name", "José"},
    {"phoneNumber", "+34910000000"},
    {"email", "jose@example.com"},
    {"timezone", "Europe/Madrid"},
    {"metadata", {{"debt", 12.5}, {"vip", true}, {"plan", "gold"}, {"count", 3}, {"most", 9007199254740991}}},
    {"consent", {{"basis", "express-written"}, {"at", "2026-01-02T03:04:05.678Z"}, {"source", "web"}}},
    {"doNotCall", true}};

}  // namespace

TEST_CASE("a customer is created, read, changed, listed and deleted") {
  TestServer server;
  auto api = server.session();
  const Reply created = api.must(api.post("/v1/customers", full), 201);
  auto expected = full;
  for (const auto* name : {"id", "createdAt", "updatedAt"}) expected[name] = created.at("/" + std::string(name));
  CHECK(created.json() == Json(expected));
  const std::string path = "/v1/customers/" + created.id();
  CHECK(api.get(path).json() == created.json());

  CHECK(api.get("/v1/customers?externalId=c-1").number("/total") == 1);
  CHECK(api.get("/v1/customers?externalId=c-2").number("/total") == 0);
  CHECK(api.get("/v1/customers?searchTerm=JOS%C3%89").number("/total") == 1);

  // A record that was read may be sent back whole.
  CHECK(api.must(api.send("PUT", path, created.text), 200).at("/metadata") == full.at("metadata"));
  const Reply changed = api.must(api.put(path, {{"consent", nullptr}, {"metadata", json::object{}}}), 200);
  CHECK(changed.at("/consent").is_null());
  CHECK(changed.at("/metadata") == Json(json::object{}));
  CHECK(changed.str("/phoneNumber") == "+34910000000");

  const Reply small = api.must(api.post("/v1/customers", {{"externalId", "c-2"}, {"name", "Ana"}}), 201);
  CHECK(small.at("/phoneNumber").is_null());
  CHECK(small.at("/doNotCall") == Json(false));
  CHECK(api.post("/v1/customers", {{"externalId", "c-2"}, {"name", "Other"}}).status == 409);
  CHECK(api.put(path, {{"externalId", "c-2"}}).status == 409);

  server.restart();
  api = server.session(server.own().key);
  CHECK(api.get("/v1/customers").ids() == std::vector<std::string>{created.id(), small.id()});
  CHECK(api.remove(path).status == 204);
  CHECK(api.get(path).status == 404);
  CHECK(api.remove(path).status == 404);
  CHECK(api.get("/v1/customers").number("/total") == 1);

  auto stranger = server.session(server.tenant("Stranger").key);
  const std::string theirs = "/v1/customers/" + small.id();
  CHECK(stranger.get(theirs).status == 404);
  CHECK(stranger.put(theirs, {{"name", "Mine"}}).status == 404);
  CHECK(stranger.remove(theirs).status == 404);
  CHECK(stranger.get("/v1/customers").number("/total") == 0);
}

TEST_CASE("POST and PUT of customers refuse wrong bodies") {
  TestServer server;
  auto api = server.session();
  const std::string path = "/v1/customers/" + api.must(api.post("/v1/customers", full), 201).id();
  struct Row {
    std::string members;
    std::vector<std::string> problems;
  };
  const std::string metadata = "must be a string, a number or a boolean value";
  const std::string beyond = "must not be a number beyond 9007199254740991; send it as a string";
  const std::vector<Row> rows{
      {R"("name":7)", {"name must be a string"}},
      {R"("phoneNumber":34910000000)", {"phoneNumber must be a string"}},
      {R"("phoneNumber":"910000000")", {"phoneNumber must be a valid phone number (E.164)"}},
      {R"("timezone":"Mars/Olympus")", {"timezone must be an IANA time zone name, such as Europe/Madrid"}},
      {R"("metadata":[])", {"metadata must be an object"}},
      {R"("metadata":null)", {"metadata must be an object"}},
      {R"("metadata":{"a":null,"b":{},"c":[1]})",
       {"metadata.a " + metadata, "metadata.b " + metadata, "metadata.c " + metadata}},
      {R"("metadata":{"a":9007199254740992,"b":-12345678901234567890,"c":1e999})",
       {"metadata.a " + beyond, "metadata.b " + beyond, "metadata.c " + beyond}},
      {R"("metadata":{"":1})", {"metadata must have keys of 1 to 128 characters"}},
      {R"("metadata":{"a\u0000":1})", {"metadata must not contain NUL characters"}},
      {R"("consent":{"basis":"implied","at":"yesterday"})",
       {"consent.basis must be one of the following values: express, express-written, none",
        "consent.at must be a valid ISO 8601 date string", "consent.source should not be empty"}},
      {R"("doNotCall":"no")", {"doNotCall must be a boolean value"}},
      {R"("colour":1)", {"property colour should not exist"}},
  };
  for (const Row& row : rows) {
    INFO(row.members);
    const Reply changed = api.send("PUT", path, "{" + row.members + "}");
    CHECK(changed.status == 400);
    CHECK(changed.problems() == row.problems);
    if (row.members.starts_with("\"name\"")) continue;
    const Reply created = api.send("POST", "/v1/customers", R"({"externalId":"c-9","name":"N",)" + row.members + "}");
    CHECK(created.status == 400);
    CHECK(created.problems() == row.problems);
  }
  CHECK(api.send("POST", "/v1/customers", "{}").problems() ==
        std::vector<std::string>{"externalId should not be empty", "name should not be empty"});
  CHECK(api.get("/v1/customers").number("/total") == 1);
}

}  // namespace parlance::server::testing
