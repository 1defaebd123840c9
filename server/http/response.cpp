#include "server/http/response.hpp"

#include "server/http/request.hpp"

namespace parlance::server::http {

void Response::set_header(std::string_view name, std::string_view value) {
  for (auto& [known, text] : headers) {
    if (equals_ignoring_case(known, name)) {
      text = value;
      return;
    }
  }
  headers.emplace_back(name, value);
}

std::string_view Response::header(std::string_view name) const {
  for (const auto& [known, text] : headers)
    if (equals_ignoring_case(known, name)) return text;
  return {};
}

}  // namespace parlance::server::http
