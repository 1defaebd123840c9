// Response: what a handler answers.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::server::http {

struct Response {
  int status = 200;
  std::string body{};
  std::string content_type = "application/json";  // not sent where the body is empty
  // Beside Content-Type, Content-Length and Connection, which belong to the engine. A name or value that HTTP does not
  // allow in a header (a line break, say) is left out of the answer.
  std::vector<std::pair<std::string, std::string>> headers{};

  void set_header(std::string_view name, std::string_view value);
  // The first value; "" when there is none. Names are compared without regard to case.
  std::string_view header(std::string_view name) const;

  static Response json(std::string body, int status = 200) { return Response{status, std::move(body)}; }
  static Response no_content() { return Response{204}; }
};

}  // namespace parlance::server::http
