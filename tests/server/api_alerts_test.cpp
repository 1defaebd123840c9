// Alerts and transfers over the interface (contract section 3).
#include <boost/json.hpp>
#include <catch2/catch_test_macros.hpp>

#include "tests/support/api_client.hpp"

namespace parlance::server::testing {

namespace json = boost::json;
using List = std::vector<std::string>;

namespace {

struct Shop {
  TestServer server;
  Session api = server.session();
  std::string form = api.questionnaire();
  std::string question = api.question(form);
  std::string type = api.must(api.post("/v1/alert-types", {{"name", "Rude"}, {"severity", "critical"}}), 201).id();
  std::string alerts = "/v1/questionnaires/" + form + "/alerts";
  std::string department = api.department("Care");
  std::string employee = api.employee("Ana", department);
  std::string provider = api.provider();

  Shop() { api.must(api.put("/v1/questionnaires/" + form, {{"status", "active"}}), 200); }
  Json on_answer(bool answer) {
    return {{"alertTypeId", type}, {"condition", "answer-equals"}, {"questionId", question}, {"answers", {answer}}};
  }
  std::string talk(std::string_view said) {
    const std::string id = api.conversation(provider, employee);
    api.must(api.post("/v1/conversations/" + id + "/messages", {{"messages", {message("employee", said)}}}), 202);
    api.wait_until_evaluated(id);
    return id;
  }
};

}  // namespace

TEST_CASE("an alert is created, read, changed, listed and deleted") {
  Shop shop;
  auto& api = shop.api;
  const Reply made = api.must(api.post(shop.alerts, shop.on_answer(true)), 201);
  CHECK(made.str("/questionnaireId") == shop.form);
  CHECK(made.at("/active") == Json(true));
  CHECK(made.at("/threshold").is_null());
  const std::string path = shop.alerts + "/" + made.id();
  CHECK(api.get(path).json() == made.json());
  CHECK(api.send("PUT", path, made.text).status == 200);
  const Reply below = api.must(
      api.put(path, {{"condition", "score-below"}, {"questionId", nullptr}, {"answers", nullptr}, {"threshold", 50}}),
      200);
  CHECK(below.str("/condition") == "score-below");
  CHECK(api.get(shop.alerts).ids() == List{made.id()});
  CHECK(api.remove("/v1/alert-types/" + shop.type).status == 409);
  const std::string other = api.questionnaire("Other");
  CHECK(api.get("/v1/questionnaires/" + other + "/alerts").number("/total") == 0);
  CHECK(api.get("/v1/questionnaires/" + other + "/alerts/" + made.id()).message() ==
        "Alert " + made.id() + " not found");
  CHECK(api.get(shop.alerts + "/nonsense").message() == "Alert nonsense not found");
  CHECK(api.get("/v1/questionnaires/nonsense/alerts").message() == "Questionnaire nonsense not found");
  auto stranger = shop.server.session(shop.server.tenant("Stranger").key);
  const std::string no_form = "Questionnaire " + shop.form + " not found";
  CHECK(stranger.get(path).message() == no_form);
  CHECK(stranger.put(path, {{"active", false}}).message() == no_form);
  CHECK(stranger.remove(path).message() == no_form);
  CHECK(stranger.post(shop.alerts, shop.on_answer(true)).message() == no_form);
  CHECK(api.remove(path).status == 204);
  CHECK(api.get(path).status == 404);
}

TEST_CASE("alerts are raised, listed, filtered, acknowledged and withdrawn") {
  Shop shop;
  auto& api = shop.api;
  const auto alert = api.must(api.post(shop.alerts, shop.on_answer(true)), 201).id();
  const std::string greeted = shop.talk("Good morning"), silent = shop.talk("What?");
  const std::string of = "/v1/conversations/" + greeted + "/alerts";
  const Reply raised = api.must(api.get(of), 200);
  REQUIRE(raised.number("/total") == 1);
  CHECK(raised.str("/results/0/alertId") == alert);
  CHECK(raised.str("/results/0/severity") == "critical");
  CHECK(raised.str("/results/0/conversationId") == greeted);
  CHECK(raised.str("/results/0/questionId") == shop.question);
  CHECK(raised.str("/results/0/employeeId") == shop.employee);
  CHECK(raised.str("/results/0/status") == "open");
  CHECK(api.get("/v1/conversations/" + silent + "/alerts").number("/total") == 0);
  const std::string id = raised.str("/results/0/id");

  const auto found = [&](const std::string& query) { return api.get("/v1/alerts" + query).ids(); };
  CHECK(found("") == List{id});
  CHECK(found("?status=open&severity=critical&employeeId=" + shop.employee + "&alertTypeId=" + shop.type +
              "&conversationId=" + greeted) == List{id});
  CHECK(found("?status=resolved") == List{});
  CHECK(found("?severity=info") == List{});
  CHECK(found("?conversationId=" + silent) == List{});
  CHECK(api.get("/v1/alerts?status=closed&employeeId=x").problems() ==
        List{"status must be one of the following values: open, acknowledged, resolved", "employeeId must be a UUID"});

  const Reply changed = api.must(api.put("/v1/alerts/" + id, {{"status", "acknowledged"}}), 200);
  CHECK(changed.str("/status") == "acknowledged");
  CHECK(found("?status=acknowledged") == List{id});
  CHECK(api.put("/v1/alerts/" + id, {{"status", "closed"}}).problems() ==
        List{"status must be one of the following values: open, acknowledged, resolved"});
  CHECK(api.put("/v1/alerts/" + id, json::object{}).problems() == List{"status should not be empty"});
  CHECK(api.put("/v1/alerts/nonsense", {{"status", "open"}}).message() == "Alert nonsense not found");
  auto stranger = shop.server.session(shop.server.tenant("Stranger").key);
  CHECK(stranger.get("/v1/alerts").number("/total") == 0);
  CHECK(stranger.put("/v1/alerts/" + id, {{"status", "open"}}).message() == "Alert " + id + " not found");
  CHECK(stranger.get(of).message() == "Conversation " + greeted + " not found");

  // A correction withdraws it, and another one raises it anew.
  const std::string answers = "/v1/conversations/" + greeted + "/answers";
  const std::string answer = api.get(answers).str("/results/0/id");
  api.must(api.put(answers + "/" + answer, {{"answer", false}}), 200);
  CHECK(api.get(of).number("/total") == 0);
  CHECK(found("") == List{});
  api.must(api.put(answers + "/" + answer, {{"answer", true}}), 200);
  CHECK(api.get(of).str("/results/0/status") == "open");
}

TEST_CASE("POST and PUT of alerts refuse wrong bodies") {
  Shop shop;
  auto& api = shop.api;
  const std::string path = shop.alerts + "/" + api.must(api.post(shop.alerts, shop.on_answer(true)), 201).id();
  CHECK(api.send("POST", shop.alerts, "{}").problems() ==
        List{"alertTypeId should not be empty", "condition should not be empty"});
  CHECK(api.post(shop.alerts, {{"alertTypeId", std::string(unknown_id)}, {"condition", "transfer-incorrect"}})
            .problems() == List{"alertTypeId must be an existing alert type"});
  for (const auto& [body, problem] : std::vector<std::pair<std::string, std::string>>{
           {R"({"condition":"other"})",
            "condition must be one of the following values: answer-equals, score-below, critical-failed, "
            "transfer-incorrect"},
           {R"({"threshold":"x"})", "threshold must be a number conforming to the specified constraints"},
           {R"({"threshold":10})", "threshold must be null when condition is answer-equals"},
           {R"({"answers":["yes"]})", "answers.0 must be a boolean value"},
           {R"({"answers":[1]})", "answers.0 must be a boolean value or a string"},
           {R"({"active":"no"})", "active must be a boolean value"},
           {R"({"colour":1})", "property colour should not exist"}}) {
    INFO(body);
    CHECK(api.send("PUT", path, body).problems() == List{problem});
  }
}

TEST_CASE("transfer events are added on their own, before the transcript, and judged with it") {
  Shop shop;
  auto& api = shop.api;
  const auto judged = [&](const char* name, const char* context) {
    return api.must(
        api.post("/v1/departments", {{"name", name}, {"evaluateTransfer", true}, {"transferContext", context}}), 201);
  };
  const Reply billing = judged("Billing", "Invoices, charges, refunds.");
  const Reply technical = judged("Technical", "Router, internet connection, slow speed.");
  const std::string talk = api.conversation(shop.provider, shop.employee);
  const std::string path = "/v1/conversations/" + talk;
  const auto event = [&](const char* kind, std::string_view to, std::int64_t at) {
    return json::object{{"kind", kind}, {"toDepartmentId", to}, {"originalDateTime", at}};
  };
  const auto add = [&](const json::array& events) {
    return api.post(path + "/transfer-events", {{"transferEvents", events}});
  };
  CHECK(add({event("completed", billing.id(), 1700000003000)}).problems() ==
        List{"transferEvents.0.kind must follow the requested event of its transfer"});
  const Reply first = api.must(add({event("requested", billing.str("/entityKey"), 1700000002000)}), 200);
  CHECK(first.number("/total") == 1);
  CHECK(first.str("/results/0/toDepartmentId") == billing.id());
  // Later ones fit those before, or are refused.
  CHECK(add({event("requested", billing.id(), 1700000002500)}).problems() ==
        List{"transferEvents.0.kind must not be requested twice in one transfer"});
  CHECK(add({event("requested", billing.id(), 1700000001000)}).problems() ==
        List{"transferEvents must fit those that were added before"});
  CHECK(api.must(add({event("completed", billing.id(), 1700000003000)}), 200).number("/total") == 2);
  CHECK(add(json::array{}).problems() == List{"transferEvents must contain at least 1 elements"});
  CHECK(add({event("requested", std::string(unknown_id), 1)}).problems() ==
        List{"transferEvents.0.toDepartmentId must be an existing department"});
  CHECK(api.get(path + "/transfers").number("/total") == 0);

  // With the transcript come more.
  const json::array messages = {message("customer", "The router and the connection drop daily", 1700000001000),
                                message("employee", "One moment", 1700000002000),
                                message("employee", "Billing here", 1700000003500),
                                message("employee", "Technicians here", 1700000009000)};
  api.must(api.post(path + "/messages", {{"messages", messages},
                                         {"transferEvents",
                                          {event("requested", technical.id(), 1700000004000),
                                           event("completed", technical.id(), 1700000005000)}}}),
           202);
  api.wait_until_evaluated(talk);
  CHECK(api.get(path + "/transfer-events").number("/total") == 4);
  const Reply handled = api.get(path + "/messages");
  CHECK(handled.str("/results/1/departmentId") == shop.department);
  CHECK(handled.str("/results/2/departmentId") == billing.id());
  CHECK(handled.at("/results/2/employeeId").is_null());
  CHECK(handled.str("/results/3/departmentId") == technical.id());
  const Reply verdicts = api.must(api.get(path + "/transfers"), 200);
  REQUIRE(verdicts.number("/total") == 2);
  CHECK(verdicts.str("/results/0/verdict") == "incorrect");
  CHECK(verdicts.number("/results/0/eventIndex") == 1);
  CHECK(verdicts.str("/results/0/evidence/0/quote") == "The router and the connection drop daily");
  CHECK(verdicts.str("/results/1/verdict") == "correct");
  CHECK(verdicts.str("/results/1/toDepartmentId") == technical.id());

  CHECK(add({event("requested", billing.id(), 1700000009500)}).status == 409);
  CHECK(api.post("/v1/conversations/" + std::string(unknown_id) + "/transfer-events",
                 {{"transferEvents", {event("requested", billing.id(), 1)}}})
            .status == 404);
  auto stranger = shop.server.session(shop.server.tenant("Stranger").key);
  CHECK(stranger.get(path + "/transfers").status == 404);
  CHECK(stranger.post(path + "/transfer-events", {{"transferEvents", {event("requested", billing.id(), 1)}}}).status ==
        404);
}

TEST_CASE("a conversation has at most 100 transfer events, however they come") {
  Shop shop;
  auto& api = shop.api;
  const std::string path = "/v1/conversations/" + api.conversation(shop.provider, shop.employee);
  const auto events = [&](std::size_t first, std::size_t count) {
    json::array out;
    for (std::size_t i = first; i < first + count; ++i) {
      out.push_back({{"kind", "requested"},
                     {"transferId", "t" + std::to_string(i)},
                     {"toDepartmentId", shop.department},
                     {"originalDateTime", 1000 + i}});
    }
    return out;
  };
  const std::string too_many =
      "transferEvents must contain no more than 100 elements, with those that were added before";
  CHECK(api.post(path + "/transfer-events", {{"transferEvents", events(0, 60)}}).status == 200);
  CHECK(api.post(path + "/transfer-events", {{"transferEvents", events(60, 41)}}).problems() == List{too_many});
  CHECK(api.post(path + "/messages", {{"messages", {message("customer", "x")}}, {"transferEvents", events(60, 41)}})
            .problems() == List{too_many});
  CHECK(api.post(path + "/transfer-events", {{"transferEvents", events(60, 40)}}).number("/total") == 100);
}

}  // namespace parlance::server::testing
