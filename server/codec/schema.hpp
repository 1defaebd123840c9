// JSON Schemas (2020-12, as OpenAPI 3.1 uses them) of described records, from the same descriptions that read and write
// them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "parlance/org/page.hpp"
#include "server/codec/reader.hpp"
#include "server/codec/writer.hpp"

namespace parlance::server::codec {

enum class Direction {
  input,   // what is sent: required fields are those without a default, further ones are refused
  output,  // what is answered: every key is present
};

namespace detail {

// One schema while it is put together.
struct Schema {
  std::vector<std::string_view> types;  // none: the keywords say it all
  std::string choices{};                // the values of an enumeration, as JSON, comma-separated
  std::string keywords{};               // further ones, as JSON, comma-separated

  Schema& add(std::string_view keyword, std::string_view json);
  Schema& allow_null();
  std::string text() const;
};

struct Property {
  std::string_view name;
  std::string schema;
  bool required;
};

void add_rule(Schema& schema, const org::Text& rule, Direction direction);
void add_items(Schema& schema, const std::string& element, std::size_t min, std::size_t max, bool unique);
std::string object_schema(const std::vector<Property>& properties, Direction direction);
std::string page_schema(const std::string& element);
std::string ignored_property();

}  // namespace detail

// The components of one document, by name. Put together by one thread.
class Schemas {
 public:
  // A reference to the record's component, which is made when it is new. Its text is final only after settle().
  template <org::Described T>
  std::string reference(Direction direction) {
    return "{" + reference_keyword<T>(direction) + "}";
  }
  // The envelope of a list of T.
  template <org::Described T>
  std::string page_reference();

  // The members of "schemas": comma-separated, in the order of their names.
  std::string components() const;
  // A record that is both sent and answered has two components, Cue and CueInput; which names there are is known only
  // when every reference was made. Settles the references in `document`.
  std::string settle(std::string_view document) const;

 private:
  using Key = std::pair<std::string, Direction>;
  struct Component {
    const void* type;  // whose it is: two records must not share a name
    std::string text;
  };

  template <class T>
  static constexpr char type_tag = 0;  // its address stands for T

  // True when the component is new and its text still to be made.
  bool enter(const Key& key, const void* type);
  static std::string keyword_of(const Key& key);  // "$ref": …
  template <class T>
  std::string reference_keyword(Direction direction);
  template <class T, class Rule>
  detail::Schema schema(const Rule& rule, Direction direction);
  template <class T>
  std::string object(Direction direction);
  template <class T, class Info>
  detail::Property property(const Info& info, const T& defaults, Direction direction);

