// Values that take one column: lists and small structures as JSON, by the interface's own field names.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "server/codec/reader.hpp"
#include "server/codec/writer.hpp"

namespace parlance::server::storage {

// Unset and empty values are NULL, so that the common row has nothing to parse.
template <class T>
std::optional<std::string> pack(const T& value) {
  std::string text;
  codec::detail::write_value(text, value);
  return text;
}
template <class T>
std::optional<std::string> pack(const std::optional<T>& value) {
  if (!value) return std::nullopt;
  return pack(*value);
}
template <class T>
std::optional<std::string> pack_list(const std::vector<T>& values) {
  if (values.empty()) return std::nullopt;
  return pack(values);
}

template <class T>
T unpack(std::string_view text) {
  // Reads its own document: a request's may be in use further up the stack.
  thread_local codec::JsonDocument document;
  T value{};
  org::Problems problems;
  if (document.parse(text)) throw std::runtime_error("a stored value is not readable");
  codec::detail::read_value(document.root(), value, problems, codec::Path{});
  if (!problems.empty()) throw std::runtime_error("a stored value is not readable: " + problems.messages().front());
  return value;
}

}  // namespace parlance::server::storage
