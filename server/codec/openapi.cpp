#include "server/codec/openapi.hpp"

#include <algorithm>
#include <stdexcept>

namespace parlance::server::codec {
namespace {

// A refusal that every operation means the same by.
struct ErrorDoc {
  int status;
  std::string_view name;
  std::string_view doc;
};
constexpr ErrorDoc error_docs[] = {
    {400, "BadRequest", "The body or a parameter is wrong; one message per invalid field."},
    {401, "Unauthorized", "No key, or one that is not valid."},
    {403, "RateLimited", "Too many requests from this address; until the window of 5 minutes ends."},
    {404, "NotFound", "No such resource in the organization."},
    {405, "MethodNotAllowed", "The path has other methods, which `Allow` lists."},
    {409, "Conflict", "At odds with the state of the resource."},
    {413, "TooLarge", "The body is larger than the server accepts."},
    {415, "UnsupportedMediaType", "The body's Content-Type is not the one this operation reads."},
    {503, "Unavailable", "Cannot be done now; the same request may succeed later."},
};

const ErrorDoc& error_doc(int status) {
  for (const ErrorDoc& doc : error_docs)
    if (doc.status == status) return doc;
  throw std::logic_error("no documented error " + std::to_string(status));
}

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

// Writes `"name":value` members with commas between them.
class Members {
 public:
  void add(std::string_view name, std::string_view value) {
    if (!text_.empty()) text_ += ',';
    write_text(text_, name);
    text_ += ':';
    text_ += value;
  }
  std::string object() const { return "{" + text_ + "}"; }

