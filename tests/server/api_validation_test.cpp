// Wrong bodies, a table a route: 400 with one exact message per problem.
#include <algorithm>
#include <boost/json.hpp>
#include <catch2/catch_test_macros.hpp>

#include "tests/support/api_client.hpp"

namespace parlance::server::testing {
namespace {

namespace json = boost::json;
using Problems = std::vector<std::string>;

struct Case {
  std::string body;
  Problems problems;
};

// Every case is refused with exactly its messages, in any order, and nothing is created.
void refuse_all(Session& api, std::string_view method, std::string_view path, const std::vector<Case>& cases) {
  for (const Case& wrong : cases) {
    INFO(method << " " << path << " " << wrong.body.substr(0, 300));
    const Reply reply = api.send(method, path, wrong.body);
    CHECK(reply.status == 400);
    if (reply.status != 400) continue;
    Problems found = reply.problems(), expected = wrong.problems;
    std::sort(found.begin(), found.end());
    std::sort(expected.begin(), expected.end());
    CHECK(found == expected);
    CHECK(reply.str("/error") == "Bad Request");
  }
}

std::string json_text(std::string_view text) {
  return json::serialize(Json(text));
}
std::string x(std::size_t times) {
  return json_text(repeated("x", times));
}

// `base` as an object text without its last brace, so that a case adds members.
Case added(const std::string& base, const std::string& member, Problems problems) {
  return {base + "," + member + "}", std::move(problems)};
}

}  // namespace

TEST_CASE("POST and PUT of departments refuse wrong bodies") {
  TestServer server;
  auto api = server.session();
  const auto id = api.department("Sales");
  const std::vector<Case> common = {
      {R"({"name":"x","colour":1})", {"property colour should not exist"}},
      {R"({"name":1})", {"name must be a string"}},
      {R"({"name":null})", {"name must be a string"}},
      {R"({"name":{}})", {"name must be a string"}},
      {R"({"name":""})", {"name should not be empty"}},
      {R"({"name":"  "})", {"name should not be empty"}},
      {R"({"name":)" + x(201) + "}", {"name must be shorter than or equal to 200 characters"}},
      {R"({"name":"x","description":7})", {"description must be a string"}},
      {R"({"name":"x","description":)" + x(4001) + "}",
       {"description must be shorter than or equal to 4000 characters"}},
      {R"({"name":"x","evaluateTransfer":"true"})", {"evaluateTransfer must be a boolean value"}},
      {R"({"name":"x","evaluateTransfer":null})", {"evaluateTransfer must be a boolean value"}},
      {R"({"name":"x","evaluateTransfer":1})", {"evaluateTransfer must be a boolean value"}},
      {R"({"name":"x","transferContext":[]})", {"transferContext must be a string"}},
      {R"({"name":"x","transferContext":)" + x(4001) + "}",
       {"transferContext must be shorter than or equal to 4000 characters"}},
      {R"({"name":"x","evaluateTransfer":true})",
       {"transferContext should not be empty when evaluateTransfer is true"}},
      {R"({"name":"x","evaluateTransfer":true,"transferContext":" "})",
       {"transferContext should not be empty when evaluateTransfer is true"}},
      {R"({"name":7,"evaluateTransfer":"x","colour":1,"description":false})",
       {"name must be a string", "evaluateTransfer must be a boolean value", "property colour should not exist",
        "description must be a string"}},
  };
  refuse_all(api, "POST", "/v1/departments", common);
  refuse_all(api, "PUT", "/v1/departments/" + id, common);
  refuse_all(api, "POST", "/v1/departments",
             {{"{}", {"name should not be empty"}},
              {R"({"evaluateTransfer":3})", {"name should not be empty", "evaluateTransfer must be a boolean value"}},
              {R"({"name":"x","id":"1"})", {"property id should not exist"}}});
  CHECK(api.get("/v1/departments").number("/total") == 1);
  CHECK(api.get("/v1/departments/" + id).str("/name") == "Sales");
}

TEST_CASE("POST and PUT of employees refuse wrong bodies") {
  TestServer server;
  auto api = server.session();
  const auto id = api.employee("Ana");
  const std::vector<Case> common = {
      {R"({"name":"x","colour":1})", {"property colour should not exist"}},
      {R"({"name":false})", {"name must be a string"}},
      {R"({"name":""})", {"name should not be empty"}},
      {R"({"name":)" + x(201) + "}", {"name must be shorter than or equal to 200 characters"}},
      {R"({"name":"x","externalId":5})", {"externalId must be a string"}},
      {R"({"name":"x","externalId":""})", {"externalId should not be empty"}},
      {R"({"name":"x","externalId":)" + x(129) + "}", {"externalId must be shorter than or equal to 128 characters"}},
      {R"({"name":"x","email":5})", {"email must be a string"}},
      {R"({"name":"x","email":"nobody"})", {"email must be an email"}},
      {R"({"name":"x","email":"a@b@c"})", {"email must be an email"}},
      {R"({"name":"x","email":"a@b, c@d"})", {"email must be an email"}},
      {R"({"name":"x","email":)" + json_text(repeated("x", 253) + "@y") + "}",
       {"email must be shorter than or equal to 254 characters"}},
      {R"({"name":1,"externalId":2,"email":3,"x":4})",
       {"name must be a string", "externalId must be a string", "email must be a string",
        "property x should not exist"}},
  };
  refuse_all(api, "POST", "/v1/employees", common);
  refuse_all(api, "PUT", "/v1/employees/" + id, common);
  refuse_all(api, "POST", "/v1/employees",
             {{"{}", {"name should not be empty"}},
              {R"({"name":"x","departmentId":5})", {"departmentId must be a UUID or a DEP- key"}},
              {R"({"name":"x","departmentId":"sales"})", {"departmentId must be a UUID or a DEP- key"}},
              {R"({"name":"x","departmentId":"DEP-00000000"})", {"departmentId must be an existing department"}},
              {R"({"departmentId":")" + std::string(unknown_id) + "\"}",
               {"name should not be empty", "departmentId must be an existing department"}},
              {R"({"name":"x","deleted":true})", {"property deleted should not exist"}}});
  refuse_all(api, "PUT", "/v1/employees/" + id,
             {{R"({"departmentId":"DEP-00000000"})", {"property departmentId should not exist"}}});
  CHECK(api.get("/v1/employees").number("/total") == 1);
}

