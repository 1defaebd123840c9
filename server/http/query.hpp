// QueryReader: the query parameters that the interface knows.
//
// Reads parameters one by one and gathers what is wrong with them; unknown parameters are ignored. A route reads all of
// its parameters, then answers `error()` if there is one. A parameter with an empty value counts as not sent, but for
// page, pageSize, limit and cursor.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parlance/org/describe.hpp"
#include "parlance/org/id.hpp"
#include "parlance/org/page.hpp"
#include "parlance/org/problems.hpp"
#include "server/http/request.hpp"
#include "server/http/response.hpp"

namespace parlance::server::http {

enum class LegacyLimit { ignored, accepted };

class QueryReader {
 public:
  // Borrows the request.
  explicit QueryReader(const Request& request) : request_(request) {}

  // page, pageSize and cursor; `limit` stands in for pageSize where it is accepted, and pageSize wins.
  org::PageRequest page(LegacyLimit limit = LegacyLimit::ignored);

  // The first value of the name, decoded.
  std::optional<std::string_view> text(std::string_view name) const;
  std::optional<bool> boolean(std::string_view name);  // "true" or "false"
  std::optional<std::int64_t> integer(std::string_view name, std::int64_t min, std::int64_t max);
  template <org::NamedEnum E>
  std::optional<E> choice(std::string_view name);

  // A value with one written form, such as a date; a problem when it is not sent.
  template <class T>
  std::optional<T> required(std::string_view name);

  template <class Id>
  std::optional<Id> id(std::string_view name);
  std::optional<double> number(std::string_view name, double min, double max);

  // Comma lists; a name sent several times adds up. Empty when not sent.
  template <class Id>
  std::vector<Id> ids(std::string_view name);
  template <org::NamedEnum E>
  std::vector<E> choices(std::string_view name);

  // For rules between parameters.
  org::Problems& problems() noexcept { return problems_; }
  // Everything that was wrong; nullopt when nothing was.
  std::optional<org::Error> error();
  // Adds `Deprecation: true` when `limit` was accepted and sent.
  void mark_deprecations(Response& response) const;

 private:
  std::optional<std::string_view> first(std::string_view name) const;
  std::vector<std::string_view> elements(std::string_view name) const;
  std::optional<std::int64_t> bounded(std::string_view name, std::int64_t min, std::int64_t max);

  const Request& request_;
  org::Problems problems_;
  bool used_limit_ = false;
};

template <org::NamedEnum E>
std::optional<E> QueryReader::choice(std::string_view name) {
  const auto value = text(name);
  if (!value) return std::nullopt;
  const auto parsed = org::parse_enum<E>(*value);
  if (!parsed) problems_.add(std::string(name), org::one_of<E>());
  return parsed;
}

template <class T>
std::optional<T> QueryReader::required(std::string_view name) {
  const auto value = text(name);
  if (!value) {
    problems_.add(std::string(name), "should not be empty");
    return std::nullopt;
  }
  const auto parsed = T::parse(*value);
  if (!parsed) problems_.add(std::string(name), T::must_be);
  return parsed;
}

template <class Id>
std::optional<Id> QueryReader::id(std::string_view name) {
  const auto value = text(name);
  if (!value) return std::nullopt;
  const auto parsed = Id::parse(*value);
  if (!parsed) problems_.add(std::string(name), "must be a UUID");
  return parsed;
}

template <class Id>
std::vector<Id> QueryReader::ids(std::string_view name) {
  std::vector<Id> out;
  for (const std::string_view element : elements(name)) {
    if (const auto id = Id::parse(element)) {
      out.push_back(*id);
    } else {
      problems_.add_whole(std::string(name), "each value in " + std::string(name) + " must be a UUID");
      return {};
    }
  }
  return out;
}

template <org::NamedEnum E>
std::vector<E> QueryReader::choices(std::string_view name) {
  std::vector<E> out;
  for (const std::string_view element : elements(name)) {
    if (const auto value = org::parse_enum<E>(element)) {
      out.push_back(*value);
    } else {
      problems_.add_whole(std::string(name), "each value in " + std::string(name) + " " + org::one_of<E>());
      return {};
    }
  }
  return out;
}

}  // namespace parlance::server::http
