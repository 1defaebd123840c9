// Reading JSON into described records.
//
// What is reported here is what only the text shows: wrong types, missing and unknown fields, values outside an
// enumeration. Bounds are the library's to check, with the same Problems, so that every problem of a body is refused at
// once and each field is named once. The wording is class-validator's, with the path first.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "parlance/org/describe.hpp"
#include "parlance/org/secret.hpp"
#include "server/codec/json_document.hpp"

namespace parlance::server::codec {

using org::Path;
using org::Problems;

template <org::Described T>
void read(JsonValue value, T& out, Problems& problems, const Path& path = {}, std::string_view supplied = {});

namespace detail {

template <class T>
struct IsField : std::false_type {};
template <class T>
struct IsField<org::Field<T>> : std::true_type {};
template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};
template <class T>
struct IsVector : std::false_type {};
template <class T>
struct IsVector<std::vector<T>> : std::true_type {};
template <class T>
struct IsMap : std::false_type {};
template <class T>
struct IsMap<std::map<std::string, T>> : std::true_type {};
template <class T>
struct IsId : std::false_type {};
template <class Tag>
struct IsId<org::Id<Tag>> : std::true_type {};

// Values with one written form: parse(), text(), the pattern of the form, and what to say of what has another.
template <class T>
concept TextValue = requires(const T& value) {
  T::parse(std::string_view{});
  value.text();
  T::must_be;
  T::pattern;
};

// Whether the record T has a field of that name.
template <class T>
bool describes(std::string_view name) {
  return std::apply([&](const auto&... info) { return ((info.name == name) || ...); }, org::Describe<T>::fields);
}
// Contract 7.1: a PUT may carry the read-only fields of a record read before, and they are ignored. A command names
// that record as `ignored`, further names as `static constexpr std::array ignored_names`.
template <class T>
bool ignores(std::string_view name) {
  if constexpr (requires { org::Describe<T>::ignored_names; }) {
    const auto& names = org::Describe<T>::ignored_names;
    if (std::find(names.begin(), names.end(), name) != names.end()) return true;
  }
  if constexpr (requires { typename org::Describe<T>::ignored; }) {
    return describes<typename org::Describe<T>::ignored>(name);
  }
  return false;
}

void read_text(JsonValue value, std::string& out, Problems& problems, const Path& path);
void read_time(JsonValue value, org::UtcTime& out, Problems& problems, const Path& path);
void read_secret(JsonValue value, org::Secret& out, Problems& problems, const Path& path);
void read_key(JsonValue value, org::EntityKey& out, Problems& problems, const Path& path);
void unknown_field(std::string_view key, Problems& problems, const Path& path);

// Up to here, 2⁵³ - 1, a double holds every integer.
inline constexpr double safe_integer_max = 9007199254740991.0;

template <class T>
void read_value(JsonValue value, T& out, Problems& problems, const Path& path) {
  if constexpr (IsField<T>::value) {
    typename decltype(out.sent)::value_type inner{};
    read_value(value, inner, problems, path);
    out.sent = std::move(inner);
  } else if constexpr (IsOptional<T>::value) {
    if (value.is_null()) {
      out.reset();
    } else {
      read_value(value, out.emplace(), problems, path);
    }
  } else if constexpr (org::Described<T>) {
    if (value.kind() != JsonKind::object) return problems.add(path.text(), "must be an object");
    read(value, out, problems, path);
  } else if constexpr (IsVector<T>::value) {
    if (value.kind() != JsonKind::array) return problems.add(path.text(), "must be an array");
    out.clear();
    out.reserve(value.size());
    std::size_t index = 0;
    for (const JsonValue element : value) {
      read_value(element, out.emplace_back(), problems, Path{&path, {}, index++});
      if (problems.full()) return;
    }
  } else if constexpr (IsMap<T>::value) {
    if (value.kind() != JsonKind::object) return problems.add(path.text(), "must be an object");
    out.clear();
    for (const JsonValue member : value) {
      if (problems.full()) return;
      const std::string name = shown_key(member.key());
      const Path place{&path, name, 0};
      if (member.key().find('\0') != std::string_view::npos) {
        problems.add(path.text(), "must not contain NUL characters");
        return;
      }
      read_value(member, out[std::string(member.key())], problems, place);
    }
  } else if constexpr (std::is_same_v<T, bool>) {
    if (value.kind() != JsonKind::boolean) return problems.add(path.text(), "must be a boolean value");
    out = value.boolean();
  } else if constexpr (std::is_same_v<T, std::int64_t>) {
    const auto integer = value.integer();
    if (!integer) return problems.add(path.text(), "must be an integer number");
    out = *integer;
  } else if constexpr (std::is_same_v<T, double>) {
    const bool number = value.kind() == JsonKind::integer || value.kind() == JsonKind::number;
    if (!number || !std::isfinite(value.number()))
      return problems.add(path.text(), "must be a number conforming to the specified constraints");
    out = value.number();
  } else if constexpr (std::is_same_v<T, std::string>) {
    read_text(value, out, problems, path);
  } else if constexpr (org::NamedEnum<T>) {
    const auto parsed = value.kind() == JsonKind::string ? org::parse_enum<T>(value.text()) : std::nullopt;
    if (!parsed) return problems.add(path.text(), org::one_of<T>());
    out = *parsed;
  } else if constexpr (IsId<T>::value) {
    const auto id = value.kind() == JsonKind::string ? T::parse(value.text()) : std::nullopt;
    if (!id) return problems.add(path.text(), "must be a UUID");
    out = *id;
  } else if constexpr (std::is_same_v<T, org::Secret>) {
    read_secret(value, out, problems, path);
  } else if constexpr (std::is_same_v<T, org::SealedSecret>) {
    out = {};  // written as ***, which says nothing
  } else if constexpr (TextValue<T>) {
    const auto parsed = value.kind() == JsonKind::string ? T::parse(value.text()) : std::nullopt;
    if (!parsed) return problems.add(path.text(), T::must_be);
    out = *parsed;
  } else if constexpr (std::is_same_v<T, org::EntityKey>) {
    read_key(value, out, problems, path);
  } else if constexpr (std::is_same_v<T, org::DepartmentIdOrKey>) {
    auto id = value.kind() == JsonKind::string ? org::parse_department_id_or_key(value.text()) : std::nullopt;
    if (!id) return problems.add(path.text(), "must be a UUID or a DEP- key");
    out = std::move(*id);
  } else if constexpr (std::is_same_v<T, std::variant<bool, std::string>>) {
    if (value.kind() == JsonKind::boolean) {
      out = value.boolean();
    } else if (value.kind() == JsonKind::string) {
      read_text(value, out.template emplace<std::string>(), problems, path);
    } else {
      problems.add(path.text(), "must be a boolean value or a string");
    }
  } else if constexpr (std::is_same_v<T, std::variant<bool, double, std::string>>) {
    const bool number = value.kind() == JsonKind::integer || value.kind() == JsonKind::number;
    if (value.kind() == JsonKind::boolean) {
      out = value.boolean();
    } else if (value.kind() == JsonKind::string) {
      read_text(value, out.template emplace<std::string>(), problems, path);
    } else if (number && std::abs(value.number()) > safe_integer_max) {
      // A longer one would come back changed: an account number, say.
      problems.add(path.text(), "must not be a number beyond 9007199254740991; send it as a string");
    } else if (number) {
      out = value.number();
    } else {
      problems.add(path.text(), "must be a string, a number or a boolean value");
    }
  } else if constexpr (std::is_same_v<T, org::UnixMs>) {
    const auto integer = value.integer();
    if (!integer) return problems.add(path.text(), "must be an integer number");
    out.ms = *integer;
  } else if constexpr (std::is_same_v<T, org::UtcTime>) {
    read_time(value, out, problems, path);
  } else {
    static_assert(!sizeof(T), "no way to read this type");
  }
}

// Whether the value was this member's, and is read now.
template <class T, class Info>
bool read_member(JsonValue value, T& out, const Info& info, Problems& problems, const Path& path, std::uint64_t& seen,
                 std::size_t index) {
  if (value.key() != info.name) return false;
  seen |= std::uint64_t{1} << index;
  read_value(value, out.*(info.member), problems, Path{&path, info.name, 0});
  return true;
}

}  // namespace detail

