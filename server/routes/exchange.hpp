// Between HTTP and the services: reading a body into a command, writing a result as an answer.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "parlance/org/page.hpp"
#include "parlance/org/result.hpp"
#include "server/codec/json_document.hpp"
#include "server/codec/reader.hpp"
#include "server/codec/writer.hpp"
#include "server/http/error_response.hpp"
#include "server/http/query.hpp"
#include "server/http/request.hpp"
#include "server/http/response.hpp"

namespace parlance::server::routes {

// A command as it was read, and what is wrong with it so far. The service adds what only it can see and refuses with
// all of it at once.
template <class T>
struct Body {
  T command;
  org::Problems problems;
};

// `supplied` names a required field that the route itself supplies, so that it may be missing from the body.
template <org::Described T>
Body<T> read_body(const http::Request& request, std::string_view supplied = {}) {
  Body<T> body;
  codec::read_text(request.body, body.command, body.problems, supplied);
  return body;
}

inline http::Response not_found(std::string_view resource, std::string_view id) {
  return http::error_response(org::not_found(resource, id));
}

template <org::Described T>
http::Response reply(const T& record, int status = 200) {
  http::Response response;
  response.status = status;
  codec::write(response.body, record);
  return response;
}
template <org::Described T>
http::Response reply(const org::Page<T>& page) {
  http::Response response;
  codec::write(response.body, page);
  return response;
}
// An array, for the operations whose answer is no list envelope.
template <org::Described T>
http::Response reply(const std::vector<T>& records, int status = 200) {
  http::Response response;
  response.status = status;
  codec::detail::write_value(response.body, records);
  return response;
}
template <class T>
http::Response reply(const org::Result<T>& result, int status = 200) {
  if (!result) return http::error_response(result.error());
  return reply(*result, status);
}
template <class T>
http::Response reply(const org::Result<org::Page<T>>& result) {
  return result ? reply(*result) : http::error_response(result.error());
}
// Specification, Errors 4: successful delete returns 204 with no body.
inline http::Response reply(const org::Result<void>& result) {
  if (!result) return http::error_response(result.error());
  return http::Response::no_content();
}

// A page of a list that belongs to one record and is read as a whole.
template <class T>
http::Response reply_part(org::Result<std::vector<T>> result, const org::PageRequest& request) {
  if (!result) return http::error_response(result.error());
  auto& all = *result;
  org::Page<T> page;
  page.total = static_cast<std::int64_t>(all.size());
  page.page = request.page;
  page.page_size = request.page_size;
  // Pages beyond the end are empty; the bound keeps the product from overflowing.
  std::int64_t begin = request.page > page.total ? page.total : (request.page - 1) * request.page_size;
  if (request.cursor) {
    const auto cursor = org::Cursor::parse(*request.cursor);
    begin = cursor ? cursor->position : page.total;
    if (cursor) page.page = cursor->page;
  }
  begin = std::min(begin, page.total);
  const std::int64_t end = std::min(begin + request.page_size, page.total);
  page.results.assign(std::make_move_iterator(all.begin() + begin), std::make_move_iterator(all.begin() + end));
  if (end < page.total) page.next_cursor = org::Cursor{end, page.page + 1}.text();
  return reply(page);
}

}  // namespace parlance::server::routes
