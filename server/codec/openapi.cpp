#include "server/codec/openapi.hpp"

#include <algorithm>
#include <stdexcept>

namespace parlance::server::codec {
namespace {

std::string quoted(std::string_view text) {
  std::string out;
  write_text(out, text);
  return out;
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) { return static_cast<char>(c | 0x20); });
  return out;
}

std::string parameter(std::string_view in, std::string_view name, bool required, const std::string& schema,
                      std::string_view doc) {
  std::string out = "{\"name\":" + quoted(name) + ",\"in\":\"" + std::string(in) + "\"";
  if (required) out += ",\"required\":true";
  if (!doc.empty()) out += ",\"description\":" + quoted(doc);
  return out + ",\"schema\":" + schema + "}";
}

// Names of the responses that every document has.
std::string_view error_name(int status) {
  switch (status) {
    case 400:
      return "BadRequest";
    case 401:
      return "Unauthorized";
    case 403:
      return "RateLimited";
    case 404:
      return "NotFound";
    case 409:
      return "Conflict";
    default:
      throw std::logic_error("no documented error " + std::to_string(status));
  }
}

constexpr std::string_view error_components =
    R"("Error":{"type":"object","properties":{"statusCode":{"type":"integer"},"message":{"anyOf":[{"type":"string"},)"
    R"({"type":"array","items":{"type":"string"}}],"description":"A list for validation errors, one string per invalid field."},)"
    R"("error":{"type":"string","description":"The HTTP reason phrase."}},"required":["statusCode","message","error"]})";

std::string error_response(std::string_view name, std::string_view doc) {
  return quoted(name) + ":{\"description\":" + quoted(doc) +
         R"(,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Error"}}}})";
}

}  // namespace

void OpenApi::add(const OperationDoc& op) {
  std::string parameters;
  const auto add_parameter = [&](const std::string& text) { parameters += (parameters.empty() ? "" : ",") + text; };
  for (std::size_t at = op.pattern.find('{'); at != std::string_view::npos; at = op.pattern.find('{', at + 1)) {
    const auto name = op.pattern.substr(at + 1, op.pattern.find('}', at) - at - 1);
    add_parameter(
        parameter("path", name, true, R"({"type":"string"})", name == "departmentId" ? "UUID or DEP- key." : "UUID."));
  }
  for (const QueryDoc& query : op.query) {
    add_parameter(parameter("query", query.name, false, "{\"type\":\"" + std::string(query.type) + "\"}", query.doc));
  }
  if (op.idempotency_key) {
    add_parameter(parameter("header", "Idempotency-Key", false, R"({"type":"string","maxLength":255})",
                            "The same key and body within 24 hours get the first response again."));
  }
  std::string text =
      "{\"operationId\":" + quoted(op.id) + ",\"tags\":[" + quoted(op.tag) + "],\"summary\":" + quoted(op.summary);
  if (!parameters.empty()) text += ",\"parameters\":[" + parameters + "]";
  if (op.request) {
    text += R"(,"requestBody":{"required":true,"content":{"application/json":{"schema":)" + *op.request + "}}}";
  }
  text += ",\"responses\":{\"" + std::to_string(op.status) + "\":{\"description\":" + quoted(op.summary);
  if (op.response) text += ",\"content\":{\"application/json\":{\"schema\":" + *op.response + "}}";
  text += '}';
  for (const int error : op.errors) {
    text += ",\"" + std::to_string(error) + "\":{\"$ref\":\"#/components/responses/" + std::string(error_name(error)) +
            "\"}";
  }
  text += '}';
  if (op.is_public) text += ",\"security\":[]";
  paths_[std::string(op.pattern)][lower(op.method)] = text + "}";
}

std::string OpenApi::document(std::string_view version) const {
  std::string out = R"({"openapi":"3.1.0","info":{"title":"Parlance","version":)" + quoted(version) +
                    R"(,"description":"Audits customer conversations and runs voice-agent calls."},)"
                    R"("security":[{"apiKey":[]},{"bearer":[]}],"paths":{)";
  bool first = true;
  for (const auto& [pattern, methods] : paths_) {
    out += (first ? "" : ",") + quoted(pattern) + ":{";
    first = false;
    bool first_method = true;
    for (const auto& [method, text] : methods) {
      out += (first_method ? "" : ",") + quoted(method) + ":" + text;
      first_method = false;
    }
    out += '}';
  }
  out += R"(},"components":{"securitySchemes":{"apiKey":{"type":"apiKey","in":"header","name":"x-api-key"},)"
         R"("bearer":{"type":"http","scheme":"bearer"}},"responses":{)";
  out += error_response("BadRequest", "The body or a parameter is wrong; one message per invalid field.") + ",";
  out += error_response("Unauthorized", "No key, or one that is not valid.") + ",";
  out += error_response("NotFound", "No such resource in the organization.") + ",";
  out += error_response("Conflict", "At odds with the state of the resource.");
  out += R"(,"RateLimited":{"description":"Too many requests from this address; until the window of 5 minutes ends.",)"
         R"("content":{"text/plain":{"schema":{"type":"string"}}}}},"schemas":{)";
  out += error_components;
  for (const auto& [name, schema] : schemas_.components()) out += "," + quoted(name) + ":" + schema;
  return out + "}}}";
}

}  // namespace parlance::server::codec