// Reads an object's members in the order they were sent. `supplied` names a required field that need not be there.
template <org::Described T>
void read(JsonValue value, T& out, Problems& problems, const Path& path, std::string_view supplied) {
  static_assert(std::tuple_size_v<decltype(org::Describe<T>::fields)> <= 64);
  if (value.kind() != JsonKind::object) return problems.add(path.text(), "must be an object");
  std::uint64_t seen = 0;
  for (const JsonValue member : value) {
    if (problems.full()) return;
    const bool known = std::apply(
        [&](const auto&... info) {
          std::size_t index = 0;
          return (detail::read_member(member, out, info, problems, path, seen, index++) || ...);
        },
        org::Describe<T>::fields);
    if (!known && !detail::ignores<T>(member.key())) detail::unknown_field(member.key(), problems, path);
  }
  std::apply(
      [&](const auto&... info) {
        std::size_t index = 0;
        (
            [&] {
              const bool missing = !(seen >> index++ & 1) && info.presence == org::Presence::required;
              if (missing && info.name != supplied) {
                problems.add(Path{&path, info.name, 0}.text(), "should not be empty");
              }
            }(),
            ...);
      },
      org::Describe<T>::fields);
}

// A whole text: what is no JSON is one problem of the body. Uses a document that its thread keeps.
JsonDocument& thread_document();

template <org::Described T>
void read_text(std::string_view text, T& out, Problems& problems, std::string_view supplied = {}) {
  JsonDocument& document = thread_document();
  if (const auto wrong = document.parse(text)) {
    problems.add("", *wrong);
    document.clear();
    return;
  }
  read(document.root(), out, problems, {}, supplied);
  document.clear();  // a large body's memory is not kept until the next one
}

}  // namespace parlance::server::codec
