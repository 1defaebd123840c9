// App: the server, put together. It owns everything and wires it; nothing else does.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "server/log.hpp"

namespace parlance::server {

// What an operator can set (contract section 6).
struct Config {
  std::string data;
  std::string listen = "127.0.0.1:8080";
  std::int64_t rate_limit = 2000;  // requests per client address and 5 minutes; 0: no limit
  std::vector<std::string> trusted_proxies;
  unsigned threads = 64;
  unsigned evaluation_threads = 1;
  std::size_t max_body = 8 << 20;
  std::string log_level = "info";
  std::string metrics_listen;  // empty: nowhere
};

class App {
 public:
  // Opens the data directory and binds the port. Throws, saying what to do, when another server has either.
  explicit App(const Config&);
  ~App();
  App(const App&) = delete;
  App& operator=(const App&) = delete;

  // Answers requests and runs jobs, on threads of its own, until `stop`.
  void start();
  // Drains: no new connections, requests in flight finish, jobs are handed back. Returns within 10 s.
  void stop();

  unsigned short port() const;          // the bound one, for --listen …:0
  unsigned short metrics_port() const;  // 0 when there is none
  const Log& log() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace parlance::server
