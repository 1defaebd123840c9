// Request: one HTTP request as handlers see it.
//
// Everything is a view into memory that the engine keeps until the handler has returned; whatever outlives the call
// must be copied. A request belongs to one thread.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "parlance/org/id.hpp"
#include "server/http/address.hpp"

namespace parlance::server::http {

struct HeaderField {
  std::string_view name;
  std::string_view value;  // without the white space around it
};

// ASCII only, which is all that names in HTTP need.
bool equals_ignoring_case(std::string_view left, std::string_view right) noexcept;

// "%C3%A1" becomes "á"; nullopt where a "%" is not followed by two hexadecimal digits. `plus_is_space`: the rule of
// query strings.
std::optional<std::string> percent_decode(std::string_view text, bool plus_is_space);

// name=value pairs, decoded; a pair that does not decode is kept as it was sent.
using QueryParameters = std::vector<std::pair<std::string, std::string>>;
QueryParameters parse_query(std::string_view query);

class Request {
 public:
  static constexpr std::size_t path_parameters_max = 8;

  Request() = default;
  // `target` as on the request line ("/v1/questions?page=2").
  Request(std::string_view request_method, std::string_view request_target,
          std::span<const HeaderField> header_fields = {}, std::string_view request_body = {});
  // Path parameters may point into text that the request itself keeps.
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;

  std::string_view method{};
  std::string_view target{};
  std::string_view path{};          // the target up to "?", still encoded
  std::string_view query_string{};  // what follows, without "?"
  std::span<const HeaderField> headers{};
  std::string_view body{};

  IpAddress peer{};               // the other end of the connection
  IpAddress client{};             // who sent the request: the peer, or whom a trusted proxy names
  std::string_view request_id{};  // set before anything else looks at the request
  org::OrgId organization{};      // whose key it carries; nil on public routes

  // The first such header; nullopt when there is none.
  std::optional<std::string_view> header(std::string_view name) const;
  // All of them in order, joined by ", ".
  std::string joined_header(std::string_view name) const;

  const QueryParameters& query() const;  // parsed on first use

  // By the name it has in the route's pattern ("employeeId"), decoded. Any bytes are possible; "" for an unknown name.
  std::string_view path_parameter(std::string_view name) const;

  // For the router.
  void add_path_parameter(std::string_view name, std::string_view value);
  void drop_path_parameters(std::size_t keep) noexcept { parameter_count_ = keep; }
  std::size_t path_parameter_count() const noexcept { return parameter_count_; }
  std::string_view keep(std::string text);  // holds text that path parameters point into

 private:
  std::array<std::pair<std::string_view, std::string_view>, path_parameters_max> parameters_{};
  std::size_t parameter_count_ = 0;
  std::vector<std::unique_ptr<std::string>> kept_{};
  mutable std::optional<QueryParameters> query_{};
};

}  // namespace parlance::server::http
