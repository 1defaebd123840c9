#include "server/http/error_response.hpp"

#include "server/http/json_text.hpp"

namespace parlance::server::http {
namespace {

Response finish(int status, std::string&& opened) {
  opened += R"(,"error":)";
  append_json_string(opened, reason_phrase(status));
  opened += '}';
  return Response::json(std::move(opened), status);
}

std::string open(int status) {
  return R"({"statusCode":)" + std::to_string(status) + R"(,"message":)";
}

}  // namespace

int status_of(org::ErrorKind kind) noexcept {
  switch (kind) {
    case org::ErrorKind::invalid:
      return 400;
    case org::ErrorKind::not_found:
      return 404;
    case org::ErrorKind::conflict:
      return 409;
    case org::ErrorKind::unavailable:
      return 503;
  }
  return 500;
}

std::string_view reason_phrase(int status) noexcept {
  switch (status) {
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 409:
      return "Conflict";
    case 411:
      return "Length Required";
    case 413:
      return "Payload Too Large";
    case 414:
      return "URI Too Long";
    case 415:
      return "Unsupported Media Type";
    case 416:
      return "Range Not Satisfiable";
    case 417:
      return "Expectation Failed";
    case 422:
      return "Unprocessable Entity";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 501:
      return "Not Implemented";
    case 503:
      return "Service Unavailable";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "Error";
  }
}

Response error_response(int status, std::string_view message) {
  std::string body = open(status);
  append_json_string(body, message);
  return finish(status, std::move(body));
}

Response error_response(const org::Error& error) {
  const int status = status_of(error.kind);
  if (error.kind != org::ErrorKind::invalid) {
    return error_response(status, error.messages.empty() ? reason_phrase(status) : error.messages.front());
  }
  std::string body = open(status);
  body += '[';
  for (std::size_t i = 0; i < error.messages.size(); ++i) {
    if (i) body += ',';
    append_json_string(body, error.messages[i]);
  }
  body += ']';
  return finish(status, std::move(body));
}

}  // namespace parlance::server::http