 private:
  std::string text_;
};

std::string content(std::string_view type, std::string_view schema) {
  Members media, by_type;
  media.add("schema", schema);
  by_type.add(type, media.object());
  return by_type.object();
}

std::string parameter(std::string_view in, const QueryDoc& doc) {
  Members out;
  out.add("name", quoted(doc.name));
  out.add("in", quoted(in));
  if (in == "path") out.add("required", "true");
  if (!doc.doc.empty()) out.add("description", quoted(doc.doc));
  if (doc.deprecated) out.add("deprecated", "true");
  out.add("schema", doc.schema.empty() ? "{\"type\":" + quoted(doc.type) + "}" : doc.schema);
  return out.object();
}

QueryDoc path_parameter(std::string_view name) {
  if (name == "departmentId") return {name, "UUID or `DEP-` key."};
  if (name == "agentId") return {name, "UUID or `AGT-` key."};
  if (name.ends_with("Id")) return {name, {}, {}, R"({"type":"string","format":"uuid"})"};
  return {name, {}};
}

std::string parameters(const OperationDoc& op) {
  std::string out;
  const auto add = [&](const std::string& text) { out += (out.empty() ? "" : ",") + text; };
  for (std::size_t at = op.pattern.find('{'); at != std::string_view::npos; at = op.pattern.find('{', at + 1)) {
    add(parameter("path", path_parameter(op.pattern.substr(at + 1, op.pattern.find('}', at) - at - 1))));
  }
  for (const QueryDoc& query : op.query) add(parameter("query", query));
  if (op.idempotency_key) {
    add(parameter("header", {"Idempotency-Key",
                             "The same key and body within 24 hours get the first response again.",
                             {},
                             R"({"type":"string","maxLength":255})"}));
  }
  return out;
}

std::string response_headers(const OperationDoc& op) {
  Members out;
  out.add("X-Request-Id", R"({"$ref":"#/components/headers/RequestId"})");
  if (std::any_of(op.query.begin(), op.query.end(), [](const QueryDoc& query) { return query.deprecated; })) {
    out.add("Deprecation", R"({"$ref":"#/components/headers/Deprecation"})");
  }
  return out.object();
}

std::string responses(const OperationDoc& op) {
  std::map<int, std::string> by_status;
  Members success;
  success.add("description", quoted(op.summary));
  success.add("headers", response_headers(op));
  if (op.response && !op.csv) success.add("content", content("application/json", *op.response));
  if (op.response && op.csv) {
    Members json, csv, by_type;
    json.add("schema", *op.response);
    csv.add("schema", R"({"type":"string"})");
    by_type.add("application/json", json.object());
    by_type.add("text/csv", csv.object());
    success.add("content", by_type.object());
  }
  by_status[op.status] = success.object();
  std::vector<int> errors = op.errors;
  if (op.request) errors.insert(errors.end(), {413, 415});
  for (const int status : errors) {
    by_status[status] = "{\"$ref\":\"#/components/responses/" + std::string(error_doc(status).name) + "\"}";
  }
  Members out;
  for (const auto& [status, text] : by_status) out.add(std::to_string(status), text);
  return out.object();
}

std::string error_responses() {
  Members out;
  for (const ErrorDoc& doc : error_docs) {
    Members response;
    response.add("description", quoted(doc.doc));
    response.add("headers", R"({"X-Request-Id":{"$ref":"#/components/headers/RequestId"}})");
    // Contract section 1, rate limit: a short text that is not the standard body.
    response.add("content", doc.status == 403
                                ? content("text/plain", R"({"type":"string"})")
                                : content("application/json", R"({"$ref":"#/components/schemas/Error"})"));
    out.add(doc.name, response.object());
  }
  return out.object();
}

// Specification, Errors: exactly statusCode, message, error.
constexpr std::string_view error_schema =
    R"({"type":"object","properties":{"statusCode":{"type":"integer"},"message":{"anyOf":[{"type":"string"},)"
    R"({"type":"array","items":{"type":"string"}}],"description":"A list for validation errors, one string per )"
    R"(invalid field."},"error":{"type":"string","description":"The HTTP reason phrase."}},)"
    R"("required":["statusCode","message","error"],"additionalProperties":false})";

constexpr std::string_view header_components =
    R"({"RequestId":{"description":"The request's own id, or the one given to it; the log names it.",)"
    R"("schema":{"type":"string"}},"Deprecation":{"description":"`true` when a deprecated parameter was used.",)"
    R"("schema":{"type":"string","const":"true"}}})";

}  // namespace

void OpenApi::add(const OperationDoc& op) {
  if (!ids_.emplace(op.id).second) throw std::logic_error("two operations have the id " + std::string(op.id));
  tags_.emplace(op.tag);
  Members out;
  out.add("operationId", quoted(op.id));
  out.add("tags", "[" + quoted(op.tag) + "]");
  out.add("summary", quoted(op.summary));
  if (!op.description.empty()) out.add("description", quoted(op.description));
  if (const std::string list = parameters(op); !list.empty()) out.add("parameters", "[" + list + "]");
  if (op.request) {
    Members body;
    body.add("required", "true");
    body.add("content", content("application/json", *op.request));
    out.add("requestBody", body.object());
  }
  out.add("responses", responses(op));
  if (op.is_public) out.add("security", "[]");
  if (!paths_[std::string(op.pattern)].emplace(lower(op.method), out.object()).second) {
    throw std::logic_error("two operations are " + std::string(op.method) + " " + std::string(op.pattern));
  }
}

std::string OpenApi::document(std::string_view version, std::string_view server) const {
  Members info;
  info.add("title", quoted("Parlance"));
  info.add("version", quoted(version));
  info.add("description", quoted("Audits customer conversations and runs voice-agent calls."));

  std::string tags;
  for (const auto& tag : tags_) tags += (tags.empty() ? "{\"name\":" : ",{\"name\":") + quoted(tag) + "}";

  Members paths;
  for (const auto& [pattern, methods] : paths_) {
    Members operations;
    for (const auto& [method, text] : methods) operations.add(method, text);
    paths.add(pattern, operations.object());
  }

  Members components;
  components.add("securitySchemes", R"({"apiKey":{"type":"apiKey","in":"header","name":"x-api-key"},)"
                                    R"("bearer":{"type":"http","scheme":"bearer"}})");
  components.add("headers", header_components);
  components.add("responses", error_responses());
  std::string schemas = "{\"Error\":" + std::string(error_schema);
  if (const std::string records = schemas_.components(); !records.empty()) schemas += "," + records;
  components.add("schemas", schemas + "}");

  Members out;
  out.add("openapi", quoted("3.1.0"));
  out.add("info", info.object());
  out.add("servers", "[{\"url\":" + quoted(server) + "}]");
  out.add("security", R"([{"apiKey":[]},{"bearer":[]}])");
  out.add("tags", "[" + tags + "]");
  out.add("paths", paths.object());
  out.add("components", components.object());
  return schemas_.settle(out.object());
}

}  // namespace parlance::server::codec
