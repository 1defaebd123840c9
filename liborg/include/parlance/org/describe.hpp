// Descriptions of records: the names, bounds and meaning of a struct's fields, said once.
//
// A record's header specialises `Describe<T>`; from that one description the service checks bounds (`check`, below),
// and a shell can read the struct, write it and document it without a second list of fields. Nothing here knows a wire
// format.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "parlance/org/entity_key.hpp"
#include "parlance/org/id.hpp"
#include "parlance/org/patch.hpp"
#include "parlance/org/problems.hpp"
#include "parlance/org/text.hpp"
#include "parlance/org/time.hpp"

namespace parlance::org {

// ---- rules
// -------------------------------------------------------------------------------------------------------------

struct NoRule {};
struct Text {  // length in characters (code points), both ends included
  std::size_t min = 0;
  std::size_t max = SIZE_MAX;
  bool blank_allowed = false;  // with min > 0: whether white space alone counts as content
};
template <class N>
struct Range {  // both ends included
  N min;
  N max;
};
template <class Each = NoRule>
struct Items {  // a list's length, and the rule of each element
  std::size_t min = 0;
  std::size_t max = SIZE_MAX;
  bool unique = false;
  Each each{};
};

// ---- fields
// ------------------------------------------------------------------------------------------------------------

enum class Presence {
  optional,  // may be left out on input
  required,  // must be there on input
};

template <class Owner, class Member, class Rule>
struct FieldInfo {
  std::string_view name;  // as the interface calls it
  Member Owner::*member;
  Rule rule;
  Presence presence;
  std::string_view doc;  // one sentence for the reference
};

template <class Owner, class Member, class Rule = NoRule>
constexpr auto field(std::string_view name, Member Owner::*member, Rule rule = {}, std::string_view doc = {}) {
  return FieldInfo<Owner, Member, Rule>{name, member, rule, Presence::optional, doc};
}
template <class Owner, class Member, class Rule = NoRule>
constexpr auto required(std::string_view name, Member Owner::*member, Rule rule = {}, std::string_view doc = {}) {
  return FieldInfo<Owner, Member, Rule>{name, member, rule, Presence::required, doc};
}

// Specialise with:
//   static constexpr std::string_view name = "Question";          // of the schema in the reference
//   static constexpr auto fields = std::tuple{field("title", &Question::title, Text{1, 500}), ...};
//   using ignored = Question;   // input only, optional: further names of that record are read past, not refused
template <class T>
struct Describe;

template <class T>
concept Described = requires {
  Describe<T>::name;
  Describe<T>::fields;
};

// Specialise with: static constexpr std::array values = {std::pair{Kind::phone, std::string_view("phone")}, ...};
template <class E>
struct EnumText;

template <class E>
concept NamedEnum = std::is_enum_v<E> && requires {
  EnumText<E>::values;
};

template <NamedEnum E>
constexpr std::string_view text_of(E value) {
  for (const auto& [candidate, text] : EnumText<E>::values)
    if (candidate == value) return text;
  return {};
}
template <NamedEnum E>
constexpr std::optional<E> parse_enum(std::string_view text) {
  for (const auto& [candidate, name] : EnumText<E>::values)
    if (name == text) return candidate;
  return std::nullopt;
}
// "must be one of the following values: boolean, options, text"
template <NamedEnum E>
std::string one_of() {
  std::string out = "must be one of the following values: ";
  for (std::size_t i = 0; i < EnumText<E>::values.size(); ++i) {
    if (i) out += ", ";
    out += EnumText<E>::values[i].second;
  }
  return out;
}

// ---- checking bounds
// ---------------------------------------------------------------------------------------------------

// Where in a request a value stands; a chain on the stack, spelled out only when there is something to say about it.
struct Path {
  const Path* parent = nullptr;
  std::string_view name{};  // of a field; empty for an element
  std::size_t index = 0;    // of an element

  std::string text() const;  // "messages.3.content"; "" for the root
};

namespace detail {

void check_text(const Path& path, std::string_view value, Text rule, Problems& problems);
void check_count(const Path& path, std::size_t count, std::size_t min, std::size_t max, Problems& problems);
std::string number_text(double value);

}  // namespace detail

template <Described T>
void check(const T& record, Problems& problems, const Path& path = {});

// One value against one rule. Types that have no bounds (bool, ids, times) accept every rule.
template <class T, class Rule>
void check_value(const Path& path, const T& value, const Rule& rule, Problems& problems) {
  if constexpr (Described<T>) {
    check(value, problems, path);
  }
  if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool> && requires { rule.min; }) {
    // NaN compares false with everything, hence the form of the test.
    if (!(value >= rule.min)) {
      problems.add(path.text(), "must not be less than " + detail::number_text(static_cast<double>(rule.min)));
    } else if (!(value <= rule.max)) {
      problems.add(path.text(), "must not be greater than " + detail::number_text(static_cast<double>(rule.max)));
    }
  }
}
template <class Rule>
void check_value(const Path& path, const UnixMs& value, const Rule&, Problems& problems) {
  check_value(path, value.ms, Range<std::int64_t>{0, unix_ms_max}, problems);
}
inline void check_value(const Path& path, const std::string& value, const Text& rule, Problems& problems) {
  detail::check_text(path, value, rule, problems);
}
inline void check_value(const Path& path, const std::variant<bool, std::string>& value, const Text& rule,
                        Problems& problems) {
  if (const auto* text = std::get_if<std::string>(&value)) detail::check_text(path, *text, rule, problems);
}
template <class T, class Rule>
void check_value(const Path& path, const std::optional<T>& value, const Rule& rule, Problems& problems);
template <class T, class Rule>
void check_value(const Path& path, const Field<T>& value, const Rule& rule, Problems& problems);

template <class T, class Each>
void check_value(const Path& path, const std::vector<T>& values, const Items<Each>& rule, Problems& problems) {
  const std::size_t before = problems.size();
  detail::check_count(path, values.size(), rule.min, rule.max, problems);
  if (problems.size() != before) return;
  for (std::size_t i = 0; i < values.size() && !problems.full(); ++i) {
    if constexpr (Described<T> || !std::is_same_v<Each, NoRule>) {
      const Path element{&path, {}, i};
      if (problems.empty() || !problems.covers(element.text())) check_value(element, values[i], rule.each, problems);
    }
    if constexpr (std::equality_comparable<T>) {
      if (!rule.unique) continue;
      // An element that could not be read holds no value that another could repeat.
      const auto unread = [&](std::size_t at) {
        return !problems.empty() && problems.covers(Path{&path, {}, at}.text());
      };
      for (std::size_t j = 0; j < i; ++j) {
        if (values[j] == values[i] && !unread(i) && !unread(j)) {
          problems.add(path.text(), "must contain unique elements");
          return;
        }
      }
    }
  }
}
template <class T, class Rule>
void check_value(const Path& path, const std::optional<T>& value, const Rule& rule, Problems& problems) {
  if (value) check_value(path, *value, rule, problems);
}
template <class T, class Rule>
void check_value(const Path& path, const Field<T>& value, const Rule& rule, Problems& problems) {
  if (value.sent) check_value(path, *value.sent, rule, problems);
}

// Every bound of a record's description; fields that have a problem already are left alone.
template <Described T>
void check(const T& record, Problems& problems, const Path& path) {
  std::apply(
      [&](const auto&... info) {
        (
            [&] {
              const Path field_path{&path, info.name, 0};
              if (!problems.empty() && problems.covers(field_path.text())) return;
              check_value(field_path, record.*(info.member), info.rule, problems);
            }(),
            ...);
      },
      Describe<T>::fields);
}

}  // namespace parlance::org
