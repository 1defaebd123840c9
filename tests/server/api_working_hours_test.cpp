// Working hours over the interface (contract sections 2 and 7.9).
#include <boost/json.hpp>
#include <catch2/catch_test_macros.hpp>

#include "tests/support/api_client.hpp"

namespace parlance::server::testing {

namespace json = boost::json;

TEST_CASE("working hours are set, overridden, and give an effective schedule") {
  TestServer server;
  auto api = server.session();
  const std::string employee = api.employee("Ana");
  const std::string path = "/v1/employees/" + employee + "/working-hours";
  CHECK(api.get("/v1/working-hours").status == 404);
  CHECK(api.get(path).message() == "Working hours of employee " + employee + " not found");
  CHECK(api.get(path + "/effective?from=2026-01-01&to=2026-01-02").status == 404);

  const json::object nine{{"start", "09:00"}, {"end", "18:00"}};
  const Reply set = api.must(
      api.put("/v1/working-hours",
              {{"timezone", "Europe/Madrid"},
               {"days", {{"monday", {nine}}, {"sunday", {json::object{{"start", "01:00"}, {"end", "04:00"}}}}}},
               {"exceptions", {json::object{{"date", "2026-12-25"}, {"intervals", json::array{}}, {"name", "Xmas"}}}}}),
      200);
  CHECK(set.at("/days/monday") == Json(json::array{nine}));
  CHECK(set.at("/days/tuesday") == Json(json::array{}));
  CHECK(set.str("/exceptions/0/name") == "Xmas");
  CHECK(api.get("/v1/working-hours").json() == set.json());
  CHECK(api.send("PUT", "/v1/working-hours", set.text).status == 200);

  const Reply effective = api.must(api.get(path + "/effective?from=2026-03-28&to=2026-03-30"), 200);
  CHECK(effective.str("/employeeId") == employee);
  CHECK(effective.str("/timezone") == "Europe/Madrid");
  CHECK(effective.at("/days") == json::parse(R"([{"date":"2026-03-28","intervals":[]},
          {"date":"2026-03-29","intervals":[{"start":"01:00","end":"04:00","startsAt":"2026-03-29T00:00:00.000Z",
            "endsAt":"2026-03-29T02:00:00.000Z","source":"organization"}]},
          {"date":"2026-03-30","intervals":[{"start":"09:00","end":"18:00","startsAt":"2026-03-30T07:00:00.000Z",
            "endsAt":"2026-03-30T16:00:00.000Z","source":"organization"}]}])"));

  const Reply own = api.must(
      api.put(path,
              {{"days", {{"monday", {json::object{{"start", "20:00"}, {"end", "24:00"}}}}, {"friday", nullptr}}}}),
      200);
  CHECK(own.at("/timezone").is_null());
  CHECK(own.at("/days/friday").is_null());
  CHECK(api.send("PUT", path, own.text).status == 200);
  server.restart();
  api = server.session(server.own().key);
  const Reply monday = api.get(path + "/effective?from=2026-03-30&to=2026-03-30");
  CHECK(monday.str("/days/0/intervals/0/source") == "employee");
  CHECK(monday.str("/days/0/intervals/0/end") == "24:00");
  CHECK(monday.str("/days/0/intervals/0/endsAt") == "2026-03-30T22:00:00.000Z");

  auto stranger = server.session(server.tenant("Stranger").key);
  CHECK(stranger.get("/v1/working-hours").status == 404);
  CHECK(stranger.get(path).message() == "Employee " + employee + " not found");
  CHECK(stranger.put(path, json::object{}).status == 404);
  CHECK(stranger.remove(path).status == 404);
  CHECK(stranger.get(path + "/effective?from=2026-01-01&to=2026-01-02").status == 404);

  CHECK(api.remove(path).status == 204);
  CHECK(api.remove(path).status == 404);
  CHECK(api.remove("/v1/employees/" + employee).status == 204);
  CHECK(api.put(path, json::object{}).status == 400);
}

TEST_CASE("working hours refuse wrong bodies and questions") {
  TestServer server;
  auto api = server.session();
  const std::string path = "/v1/employees/" + api.employee("Ana") + "/working-hours";
  using List = std::vector<std::string>;
  for (const std::string& target : {std::string("/v1/working-hours"), path}) {
    INFO(target);
    const auto problems = [&](std::string_view body) { return api.send("PUT", target, body).problems(); };
    CHECK(problems(R"({"timezone":"Mars"})") == List{"timezone must be an IANA time zone name, such as Europe/Madrid"});
    CHECK(problems(R"({"days":{"someday":[]}})") == List{"days.property someday should not exist"});
    CHECK(problems(R"({"days":{"monday":{}}})") == List{"days.monday must be an array"});
    CHECK(problems(R"({"days":{"monday":[{"start":"9:00","end":"25:00"}]}})") ==
          List{"days.monday.0.start must be a time, HH:MM from 00:00 to 24:00",
               "days.monday.0.end must be a time, HH:MM from 00:00 to 24:00"});
    CHECK(problems(R"({"days":{"monday":[{"start":"10:00"}]}})") == List{"days.monday.0.end should not be empty"});
    CHECK(problems(R"({"days":{"monday":[{"start":"10:00","end":"10:00"}]}})") ==
          List{"days.monday.0.end must be after the start"});
    CHECK(problems(R"({"exceptions":[{"date":"2026-02-30"}]})") ==
          List{"exceptions.0.date must be a date, YYYY-MM-DD"});
    CHECK(problems(R"({"exceptions":[{"date":"2026-02-01"},{"date":"2026-02-01"}]})") ==
          List{"exceptions must not have two of one date"});
  }
  CHECK(api.get("/v1/working-hours").status == 404);
  const auto asked = [&](const std::string& query) { return api.get(path + "/effective" + query).problems(); };
  CHECK(asked("") == List{"from should not be empty", "to should not be empty"});
  CHECK(asked("?from=2026-01-01&to=x") == List{"to must be a date, YYYY-MM-DD"});
  CHECK(asked("?from=2026-01-02&to=2026-01-01") == List{"to must not be before from"});
  CHECK(asked("?from=2026-01-01&to=2026-04-03") == List{"to must be less than 92 days after from"});
}

}  // namespace parlance::server::testing
