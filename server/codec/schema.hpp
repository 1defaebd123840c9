// JSON Schemas (2020-12, as OpenAPI 3.1 uses them) of described records, from the same descriptions that read and write
// them.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "parlance/org/page.hpp"
#include "server/codec/reader.hpp"
#include "server/codec/writer.hpp"

namespace parlance::server::codec {

enum class Direction {
  input,   // what is sent: required fields are those without a default, further ones are refused
  output,  // what is answered: every key is present
};

// The components of one document, by name. Not thread-safe.
class Schemas {
 public:
  // A reference to the record's component, which is made when it is new.
  template <org::Described T>
  std::string reference(Direction direction);
  // The envelope of a list of T.
  template <org::Described T>
  std::string page_reference();

  const std::map<std::string, std::string>& components() const { return components_; }

 private:
  template <class T, class Rule>
  std::string schema(const Rule& rule, Direction direction);

  std::map<std::string, std::string> components_;
};

namespace detail {

std::string reference_to(std::string_view name);
std::string text_schema(const org::Text& rule);
std::string range_schema(std::string_view type, const std::string& min, const std::string& max);
std::string array_schema(std::string element, std::size_t min, std::size_t max, bool unique);
std::string nullable(std::string schema);
std::string described(std::string schema, std::string_view doc);
std::string object_schema(const std::vector<std::pair<std::string_view, std::string>>& properties,
                          const std::vector<std::string_view>& required, bool closed);
std::string page_schema(const std::string& element);

}  // namespace detail

template <org::Described T>
std::string Schemas::reference(Direction direction) {
  const std::string name(org::Describe<T>::name);
  if (components_.emplace(name, std::string()).second) {  // entered first: records may hold themselves
    std::vector<std::pair<std::string_view, std::string>> properties;
    std::vector<std::string_view> required;
    std::apply(
        [&](const auto&... info) {
          (
              [&] {
                using Member = std::decay_t<decltype(std::declval<T>().*(info.member))>;
                properties.emplace_back(info.name, detail::described(schema<Member>(info.rule, direction), info.doc));
                if (direction == Direction::output || info.presence == org::Presence::required) {
                  required.push_back(info.name);
                }
              }(),
              ...);
        },
        org::Describe<T>::fields);
    components_[name] = detail::object_schema(properties, required, direction == Direction::input);
  }
  return detail::reference_to(name);
}

template <org::Described T>
std::string Schemas::page_reference() {
  const std::string name = std::string(org::Describe<T>::name) + "Page";
  if (!components_.count(name)) components_[name] = detail::page_schema(reference<T>(Direction::output));
  return detail::reference_to(name);
}

template <class T, class Rule>
std::string Schemas::schema(const Rule& rule, Direction direction) {
  if constexpr (detail::IsField<T>::value) {
    return schema<typename decltype(std::declval<T>().sent)::value_type>(rule, direction);
  } else if constexpr (detail::IsOptional<T>::value) {
    return detail::nullable(schema<typename T::value_type>(rule, direction));
  } else if constexpr (org::Described<T>) {
    return reference<T>(direction);
  } else if constexpr (detail::IsVector<T>::value) {
    if constexpr (requires { rule.each; }) {
      return detail::array_schema(schema<typename T::value_type>(rule.each, direction), rule.min, rule.max,
                                  rule.unique);
    } else {
      return detail::array_schema(schema<typename T::value_type>(org::NoRule{}, direction), 0, SIZE_MAX, false);
    }
  } else if constexpr (std::is_same_v<T, bool>) {
    return R"({"type":"boolean"})";
  } else if constexpr (std::is_arithmetic_v<T>) {
    constexpr std::string_view type = std::is_integral_v<T> ? "integer" : "number";
    if constexpr (requires { rule.min; }) {
      std::string min, max;
      detail::write_value(min, static_cast<T>(rule.min));
      detail::write_value(max, static_cast<T>(rule.max));
      return detail::range_schema(type, min, max);
    } else {
      return "{\"type\":\"" + std::string(type) + "\"}";
    }
  } else if constexpr (std::is_same_v<T, std::string>) {
    if constexpr (std::is_same_v<Rule, org::Text>) return detail::text_schema(rule);
    return R"({"type":"string"})";
  } else if constexpr (org::NamedEnum<T>) {
    std::string out = R"({"type":"string","enum":[)";
    bool first = true;
    for (const auto& [value, text] : org::EnumText<T>::values) {
      out += first ? "\"" : ",\"";
      out += text;
      out += '"';
      first = false;
    }
    return out + "]}";
  } else if constexpr (detail::IsId<T>::value) {
    return R"({"type":"string","format":"uuid"})";
  } else if constexpr (std::is_same_v<T, std::variant<bool, std::string>>) {
    return R"({"type":["boolean","string"]})";
  } else if constexpr (std::is_same_v<T, org::UnixMs>) {
    return detail::range_schema("integer", "0", std::to_string(org::unix_ms_max));
  } else if constexpr (std::is_same_v<T, org::UtcTime>) {
    return R"({"type":"string","format":"date-time"})";
  } else {
    return R"({"type":"string"})";  // entity keys, and ids that accept one
  }
}

}  // namespace parlance::server::codec
