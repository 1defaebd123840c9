#include "server/http/pipeline.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <random>

#include "server/http/error_response.hpp"

namespace parlance::server::http {
namespace {

constexpr std::size_t request_id_max = 128;

bool is_request_id(std::string_view text) {
  return !text.empty() && text.size() <= request_id_max &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c <= 0x7E; });
}

// A version 4 UUID. It names a request in logs and protects nothing, so a fast generator per thread is enough.
std::string new_request_id() {
  thread_local std::mt19937_64 random{(std::uint64_t{std::random_device{}()} << 32) | std::random_device{}()};
  org::Uuid id;
  const std::uint64_t high = random();
  const std::uint64_t low = random();
  std::memcpy(id.bytes.data(), &high, 8);
  std::memcpy(id.bytes.data() + 8, &low, 8);
  id.bytes[6] = static_cast<std::uint8_t>((id.bytes[6] & 0x0F) | 0x40);
  id.bytes[8] = static_cast<std::uint8_t>((id.bytes[8] & 0x3F) | 0x80);
  return id.text();
}

// application/json, with nothing but charset=utf-8 beside it.
bool is_json(std::string_view content_type) {
  const auto trimmed = [](std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
  };
  std::size_t semicolon = content_type.find(';');
  if (!equals_ignoring_case(trimmed(content_type.substr(0, semicolon)), "application/json")) return false;
  while (semicolon != std::string_view::npos) {
    content_type.remove_prefix(semicolon + 1);
    semicolon = content_type.find(';');
    const std::string_view parameter = trimmed(content_type.substr(0, semicolon));
    if (!parameter.empty() && !equals_ignoring_case(parameter, "charset=utf-8") &&
        !equals_ignoring_case(parameter, "charset=\"utf-8\"")) {
      return false;
    }
  }
  return true;
}

bool has_acceptable_content(const Request& request, RequestBody wanted) {
  if (wanted == RequestBody::none || wanted == RequestBody::any) return true;
  if (wanted == RequestBody::optional_json && request.body.empty()) return true;
  const auto content_type = request.header("Content-Type");
  return content_type && is_json(*content_type);
}

// The key a request carries; nullopt when it carries none or two that differ.
std::optional<std::string_view> key_of(const Request& request) {
  std::optional<std::string_view> key;
  for (const HeaderField& field : request.headers) {
    std::string_view candidate = field.value;
    if (equals_ignoring_case(field.name, "Authorization")) {
      if (candidate.size() < 7 || !equals_ignoring_case(candidate.substr(0, 7), "Bearer ")) continue;
      candidate.remove_prefix(7);
      while (candidate.starts_with(' ')) candidate.remove_prefix(1);
    } else if (!equals_ignoring_case(field.name, "x-api-key")) {
      continue;
    }
    if (key && *key != candidate) return std::nullopt;
    key = candidate;
  }
  if (key && key->empty()) return std::nullopt;
  return key;
}

}  // namespace

Pipeline::Pipeline(const Router& router, Authenticator& authenticator, RateLimiter& limiter,
                   std::vector<Cidr> trusted_proxies, const Log& log, RequestMetrics& metrics)
    : router_(router),
      authenticator_(authenticator),
      limiter_(limiter),
      trusted_proxies_(std::move(trusted_proxies)),
      log_(log),
      metrics_(metrics) {}

Response Pipeline::handle(Request& request) {
  const auto start = std::chrono::steady_clock::now();
  const auto sent_id = request.header("X-Request-Id");
  request.request_id = sent_id && is_request_id(*sent_id) ? *sent_id : request.keep(new_request_id());
  Response response;
  const Route* route = nullptr;
  try {
    response = answer(request, route);
  } catch (const std::exception& error) {
    log_.error("request failed", {{"method", request.method},
                                  {"path", request.path},
                                  {"request_id", request.request_id},
                                  {"reason", error.what()}});
    response = error_response(500, "Internal server error");
  } catch (...) {
    log_.error("request failed", {{"method", request.method},
                                  {"path", request.path},
                                  {"request_id", request.request_id},
                                  {"reason", "an exception of unknown type"}});
    response = error_response(500, "Internal server error");
  }
  response.set_header("X-Request-Id", request.request_id);
  const auto elapsed = std::chrono::steady_clock::now() - start;
  metrics_.count(route, response.status, elapsed);
  const LogLevel level = response.status >= 500 ? LogLevel::error : LogLevel::debug;
  if (log_.enabled(level)) {
    log_.write(level, "request",
               {{"method", request.method},
                {"path", request.path},
                {"status", response.status},
                {"duration_us", std::chrono::duration_cast<std::chrono::microseconds>(elapsed).count()},
                {"request_id", request.request_id},
                {"client", request.client.text()},
                {"organization", request.organization.is_nil() ? std::string() : request.organization.text()}});
  }
  return response;
}

Response Pipeline::refuse(const IpAddress& peer, int status, std::string_view message) {
  const std::string id = new_request_id();
  Response response = error_response(status, message);
  response.set_header("X-Request-Id", id);
  metrics_.count(nullptr, status, {});
  if (log_.enabled(LogLevel::debug)) {
    log_.debug("refused", {{"status", status}, {"reason", message}, {"request_id", id}, {"client", peer.text()}});
  }
  return response;
}

Response Pipeline::answer(Request& request, const Route*& route) {
  request.client = trusted_proxies_.empty()
                       ? request.peer
                       : client_address(request.peer, request.joined_header("X-Forwarded-For"), trusted_proxies_);
  if (!limiter_.admit(request.client)) {
    return Response{403, "Too many requests from this address. Try again later.\n", "text/plain"};
  }
  std::string allowed;
  route = router_.find(request, allowed);
  if (!route) return unmatched(request, allowed);
  if (!route->info.is_public && !authenticate(request)) return error_response(401, "Unauthorized");
  if (!has_acceptable_content(request, route->info.body)) {
    return error_response(415, "Content-Type must be application/json");
  }
  return router_.run(*route, request);
}

Response Pipeline::unmatched(const Request& request, const std::string& allowed) const {
  if (allowed.empty()) {
    return error_response(404, "Cannot " + std::string(request.method) + " " + std::string(request.path));
  }
  Response response = error_response(405, reason_phrase(405));
  response.set_header("Allow", allowed);
  return response;
}

bool Pipeline::authenticate(Request& request) const {
  const auto key = key_of(request);
  if (!key) return false;
  const auto organization = authenticator_.authenticate(*key);
  if (!organization) return false;
  request.organization = *organization;
  return true;
}

}  // namespace parlance::server::http
