#include "server/http/reactor.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <system_error>

namespace parlance::server::http {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t read_size = 64 * 1024;
constexpr int discards_a_turn = 16;
// With the buffers full, connections that hold more than this are turned away; small requests are still served.
constexpr std::size_t held_unasked_max = 1024;
// Beyond the cap so many connections are still told why they are refused; further ones are just closed.
constexpr std::size_t refused_at_once_max = 48;
constexpr unsigned waiting_per_processor = 2;
constexpr milliseconds sweep_interval{250};
constexpr milliseconds drain_interval{20};
constexpr milliseconds drain_linger{300};

#if defined(__SANITIZE_THREAD__)
}  // namespace
extern "C" void AnnotateIgnoreReadsBegin(const char* file, int line);
extern "C" void AnnotateIgnoreReadsEnd(const char* file, int line);
namespace {
#endif

// The call that arms a connection returns to this thread when another may already have got its event and be closing the
// descriptor. That is fine: the kernel holds on to the file for the length of the call. The thread sanitizer, which
// takes the call for a read of the descriptor until its end, is told to look away.
bool arm(int epoll, int operation, int descriptor, epoll_event& event) {
#if defined(__SANITIZE_THREAD__)
  AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
#endif
  const int result = ::epoll_ctl(epoll, operation, descriptor, &event);
#if defined(__SANITIZE_THREAD__)
  AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
#endif
  return result == 0;
}

SteadyTime now() {
  return std::chrono::steady_clock::now();
}

IpAddress peer_of(int descriptor) {
  sockaddr_storage storage{};
  socklen_t size = sizeof storage;
  IpAddress out;
  if (::getpeername(descriptor, reinterpret_cast<sockaddr*>(&storage), &size) != 0) return out;
  if (storage.ss_family == AF_INET) {
    sockaddr_in v4;
    std::memcpy(&v4, &storage, sizeof v4);
    out.bytes[10] = out.bytes[11] = 0xFF;
    std::memcpy(out.bytes.data() + 12, &v4.sin_addr, 4);
  } else if (storage.ss_family == AF_INET6) {
    sockaddr_in6 v6;
    std::memcpy(&v6, &storage, sizeof v6);
    std::memcpy(out.bytes.data(), &v6.sin6_addr, 16);
  }
  return out;
}

}  // namespace

// What a worker needs while it owns a connection, so that the connections themselves need nothing.
struct Reactor::Workspace {
  std::unique_ptr<char[]> buffer = std::make_unique<char[]>(read_size);
  Head head{};
};

Reactor::Reactor(const ConnectionLimits& limits, const FramingLimits& framing, unsigned threads, Responder& responder)
    : limits_(limits),
      framing_(framing),
      responder_(responder),
      crew_(waiting_per_processor * std::max(1U, std::thread::hardware_concurrency())) {
  epoll_ = ::epoll_create1(EPOLL_CLOEXEC);
  wake_ = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.ptr = nullptr;
  if (epoll_ < 0 || wake_ < 0 || ::epoll_ctl(epoll_, EPOLL_CTL_ADD, wake_, &event) != 0) {
    const int error = errno;
    if (epoll_ >= 0) ::close(epoll_);
    if (wake_ >= 0) ::close(wake_);
    throw std::system_error(error, std::generic_category(), "cannot wait for connections");
  }
  running_ = std::max(1U, threads);
  try {
    for (unsigned i = 0; i < std::max(1U, threads); ++i) workers_.emplace_back([this] { work(); });
    sweeper_ = std::thread([this] { sweep(); });
  } catch (...) {
    stop_workers();
    for (std::thread& worker : workers_) worker.join();
    ::close(epoll_);
    ::close(wake_);
    throw;
  }
}

Reactor::~Reactor() {
  stop_workers();
  for (std::thread& worker : workers_) worker.join();
  sweeper_.join();
  ::close(epoll_);
  ::close(wake_);
}

void Reactor::stop_workers() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  crew_.dismiss();
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(wake_, &one, sizeof one);
}

void Reactor::adopt(int descriptor) {
  Connection* connection = nullptr;
  bool refused = false;
  {
    const std::lock_guard lock(mutex_);
    if (draining_.load(std::memory_order_relaxed) ||
        registry_.size() >= limits_.connections_max + refused_at_once_max) {
      ::close(descriptor);
      return;
    }
    refused = registry_.size() >= limits_.connections_max;
    connection = &registry_.emplace_back(descriptor, peer_of(descriptor), framing_);
    connection->position = std::prev(registry_.end());
    if (registry_.size() == 1) changed_.notify_all();  // the sweeper sleeps while there is nothing to sweep
  }
  open_.fetch_add(1, std::memory_order_relaxed);
  Wait wait = Wait::readable;
  if (refused) {
    refuse(*connection, 503, "The server has too many connections");
    wait = connection->flush() ? after_output(*connection) : Wait::writable;
  }
  if (wait == Wait::nothing) {
    close(*connection);
  } else {
    if (!refused) enter(*connection, Connection::Phase::idle, 0);
    park(*connection, wait, EPOLL_CTL_ADD);
  }
}

