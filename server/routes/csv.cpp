#include "server/routes/csv.hpp"

#include <stdexcept>

#include "server/codec/json_document.hpp"
#include "server/codec/writer.hpp"

namespace parlance::server::routes {
namespace {

using codec::JsonKind;
using codec::JsonValue;

void add_json(std::string& out, JsonValue value) {
  switch (value.kind()) {
    case JsonKind::null:
      out += "null";
      return;
    case JsonKind::boolean:
      out += value.boolean() ? "true" : "false";
      return;
    case JsonKind::integer:
      return codec::write_number(out, *value.integer());
    case JsonKind::number:
      return codec::write_number(out, value.number());
    case JsonKind::string:
      return codec::write_text(out, value.text());
    case JsonKind::array:
    case JsonKind::object:
      break;
  }
  const bool object = value.kind() == JsonKind::object;
  out += object ? '{' : '[';
  bool first = true;
  for (const JsonValue element : value) {
    if (!first) out += ',';
    first = false;
    if (object) {
      codec::write_text(out, element.key());
      out += ':';
    }
    add_json(out, element);
  }
  out += object ? '}' : ']';
}

void add_cell(std::string& out, std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    out += text;
    return;
  }
  out += '"';
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

// Whether a spreadsheet would calculate it. A sign before nothing but digits is a number, or a telephone's.
bool is_formula(std::string_view text) {
  if (text.empty()) return false;
  const char first = text.front();
  if (first == '=' || first == '@' || first == '\t' || first == '\r') return true;
  return (first == '+' || first == '-') && text.find_first_not_of("0123456789. ", 1) != std::string_view::npos;
}

void add_value(std::string& out, JsonValue value) {
  if (value.is_null()) return;
  std::string cell;
  if (value.kind() == JsonKind::string) {
    if (is_formula(value.text())) cell += '\'';
    cell += value.text();
  } else {
    add_json(cell, value);
  }
  add_cell(out, cell);
}

bool wants_csv(const http::Request& request) {
  return request.joined_header("Accept").find("text/csv") != std::string::npos;
}

}  // namespace

std::string csv_of(std::string_view envelope, const std::vector<std::string_view>& columns) {
  codec::JsonDocument document;
  if (document.parse(envelope)) throw std::logic_error("a list that is no JSON");
  std::string out;
  for (const std::string_view name : columns) {
    if (!out.empty()) out += ',';
    out += name;
  }
  out += "\r\n";
  const auto results = document.root().find("results");
  if (!results) throw std::logic_error("a list without results");
  for (const JsonValue record : *results) {
    bool first = true;
    for (const std::string_view name : columns) {
      if (!first) out += ',';
      first = false;
      if (const auto value = record.find(name)) add_value(out, *value);
    }
    out += "\r\n";
  }
  return out;
}

http::Handler with_csv(http::Handler list, std::vector<std::string_view> columns) {
  return [list = std::move(list), columns = std::move(columns)](http::Request& request) {
    http::Response response = list(request);
    if (response.status != 200 || !wants_csv(request)) return response;
    codec::JsonDocument document;
    if (document.parse(response.body)) throw std::logic_error("a list that is no JSON");
    if (const auto total = document.root().find("total")) {
      response.set_header("X-Total-Count", std::to_string(total->integer().value_or(0)));
    }
    if (const auto cursor = document.root().find("nextCursor"); cursor && cursor->kind() == JsonKind::string) {
      response.set_header("X-Next-Cursor", cursor->text());
    }
    response.set_header("Vary", "Accept");
    response.body = csv_of(response.body, columns);
    response.content_type = "text/csv; charset=utf-8; header=present";
    return response;
  };
}

}  // namespace parlance::server::routes
