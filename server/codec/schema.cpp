#include "server/codec/schema.hpp"

namespace parlance::server::codec::detail {

std::string reference_to(std::string_view name) {
  return "{\"$ref\":\"#/components/schemas/" + std::string(name) + "\"}";
}

std::string text_schema(const org::Text& rule) {
  std::string out = R"({"type":"string")";
  if (rule.min > 0) out += ",\"minLength\":" + std::to_string(rule.min);
  if (rule.max != SIZE_MAX) out += ",\"maxLength\":" + std::to_string(rule.max);
  return out + "}";
}

std::string range_schema(std::string_view type, const std::string& min, const std::string& max) {
  return "{\"type\":\"" + std::string(type) + "\",\"minimum\":" + min + ",\"maximum\":" + max + "}";
}

std::string array_schema(std::string element, std::size_t min, std::size_t max, bool unique) {
  std::string out = "{\"type\":\"array\",\"items\":" + std::move(element);
  if (min > 0) out += ",\"minItems\":" + std::to_string(min);
  if (max != SIZE_MAX) out += ",\"maxItems\":" + std::to_string(max);
  if (unique) out += ",\"uniqueItems\":true";
  return out + "}";
}

std::string nullable(std::string schema) {
  return "{\"anyOf\":[" + std::move(schema) + ",{\"type\":\"null\"}]}";
}

std::string described(std::string schema, std::string_view doc) {
  if (doc.empty()) return schema;
  schema.back() = ',';
  schema += "\"description\":";
  write_text(schema, doc);
  return schema + "}";
}

std::string object_schema(const std::vector<std::pair<std::string_view, std::string>>& properties,
                          const std::vector<std::string_view>& required, bool closed) {
  std::string out = R"({"type":"object","properties":{)";
  bool first = true;
  for (const auto& [name, schema] : properties) {
    if (!first) out += ',';
    first = false;
    write_text(out, name);
    out += ":" + schema;
  }
  out += '}';
  if (!required.empty()) {
    out += ",\"required\":[";
    first = true;
    for (const auto name : required) {
      if (!first) out += ',';
      first = false;
      write_text(out, name);
    }
    out += ']';
  }
  if (closed) out += ",\"additionalProperties\":false";
  return out + "}";
}

std::string page_schema(const std::string& element) {
  return R"({"type":"object","properties":{"results":{"type":"array","items":)" + element +
         R"(},"total":{"type":"integer","description":"Of the whole filtered list."},"page":{"type":"integer"},)"
         R"("pageSize":{"type":"integer"},"nextCursor":{"anyOf":[{"type":"string"},{"type":"null"}],)"
         R"("description":"Send it as cursor for the next page; null on the last."}},)"
         R"("required":["results","total","page","pageSize","nextCursor"]})";
}

}  // namespace parlance::server::codec::detail
