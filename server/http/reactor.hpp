// Reactor: many connections, few threads.
//
// Workers wait on one epoll instance, a few at a time (crew.hpp); whoever gets a readable connection owns it until it
// parks it again (one-shot events), so no connection is ever handed from thread to thread. A worker reads what is
// there, without blocking. Only a complete request keeps it: idle, slow and half-sent requests, and clients that do not
// take their answers, cost memory but no thread. A sweeper thread enforces deadlines. Internal to the engine, which
// knows how to turn requests into answers.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <list>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

#include "server/http/connection.hpp"
#include "server/http/crew.hpp"
#include "server/http/framing.hpp"

namespace parlance::server::http {

struct ConnectionLimits {
  std::size_t connections_max = 10'000;
  std::size_t buffered_bytes_max = std::size_t{256} * 1024 * 1024;  // in all connections together
  std::chrono::milliseconds idle{60'000};                           // between requests
  std::chrono::milliseconds head{10'000};             // from a request's first byte to the end of its head
  std::chrono::milliseconds transfer{30'000};         // for a body to come or an answer to go, and then ...
  std::size_t transfer_bytes_per_second = 16 * 1024;  // ... a second more for each so many bytes moved
  std::chrono::milliseconds stall{15'000};            // without a byte moved, in a body or an answer
  std::chrono::milliseconds linger{2'000};            // reading on after a last answer
};

// Writes answers with Connection::write. Called by several workers at once, each with a connection of its own.
class Responder {
 public:
  virtual ~Responder() = default;
  // A body that streams would be arranged here, once the head is known and before the body is read: false would leave
  // the body to the route. Every body is buffered for now.
  // `keep_alive`: what the client wants. Returns what the answer said.
  virtual bool respond(Connection& connection, const Head& head, std::string_view body, bool keep_alive) = 0;
  virtual void refuse(Connection& connection, int status, std::string_view message) = 0;
};

class Reactor {
 public:
  // Borrows the responder. Throws std::system_error when the system refuses a thread or a descriptor.
  Reactor(const ConnectionLimits& limits, const FramingLimits& framing, unsigned threads, Responder& responder);
  // Joins the workers; a handler that still runs is waited for.
  ~Reactor();

  // Takes an accepted socket over.
  void adopt(int descriptor);

  // Lets requests that have begun finish, within `limit`, and closes everything; then ends the workers. False when a
  // handler still runs. Nothing may be adopted any more.
  bool drain(std::chrono::milliseconds limit);

  bool draining() const noexcept { return draining_.load(std::memory_order_relaxed); }
  std::size_t open_connections() const noexcept { return open_.load(std::memory_order_relaxed); }
  std::size_t buffered_bytes() const noexcept { return buffered_.load(std::memory_order_relaxed); }

 private:
  enum class Wait { readable, writable, nothing };  // nothing: the connection ends
  struct Workspace;

  void work();
  void sweep();
  void sweep_once(SteadyTime now);
  void serve(Connection& connection, Workspace& workspace);
  Wait run(Connection& connection, Workspace& workspace);
  Wait take_input(Connection& connection, Workspace& workspace, std::string_view fresh);
  std::size_t answer_requests(Connection& connection, Workspace& workspace, std::string_view input);
  Wait after_output(Connection& connection);
  Wait discard(Connection& connection, Workspace& workspace);
  void refuse(Connection& connection, int status, std::string_view message);
  void enter(Connection& connection, Connection::Phase phase, std::uint64_t bytes);
  void park(Connection& connection, Wait wait, int operation);
  SteadyTime deadline_of(const Connection& connection, SteadyTime now) const;
  void account(Connection& connection);
  void close(Connection& connection);
  void stop_workers();

  const ConnectionLimits limits_;
  const FramingLimits framing_;
  Responder& responder_;
  Crew crew_;
  int epoll_ = -1;
  int wake_ = -1;  // readable for good once the workers are to end

  std::atomic<std::size_t> open_{0};
  std::atomic<std::size_t> buffered_{0};
  std::atomic<bool> draining_{false};

  std::mutex mutex_;  // guards what follows; a descriptor in the registry is open while it is held
  std::condition_variable changed_;
  std::list<Connection> registry_;
  unsigned running_ = 0;
  bool stopping_ = false;

  std::vector<std::thread> workers_;
  std::thread sweeper_;
};

}  // namespace parlance::server::http
