// What a service said, as one line that reads well in a comparison and in its failure.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "parlance/org/result.hpp"

namespace parlance::test {

inline std::string_view name_of(org::ErrorKind kind) {
  switch (kind) {
    case org::ErrorKind::invalid:
      return "invalid";
    case org::ErrorKind::not_found:
      return "not found";
    case org::ErrorKind::conflict:
      return "conflict";
    case org::ErrorKind::unavailable:
      return "unavailable";
  }
  return "?";
}

// "ok", or "invalid: name should not be empty | email must be an email".
template <class T>
std::string said(const org::Result<T>& result) {
  if (result.has_value()) return "ok";
  std::string out;
  for (const auto& message : result.error().messages) {
    out += out.empty() ? std::string(name_of(result.error().kind)) + ": " : " | ";
    out += message;
  }
  return out;
}

// A step of a story that has to work for the story to go on.
template <class T>
void must(const org::Result<T>& result) {
  if (!result.has_value()) throw std::logic_error("refused, " + said(result));
}

// Problems that were only gathered.
inline std::string said(const std::vector<std::string>& messages) {
  std::string out;
  for (const auto& message : messages) out += (out.empty() ? "" : " | ") + message;
  return out;
}

}  // namespace parlance::test
