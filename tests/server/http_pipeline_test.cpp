// Router, error bodies and the pipeline, without a socket.
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "http_test_server.hpp"
#include "server/http/json_text.hpp"

using namespace parlance;
using namespace parlance::server;
using namespace parlance::server::http;
using namespace parlance::server::http::testing;

namespace {

std::string json_string(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

struct Shell {
  Router router;
  FixedKeys keys;
  RateLimiter limiter;
  Log log{LogLevel::error, -1};
  RequestMetrics metrics;
  Pipeline pipeline;
  std::string seen;

  explicit Shell(std::int64_t limit = 0, std::vector<Cidr> trusted = {})
      : limiter(limit), pipeline(router, keys, limiter, std::move(trusted), log, metrics) {
    const auto note = [this](std::string_view name) {
      return [this, name = std::string(name)](Request& request) {
        seen = name;
        for (const auto* parameter : {"id", "employeeId", "departmentId"})
          if (const auto value = request.path_parameter(parameter); !value.empty()) seen += " " + std::string(value);
        return Response::json("{}");
      };
    };
    router.get("/v1/employees", {}, note("list"));
    router.post("/v1/employees", {.body = RequestBody::json}, note("create"));
    router.post("/v1/employees/{employeeId}/departments/{departmentId}", {}, note("link"));
    router.get("/v1/questions/{id}", {}, note("question"));
    router.post("/v1/questions/search", {.body = RequestBody::optional_json}, note("search"));
    router.get("/health", {.is_public = true}, note("health"));
    router.get("/throws", {.is_public = true}, [](Request&) -> Response { throw std::runtime_error("secret"); });
    router.get("/throws-int", {.is_public = true}, [](Request&) -> Response { throw 7; });
  }

  Response send(std::string_view method, std::string_view target,
                std::vector<HeaderField> fields = {{"x-api-key", "acme-key"}}, std::string_view body = "",
                std::string_view peer = "203.0.113.1") {
    seen.clear();
    Request request(method, target, fields, body);
    request.peer = *IpAddress::parse(peer);
    return pipeline.handle(request);
  }
};

}  // namespace

TEST_CASE("routes are found by method and path, parameters are decoded") {
  Shell shell;
  CHECK(shell.send("GET", "/v1/employees?x=1").status == 200);
  CHECK(shell.seen == "list");
  shell.send("HEAD", "/v1/employees");
  CHECK(shell.seen == "list");
  shell.send("GET", "/v1/employees/");
  CHECK(shell.seen == "list");
  shell.send("GET", "http://host:80/v1/employees?x");
  CHECK(shell.seen == "list");
  shell.send("POST", "/v1/employees/a%20b/departments/%C3%A1%2Fc");
  CHECK(shell.seen == "link a b \xC3\xA1/c");
  shell.send("POST", "/v1/questions/search");
  CHECK(shell.seen == "search");
  shell.send("GET", "/v1/questions/search");  // the literal route knows no GET; the parameter's does
  CHECK(shell.seen == "question search");
  shell.send("GET", "/v1/%71uestions/7");
  CHECK(shell.seen == "question 7");
  shell.send("GET", "/v1/questions/%zz");
  CHECK(shell.seen == "question %zz");
  shell.send("GET", "/v1/questions/%");
  CHECK(shell.seen == "question %");
  shell.send("GET", "/v1/questions/a%00b");
  CHECK(shell.seen == std::string("question a\0b", 12));
}

TEST_CASE("unknown paths are 404, other methods 405 with Allow") {
  Shell shell;
  const Response unknown = shell.send("GET", "/v1/nothing?key=1", {});
  CHECK(unknown.status == 404);
  CHECK(unknown.body == R"({"statusCode":404,"message":"Cannot GET /v1/nothing","error":"Not Found"})");
  for (const auto* path : {"", "/", "*", "/v1", "/v1//employees", "/v1/questions//", "/v1/questions",
                           "/v1/employees/a/b/c/d", "/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r/s/t", "http://host"}) {
    CAPTURE(path);
    CHECK(shell.send("GET", path).status == 404);
  }
  const Response other = shell.send("DELETE", "/v1/employees", {});
  CHECK(other.status == 405);
  CHECK(other.header("Allow") == "GET, HEAD, POST");
  CHECK(other.body == R"({"statusCode":405,"message":"Method Not Allowed","error":"Method Not Allowed"})");
  CHECK(shell.send("GET", "/v1/employees/a/departments/b").header("Allow") == "POST");
  CHECK(shell.send("PUT", "/v1/questions/search").header("Allow") == "GET, HEAD, POST");
  CHECK(shell.send("BREW", "/health").status == 405);
  CHECK(shell.send("HEAD", "/v1/employees/a/departments/b").status == 405);
}

TEST_CASE("mistakes in the route table are found at once, and it can be listed") {
  Router router;
  router.get("/a/{x}", {}, [](Request&) { return Response{}; });
  CHECK_THROWS_AS(router.get("/a/{y}", {}, [](Request&) { return Response{}; }), std::logic_error);
  CHECK_THROWS_AS(router.get("a", {}, [](Request&) { return Response{}; }), std::logic_error);
  CHECK_THROWS_AS(router.get("/{1}/{2}/{3}/{4}/{5}/{6}/{7}/{8}/{9}", {}, [](Request&) { return Response{}; }),
                  std::logic_error);
  router.put("/a/{y}", {.docs = std::make_shared<const std::string>("doc")}, [](Request&) { return Response{}; });
  REQUIRE(router.routes().size() == 2);
  CHECK(router.routes()[1].method == "PUT");
  CHECK(*std::static_pointer_cast<const std::string>(router.routes()[1].info.docs) == "doc");
}

TEST_CASE("middleware wraps handlers, the first outermost") {
  Router router;
  std::string trace;
  for (const auto* name : {"a", "b"}) {
    router.use([&trace, name](Request& request, const Route& route, const Next& next) {
      trace += std::string(name) + route.method;
      Response response = next(request);
      trace += name;
      return response;
    });
  }
  router.get("/x", {.is_public = true}, [&](Request&) {
    trace += "!";
    return Response{};
  });
  Request request("GET", "/x");
  std::string allowed;
  router.run(*router.find(request, allowed), request);
  CHECK(trace == "aGETbGET!ba");
}

TEST_CASE("keys: either header, not two that differ, never for public routes") {
  Shell shell;
  const auto status = [&](std::vector<HeaderField> fields) {
    return shell.send("GET", "/v1/employees", fields).status;
  };
  CHECK(status({{"X-Api-Key", "acme-key"}}) == 200);
  CHECK(status({{"authorization", "bearer acme-key"}}) == 200);
  CHECK(status({{"Authorization", "Bearer acme-key"}, {"x-api-key", "acme-key"}}) == 200);
  CHECK(status({{"Authorization", "Bearer other"}, {"x-api-key", "acme-key"}}) == 401);
  CHECK(status({{"x-api-key", "acme-key"}, {"x-api-key", "other"}}) == 401);
  CHECK(status({}) == 401);
  CHECK(status({{"x-api-key", ""}}) == 401);
  CHECK(status({{"x-api-key", "wrong"}}) == 401);
  CHECK(status({{"Authorization", "Basic acme-key"}}) == 401);
  CHECK(status({{"Authorization", "Bearer"}}) == 401);
  CHECK(shell.send("GET", "/v1/employees", {}).body ==
        R"({"statusCode":401,"message":"Unauthorized","error":"Unauthorized"})");
  CHECK(shell.send("GET", "/health", {{"x-api-key", "wrong"}}).status == 200);
}

TEST_CASE("content types") {
  Shell shell;
  const auto status = [&](std::string_view target, std::string_view type, std::string_view body) {
    std::vector<HeaderField> fields{{"x-api-key", "acme-key"}};
    if (!type.empty()) fields.push_back({"Content-Type", type});
    return shell.send("POST", target, fields, body).status;
  };
  for (const auto* good : {"application/json", "Application/JSON; charset=UTF-8", "application/json;charset=\"utf-8\"",
                           "application/json ;"}) {
    CAPTURE(good);
    CHECK(status("/v1/employees", good, "{}") == 200);
  }
  for (const auto* bad : {"", "text/plain", "application/jsonx", "application/json; charset=latin1", "application/xml",
                          "application/json; x=y", "application/problem+json"}) {
    CAPTURE(bad);
    CHECK(status("/v1/employees", bad, "{}") == 415);
  }
  CHECK(status("/v1/employees", "", "") == 415);
  CHECK(status("/v1/employees", "application/json", "") == 200);  // the codec refuses it
  CHECK(status("/v1/questions/search", "", "") == 200);
  CHECK(status("/v1/questions/search", "text/plain", "x") == 415);
  CHECK(status("/v1/employees/a/departments/b", "text/plain", "ignored") == 200);
}

TEST_CASE("request ids are echoed or made") {
  Shell shell;
  const auto id = [&](std::string_view sent) {
    return std::string(shell.send("GET", "/health", {{"X-Request-Id", sent}}).header("X-Request-Id"));
  };
  CHECK(id("abc-1.2 ~") == "abc-1.2 ~");
  CHECK(id(std::string(128, 'x')) == std::string(128, 'x'));
  for (const std::string& junk : {std::string(129, 'x'), std::string(), std::string("a\tb"), std::string("\xC3\xA1")}) {
    CHECK(org::Uuid::parse(id(junk)));
  }
  const std::string first(shell.send("GET", "/nope", {}).header("X-Request-Id"));
  CHECK(org::Uuid::parse(first));
  CHECK(first != shell.send("GET", "/nope", {}).header("X-Request-Id"));
}

TEST_CASE("the rate limit comes before keys and paths and answers with a text of its own") {
  Shell shell(2, {*Cidr::parse("10.0.0.0/8")});
  CHECK(shell.send("GET", "/v1/employees", {}).status == 401);
  CHECK(shell.send("GET", "/nope", {}).status == 404);
  const Response refused = shell.send("GET", "/v1/employees");
  CHECK(refused.status == 403);
  CHECK(refused.content_type == "text/plain");
  CHECK(refused.body.find('{') == std::string::npos);
  CHECK_FALSE(refused.header("X-Request-Id").empty());
  CHECK(shell.send("GET", "/health", {{"X-Forwarded-For", "9.9.9.9"}}).status == 403);  // forged: the peer is no proxy
  CHECK(shell.send("GET", "/health", {}, "", "203.0.113.2").status == 200);
  for (int i = 0; i < 2; ++i)
    CHECK(shell.send("GET", "/health", {{"x-forwarded-for", "8.8.8.8"}}, "", "10.0.0.1").status == 200);
  CHECK(shell.send("GET", "/health", {{"x-forwarded-for", "1.1.1.1"}, {"x-forwarded-for", "8.8.8.8"}}, "", "10.0.0.1")
            .status == 403);
  CHECK(shell.send("GET", "/health", {{"x-forwarded-for", "8.8.8.9"}}, "", "10.0.0.1").status == 200);
}

TEST_CASE("exceptions become 500 without their text") {
  Shell shell;
  for (const auto* path : {"/throws", "/throws-int"}) {
    const Response response = shell.send("GET", path);
    CHECK(response.status == 500);
    CHECK(response.body == R"({"statusCode":500,"message":"Internal server error","error":"Internal Server Error"})");
  }
}

TEST_CASE("errors of the domain have their statuses and bodies") {
  CHECK(error_response(org::Error{org::ErrorKind::invalid, {"a", "b \"c\""}}).body ==
        R"({"statusCode":400,"message":["a","b \"c\""],"error":"Bad Request"})");
  CHECK(error_response(org::not_found("Question", "7")).body ==
        R"({"statusCode":404,"message":"Question 7 not found","error":"Not Found"})");
  CHECK(error_response(org::conflict("x")).body == R"({"statusCode":409,"message":"x","error":"Conflict"})");
  CHECK(error_response(org::Error{org::ErrorKind::unavailable, {"x"}}).status == 503);
}

