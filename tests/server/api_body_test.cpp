// Bodies as bytes: what is no JSON, what is too large, what is the wrong type, and the largest that is accepted.
#include <algorithm>
#include <boost/json.hpp>
#include <catch2/catch_test_macros.hpp>

#include "tests/support/api_client.hpp"

namespace parlance::server::testing {
namespace {

namespace json = boost::json;
using Problems = std::vector<std::string>;

std::string transcript(const std::string& messages) {
  return R"({"messages":[)" + messages + "]}";
}
const std::string plain = R"({"senderRole":"customer","content":"hi","originalDateTime":1})";

// A conversation without its transcript.
struct Open {
  TestServer server;
  Session api = server.session();
  std::string department = api.department("Sales");
  std::string employee = api.employee("Ana", department);
  std::string provider = api.provider();
  std::string conversation = api.conversation(provider, employee);
  std::string path = "/v1/conversations/" + conversation + "/messages";

  // A table of bodies and what is wrong with each.
  void refuse(const std::vector<std::pair<std::string, Problems>>& cases) {
    for (const auto& [body, problems] : cases) {
      INFO(body.substr(0, 200));
      const auto reply = api.send("POST", path, body);
      REQUIRE(reply.status == 400);
      CHECK(reply.problems() == problems);
    }
    CHECK(api.get(path).number("/total") == 0);
    CHECK(api.get("/v1/conversations/" + conversation).number("/messageCount") == 0);
  }
};

// Every operation that takes a body.
std::vector<std::pair<std::string, std::string>> bodies(const Open& open, Session& api) {
  const auto questionnaire = api.questionnaire();
  const auto question = api.question(questionnaire);
  return {{"POST", "/v1/departments"},
          {"PUT", "/v1/departments/" + open.department},
          {"POST", "/v1/employees"},
          {"PUT", "/v1/employees/" + open.employee},
          {"POST", "/v1/providers"},
          {"POST", "/v1/questionnaires"},
          {"PUT", "/v1/questionnaires/" + questionnaire},
          {"POST", "/v1/questionnaires/" + questionnaire + "/questions"},
          {"POST", "/v1/questions"},
          {"PUT", "/v1/questions/" + question},
          {"POST", "/v1/conversations"},
          {"POST", open.path},
          {"POST", "/v1/tools/discounted-amount"}};
}

}  // namespace

TEST_CASE("what is no JSON object is one problem of the body, on every operation that takes one") {
  Open open;
  auto& api = open.api;
  const std::vector<std::string> broken = {"",
                                           "{",
                                           R"({"name")",
                                           R"({"name":"x",})",
                                           R"({"name":"x"} x)",
                                           "nonsense",
                                           R"({'a':1})",
                                           "{\"a\":01}",
                                           R"({"a":"\x"})",
                                           R"({"a":NaN})",
                                           "\xEF\xBB\xBF{}",
                                           R"({"a":1,"a":2})",
                                           "{\"a\":\"\xFF\"}",
                                           R"({"a":"\ud800"})",
                                           R"({"a":"\udc00x"})",
                                           "{\"a\":\"\xC0\xAF\"}",
                                           "{\"a\":\"\xED\xA0\x80\"}",
                                           std::string("{\"a\":\"\0\"}", 9),
                                           std::string("{}\0", 3)};
  for (const auto& [method, target] : bodies(open, api)) {
    for (const auto& body : broken) {
      INFO(method << " " << target << " " << body);
      const auto reply = api.send(method, target, body);
      CHECK(reply.status == 400);
      if (reply.status != 400) continue;
      REQUIRE(reply.problems().size() == 1);
      CHECK(reply.problems()[0].starts_with("body is not valid JSON: "));
    }
    for (const char* other : {"[]", "null", "5", "\"x\"", "true"}) {
      INFO(method << " " << target << " " << other);
      const auto reply = api.send(method, target, other);
      CHECK(reply.status == 400);
      if (reply.status == 400) CHECK(reply.problems() == Problems{"body must be an object"});
    }
  }
  CHECK(api.send("POST", "/v1/departments", R"({"name":"x","name":"y"})").problems() ==
        Problems{"body is not valid JSON: the key name stands twice in one object"});
}

TEST_CASE("nesting is parsed to 32 levels and refused at 33") {
  Open open;
  for (const auto& [method, target] : bodies(open, open.api)) {
    INFO(method << " " << target);
    // The object itself is one level.
    const auto fits = open.api.send(method, target, R"({"deep":)" + repeated("[", 31) + repeated("]", 31) + "}");
    REQUIRE(fits.status == 400);
    const auto problems = fits.problems();
    CHECK(std::count(problems.begin(), problems.end(), "property deep should not exist") == 1);
    const auto deeper = open.api.send(method, target, R"({"deep":)" + repeated("[", 32) + repeated("]", 32) + "}");
    REQUIRE(deeper.status == 400);
    CHECK(deeper.problems() == Problems{"body must not be nested deeper than 32 levels"});
  }
  CHECK(open.api.send("POST", "/v1/departments", repeated("[", 1000000)).problems() ==
        Problems{"body must not be nested deeper than 32 levels"});
}

TEST_CASE("a NUL in a string is refused where it stands") {
  Open open;
  open.refuse({{transcript(R"({"senderRole":"customer","content":"a\u0000b","originalDateTime":1})"),
                {"messages.0.content must not contain NUL characters"}}});
  CHECK(open.api.send("POST", "/v1/departments", R"({"name":"a\u0000b"})").problems() ==
        Problems{"name must not contain NUL characters"});
  const auto key = open.api.send("POST", "/v1/departments", R"({"name":"a","x\u0000y":1})");
  CHECK(key.status == 400);
  CHECK(key.problems().size() == 1);
}

TEST_CASE("the body may be 8 MiB and not a byte more") {
  Open open;
  const std::size_t limit = 8 << 20;
  std::string body = R"({"name":"Padded"})";
  body += repeated(" ", limit - body.size());
  CHECK(open.api.send("POST", "/v1/departments", body).status == 201);
  body += ' ';
  const auto refused = Session(open.server.port(), open.api.key).send("POST", "/v1/departments", body);
  CHECK(refused.status == 413);
  CHECK(refused.str("/error") == "Payload Too Large");
  CHECK(refused.message() != "");
}

TEST_CASE("another content type is 415 on every operation that takes a body") {
  Open open;
  for (const auto& [method, target] : bodies(open, open.api)) {
    for (const char* type : {"text/plain", "application/xml", "application/json; charset=latin1", "application/jsonx",
                             "multipart/form-data; boundary=x", ""}) {
      INFO(method << " " << target << " " << type);
      const auto reply = open.api.send(method, target, R"({"name":"typed"})", {{"Content-Type", type}});
      CHECK(reply.status == 415);
      if (reply.status == 415) CHECK(reply.message() == "Content-Type must be application/json");
    }
  }
  const auto untyped = open.api.raw("POST /v1/departments HTTP/1.1\r\nHost: x\r\nx-api-key: " + open.api.key +
                                    "\r\nContent-Length: 14\r\n\r\n{\"name\":\"typ\"}");
  CHECK(untyped.status == 415);
  CHECK(open.api.get("/v1/departments").number("/total") == 1);
  for (const char* type :
       {"application/json; charset=utf-8", "Application/JSON", "application/json;charset=\"UTF-8\""}) {
    INFO(type);
    CHECK(open.api.send("POST", "/v1/providers", R"({"name":"x","channel":"sms"})", {{"Content-Type", type}}).status ==
          201);
  }
}

TEST_CASE("POST of messages refuses wrong bodies") {
  Open open;
  const std::string roles = "senderRole must be one of the following values: employee, customer, agent, bot, system";
  const std::string kinds = "kind must be one of the following values: requested, completed, failed, cancelled";
  const auto events = [&](const std::string& text) {
    return R"({"messages":[)" + plain + R"(],"transferEvents":)" + text + "}";
  };
  const std::string unknown(unknown_id);
  const std::string to = R"("toDepartmentId":")" + open.department + R"(","originalDateTime":1)";
  open.refuse({
      {"{}", {"messages should not be empty"}},
      {R"({"messages":null})", {"messages must be an array"}},
      {R"({"messages":{}})", {"messages must be an array"}},
      {R"({"messages":[]})", {"messages must contain at least 1 elements"}},
      {R"({"messages":[)" + plain + R"(],"colour":1})", {"property colour should not exist"}},
      {transcript("5"), {"messages.0 must be an object"}},
      {transcript("null"), {"messages.0 must be an object"}},
      {transcript("{}"),
       {"messages.0.senderRole should not be empty", "messages.0.content should not be empty",
        "messages.0.originalDateTime should not be empty"}},
      {transcript(plain + "," + plain + "," + plain +
                  R"(,{"senderRole":"customer","content":"hi","originalDateTime":1,"x":1})"),
       {"messages.3.property x should not exist"}},
      {transcript(R"({"senderRole":"boss","content":"hi","originalDateTime":1})"), {"messages.0." + roles}},
      {transcript(R"({"senderRole":7,"content":7,"originalDateTime":"7"})"),
       {"messages.0." + roles, "messages.0.content must be a string",
        "messages.0.originalDateTime must be an integer number"}},
      {transcript(plain + R"(,{"senderRole":"bot","content":"","originalDateTime":1})"),
       {"messages.1.content must be longer than or equal to 1 characters"}},
      {transcript(R"({"senderRole":"bot","content":"x","originalDateTime":-1})"),
       {"messages.0.originalDateTime must not be less than 0"}},
      {transcript(R"({"senderRole":"bot","content":"x","originalDateTime":1.5})"),
       {"messages.0.originalDateTime must be an integer number"}},
      {events("5"), {"transferEvents must be an array"}},
      {events("[{}]"),
       {"transferEvents.0.kind should not be empty", "transferEvents.0.toDepartmentId should not be empty",
        "transferEvents.0.originalDateTime should not be empty"}},
      {events(R"([{"kind":"lost",)" + to + "}]"), {"transferEvents.0." + kinds}},
      {events(R"([{"kind":"requested","toDepartmentId":"x","originalDateTime":1}])"),
       {"transferEvents.0.toDepartmentId must be a UUID or a DEP- key"}},
      {events(R"([{"kind":"requested","toDepartmentId":")" + unknown + R"(","originalDateTime":1}])"),
       {"transferEvents.0.toDepartmentId must be an existing department"}},
      {events(R"([{"kind":"requested","toEmployeeId":")" + unknown + R"(","fromDepartmentId":"DEP-00000000",)" + to +
              "}]"),
       {"transferEvents.0.fromDepartmentId must be an existing department",
        "transferEvents.0.toEmployeeId must be an existing employee"}},
      {events(R"([{"kind":"requested","reason":5,"y":1,)" + to + "}]"),
       {"transferEvents.0.reason must be a string", "transferEvents.0.property y should not exist"}},
  });
  CHECK(open.api.send("POST", open.path, events(R"([{"kind":"completed","transferId":"t",)" + to + "}]")).status ==
        400);
  // A body wrong in every element lists a hundred problems, not thousands.
  std::string many = "5";
  for (int i = 0; i < 5000; ++i) many += ",5";
  CHECK(open.api.send("POST", open.path, transcript(many)).problems().size() == 100);
}

TEST_CASE("10,000 messages are accepted and 10,001 refused") {
  Open open;
  std::string messages = plain;
  for (int i = 1; i < 10000; ++i) messages += "," + plain;
  open.refuse({{transcript(messages + "," + plain), {"messages must contain no more than 10000 elements"}}});
  const auto accepted = open.api.send("POST", open.path, transcript(messages));
  REQUIRE(accepted.status == 202);
  CHECK(accepted.number("/messageCount") == 10000);
  CHECK(open.api.get(open.path + "?page=10&pageSize=1000").at("/results").as_array().size() == 1000);
  CHECK(open.api.wait_until_evaluated(open.conversation).str("/status") == "COMPLETED");
}

TEST_CASE("a message may have 32,768 characters, however many bytes each takes") {
  for (const std::string character : {"a", "á", "語", "\U0001F600"}) {
    Open open;
    INFO(character);
    const auto sent = [&](std::size_t length) {
      return transcript(R"({"senderRole":"customer","content":")" + repeated(character, length) +
                        R"(","originalDateTime":1})");
    };
    open.refuse({{sent(32769), {"messages.0.content must be shorter than or equal to 32768 characters"}}});
    REQUIRE(open.api.send("POST", open.path, sent(32768)).status == 202);
    CHECK(open.api.get(open.path).str("/results/0/content") == repeated(character, 32768));
  }
}

TEST_CASE("what is accepted comes back as it was sent") {
  Open open;
  const std::string content =
      " tab\t newline\n quote\" back\\slash </script> \u00e1 \u0130 \U0001F468\u200D\U0001F469 \x7f\x01 ";
  REQUIRE(open.api.post(open.path, {{"messages", json::array{message("system", content)}}}).status == 202);
  CHECK(open.api.get(open.path).str("/results/0/content") == content);
  const auto blank = open.api.conversation(open.provider, open.employee);
  CHECK(open.api.post("/v1/conversations/" + blank + "/messages", {{"messages", json::array{message("bot", " ")}}})
            .status == 202);
}

}  // namespace parlance::server::testing