void Reactor::work() {
  Workspace workspace;
  for (;;) {
    epoll_event event{};
    crew_.enter();
    const int events = ::epoll_wait(epoll_, &event, 1, -1);
    crew_.leave();
    if (events != 1) continue;  // EINTR
    if (event.data.ptr == nullptr) break;
    serve(*static_cast<Connection*>(event.data.ptr), workspace);
  }
  const std::lock_guard lock(mutex_);
  --running_;
  changed_.notify_all();
}

void Reactor::serve(Connection& connection, Workspace& workspace) {
  const Wait wait = connection.claim() ? run(connection, workspace) : Wait::nothing;
  if (wait == Wait::nothing || connection.failed()) {
    close(connection);
  } else {
    account(connection);
    park(connection, wait, EPOLL_CTL_MOD);
  }
}

Reactor::Wait Reactor::run(Connection& connection, Workspace& workspace) {
  if (connection.phase == Connection::Phase::lingering) return discard(connection, workspace);
  if (connection.phase == Connection::Phase::writing) {
    if (!connection.flush()) return Wait::writable;
    const Wait wait = after_output(connection);
    if (wait == Wait::nothing || connection.closes) return wait;
    // Requests that came while the answer was waiting.
    if (!connection.input.empty()) {
      const Wait next = take_input(connection, workspace, {});
      if (next != Wait::readable || connection.phase == Connection::Phase::lingering) return next;
    }
  }
  for (;;) {
    const ssize_t received = ::recv(connection.descriptor(), workspace.buffer.get(), read_size, MSG_DONTWAIT);
    if (received < 0 && errno == EINTR) continue;
    if (received < 0) return errno == EAGAIN ? Wait::readable : Wait::nothing;
    if (received == 0) return Wait::nothing;
    const auto size = static_cast<std::size_t>(received);
    // Less than there was room for: the socket is empty, or the next event comes at once.
    const Wait wait = take_input(connection, workspace, {workspace.buffer.get(), size});
    if (wait != Wait::readable || connection.phase == Connection::Phase::lingering || size < read_size) return wait;
  }
}

// Adds fresh bytes to those the connection has and answers every request that is complete.
Reactor::Wait Reactor::take_input(Connection& connection, Workspace& workspace, std::string_view fresh) {
  const bool copied = !connection.input.empty();
  if (copied) connection.input.append(fresh);
  if (connection.phase == Connection::Phase::body) connection.phase_bytes += fresh.size();
  const std::string_view input = copied ? std::string_view(connection.input) : fresh;
  const std::size_t consumed = answer_requests(connection, workspace, input);
  if (!copied) {
    connection.input.assign(fresh.substr(consumed));
  } else if (consumed == connection.input.size()) {
    release(connection.input);  // an idle connection keeps no buffer
  } else {
    connection.input.erase(0, consumed);
    if (connection.input.capacity() / 4 > std::max(connection.input.size(), read_size))
      connection.input.shrink_to_fit();
  }

  if (!connection.closes) {
    account(connection);
    if (buffered_bytes() > limits_.buffered_bytes_max && connection.charged > held_unasked_max) {
      if (connection.has_output()) return Wait::nothing;
      refuse(connection, 503, "The server has no room for this request now");
    }
  }
  if (connection.has_output()) {
    enter(connection, Connection::Phase::writing, connection.bytes_sent());
    return Wait::writable;
  }
  return after_output(connection);
}

// Returns how many bytes of `input` were consumed.
std::size_t Reactor::answer_requests(Connection& connection, Workspace& workspace, std::string_view input) {
  using Progress = Framing::Progress;
  Framing& framing = connection.framing;
  std::size_t offset = 0;
  // A client that does not take its answers gets no further ones for now.
  while (offset < input.size() && !connection.has_output() && !connection.failed()) {
    const Progress progress = framing.advance(input.substr(offset), workspace.head);
    offset += framing.discardable();
    if (progress == Progress::complete) {
      const bool keep_alive = responder_.respond(connection, workspace.head, framing.body(), framing.keeps_alive());
      connection.closes = !keep_alive;
      // Bytes that come after the last request must not reset the connection before the answer is read.
      connection.lingers = framing.keeps_alive() || offset < input.size();
      framing.reset();
      connection.continue_sent = false;
      enter(connection, Connection::Phase::idle, 0);
      if (!keep_alive) return input.size();
    } else if (progress == Progress::refused) {
      refuse(connection, framing.refusal().status, framing.refusal().message);
      return input.size();
    } else if (progress == Progress::body) {
      if (connection.phase != Connection::Phase::body) enter(connection, Connection::Phase::body, 0);
      if (framing.expects_continue() && !connection.continue_sent) {
        connection.continue_sent = true;
        connection.write("HTTP/1.1 100 Continue\r\n\r\n");
      }
      return offset;
    } else {
      if (connection.phase != Connection::Phase::head) enter(connection, Connection::Phase::head, 0);
      return offset;
    }
  }
  return offset;
}

