// The OpenAPI 3.1 document, gathered operation by operation.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/codec/schema.hpp"

namespace parlance::server::codec {

struct QueryDoc {
  std::string_view name;
  std::string_view doc;
  std::string_view type = "string";
};

struct OperationDoc {
  std::string_view method;   // "POST"
  std::string_view pattern;  // "/v1/questions/{questionId}"; path parameters are taken from it
  std::string_view id;       // unique in the document
  std::string_view tag;
  std::string_view summary;
  std::vector<QueryDoc> query{};
  std::optional<std::string> request = std::nullopt;   // schema of the body
  int status = 200;                                    // on success
  std::optional<std::string> response = std::nullopt;  // schema of its body
  std::vector<int> errors{};
  bool is_public = false;
  bool idempotency_key = false;
};

// Put together by one thread.
class OpenApi {
 public:
  Schemas& schemas() { return schemas_; }
  void add(const OperationDoc& operation);
  // The same text for the same operations, whatever the order of their addition.
  std::string document(std::string_view version) const;

 private:
  Schemas schemas_;
  std::map<std::string, std::map<std::string, std::string>> paths_;  // by pattern and lower-case method
};

}  // namespace parlance::server::codec
