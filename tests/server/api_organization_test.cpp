// The organization over the interface (contract section 2).
#include <boost/json.hpp>
#include <catch2/catch_test_macros.hpp>

#include "tests/support/api_client.hpp"

namespace parlance::server::testing {

namespace json = boost::json;

TEST_CASE("an organization's settings are read and changed") {
  TestServer server;
  auto api = server.session();
  const Reply before = api.must(api.get("/v1/organization"), 200);
  CHECK(before.id() == server.own().organization);
  CHECK(before.at("/paymentRules").is_null());
  CHECK(before.at("/teamEmails") == Json(json::object{}));
  CHECK(before.at("/mcpEnabled") == Json(false));
  const json::object rules{{"minDays", 1},
                           {"maxDays", 20},
                           {"businessDaysOnly", true},
                           {"allowedWeekdays", {"mon", "fri"}},
                           {"holidays", {"2026-12-25"}},
                           {"cutoffTime", "17:30"},
                           {"notBeyondMonthEnd", false}};
  const Reply changed = api.must(api.put("/v1/organization", {{"timezone", "America/Bogota"},
                                                              {"language", "es"},
                                                              {"paymentRules", rules},
                                                              {"teamEmails", {{"billing", "billing@example.com"}}},
                                                              {"mcpEnabled", true}}),
                                 200);
  CHECK(changed.str("/timezone") == "America/Bogota");
  CHECK(changed.at("/paymentRules") == Json(rules));
  CHECK(changed.str("/teamEmails/billing") == "billing@example.com");
  CHECK(changed.str("/name") == before.str("/name"));
  server.restart();
  api = server.session(server.own().key);
  CHECK(api.get("/v1/organization").json() == changed.json());
  // A record that was read may be sent back whole.
  CHECK(api.send("PUT", "/v1/organization", changed.text).status == 200);
  CHECK(api.put("/v1/organization", {{"paymentRules", nullptr}}).at("/paymentRules").is_null());
  auto other = server.session(server.tenant("Other").key);
  CHECK(other.get("/v1/organization").str("/timezone") == "UTC");
}

TEST_CASE("PUT of the organization refuses wrong bodies") {
  TestServer server;
  auto api = server.session();
  using List = std::vector<std::string>;
  const auto problems = [&](std::string_view body) { return api.send("PUT", "/v1/organization", body).problems(); };
  CHECK(problems(R"({"timezone":"Mars"})") == List{"timezone must be an IANA time zone name, such as Europe/Madrid"});
  CHECK(problems(R"({"language":"fr"})") == List{"language must be one of the following values: en, es, pt"});
  CHECK(problems(R"({"mcpEnabled":1})") == List{"mcpEnabled must be a boolean value"});
  CHECK(problems(R"({"teamEmails":[]})") == List{"teamEmails must be an object"});
  CHECK(problems(R"({"teamEmails":{"a":1}})") == List{"teamEmails.a must be a string"});
  CHECK(problems(R"({"teamEmails":{"a":"b"}})") == List{"teamEmails.a must be an email"});
  CHECK(problems(R"({"paymentRules":{"minDays":1}})") == List{"paymentRules.maxDays should not be empty"});
  CHECK(problems(R"({"paymentRules":{"minDays":2,"maxDays":1,"holidays":["25.12."],"cutoffTime":"24:00"}})") ==
        List{"paymentRules.holidays.0 must be a date, YYYY-MM-DD", "paymentRules.maxDays must not be less than minDays",
             "paymentRules.cutoffTime must be before 24:00"});
  CHECK(problems(R"({"paymentRules":{"minDays":1,"maxDays":2,"allowedWeekdays":["monday"]}})") ==
        List{"paymentRules.allowedWeekdays.0 must be one of the following values: mon, tue, wed, thu, fri, sat, sun"});
  CHECK(problems(R"({"paymentRules":{"minDays":1,"maxDays":2,"allowedWeekdays":[]}})") ==
        List{"paymentRules.allowedWeekdays must contain at least 1 elements"});
  CHECK(problems(R"({"colour":1})") == List{"property colour should not exist"});
  CHECK(api.send("DELETE", "/v1/organization").status == 405);
}

}  // namespace parlance::server::testing
