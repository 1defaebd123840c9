// Engine: the sockets of the HTTP shell.
//
// cpp-httplib listens, accepts and writes responses; it is an implementation detail of engine.cpp. In between,
// connections are kept by a reactor (reactor.hpp), so the number of threads bounds the requests that run at once, not
// the clients.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "parlance/org/result.hpp"
#include "server/http/address.hpp"
#include "server/http/framing.hpp"
#include "server/http/pipeline.hpp"
#include "server/http/reactor.hpp"
#include "server/log.hpp"

namespace parlance::server::http {

struct EngineConfig {
  ListenAddress listen{"127.0.0.1", 8080};
  unsigned threads = 64;  // requests that run at once
  FramingLimits framing{};
  ConnectionLimits limits{};
};

class Engine final {
 public:
  // Borrows the handler and the log for its life.
  Engine(EngineConfig config, RequestHandler& handler, const Log& log);
  // Stops, and waits for handlers that still run.
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // Takes the port; connections wait from now on. The port that was taken, or why there is none ("cannot listen on
  // 127.0.0.1:8080: Address already in use"). Raises the process's soft limit of open files to the hard one, and lowers
  // the number of connections to what that leaves.
  org::Result<std::uint16_t> bind();

  // Serves until `stop`, on threads of its own. Precondition: bind succeeded. Throws std::system_error when the system
  // refuses the threads.
  void start();

  // Drains: takes no new connections, closes idle ones, lets requests that have begun finish within `limit`; their
  // answers say "Connection: close". False when a handler still runs after that. Any thread, any number of times.
  bool stop(std::chrono::milliseconds limit = std::chrono::seconds(8));

  std::size_t open_connections() const;
  std::size_t buffered_bytes() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace parlance::server::http
