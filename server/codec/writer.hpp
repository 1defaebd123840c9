// Writing described records as JSON, straight into a string.
//
// Lists are written, not built: no tree in between. Every key is present, null where a value is unset.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "parlance/org/describe.hpp"
#include "parlance/org/page.hpp"

namespace parlance::server::codec {

// Quoted and escaped. Text is valid UTF-8 wherever it came in; it passes through.
void write_text(std::string& out, std::string_view text);
void write_number(std::string& out, double value);  // the shortest text that reads back the same
void write_number(std::string& out, std::int64_t value);

template <org::Described T>
void write(std::string& out, const T& record);

namespace detail {

inline void write_value(std::string& out, bool value) {
  out += value ? "true" : "false";
}
inline void write_value(std::string& out, std::int64_t value) {
  write_number(out, value);
}
inline void write_value(std::string& out, double value) {
  write_number(out, value);
}
inline void write_value(std::string& out, const std::string& value) {
  write_text(out, value);
}
inline void write_value(std::string& out, const org::UnixMs& value) {
  write_number(out, value.ms);
}
inline void write_value(std::string& out, const org::EntityKey& value) {
  write_text(out, value.text);
}
inline void write_value(std::string& out, const org::DepartmentIdOrKey& value) {
  write_text(out, org::text_of(value));
}
inline void write_value(std::string& out, const org::UtcTime& value) {
  char text[26];
  text[0] = text[25] = '"';
  value.write_to(text + 1);
  out.append(text, sizeof text);
}
template <class Tag>
void write_value(std::string& out, const org::Id<Tag>& value) {
  char text[38];
  text[0] = text[37] = '"';
  value.value.write_to(text + 1);
  out.append(text, sizeof text);
}
template <org::NamedEnum E>
void write_value(std::string& out, const E& value) {
  out += '"';
  out += org::text_of(value);
  out += '"';
}
template <org::Described T>
void write_value(std::string& out, const T& value) {
  write(out, value);
}
template <class T>
void write_value(std::string& out, const std::optional<T>& value);
template <class T>
void write_value(std::string& out, const std::vector<T>& values);
inline void write_value(std::string& out, const std::variant<bool, std::string>& value) {
  if (const auto* flag = std::get_if<bool>(&value)) {
    write_value(out, *flag);
  } else {
    write_text(out, std::get<std::string>(value));
  }
}
template <class T>
void write_value(std::string& out, const std::optional<T>& value) {
  if (value) {
    write_value(out, *value);
  } else {
    out += "null";
  }
}
template <class T>
void write_value(std::string& out, const std::vector<T>& values) {
  out += '[';
  bool first = true;
  for (const T& value : values) {
    if (!first) out += ',';
    first = false;
    write_value(out, value);
  }
  out += ']';
}

}  // namespace detail

template <org::Described T>
void write(std::string& out, const T& record) {
  out += '{';
  std::apply(
      [&](const auto&... info) {
        bool first = true;
        (
            [&] {
              // Names are the interface's own: plain ASCII that needs no escape.
              out += first ? "\"" : ",\"";
              first = false;
              out += info.name;
              out += "\":";
              detail::write_value(out, record.*(info.member));
            }(),
            ...);
      },
      org::Describe<T>::fields);
  out += '}';
}

// Specification, List envelope: results, total, page, pageSize; and nextCursor (contract, query).
template <org::Described T>
void write(std::string& out, const org::Page<T>& page) {
  out.reserve(out.size() + 128 + page.results.size() * 512);
  out += "{\"results\":";
  detail::write_value(out, page.results);
  out += ",\"total\":";
  write_number(out, page.total);
  out += ",\"page\":";
  write_number(out, page.page);
  out += ",\"pageSize\":";
  write_number(out, page.page_size);
  out += ",\"nextCursor\":";
  detail::write_value(out, page.next_cursor);
  out += '}';
}

}  // namespace parlance::server::codec