  std::map<Key, Component> components_;
};

template <class T>
std::string Schemas::reference_keyword(Direction direction) {
  const Key key{std::string(org::Describe<T>::name), direction};
  // Entered first: a record may hold itself.
  if (enter(key, &type_tag<T>)) components_[key].text = object<T>(direction);
  return keyword_of(key);
}

template <org::Described T>
std::string Schemas::page_reference() {
  const Key key{std::string(org::Describe<T>::name) + "Page", Direction::output};
  if (enter(key, &type_tag<org::Page<T>>)) {
    components_[key].text = detail::page_schema(reference<T>(Direction::output));
  }
  return "{" + keyword_of(key) + "}";
}

template <class T>
std::string Schemas::object(Direction direction) {
  const T defaults{};
  std::vector<detail::Property> properties;
  std::apply([&](const auto&... info) { (properties.push_back(property(info, defaults, direction)), ...); },
             org::Describe<T>::fields);
  const auto add_ignored = [&](std::string_view name) {
    if (!detail::describes<T>(name)) properties.push_back({name, detail::ignored_property(), false});
  };
  if (direction == Direction::input) {
    if constexpr (requires { typename org::Describe<T>::ignored; }) {
      std::apply([&](const auto&... info) { (add_ignored(info.name), ...); },
                 org::Describe<typename org::Describe<T>::ignored>::fields);
    }
    if constexpr (requires { org::Describe<T>::ignored_names; }) {
      for (const std::string_view name : org::Describe<T>::ignored_names) add_ignored(name);
    }
  }
  return detail::object_schema(properties, direction);
}

template <class T, class Info>
detail::Property Schemas::property(const Info& info, const T& defaults, Direction direction) {
  const auto& value = defaults.*(info.member);
  using Member = std::decay_t<decltype(value)>;
  detail::Schema made = schema<Member>(info.rule, direction);
  const bool required = direction == Direction::output || info.presence == org::Presence::required;
  if constexpr (!detail::IsField<Member>::value && !detail::IsOptional<Member>::value && !org::Described<Member>) {
    if (!required) {
      std::string json;
      detail::write_value(json, value);
      made.add("default", json);
    }
  }
  if (!info.doc.empty()) {
    std::string json;
    write_text(json, info.doc);
    made.add("description", json);
  }
  return {info.name, made.text(), required};
}

template <class T, class Rule>
detail::Schema Schemas::schema(const Rule& rule, Direction direction) {
  using detail::Schema;
  if constexpr (detail::IsField<T>::value) {
    return schema<typename decltype(std::declval<T>().sent)::value_type>(rule, direction);
  } else if constexpr (detail::IsOptional<T>::value) {
    return schema<typename T::value_type>(rule, direction).allow_null();
  } else if constexpr (org::Described<T>) {
    return Schema{{}, {}, reference_keyword<T>(direction)};
  } else if constexpr (detail::IsVector<T>::value) {
    Schema made{{"array"}};
    if constexpr (requires { rule.each; }) {
      detail::add_items(made, schema<typename T::value_type>(rule.each, direction).text(), rule.min, rule.max,
                        rule.unique);
    } else {
      detail::add_items(made, schema<typename T::value_type>(org::NoRule{}, direction).text(), 0, SIZE_MAX, false);
    }
    return made;
  } else if constexpr (detail::IsMap<T>::value) {
    return Schema{{"object"}}.add("additionalProperties",
                                  schema<typename T::mapped_type>(org::NoRule{}, direction).text());
  } else if constexpr (std::is_same_v<T, bool>) {
    return Schema{{"boolean"}};
  } else if constexpr (std::is_arithmetic_v<T>) {
    Schema made{{std::is_integral_v<T> ? "integer" : "number"}};
    if constexpr (requires { rule.min; }) {
      std::string min, max;
      detail::write_value(min, static_cast<T>(rule.min));
      detail::write_value(max, static_cast<T>(rule.max));
      made.add("minimum", min).add("maximum", max);
    }
    return made;
  } else if constexpr (org::NamedEnum<T>) {
    Schema made{{"string"}};
    for (const auto& [value, text] : org::EnumText<T>::values) {
      if (!made.choices.empty()) made.choices += ',';
      write_text(made.choices, text);
    }
    return made;
  } else if constexpr (detail::IsId<T>::value) {
    return Schema{{"string"}}.add("format", "\"uuid\"");
  } else if constexpr (std::is_same_v<T, org::UnixMs>) {
    return Schema{{"integer"}}.add("minimum", "0").add("maximum", std::to_string(org::unix_ms_max));
  } else if constexpr (std::is_same_v<T, org::UtcTime>) {
    return Schema{{"string"}}.add("format", "\"date-time\"");
  } else if constexpr (std::is_same_v<T, org::Secret> || std::is_same_v<T, org::SealedSecret>) {
    return Schema{{"string"}}.add("format", "\"password\"");
  } else if constexpr (detail::TextValue<T>) {
    std::string pattern;
    write_text(pattern, T::pattern);
    return Schema{{"string"}}.add("pattern", pattern);
  } else if constexpr (std::is_same_v<T, org::EntityKey>) {
    return Schema{{"string"}}.add("pattern", R"("^(DEP|AGT)-[0-9A-Z]{8}$")");
  } else if constexpr (std::is_same_v<T, org::DepartmentIdOrKey>) {
    return Schema{{"string"}}.add("anyOf", R"([{"format":"uuid"},{"pattern":"^DEP-[0-9A-Z]{8}$"}])");
  } else {
    constexpr bool text_number_or_flag = std::is_same_v<T, std::variant<bool, double, std::string>>;
    constexpr bool text_or_flag = std::is_same_v<T, std::variant<bool, std::string>>;
    static_assert(text_number_or_flag || text_or_flag || std::is_same_v<T, std::string>, "no schema for this type");
    Schema made{{"string"}};
    if constexpr (text_or_flag) made.types = {"boolean", "string"};
    if constexpr (text_number_or_flag) made.types = {"boolean", "number", "string"};
    if constexpr (std::is_same_v<Rule, org::Text>) detail::add_rule(made, rule, direction);
    return made;
  }
}

}  // namespace parlance::server::codec