TEST_CASE("POST of providers refuses wrong bodies") {
  TestServer server;
  auto api = server.session();
  const std::string channels =
      "channel must be one of the following values: phone, whatsapp, webchat, email, sms, other";
  refuse_all(
      api, "POST", "/v1/providers",
      {{"{}", {"name should not be empty", "channel should not be empty"}},
       {R"({"name":"x","channel":"fax"})", {channels}},
       {R"({"name":"x","channel":null})", {channels}},
       {R"({"name":"x","channel":["phone"]})", {channels}},
       {R"({"name":"x","channel":"Phone"})", {channels}},
       {R"({"name":"","channel":"phone"})", {"name should not be empty"}},
       {R"({"name":)" + x(201) + R"(,"channel":"phone"})", {"name must be shorter than or equal to 200 characters"}},
       {R"({"name":"x","channel":"phone","isDefault":"yes"})", {"isDefault must be a boolean value"}},
       {R"({"name":3,"channel":3,"isDefault":3,"colour":3})",
        {"name must be a string", channels, "isDefault must be a boolean value", "property colour should not exist"}}});
  CHECK(api.get("/v1/providers").number("/total") == 0);
}

TEST_CASE("POST and PUT of questionnaires refuse wrong bodies") {
  TestServer server;
  auto api = server.session();
  const auto id = api.questionnaire();
  const std::vector<Case> common = {
      {R"({"name":"x","colour":1})", {"property colour should not exist"}},
      {R"({"name":[]})", {"name must be a string"}},
      {R"({"name":""})", {"name should not be empty"}},
      {R"({"name":)" + x(201) + "}", {"name must be shorter than or equal to 200 characters"}},
      {R"({"name":"x","description":[]})", {"description must be a string"}},
      {R"({"name":"x","departmentIds":"x"})", {"departmentIds must be an array"}},
      {R"({"name":"x","departmentIds":null})", {"departmentIds must be an array"}},
      {R"({"name":"x","departmentIds":["x",5]})", {"departmentIds.0 must be a UUID", "departmentIds.1 must be a UUID"}},
      {R"({"name":"x","departmentIds":[")" + std::string(unknown_id) + "\"]}",
       {"departmentIds.0 must be an existing department"}},
      {R"({"name":"x","passScore":"60"})", {"passScore must be a number conforming to the specified constraints"}},
      {R"({"name":"x","passScore":-1})", {"passScore must not be less than 0"}},
      {R"({"name":"x","passScore":100.5})", {"passScore must not be greater than 100"}},
      {R"({"name":4,"passScore":101,"departmentIds":[1],"x":0})",
       {"name must be a string", "passScore must not be greater than 100", "departmentIds.0 must be a UUID",
        "property x should not exist"}},
  };
  refuse_all(api, "POST", "/v1/questionnaires", common);
  refuse_all(api, "PUT", "/v1/questionnaires/" + id, common);
  refuse_all(api, "POST", "/v1/questionnaires",
             {{"{}", {"name should not be empty"}}, {R"({"status":"active"})", {"name should not be empty"}}});
  const std::string statuses = "status must be one of the following values: draft, active";
  refuse_all(api, "PUT", "/v1/questionnaires/" + id,
             {{R"({"status":"archived"})", {statuses}},
              {R"({"status":null})", {statuses}},
              {R"({"status":"active"})", {"status must not be active while the questionnaire has no questions"}}});
  // A status sent at creation is ignored, whatever it is.
  for (const char* status : {"\"active\"", "\"nonsense\"", "7", "null"}) {
    const auto made = api.send("POST", "/v1/questionnaires", std::string(R"({"name":"q","status":)") + status + "}");
    CHECK(made.status == 201);
    CHECK(made.str("/status") == "draft");
  }
}

