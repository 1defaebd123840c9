// GET /openapi.json: the reference says what the router does, and nothing in it hangs in the air.
#include <boost/json.hpp>
#include <catch2/catch_test_macros.hpp>
#include <set>

#include "tests/support/api_client.hpp"

namespace parlance::server::testing {
namespace {

namespace json = boost::json;

void for_each_reference(const Json& value, const std::function<void(std::string_view)>& visit) {
  if (const auto* object = value.if_object()) {
    for (const auto& [key, member] : *object) {
      if (key == "$ref" && member.is_string()) visit(member.get_string());
      for_each_reference(member, visit);
    }
  } else if (const auto* array = value.if_array()) {
    for (const auto& element : *array) for_each_reference(element, visit);
  }
}

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return out;
}

}  // namespace

TEST_CASE("the reference resolves in itself and names every operation once") {
  TestServer server;
  const auto reply = server.session("").get("/openapi.json");
  REQUIRE(reply.status == 200);
  CHECK(reply.header("content-type").starts_with("application/json"));
  const Json document = reply.json();
  CHECK(reply.str("/openapi").starts_with("3."));
  int references = 0;
  for_each_reference(document, [&](std::string_view reference) {
    ++references;
    INFO(reference);
    REQUIRE(reference.starts_with("#/"));
    boost::system::error_code error;
    CHECK(document.find_pointer(reference.substr(1), error) != nullptr);
  });
  CHECK(references > 20);
  std::set<std::string> names;
  for (const auto& [path, operations] : document.at("paths").as_object()) {
    for (const auto& [method, operation] : operations.as_object()) {
      INFO(method << " " << path);
      CHECK(names.insert(std::string(operation.at("operationId").as_string())).second);
      // Every {parameter} of the path is described.
      std::size_t braces = 0, described = 0;
      for (const char c : std::string_view(path)) braces += c == '{';
      if (const auto* parameters = operation.as_object().if_contains("parameters")) {
        for (const auto& parameter : parameters->as_array()) {
          const auto* in = parameter.as_object().if_contains("in");
          described += in && *in == Json("path");
        }
      }
      CHECK(described == braces);
      bool success = false;
      for (const auto& [status, response] : operation.at("responses").as_object()) success |= status.starts_with("2");
      CHECK(success);
    }
  }
}

TEST_CASE("the reference has every operation of the interface, and the router has every one of the reference") {
  TestServer server;
  auto api = server.session();
  const Json paths = api.get("/openapi.json").at("/paths");
  // The part of the specification's endpoints, and of the contract's, that this server offers.
  const std::vector<std::pair<std::string, std::string>> operations = {
      {"get", "/health"},
      {"post", "/v1/departments"},
      {"get", "/v1/departments"},
      {"get", "/v1/departments/{departmentId}"},
      {"put", "/v1/departments/{departmentId}"},
      {"delete", "/v1/departments/{departmentId}"},
      {"post", "/v1/customers"},
      {"get", "/v1/customers"},
      {"get", "/v1/customers/{customerId}"},
      {"put", "/v1/customers/{customerId}"},
      {"delete", "/v1/customers/{customerId}"},
      {"post", "/v1/alert-types"},
      {"get", "/v1/alert-types"},
      {"get", "/v1/alert-types/{alertTypeId}"},
      {"put", "/v1/alert-types/{alertTypeId}"},
      {"delete", "/v1/alert-types/{alertTypeId}"},
      {"get", "/v1/providers/{providerId}"},
      {"put", "/v1/providers/{providerId}"},
      {"delete", "/v1/providers/{providerId}"},
      {"post", "/v1/employees"},
      {"get", "/v1/employees"},
      {"get", "/v1/employees/{employeeId}"},
      {"put", "/v1/employees/{employeeId}"},
      {"delete", "/v1/employees/{employeeId}"},
      {"get", "/v1/employees/{employeeId}/stats"},
      {"post", "/v1/employees/{employeeId}/departments/{departmentId}"},
      {"delete", "/v1/employees/{employeeId}/departments/{departmentId}"},
      {"get", "/v1/providers"},
      {"post", "/v1/providers"},
      {"post", "/v1/questionnaires"},
      {"get", "/v1/questionnaires"},
      {"get", "/v1/questionnaires/{questionnaireId}"},
      {"put", "/v1/questionnaires/{questionnaireId}"},
      {"delete", "/v1/questionnaires/{questionnaireId}"},
      {"get", "/v1/questionnaires/{questionnaireId}/questions"},
      {"post", "/v1/questionnaires/{questionnaireId}/questions"},
      {"post", "/v1/questions"},
      {"get", "/v1/questions"},
      {"get", "/v1/questions/{questionId}"},
      {"put", "/v1/questions/{questionId}"},
      {"delete", "/v1/questions/{questionId}"},
      {"get", "/v1/questions/{questionId}/stats"},
      {"post", "/v1/conversations"},
      {"get", "/v1/conversations/{conversationId}"},
      {"post", "/v1/conversations/{conversationId}/messages"},
      {"get", "/v1/conversations/{conversationId}/messages"},
      {"get", "/v1/conversations/{conversationId}/transfer-events"},
      {"post", "/v1/conversations/{conversationId}/archive"},
      {"post", "/v1/conversations/{conversationId}/reevaluate"},
      {"get", "/v1/conversations/{conversationId}/answers"},
      {"put", "/v1/conversations/{conversationId}/answers/{answerId}"},
      {"post", "/v1/tools/discounted-amount"}};
  for (const auto& [method, path] : operations) {
    INFO(method << " " << path);
    const auto* found = paths.as_object().if_contains(path);
    REQUIRE(found);
    CHECK(found->as_object().contains(method));
  }
  for (const auto& [path, methods] : paths.as_object()) {
    // What the router allows on this path is what the reference lists.
    std::set<std::string> listed, allowed;
    for (const auto& [method, operation] : methods.as_object()) listed.insert(upper(method));
    if (listed.contains("GET")) listed.insert("HEAD");
    const auto reply = api.send("PATCH", path, "{}");
    INFO(path);
    REQUIRE(reply.status == 405);
    std::string names = reply.header("allow");
    for (std::size_t at = 0; at < names.size();) {
      const std::size_t comma = std::min(names.find(", ", at), names.size());
      allowed.insert(names.substr(at, comma - at));
      at = comma + 2;
    }
    CHECK(allowed == listed);
  }
}

TEST_CASE("answers have the statuses that the reference lists") {
  TestServer server;
  auto api = server.session();
  const Json paths = api.get("/openapi.json").at("/paths");
  for (const auto& [path, methods] : paths.as_object()) {
    for (const auto& [method, operation] : methods.as_object()) {
      if (path == "/health") continue;
      INFO(method << " " << path);
      // An id that is none; a body that is wrong everywhere.
      const auto reply = api.send(upper(method), path, method == "get" || method == "delete" ? "" : "{\"x\":1}");
      CHECK(operation.at("responses").as_object().contains(std::to_string(reply.status)));
    }
  }
}

}  // namespace parlance::server::testing