TEST_CASE("JSON strings are valid whatever the bytes") {
  CHECK(json_string("a\"\\\n\t\x01\x7F") == R"("a\"\\\n\t\u0001\u007f")");
  CHECK(json_string(std::string_view("\0", 1)) == R"("\u0000")");
  CHECK(json_string("\xC3\xA1\xE2\x82\xAC\xF0\x9F\x98\x80") == "\"\xC3\xA1\xE2\x82\xAC\xF0\x9F\x98\x80\"");
  const std::string bad = "\xEF\xBF\xBD";
  CHECK(json_string("\xC3") == '"' + bad + '"');
  CHECK(json_string("\xC0\xAF") == '"' + bad + bad + '"');
  CHECK(json_string("\xED\xA0\x80") == '"' + bad + bad + bad + '"');
  CHECK(json_string("\xF5x") == '"' + bad + "x\"");
  CHECK(json_string("\xE2\x82") == '"' + bad + bad + '"');
}

TEST_CASE("log lines are whole JSON objects and nobody can forge one") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const Log log(LogLevel::info, ends[1]);
  log.debug("not written");
  log.warn("hello", {{"text", "a\n{\"level\":\"error\"}"}, {"n", 42}, {"flag", true}, {"ratio", 0.5}});
  ::close(ends[1]);
  std::string out(4096, '\0');
  out.resize(static_cast<std::size_t>(::read(ends[0], out.data(), out.size())));
  ::close(ends[0]);
  CHECK(out.starts_with("{\"time\":\"2"));
  CHECK(out.ends_with(
      R"(,"level":"warn","message":"hello","text":"a\n{\"level\":\"error\"}","n":42,"flag":true,"ratio":0.5})"
      "\n"));
  CHECK(std::count(out.begin(), out.end(), '\n') == 1);
  CHECK(parse_log_level("debug") == LogLevel::debug);
  CHECK_FALSE(parse_log_level("loud"));
}