TEST_CASE("POST and PUT of questions refuse wrong bodies") {
  TestServer server;
  auto api = server.session();
  const auto questionnaire = api.questionnaire();
  const auto question = api.question(questionnaire);
  const std::string base = R"({"title":"x","type":"boolean","questionnaireId":")" + questionnaire + '"';
  const std::string types = "type must be one of the following values: boolean, options, text";
  const std::string unknown(unknown_id);
  const std::vector<Case> cases = {
      added(base, R"("colour":1)", {"property colour should not exist"}),
      added(base, R"("description":1)", {"description must be a string"}),
      added(base, R"("description":)" + x(4001), {"description must be shorter than or equal to 4000 characters"}),
      added(base, R"("allowedAnswers":["a","b"])", {"allowedAnswers should not exist unless type is options"}),
      added(base, R"("allowedAnswers":"a")", {"allowedAnswers must be an array"}),
      added(base, R"("alertTypeIds":["x"])", {"alertTypeIds.0 must be a UUID"}),
      added(base, R"("alertTypeIds":[")" + unknown + R"("])", {"alertTypeIds.0 must be an existing alert type"}),
      added(base, R"("section":1)", {"section must be a string"}),
      added(base, R"("section":)" + x(201), {"section must be shorter than or equal to 200 characters"}),
      added(base, R"("weight":-0.5)", {"weight must not be less than 0"}),
      added(base, R"("weight":1000001)", {"weight must not be greater than 1000000"}),
      added(base, R"("weight":"1")", {"weight must be a number conforming to the specified constraints"}),
      added(base, R"("weight":null)", {"weight must be a number conforming to the specified constraints"}),
      added(base, R"("critical":"no")", {"critical must be a boolean value"}),
      added(base, R"("allowNotApplicable":0)", {"allowNotApplicable must be a boolean value"}),
      added(base, R"("passingAnswers":true)", {"passingAnswers must be an array"}),
      added(base, R"("passingAnswers":[1])", {"passingAnswers.0 must be a boolean value or a string"}),
      added(base, R"("passingAnswers":["yes"])", {"passingAnswers.0 must be a boolean value"}),
      added(base, R"("passingAnswers":[true,true])", {"passingAnswers must contain unique elements"}),
      added(base, R"("enabledWhen":5)", {"enabledWhen must be an object"}),
      added(base, R"("enabledWhen":{})",
            {"enabledWhen.questionId should not be empty", "enabledWhen.answers should not be empty"}),
      added(base, R"("enabledWhen":{"questionId":"x","answers":[true],"y":1})",
            {"enabledWhen.questionId must be a UUID", "enabledWhen.property y should not exist"}),
      added(base, R"("enabledWhen":{"questionId":")" + unknown + R"(","answers":[true]})",
            {"enabledWhen.questionId must be another question of the same questionnaire"}),
      added(base, R"("enabledWhen":{"questionId":")" + question + R"(","answers":[]})",
            {"enabledWhen.answers must contain at least 1 elements"}),
      added(base, R"("cues":{})", {"cues must be an array"}),
      added(base, R"("cues":[5])", {"cues.0 must be an object"}),
      added(base, R"("cues":[{}])", {"cues.0.answer should not be empty", "cues.0.phrases should not be empty"}),
      added(base, R"("cues":[{"answer":true,"phrases":["hello"],"x":1}])", {"cues.0.property x should not exist"}),
      added(base, R"("cues":[{"answer":"yes","phrases":["hello"]}])", {"cues.0.answer must be a boolean value"}),
      added(base, R"("cues":[{"answer":true,"phrases":[]}])", {"cues.0.phrases must contain at least 1 elements"}),
      added(base, R"("cues":[{"answer":true,"phrases":[1]}])", {"cues.0.phrases.0 must be a string"}),
      added(base, R"("cues":[{"answer":true,"phrases":[""]}])", {"cues.0.phrases.0 should not be empty"}),
      added(base, R"("cues":[{"answer":true,"phrases":["hello"],"speaker":"boss"}])",
            {"cues.0.speaker must be one of the following values: employee, customer, any"}),
      added(base, R"("cues":[{"answer":true,"phrases":["hello"],"within":{"first":"x"}}])",
            {"cues.0.within.first must be an integer number"}),
      added(base, R"("defaultAnswer":5)", {"defaultAnswer must be a boolean value or a string"}),
      added(base, R"("defaultAnswer":"x")", {"defaultAnswer must be a boolean value"}),
      added(base, R"("colour":1,"weight":"x","critical":1,"cues":[{"answer":7}])",
            {"property colour should not exist", "weight must be a number conforming to the specified constraints",
             "critical must be a boolean value", "cues.0.answer must be a boolean value or a string",
             "cues.0.phrases should not be empty"}),
  };
  refuse_all(api, "POST", "/v1/questions", cases);
  refuse_all(api, "PUT", "/v1/questions/" + question, cases);
  refuse_all(api, "POST", "/v1/questionnaires/" + questionnaire + "/questions", cases);
  const std::vector<Case> creation = {
      {R"({"questionnaireId":")" + questionnaire + "\"}", {"title should not be empty", "type should not be empty"}},
      {R"({"title":1,"type":"yesno","questionnaireId":")" + questionnaire + "\"}", {"title must be a string", types}},
      {R"({"title":"","type":"text","questionnaireId":")" + questionnaire + "\"}", {"title should not be empty"}},
      {R"({"title":)" + x(501) + R"(,"type":"text","questionnaireId":")" + questionnaire + "\"}",
       {"title must be shorter than or equal to 500 characters"}},
      {R"({"title":"x","type":"options","questionnaireId":")" + questionnaire + "\"}",
       {"allowedAnswers should not be empty when type is options"}},
      {R"({"title":"x","type":"options","allowedAnswers":["a"],"questionnaireId":")" + questionnaire + "\"}",
       {"allowedAnswers must contain at least 2 elements"}},
      {R"({"title":"x","type":"options","allowedAnswers":["a","a"],"questionnaireId":")" + questionnaire + "\"}",
       {"allowedAnswers must contain unique elements"}},
      {R"({"title":"x","type":"options","allowedAnswers":["a",""],"questionnaireId":")" + questionnaire + "\"}",
       {"allowedAnswers.1 should not be empty"}},
      {R"({"title":"x","type":"options","allowedAnswers":["a","b"],"passingAnswers":["c"],"questionnaireId":")" +
           questionnaire + "\"}",
       {"passingAnswers.0 must be one of the following values: a, b"}},
      {R"({"title":"x","type":"text","passingAnswers":[true],"questionnaireId":")" + questionnaire + "\"}",
       {"passingAnswers.0 must be a string"}},
  };
  refuse_all(api, "POST", "/v1/questions", creation);
  refuse_all(api, "POST", "/v1/questions",
             {{"{}", {"title should not be empty", "type should not be empty", "questionnaireId should not be empty"}},
              {R"({"title":"x","type":"text","questionnaireId":"x"})", {"questionnaireId must be a UUID"}},
              {R"({"title":"x","type":"text","questionnaireId":")" + unknown + "\"}",
               {"questionnaireId must be an existing questionnaire"}}});
  refuse_all(api, "POST", "/v1/questionnaires/" + questionnaire + "/questions",
             {{"{}", {"title should not be empty", "type should not be empty"}},
              {R"({"title":"x","type":"text","questionnaireId":")" + unknown + "\"}",
               {"questionnaireId must be the questionnaire of the path"}}});
  CHECK(api.get("/v1/questions").number("/total") == 1);
}

