// Lists: the envelope, the pages, the filters.
#include <boost/json.hpp>
#include <catch2/catch_test_macros.hpp>

#include "tests/support/api_client.hpp"

namespace parlance::server::testing {
namespace {

namespace json = boost::json;
using Problems = std::vector<std::string>;
using Ids = std::vector<std::string>;

// The percent-encoded form of any text.
std::string encoded(std::string_view text) {
  static constexpr char digits[] = "0123456789ABCDEF";
  std::string out;
  for (const unsigned char c : text) {
    out += '%';
    out += digits[c >> 4];
    out += digits[c & 15];
  }
  return out;
}

std::string a_conversation(Session& api) {
  const auto id = api.conversation(api.provider(), api.employee("Ana", api.department("Sales")));
  json::array messages;
  for (int i = 0; i < 7; ++i) messages.push_back(message("bot", std::to_string(i), i));
  api.must(api.post("/v1/conversations/" + id + "/messages", {{"messages", messages}}), 202);
  api.wait_until_evaluated(id);
  return id;
}

}  // namespace

TEST_CASE("every list has the envelope and the bounds of its pages") {
  TestServer server;
  auto api = server.session();
  const auto conversation = a_conversation(api);
  const auto questionnaire = api.questionnaire();
  for (const std::string& path :
       {std::string("/v1/departments"), std::string("/v1/employees"), std::string("/v1/providers"),
        std::string("/v1/questionnaires"), std::string("/v1/questions"),
        "/v1/questionnaires/" + questionnaire + "/questions", "/v1/conversations/" + conversation + "/messages",
        "/v1/conversations/" + conversation + "/answers", "/v1/conversations/" + conversation + "/transfer-events"}) {
    INFO(path);
    const auto list = api.must(api.get(path), 200);
    CHECK(list.at("/results").is_array());
    CHECK(list.number("/total") == static_cast<std::int64_t>(list.at("/results").as_array().size()));
    CHECK(list.number("/page") == 1);
    CHECK(list.number("/pageSize") == 50);
    const auto refused = [&](const std::string& query, const Problems& problems) {
      INFO(query);
      const auto reply = api.get(path + "?" + query);
      CHECK(reply.status == 400);
      if (reply.status == 400) CHECK(reply.problems() == problems);
    };
    refused("page=0", {"page must not be less than 1"});
    refused("page=-1", {"page must not be less than 1"});
    refused("page=abc", {"page must be an integer number"});
    refused("page=1.5", {"page must be an integer number"});
    refused("page=", {"page must be an integer number"});
    refused("page=%31%00", {"page must be an integer number"});
    refused("pageSize=0", {"pageSize must not be less than 1"});
    refused("pageSize=1001", {"pageSize must not be greater than 1000"});
    refused("pageSize=abc", {"pageSize must be an integer number"});
    refused("pageSize=99999999999999999999", {"pageSize must not be greater than 1000"});
    refused("pageSize=-99999999999999999999", {"pageSize must not be less than 1"});
    refused("page=0&pageSize=0", {"page must not be less than 1", "pageSize must not be less than 1"});
    for (const char* cursor : {"", "x", "c", "c1", "c1-", "c0-1", "c1--1", "c1-2x", "c1-99999999999999999999", "1-2"}) {
      refused(std::string("cursor=") + cursor, {"cursor must be a value of nextCursor"});
    }
    CHECK(api.get(path + "?page=99999999999999999999").status == 400);
    CHECK(api.get(path + "?pageSize=1").status == 200);
    CHECK(api.get(path + "?pageSize=1000").number("/pageSize") == 1000);
    const auto past = api.get(path + "?page=9000000000000&pageSize=1000");
    CHECK(past.status == 200);
    CHECK(past.at("/results").as_array().empty());
    CHECK(past.number("/total") == list.number("/total"));
    CHECK(api.get(path + "?colour=red&Page=0&pagesize=0").status == 200);  // unknown names
  }
}

TEST_CASE("pages and cursors walk the same list in creation order") {
  TestServer server;
  auto api = server.session();
  const auto questionnaire = api.questionnaire("Many");
  Ids departments, employees, questions, questionnaires = {questionnaire};
  for (int i = 0; i < 23; ++i) {
    const std::string name = "Zeta " + std::to_string(100 - i);
    departments.push_back(api.department(name));
    employees.push_back(api.employee(name));
    questions.push_back(api.question(questionnaire, name));
    questionnaires.push_back(api.questionnaire(name));
  }
  const std::vector<std::pair<std::string, Ids>> lists = {
      {"/v1/departments?", departments},
      {"/v1/employees?", employees},
      {"/v1/employees?searchTerm=zeta&", employees},
      {"/v1/questions?", questions},
      {"/v1/questions?types=boolean&", questions},
      {"/v1/questions?searchTerm=ZETA&questionnaireIds=" + questionnaire + "&", questions},
      {"/v1/questionnaires/" + questionnaire + "/questions?", questions},
      {"/v1/questionnaires?", questionnaires},
      {"/v1/questionnaires?status=draft&", questionnaires}};
  for (const auto& [path, expected] : lists) {
    for (const int size : {1, 5, 23, 24, 1000}) {
      INFO(path << " by " << size);
      Ids by_page, by_cursor;
      for (int page = 1;; ++page) {
        const auto reply =
            api.must(api.get(path + "page=" + std::to_string(page) + "&pageSize=" + std::to_string(size)), 200);
        CHECK(reply.number("/total") == static_cast<std::int64_t>(expected.size()));
        CHECK(reply.number("/page") == page);
        const auto ids = reply.ids();
        if (ids.empty()) break;
        by_page.insert(by_page.end(), ids.begin(), ids.end());
      }
      std::string cursor;
      for (int page = 1;; ++page) {
        const auto reply = api.must(api.get(path + "pageSize=" + std::to_string(size) + cursor), 200);
        CHECK(reply.number("/page") == page);
        CHECK(reply.number("/total") == static_cast<std::int64_t>(expected.size()));
        const auto ids = reply.ids();
        by_cursor.insert(by_cursor.end(), ids.begin(), ids.end());
        const auto document = reply.json().as_object();
        if (!document.contains("nextCursor") || document.at("nextCursor").is_null()) break;
        cursor = "&cursor=" + reply.str("/nextCursor");
        REQUIRE(page < 30);
      }
      CHECK(by_page == expected);
      CHECK(by_cursor == expected);
    }
  }
}

TEST_CASE("a cursor does not repeat or lose records while the list changes") {
  TestServer server;
  auto api = server.session();
  Ids all;
  for (int i = 0; i < 9; ++i) all.push_back(api.department("D" + std::to_string(i)));
  const auto first = api.get("/v1/departments?pageSize=3");
  api.must(api.remove("/v1/departments/" + all[1]), 204);
  all.push_back(api.department("Late"));
  Ids seen = first.ids();
  for (std::string cursor = first.str("/nextCursor"); !cursor.empty();) {
    const auto reply = api.must(api.get("/v1/departments?pageSize=3&cursor=" + cursor), 200);
    for (const auto& id : reply.ids()) seen.push_back(id);
    const auto document = reply.json().as_object();
    const auto* next = document.if_contains("nextCursor");
    cursor = next && next->is_string() ? std::string(next->get_string()) : "";
  }
  CHECK(seen == all);
  CHECK(api.get("/v1/departments").number("/total") == 9);
}

TEST_CASE("limit is the deprecated name of pageSize where it was") {
  TestServer server;
  auto api = server.session();
  const auto questionnaire = api.questionnaire();
  for (int i = 0; i < 3; ++i) {
    api.department("D" + std::to_string(i));
    api.employee("E");
    api.question(questionnaire);
    api.questionnaire();
  }
  for (const std::string path : {"/v1/departments", "/v1/employees", "/v1/questions"}) {
    INFO(path);
    const auto limited = api.must(api.get(path + "?limit=2"), 200);
    CHECK(limited.at("/results").as_array().size() == 2);
    CHECK(limited.number("/pageSize") == 2);
    CHECK(limited.header("deprecation") != "");
    CHECK(api.get(path).header("deprecation") == "");
    const auto both = api.must(api.get(path + "?limit=2&pageSize=1"), 200);
    CHECK(both.number("/pageSize") == 1);
    CHECK(api.get(path + "?limit=1001").problems() == Problems{"limit must not be greater than 1000"});
    CHECK(api.get(path + "?limit=x").problems() == Problems{"limit must be an integer number"});
    CHECK(api.get(path + "?limit=x&pageSize=1").status == 200);
  }
  for (const std::string path : {"/v1/providers", "/v1/questionnaires"}) {
    const auto ignored = api.must(api.get(path + "?limit=1"), 200);
    CHECK(ignored.number("/pageSize") == 50);
    CHECK(ignored.header("deprecation") == "");
  }
}

TEST_CASE("searchTerm finds text whatever its case and takes no character for special") {
  TestServer server;
  auto api = server.session();
  const auto questionnaire = api.questionnaire("Cuestionario ÁRBOL 50% de_scuento");
  const std::vector<std::string> names = {"El árbol verde", "100% seguro", "a_b",         "axb",  "O'Brien \"Bob\"",
                                          "ÑANDÚ",          "Straße",      "back\\slash", "語学", "a*b?"};
  std::vector<std::pair<std::string, std::string>> employee_of, question_of;
  for (const auto& name : names) {
    employee_of.emplace_back(name, api.employee(name));
    question_of.emplace_back(name, api.question(questionnaire, name));
  }
  const std::vector<std::pair<std::string, std::vector<std::size_t>>> searches = {
      {"ÁRBOL", {0}}, {"árbol", {0}}, {"Árbol V", {0}}, {"arbol", {}},  {"%", {1}},       {"_", {2}},
      {"a_b", {2}},   {"'", {4}},     {"\"bob\"", {4}}, {"ñandú", {5}}, {"STRASSE", {}},  {"straße", {6}},
      {"\\", {7}},    {"語", {8}},    {"語学", {8}},    {"*", {9}},     {"b?", {9}},      {"zzz", {}},
      {"x", {3}},     {"AX", {3}},    {"100%", {1}},    {"0%", {1}},    {" ", {0, 1, 4}}, {"' OR '1'='1", {}}};
  for (const auto& [term, expected] : searches) {
    INFO(term);
    Ids employees, questions;
    for (const auto i : expected) {
      employees.push_back(employee_of[i].second);
      questions.push_back(question_of[i].second);
    }
    const auto found = api.must(api.get("/v1/employees?searchTerm=" + encoded(term)), 200);
    CHECK(found.ids() == employees);
    CHECK(found.number("/total") == static_cast<std::int64_t>(employees.size()));
    const auto titles = api.must(api.get("/v1/questions?searchTerm=" + encoded(term)), 200);
    CHECK(titles.ids() == questions);
    CHECK(titles.number("/total") == static_cast<std::int64_t>(questions.size()));
  }
  CHECK(api.get("/v1/employees?searchTerm=").number("/total") == 10);
  CHECK(api.get("/v1/questionnaires?searchTerm=" + encoded("árbol 50%")).ids() == Ids{questionnaire});
  CHECK(api.get("/v1/questionnaires?searchTerm=e_s").ids() == Ids{questionnaire});
  CHECK(api.get("/v1/questionnaires?searchTerm=e_x").ids().empty());
  // No text contains them, so nothing is found; short terms and long ones alike.
  for (const char* term : {"%FF%FE", "verde%FF", "%FFverde", "%C3", "a%00b", "verde%00", "%00", "%ED%A0%80verde"}) {
    INFO(term);
    for (const char* list : {"employees", "questions", "questionnaires"}) {
      const auto reply = api.get("/v1/" + std::string(list) + "?searchTerm=" + term);
      CHECK(reply.status == 200);
      if (reply.status == 200) CHECK(reply.number("/total") == 0);
    }
  }
  CHECK(api.get("/v1/employees?searchTerm=" + repeated("x", 7000)).number("/total") == 0);
}

TEST_CASE("filters of questions narrow together and refuse bad values") {
  TestServer server;
  auto api = server.session();
  const auto one = api.questionnaire("One"), two = api.questionnaire("Two");
  const auto a = api.question(one, "Alpha"), b = api.question(two, "Beta");
  const auto c =
      api.must(api.post("/v1/questions", {{"title", "Gamma"}, {"type", "text"}, {"questionnaireId", one}}), 201).id();
  const auto ids = [&](const std::string& query) { return api.must(api.get("/v1/questions?" + query), 200).ids(); };
  CHECK(ids("questionnaireIds=" + one) == Ids{a, c});
  CHECK(ids("questionnaireIds=" + one + "," + two) == Ids{a, b, c});
  CHECK(ids("questionnaireIds=" + one + "&questionnaireIds=" + two) == Ids{a, b, c});
  CHECK(ids("questionnaireIds=" + one + "," + one) == Ids{a, c});
  CHECK(ids(std::string("questionnaireIds=") + std::string(unknown_id)).empty());
  CHECK(ids("questionnaireIds=") == Ids{a, b, c});
  CHECK(ids("types=text") == Ids{c});
  CHECK(ids("types=text,boolean") == Ids{a, b, c});
  CHECK(ids("types=options").empty());
  CHECK(ids("types=boolean&questionnaireIds=" + one + "&searchTerm=alp") == Ids{a});
  CHECK(ids(std::string("alertTypeIds=") + std::string(unknown_id)).empty());
  const auto problems = [&](const std::string& query) {
    const auto reply = api.get(query);
    REQUIRE(reply.status == 400);
    return reply.problems();
  };
  const std::string types = "each value in types must be one of the following values: boolean, options, text";
  CHECK(problems("/v1/questions?types=yesno") == Problems{types});
  CHECK(problems("/v1/questions?types=text,") == Problems{types});
  CHECK(problems("/v1/questions?types=Text") == Problems{types});
  CHECK(problems("/v1/questions?questionnaireIds=x") == Problems{"each value in questionnaireIds must be a UUID"});
  CHECK(problems("/v1/questions?alertTypeIds=" + one + ",,") == Problems{"each value in alertTypeIds must be a UUID"});
  CHECK(problems("/v1/questions?types=x&questionnaireIds=x&page=0").size() == 3);
  CHECK(problems("/v1/employees?ignoreDeleted=yes") == Problems{"ignoreDeleted must be a boolean value"});
  CHECK(problems("/v1/questionnaires?status=done") ==
        Problems{"status must be one of the following values: draft, active"});
  api.must(api.put("/v1/questionnaires/" + one, {{"status", "active"}}), 200);
  CHECK(api.get("/v1/questionnaires?status=active").ids() == Ids{one});
  CHECK(api.get("/v1/questionnaires?status=draft").ids() == Ids{two});
}

TEST_CASE("lists and totals follow changes at once") {
  TestServer server;
  auto api = server.session();
  const auto one = api.questionnaire("One"), two = api.questionnaire("Two");
  const auto a = api.question(one, "Alpha"), b = api.question(one, "Beta");
  const auto total = [&](const std::string& path) { return api.must(api.get(path), 200).number("/total"); };
  api.must(api.put("/v1/questions/" + a, {{"title", "Omega"}}), 200);
  CHECK(total("/v1/questions?searchTerm=alpha") == 0);
  CHECK(total("/v1/questions?searchTerm=omega") == 1);
  api.must(api.put("/v1/questions/" + a, {{"questionnaireId", two}}), 200);
  CHECK(total("/v1/questions?questionnaireIds=" + one) == 1);
  CHECK(total("/v1/questions?questionnaireIds=" + two) == 1);
  CHECK(api.get("/v1/questionnaires/" + one).number("/questionCount") == 1);
  CHECK(api.get("/v1/questionnaires/" + two).number("/questionCount") == 1);
  api.must(api.remove("/v1/questions/" + b), 204);
  CHECK(total("/v1/questions") == 1);
  CHECK(total("/v1/questions?types=boolean") == 1);
  CHECK(total("/v1/questions?questionnaireIds=" + one) == 0);
  CHECK(total("/v1/questions?searchTerm=beta") == 0);
  api.must(api.remove("/v1/questionnaires/" + two), 204);
  CHECK(total("/v1/questions") == 0);
  CHECK(total("/v1/questions?types=boolean") == 0);
  CHECK(total("/v1/questionnaires") == 1);
  CHECK(total("/v1/questionnaires?status=draft") == 1);
  const auto ana = api.employee("Ana"), bea = api.employee("Bea");
  api.must(api.put("/v1/employees/" + ana, {{"name", "Zoe"}}), 200);
  CHECK(total("/v1/employees?searchTerm=ana") == 0);
  CHECK(total("/v1/employees?searchTerm=zoe") == 1);
  api.must(api.remove("/v1/employees/" + ana), 204);
  CHECK(total("/v1/employees") == 2);
  CHECK(total("/v1/employees?ignoreDeleted=true") == 1);
  CHECK(total("/v1/employees?searchTerm=zoe") == 1);
  CHECK(total("/v1/employees?searchTerm=zoe&ignoreDeleted=true") == 0);
  CHECK(total("/v1/employees?searchTerm=bea&ignoreDeleted=true") == 1);
  CHECK(api.get("/v1/employees?ignoreDeleted=true").ids() == Ids{bea});
}

TEST_CASE("the transcript of a conversation pages as any list does") {
  TestServer server;
  auto api = server.session();
  const auto path = "/v1/conversations/" + a_conversation(api) + "/messages";
  std::string contents, cursor;
  for (int page = 1; page <= 3; ++page) {
    const auto reply = api.must(api.get(path + "?pageSize=3" + cursor), 200);
    CHECK(reply.number("/total") == 7);
    CHECK(reply.number("/page") == page);
    const Json results = reply.at("/results");
    for (const auto& sent : results.as_array()) contents += std::string(sent.at("content").as_string());
    if (page < 3) cursor = "&cursor=" + reply.str("/nextCursor");
  }
  CHECK(contents == "0123456");
  CHECK(api.get(path + "?page=3&pageSize=3").at("/results").as_array().size() == 1);
  CHECK(api.get(path + "?cursor=c1-9007199254740992").at("/results").as_array().empty());
}

}  // namespace parlance::server::testing
