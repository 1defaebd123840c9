// The OpenAPI 3.1 document, gathered operation by operation.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "server/codec/schema.hpp"

namespace parlance::server::codec {

struct QueryDoc {
  std::string_view name;
  std::string_view doc;
  std::string_view type = "string";
  std::string schema{};  // the whole schema, when the type does not say enough
  bool deprecated = false;
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
  std::vector<int> errors{};                           // those that every body can meet (413, 415) are added
  bool is_public = false;
  bool idempotency_key = false;
  bool csv = false;  // the list is also there as text/csv
  std::string_view description{};
};

// Put together by one thread.
class OpenApi {
 public:
  Schemas& schemas() { return schemas_; }
  // std::logic_error for an id, or a method and pattern, that the document has already, and for an unknown error.
  void add(const OperationDoc& operation);
  // The same text for the same operations, whatever the order of their addition. `server` is the URL before the paths.
  std::string document(std::string_view version, std::string_view server = "/") const;

 private:
  Schemas schemas_;
  std::map<std::string, std::map<std::string, std::string>> paths_;  // by pattern and lower-case method
  std::set<std::string, std::less<>> ids_;
  std::set<std::string, std::less<>> tags_;
};

}  // namespace parlance::server::codec