TEST_CASE("POST of conversations refuses wrong bodies") {
  TestServer server;
  auto api = server.session();
  const auto employee = api.employee("Ana", api.department("Sales"));
  const auto alone = api.employee("Bea");
  const auto gone = api.employee("Carla", api.get("/v1/departments").ids().front());
  api.must(api.remove("/v1/employees/" + gone), 204);
  const auto provider = api.provider();
  const auto with = [&](std::string_view provider_id, std::string_view employee_id, const std::string& rest = "") {
    return R"({"providerId":")" + std::string(provider_id) + R"(","employeeId":")" + std::string(employee_id) +
           R"(","originalDateTime":1)" + rest + "}";
  };
  const auto good = [&](const std::string& rest) { return with(provider, employee, "," + rest); };
  const auto timed = [&](const std::string& time) {
    return R"({"providerId":")" + provider + R"(","employeeId":")" + employee + R"(","originalDateTime":)" + time + "}";
  };
  const std::string whole = "originalDateTime must be an integer number";
  refuse_all(
      api, "POST", "/v1/conversations",
      {{"{}",
        {"providerId should not be empty", "employeeId should not be empty", "originalDateTime should not be empty"}},
       {with("x", "y"), {"providerId must be a UUID", "employeeId must be a UUID"}},
       {with(unknown_id, unknown_id),
        {"providerId must be an existing provider", "employeeId must be an existing employee"}},
       {with(employee, provider),
        {"providerId must be an existing provider", "employeeId must be an existing employee"}},
       {with(provider, alone), {"employeeId must be an employee who belongs to a department"}},
       {with(provider, gone), {"employeeId must be an employee who is not deleted"}},
       {timed("\"2026-01-01T00:00:00Z\""), {whole}},
       {timed("1.5"), {whole}},
       {timed("null"), {whole}},

       {timed("-1"), {"originalDateTime must not be less than 0"}},
       {timed("253402300800000"), {"originalDateTime must not be greater than 253402300799999"}},
       {good(R"("customerId":5)"), {"customerId must be a string"}},
       {good(R"("customerId":"")"), {"customerId should not be empty"}},
       {good(R"("externalId":)" + x(129)), {"externalId must be shorter than or equal to 128 characters"}},
       {good(R"("language":"xx")"), {"language must be one of the following values: en, es, pt"}},
       {good(R"("status":"COMPLETED")"), {"property status should not exist"}},
       {R"({"providerId":1,"employeeId":2,"originalDateTime":"3","customerId":4,"colour":5})",
        {"providerId must be a UUID", "employeeId must be a UUID", whole, "customerId must be a string",
         "property colour should not exist"}}});
  CHECK(api.get("/v1/employees/" + employee + "/stats").number("/conversations") == 0);
}

