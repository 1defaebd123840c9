#include "server/routes/api.hpp"

#include <memory>

namespace parlance::server::routes {

codec::OperationDoc Api::begin(const Operation& operation) {
  codec::OperationDoc doc;
  doc.method = operation.method;
  doc.pattern = operation.pattern;
  doc.id = operation.id;
  doc.tag = operation.tag;
  doc.summary = operation.summary;
  doc.status = operation.status;
  doc.query = operation.query;
  doc.is_public = operation.flags.is_public;
  return doc;
}

void Api::add_page_parameters(codec::OperationDoc& doc, bool legacy_limit) {
  const auto integer = [](std::int64_t first) {
    return R"({"type":"integer","minimum":1,"default":)" + std::to_string(first);
  };
  const std::string size = integer(org::page_size_default) + ",\"maximum\":" + std::to_string(org::page_size_max) + "}";
  doc.query.push_back({"page", "Page number.", {}, integer(org::page_first) + "}"});
  doc.query.push_back({"pageSize", "Items per page.", {}, size});
  doc.query.push_back({"cursor", "nextCursor of the page before; costs the same at any depth.", "string"});
  if (legacy_limit) doc.query.push_back({"limit", "Older name of pageSize, which wins over it.", {}, size, true});
}

void Api::finish(const Operation& operation, codec::OperationDoc doc, bool has_body, http::Handler handler) {
  const auto& flags = operation.flags;
  if (has_body || flags.bad_request || !doc.query.empty()) doc.errors.push_back(400);
  if (!flags.is_public) doc.errors.push_back(401);
  doc.errors.push_back(403);
  if (flags.not_found) doc.errors.push_back(404);
  doc.idempotency_key = operation.method == "POST" && !flags.is_public;
  if (flags.conflict || doc.idempotency_key) doc.errors.push_back(409);
  openapi_.add(doc);
  http::RouteInfo info;
  info.is_public = flags.is_public;
  info.body = has_body ? http::RequestBody::json : http::RequestBody::none;
  router_.add(std::string(operation.method), std::string(operation.pattern), std::move(info), std::move(handler));
}

void Api::add_reference(std::string_view version) {
  // Public, as /health is: it says nothing about any organization.
  const auto text = std::make_shared<const std::string>(openapi_.document(version));
  http::RouteInfo info;
  info.is_public = true;
  router_.get("/openapi.json", std::move(info), [text](http::Request&) { return http::Response::json(*text); });
}

}  // namespace parlance::server::routes