void Reactor::refuse(Connection& connection, int status, std::string_view message) {
  connection.closes = true;
  connection.lingers = true;
  release(connection.input);
  responder_.refuse(connection, status, message);
  if (connection.has_output()) enter(connection, Connection::Phase::writing, connection.bytes_sent());
}

// Where a connection goes when it has nothing to send (any more).
Reactor::Wait Reactor::after_output(Connection& connection) {
  if (connection.failed()) return Wait::nothing;
  if (!connection.closes) {
    if (connection.phase == Connection::Phase::writing) enter(connection, Connection::Phase::idle, 0);
    return Wait::readable;
  }
  if (!connection.lingers) return Wait::nothing;
  // Closing a socket with unread input resets the connection, which can destroy the answer on its way: say that nothing
  // more comes, and read until the client has closed too.
  ::shutdown(connection.descriptor(), SHUT_WR);
  enter(connection, Connection::Phase::lingering, 0);
  return Wait::readable;
}

Reactor::Wait Reactor::discard(Connection& connection, Workspace& workspace) {
  for (int turn = 0; turn < discards_a_turn; ++turn) {
    const ssize_t received = ::recv(connection.descriptor(), workspace.buffer.get(), read_size, MSG_DONTWAIT);
    if (received == 0) return Wait::nothing;
    if (received < 0 && errno == EAGAIN) return Wait::readable;
    if (received < 0 && errno != EINTR) return Wait::nothing;
  }
  return Wait::readable;
}

void Reactor::enter(Connection& connection, Connection::Phase phase, std::uint64_t bytes) {
  connection.phase = phase;
  connection.phase_start = now();
  connection.phase_bytes = bytes;
}

SteadyTime Reactor::deadline_of(const Connection& connection, SteadyTime now) const {
  const auto transfer = [&](std::uint64_t moved) {
    const auto earned = std::chrono::seconds(moved / std::max<std::size_t>(1, limits_.transfer_bytes_per_second));
    return std::min(connection.phase_start + limits_.transfer + earned, now + limits_.stall);
  };
  switch (connection.phase) {
    case Connection::Phase::idle:
      return connection.phase_start + limits_.idle;
    case Connection::Phase::head:
      return connection.phase_start + limits_.head;
    case Connection::Phase::body:
      return transfer(connection.phase_bytes);
    case Connection::Phase::writing:
      return transfer(connection.bytes_sent() - connection.phase_bytes);
    case Connection::Phase::lingering:
      break;
  }
  return connection.phase_start + (draining_.load(std::memory_order_relaxed) ? drain_linger : limits_.linger);
}

// The last thing a worker does with a connection: once it is armed, another may own it, or have closed it.
void Reactor::park(Connection& connection, Wait wait, int operation) {
  epoll_event event{};
  event.events = EPOLLONESHOT | (wait == Wait::writable ? EPOLLOUT : EPOLLIN);
  event.data.ptr = &connection;
  const int descriptor = connection.descriptor();
  connection.park(connection.phase, deadline_of(connection, now()));
  if (!arm(epoll_, operation, descriptor, event)) close(connection);
}

void Reactor::account(Connection& connection) {
  const std::size_t held = connection.held_bytes();
  // Wraps round for a decrease, which adds up all the same.
  if (held != connection.charged) buffered_.fetch_add(held - connection.charged, std::memory_order_relaxed);
  connection.charged = held;
}

void Reactor::close(Connection& connection) {
  buffered_.fetch_sub(connection.charged, std::memory_order_relaxed);
  std::list<Connection> closed;
  {
    const std::lock_guard lock(mutex_);
    closed.splice(closed.end(), registry_, connection.position);
    if (registry_.empty()) changed_.notify_all();
  }
  open_.fetch_sub(1, std::memory_order_relaxed);
}

void Reactor::sweep() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    if (registry_.empty()) {
      changed_.wait(lock);
    } else {
      changed_.wait_for(lock, draining_ ? drain_interval : sweep_interval);
      sweep_once(now());
    }
  }
}

void Reactor::sweep_once(SteadyTime time) {
  for (Connection& connection : registry_) {
    if (connection.expire(time)) {
      ::shutdown(connection.descriptor(), SHUT_RDWR);
    } else if (draining_.load(std::memory_order_relaxed) && connection.is_parked_idle()) {
      // Only the reading side: a request that has reached this machine is still read, and answered.
      ::shutdown(connection.descriptor(), SHUT_RD);
    }
  }
}

bool Reactor::drain(std::chrono::milliseconds limit) {
  const SteadyTime deadline = now() + limit;
  std::unique_lock lock(mutex_);
  draining_ = true;
  changed_.notify_all();
  if (!changed_.wait_until(lock, deadline, [this] { return registry_.empty(); })) {
    for (Connection& connection : registry_) ::shutdown(connection.descriptor(), SHUT_RDWR);
    changed_.wait_for(lock, milliseconds(500), [this] { return registry_.empty(); });
  }
  lock.unlock();
  stop_workers();
  lock.lock();
  return changed_.wait_for(lock, milliseconds(500), [this] { return running_ == 0; });
}

}  // namespace parlance::server::http