TEST_CASE("POST of discounted amounts refuses wrong bodies") {
  TestServer server;
  auto api = server.session();
  const std::string path = "/v1/tools/discounted-amount";
  refuse_all(
      api, "POST", path,
      {{R"({"discounts":[5]})", {"totalAmount should not be empty"}},
       {R"({"totalAmount":"9","discounts":[5]})",
        {"totalAmount must be a number conforming to the specified constraints"}},
       {R"({"totalAmount":0,"discounts":[5]})", {"totalAmount must be greater than 0"}},
       {R"({"totalAmount":1e13,"discounts":[5]})", {"totalAmount must not be greater than 1000000000000"}},
       {R"({"totalAmount":9})", {"discounts should not be empty without minDiscount and maxDiscount"}},
       {R"({"totalAmount":9,"discounts":[101]})", {"discounts.0 must not be greater than 100"}},
       {R"({"totalAmount":9,"discounts":[-1]})", {"discounts.0 must not be less than 0"}},
       {R"({"totalAmount":9,"discounts":[]})", {"discounts must contain at least 1 elements"}},
       {R"({"totalAmount":9,"minDiscount":5})", {"maxDiscount must be sent with minDiscount"}},
       {R"({"totalAmount":9,"maxDiscount":5,"discounts":[5]})", {"minDiscount must be sent with maxDiscount"}},
       {R"({"totalAmount":9,"minDiscount":6,"maxDiscount":5})", {"minDiscount must not be greater than maxDiscount"}},
       {R"({"totalAmount":9,"discounts":[5],"x":1})", {"property x should not exist"}}});
  const auto ladder = api.must(api.send("POST", path, R"({"totalAmount":100,"minDiscount":10,"maxDiscount":40})"), 200);
  CHECK(ladder.at("/0/amount").to_number<double>() == 60);
  CHECK(ladder.at("/3/amount").to_number<double>() == 90);
}

}  // namespace parlance::server::testing
