#include "server/codec/schema.hpp"

#include <stdexcept>

namespace parlance::server::codec {
namespace {

// Ends the name of a reference to a component for input until settle() knows what it is called. Written text never
// holds this byte as it is.
constexpr char input_mark = '\x01';

// Appends `json` to a comma-separated list.
void append(std::string& list, std::string_view json) {
  if (!list.empty()) list += ',';
  list += json;
}

std::string quoted(std::string_view text) {
  std::string out;
  write_text(out, text);
  return out;
}

}  // namespace

namespace detail {

Schema& Schema::add(std::string_view keyword, std::string_view json) {
  append(keywords, quoted(keyword));
  keywords += ':';
  keywords += json;
  return *this;
}

Schema& Schema::allow_null() {
  if (types.empty()) {
    keywords = "\"anyOf\":[{" + keywords + "},{\"type\":\"null\"}]";
  } else {
    types.push_back("null");
    if (!choices.empty()) choices += ",null";
  }
  return *this;
}

std::string Schema::text() const {
  std::string list;
  for (const auto type : types) append(list, quoted(type));
  if (types.size() > 1) list = "[" + list + "]";
  std::string out;
  if (!types.empty()) append(out, "\"type\":" + list);
  if (!choices.empty()) append(out, "\"enum\":[" + choices + "]");
  if (!keywords.empty()) append(out, keywords);
  return "{" + out + "}";
}

void add_rule(Schema& schema, const org::Text& rule, Direction direction) {
  if (rule.min > 0) schema.add("minLength", std::to_string(rule.min));
  if (rule.max != SIZE_MAX) schema.add("maxLength", std::to_string(rule.max));
  // White space alone is no content.
  if (rule.min > 0 && !rule.blank_allowed && direction == Direction::input) {
    schema.add("pattern", R"("[^ \\t\\r\\n]")");
  }
}

void add_items(Schema& schema, const std::string& element, std::size_t min, std::size_t max, bool unique) {
  schema.add("items", element);
  if (min > 0) schema.add("minItems", std::to_string(min));
  if (max != SIZE_MAX) schema.add("maxItems", std::to_string(max));
  if (unique) schema.add("uniqueItems", "true");
}

std::string object_schema(const std::vector<Property>& properties, Direction direction) {
  std::string members, required;
  for (const Property& property : properties) {
    append(members, quoted(property.name) + ":" + property.schema);
    if (property.required) append(required, quoted(property.name));
  }
  Schema object{{"object"}};
  object.add("properties", "{" + members + "}");
  if (!required.empty()) object.add("required", "[" + required + "]");
  if (direction == Direction::input) object.add("additionalProperties", "false");
  return object.text();
}

std::string page_schema(const std::string& element) {
  const auto counted = [](std::string_view doc) {
    return Schema{{"integer"}}.add("minimum", "0").add("description", quoted(doc)).text();
  };
  Schema results{{"array"}};
  results.add("items", element);
  Schema cursor{{"string", "null"}};
  cursor.add("description", quoted("Send it as `cursor` for the next page; null on the last."));
  return object_schema({{"results", results.text(), true},
                        {"total", counted("Of the whole filtered list."), true},
                        {"page", counted("The page's number; the first is 1."), true},
                        {"pageSize", counted("How many results a full page has."), true},
                        {"nextCursor", cursor.text(), true}},
                       Direction::output);
}

std::string ignored_property() {
  return Schema{{}}.add("readOnly", "true").add("description", quoted("Ignored when sent.")).text();
}

}  // namespace detail

bool Schemas::enter(const Key& key, const void* type) {
  for (const Direction direction : {Direction::input, Direction::output}) {
    const auto known = components_.find({key.first, direction});
    if (known != components_.end() && known->second.type != type) {
      throw std::logic_error("two records are called " + key.first);
    }
  }
  return components_.emplace(key, Component{type, {}}).second;
}

std::string Schemas::keyword_of(const Key& key) {
  std::string out = "\"$ref\":\"#/components/schemas/" + key.first;
  if (key.second == Direction::input) out += input_mark;
  return out + "\"";
}

std::string Schemas::components() const {
  std::string out;
  for (const auto& [key, component] : components_) {
    std::string name = key.first;
    if (key.second == Direction::input) name += input_mark;
    append(out, "\"" + name + "\":" + component.text);
  }
  return settle(out);
}

std::string Schemas::settle(std::string_view document) const {
  std::string out;
  out.reserve(document.size());
  for (const char c : document) {
    if (c != input_mark) {
      out += c;
      continue;
    }
    const std::string_view done = out;
    const std::string name(done.substr(done.find_last_of("/\"") + 1));
    if (components_.count({name, Direction::output})) out += "Input";
  }
  return out;
}

}  // namespace parlance::server::codec
