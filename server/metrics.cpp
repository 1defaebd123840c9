#include "server/metrics.hpp"

#include <unistd.h>

#include <fstream>

#include "server/http/error_response.hpp"

namespace parlance::server {
namespace {

void add(std::string& out, const char* name, const char* type, const char* help, std::int64_t value) {
  out += std::string("# HELP ") + name + " " + help + "\n# TYPE " + name + " " + type + "\n" + name + " " +
         std::to_string(value) + "\n";
}

std::int64_t resident_bytes() {
  std::int64_t all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

}  // namespace

Metrics::Metrics(http::RequestMetrics& requests, const http::Engine& api, Core& core)
    : requests_(requests), api_(api), core_(core) {}

http::Response Metrics::handle(http::Request& request) {
  if (request.path != "/metrics") return http::error_response(404, "There is only /metrics here");
  if (request.method != "GET" && request.method != "HEAD") return http::error_response(405, "Method Not Allowed");
  try {
    return {200, text(), "text/plain; version=0.0.4"};
  } catch (const std::exception&) {
    return http::error_response(500, "Internal server error");
  }
}

http::Response Metrics::refuse(const http::IpAddress&, int status, std::string_view message) {
  return http::error_response(status, message);
}

std::string Metrics::text() {
  std::string out;
  requests_.write(out);
  add(out, "parlance_http_connections", "gauge", "Open connections.",
      static_cast<std::int64_t>(api_.open_connections()));
  add(out, "parlance_http_buffered_bytes", "gauge", "Bytes of requests and answers that are under way.",
      static_cast<std::int64_t>(api_.buffered_bytes()));
  const auto backlog = core_.backlog(audit::evaluate_job);
  add(out, "parlance_evaluations_waiting", "gauge", "Evaluations that are queued or under way.", backlog.jobs);
  add(out, "parlance_evaluations_attempts_max", "gauge", "The most attempts any waiting evaluation has used.",
      backlog.attempts_max);
  add(out, "parlance_storage_commits_total", "counter", "Commits; writes that come together share one.",
      static_cast<std::int64_t>(core_.stores().transactor().commits()));
  add(out, "process_resident_memory_bytes", "gauge", "Resident memory.", resident_bytes());
  return out;
}

}  // namespace parlance::server
