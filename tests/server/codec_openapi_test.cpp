#include <catch2/catch_test_macros.hpp>
#include <set>
#include <stdexcept>
#include <string>

#include "server/codec/json_document.hpp"
#include "server/codec/openapi.hpp"
#include "tests/server/codec_records.hpp"

namespace parlance::server::codec {

// A second record of a name that is taken.
struct FalseCue {
  bool flag = false;
};

}  // namespace parlance::server::codec

namespace parlance::org {
template <>
struct Describe<server::codec::FalseCue> {
  static constexpr std::string_view name = "Cue";
  static constexpr auto fields = std::tuple{field("flag", &server::codec::FalseCue::flag)};
};
}  // namespace parlance::org

namespace parlance::server::codec {
namespace {

// One operation for every record: sent, answered, and answered as a list.
OpenApi everything() {
  OpenApi api;
  const auto add = [&]<class T>(T*, std::string_view method, Direction direction) {
    static std::set<std::string> kept;  // the documents' views outlive this call
    const std::string name(org::Describe<T>::name);
    OperationDoc doc;
    doc.method = method;
    doc.pattern = *kept.insert("/v1/" + name + "/{itemId}").first;
    doc.id = *kept.insert(std::string(method) + name).first;
    doc.tag = direction == Direction::input ? "Commands" : "Records";
    doc.summary = "Use it";
    auto& schema = direction == Direction::input ? doc.request : doc.response;
    schema = api.schemas().reference<T>(direction);
    doc.errors = {404, 400, 401, 403};
    api.add(doc);
    if (direction == Direction::input) return;
    doc.pattern = *kept.insert("/v1/" + name).first;
    doc.id = *kept.insert("list" + name).first;
    doc.response = api.schemas().page_reference<T>();
    doc.query = {{"page", "The page's number.", "integer"},
                 {"limit", "The older name of pageSize.", "integer", {}, true},
                 {"types", "Of these types.", {}, R"({"type":"array","items":{"type":"string"}})"}};
    api.add(doc);
  };
  [&]<class... T>(std::tuple<T...>*) {
    (add(static_cast<T*>(nullptr), "PUT", Direction::input), ...);
  }(static_cast<test::Commands*>(nullptr));
  [&]<class... T>(std::tuple<T...>*) {
    (add(static_cast<T*>(nullptr), "GET", Direction::output), ...);
  }(static_cast<test::Records*>(nullptr));
  return api;
}

std::string schema_of(const std::string& document, std::string_view name) {
  JsonDocument json;
  REQUIRE(!json.parse(document));
  const auto schemas = json.root().find("components")->find("schemas");
  for (const JsonValue schema : *schemas) {
    if (schema.key() != name) continue;
    const auto begin = document.find("\"" + std::string(name) + "\":{\"type\":\"object\"");
    std::size_t end = document.find('{', begin), depth = 0;
    do {
      if (document[end] == '{') ++depth;
      if (document[end] == '}') --depth;
      ++end;
    } while (depth > 0);
    const auto colon = document.find(':', begin);
    return document.substr(colon + 1, end - colon - 1);
  }
  return {};
}

template <class Visit>
void visit_all(JsonValue value, const Visit& visit) {
  visit(value);
  for (const JsonValue child : value) visit_all(child, visit);
}

}  // namespace

TEST_CASE("Every reference in the document resolves") {
  const std::string text = everything().document("1.0");
  JsonDocument json;
  REQUIRE(!json.parse(text));
  std::size_t references = 0;
  visit_all(json.root(), [&](JsonValue value) {
    const auto reference = value.find("$ref");
    if (!reference) return;
    ++references;
    std::string_view rest = reference->text();
    CAPTURE(rest);
    REQUIRE(rest.starts_with("#/"));
    rest.remove_prefix(2);
    std::optional<JsonValue> at = json.root();
    while (at && !rest.empty()) {
      const auto name = rest.substr(0, rest.find('/'));
      at = at->find(name);
      rest.remove_prefix(std::min(rest.size(), name.size() + 1));
    }
    CHECK(at);
  });
  CHECK(references > 100);
  CHECK(text.find('\x01') == std::string::npos);
}

TEST_CASE("The document has what OpenAPI asks for") {
  JsonDocument json;
  const std::string text = everything().document("1.0", "https://api.example.com");
  REQUIRE(!json.parse(text));
  const JsonValue root = json.root();
  CHECK(root.find("openapi")->text() == "3.1.0");
  CHECK(root.find("info")->find("version")->text() == "1.0");
  CHECK((*root.find("servers")->begin()).find("url")->text() == "https://api.example.com");
  CHECK(root.find("components")->find("securitySchemes")->find("apiKey")->find("name")->text() == "x-api-key");
  std::set<std::string, std::less<>> ids;
  const JsonValue paths = *root.find("paths");
  for (const JsonValue path : paths) {
    for (const JsonValue operation : path) {
      CHECK(ids.emplace(operation.find("operationId")->text()).second);
      CHECK(operation.find("responses")->size() > 0);
      std::string_view last;
      const JsonValue responses = *operation.find("responses");
      for (const JsonValue response : responses) {
        CHECK(response.key() > last);  // by status
        last = response.key();
        CHECK((response.find("description") || response.find("$ref")));
      }
      // Every {name} in the path is a parameter.
      const bool has_item = path.key().find("{itemId}") != std::string_view::npos;
      bool declared = false;
      if (const auto parameters = operation.find("parameters")) {
        for (const JsonValue parameter : *parameters) {
          if (parameter.find("in")->text() != "path") continue;
          declared = parameter.find("name")->text() == "itemId" && parameter.find("required")->boolean();
        }
      }
      CHECK(has_item == declared);
    }
  }
}

TEST_CASE("The same operations make the same document, in any order") {
  const auto add = [](OpenApi& api, int which) {
    if (which == 0) {
      api.add({.method = "POST",
               .pattern = "/v1/questions",
               .id = "createQuestion",
               .tag = "Questions",
               .summary = "Create",
               .request = api.schemas().reference<audit::NewQuestion>(Direction::input),
               .status = 201});
    } else {
      api.add({.method = "GET",
               .pattern = "/v1/questions",
               .id = "listQuestions",
               .tag = "Questions",
               .summary = "List",
               .response = api.schemas().page_reference<audit::Question>()});
    }
  };
  OpenApi one, other;
  add(one, 0), add(one, 1);
  add(other, 1), add(other, 0);
  CHECK(one.document("1") == other.document("1"));
}

TEST_CASE("A record that is sent and answered has two schemas") {
  const std::string text = everything().document("1.0");
  CHECK(
      schema_of(text, "CueWindow") ==
      R"({"type":"object","properties":{)"
      R"("first":{"type":["integer","null"],"minimum":1,"maximum":10000,"description":"The speaker's first messages."},)"
      R"("last":{"type":["integer","null"],"minimum":1,"maximum":10000,"description":"The speaker's last messages."}},)"
      R"("required":["first","last"]})");
  const std::string input = schema_of(text, "CueWindowInput");
  CHECK(input.find("\"required\"") == std::string::npos);
  CHECK(input.ends_with("\"additionalProperties\":false}"));
  CHECK(schema_of(text, "Cue").find("schemas/CueWindow\"") != std::string::npos);
  CHECK(schema_of(text, "CueInput").find("schemas/CueWindowInput\"") != std::string::npos);
  SECTION("one that is only sent has one, by its name") {
    CHECK(!schema_of(text, "CreateQuestion").empty());
    CHECK(schema_of(text, "CreateQuestionInput").empty());
    OpenApi api;
    api.schemas().reference<audit::NewQuestion>(Direction::input);
    CHECK(!schema_of(api.document("1"), "Cue").empty());
    CHECK(schema_of(api.document("1"), "CueInput").empty());
  }
}

TEST_CASE("Schemas carry types, bounds, choices and defaults") {
  const std::string text = everything().document("1.0");
  const auto has = [](const std::string& schema, std::string_view part) {
    CAPTURE(schema, part);
    CHECK(schema.find(part) != std::string::npos);
  };
  const std::string create = schema_of(text, "CreateQuestion");
  has(create, R"("title":{"type":"string","minLength":1,"maxLength":500,"pattern":"[^ \\t\\r\\n]",)");
  has(create, R"("description":{"type":["string","null"],"maxLength":4000,)");
  has(create, R"("type":{"type":"string","enum":["boolean","options","text"],)");
  has(create, R"("allowedAnswers":{"type":["array","null"],"items":{"type":"string",)");
  has(create, R"("minItems":2,"maxItems":50,"uniqueItems":true)");
  has(create, R"("questionnaireId":{"type":"string","format":"uuid",)");
  has(create, R"("weight":{"type":"number","minimum":0,"maximum":1000000,"default":1,)");
  has(create, R"("critical":{"type":"boolean","default":false,)");
  has(create, R"("enabledWhen":{"anyOf":[{"$ref":"#/components/schemas/EnabledWhenInput"},{"type":"null"}],)");
  has(create, R"("defaultAnswer":{"type":["boolean","string","null"],"minLength":1,)");
  has(create, R"("required":["title","type","questionnaireId"],"additionalProperties":false})");
  has(schema_of(text, "CreateConversation"),
      R"("originalDateTime":{"type":"integer","minimum":0,"maximum":253402300799999,)");
  has(schema_of(text, "CreateConversation"), R"("language":{"type":["string","null"],"enum":["en","es","pt",null],)");
  has(schema_of(text, "CreateEmployee"), R"("departmentId":{"type":["string","null"],"anyOf":[{"format":"uuid"},)");
  // A change may carry the read-only fields of the record.
  has(schema_of(text, "UpdateQuestion"), R"("id":{"readOnly":true,"description":"Ignored when sent."})");
  CHECK(schema_of(text, "UpdateQuestion").find("\"required\"") == std::string::npos);
  const std::string question = schema_of(text, "Question");
  has(question, R"("createdAt":{"type":"string","format":"date-time"})");
  CHECK(question.find("additionalProperties") == std::string::npos);
  has(schema_of(text, "QuestionPage"),
      R"("results":{"type":"array","items":{"$ref":"#/components/schemas/Question"}})");
}

TEST_CASE("Bodies can be too large or of another type") {
  OpenApi api;
  api.add({.method = "POST",
           .pattern = "/v1/questions",
           .id = "createQuestion",
           .tag = "Questions",
           .summary = "Create",
           .request = api.schemas().reference<audit::NewQuestion>(Direction::input),
           .status = 201,
           .errors = {409, 400},
           .idempotency_key = true,
           .description = "More about it."});
  api.add({.method = "GET", .pattern = "/health", .id = "health", .tag = "Server", .summary = "S", .is_public = true});
  JsonDocument json;
  const std::string text = api.document("1");
  REQUIRE(!json.parse(text));
  const auto create = json.root().find("paths")->find("/v1/questions")->find("post");
  std::string statuses;
  const JsonValue responses = *create->find("responses");
  for (const JsonValue response : responses) statuses += std::string(response.key()) + " ";
  CHECK(statuses == "201 400 409 413 415 ");
  CHECK(create->find("description")->text() == "More about it.");
  CHECK((*create->find("parameters")->begin()).find("name")->text() == "Idempotency-Key");
  CHECK(json.root().find("paths")->find("/health")->find("get")->find("security")->size() == 0);
}

TEST_CASE("A document that would contradict itself is not made") {
  OpenApi api;
  const OperationDoc doc{.method = "GET", .pattern = "/a", .id = "a", .tag = "T", .summary = "S"};
  api.add(doc);
  CHECK_THROWS_AS(api.add(doc), std::logic_error);
  OperationDoc same_route = doc;
  same_route.id = "b";
  CHECK_THROWS_AS(api.add(same_route), std::logic_error);
  OperationDoc odd_error = doc;
  odd_error.pattern = "/c", odd_error.id = "c", odd_error.errors = {418};
  CHECK_THROWS_AS(api.add(odd_error), std::logic_error);
  api.schemas().reference<audit::Cue>(Direction::input);
  CHECK_THROWS_AS(api.schemas().reference<FalseCue>(Direction::output), std::logic_error);
}

}  // namespace parlance::server::codec
