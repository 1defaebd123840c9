#include "server/http/engine.hpp"

#define CPPHTTPLIB_LISTEN_BACKLOG 1024
#include <httplib.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <thread>

#include "server/http/error_response.hpp"

namespace parlance::server::http {
namespace {

// Descriptors that are not connections: files, databases, what the program opens besides.
constexpr std::size_t descriptors_reserved = 128;

// httplib accepts on a thread of its own, and what it would queue (handing the socket over) is done right there.
class InlineQueue final : public httplib::TaskQueue {
 public:
  bool enqueue(std::function<void()> task) override {
    task();
    return true;
  }
  void shutdown() override {}
};

// What httplib sees of a connection: a head to read, and somewhere to write the response.
class ResponseStream final : public httplib::Stream {
 public:
  ResponseStream(std::string_view head, Connection& connection) : head_(head), connection_(connection) {}

  bool is_readable() const override { return !head_.empty(); }
  bool wait_readable() const override { return true; }
  bool wait_writable() const override { return true; }
  ssize_t read(char* out, std::size_t size) override {
    const std::size_t taken = head_.copy(out, size);
    head_.remove_prefix(taken);
    return static_cast<ssize_t>(taken);
  }
  ssize_t write(const char* bytes, std::size_t size) override {
    connection_.write({bytes, size});
    return static_cast<ssize_t>(size);
  }
  void get_remote_ip_and_port(std::string&, int&) const override {}
  void get_local_ip_and_port(std::string&, int&) const override {}
  socket_t socket() const override { return connection_.descriptor(); }
  time_t duration() const override { return 0; }

 private:
  std::string_view head_;
  Connection& connection_;
};

// The answer that the handlers below, which httplib calls without any context of ours, are to write.
struct Answer {
  Response* response = nullptr;
  bool keep_alive = true;
  bool says_keep_alive = false;  // HTTP/1.0 closes unless told otherwise
};
thread_local Answer current_answer;

httplib::Server::HandlerResponse fill_in(const httplib::Request&, httplib::Response& out) {
  Response& response = *current_answer.response;
  out.status = response.status;
  for (const auto& [name, value] : response.headers) out.set_header(name, value);
  if (!response.body.empty()) out.set_content(std::move(response.body), response.content_type);
  return httplib::Server::HandlerResponse::Handled;
}

// httplib closes after every error and advertises its own keep-alive limits. Framing has consumed exactly one request
// whatever the answer, so there is no reason to.
void correct_headers(const httplib::Request&, httplib::Response& out) {
  out.headers.erase("Keep-Alive");
  out.headers.erase("Accept-Ranges");
  if (current_answer.keep_alive) {
    out.headers.erase("Connection");
    if (current_answer.says_keep_alive) out.set_header("Connection", "keep-alive");
  }
  if (out.status == 204 || out.status == 304) out.headers.erase("Content-Length");
}

}  // namespace

class Engine::Impl final : public httplib::Server, public Responder {
 public:
  Impl(EngineConfig config, RequestHandler& handler, const Log& log)
      : config_(std::move(config)), handler_(handler), log_(log) {
    new_task_queue = [] { return new InlineQueue; };
    set_pre_routing_handler(fill_in);
    set_post_routing_handler(correct_headers);
    set_tcp_nodelay(true);
    // Without SO_REUSEPORT, which would let a second server share the port in silence.
    set_socket_options([](socket_t socket) {
      const int on = 1;
      ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    });
    // Told before anything else can change errno.
    set_error_logger([this](const httplib::Error&, const httplib::Request*) { last_errno_ = errno; });
  }

  org::Result<std::uint16_t> bind() {
    raise_descriptor_limit();
    last_errno_ = 0;
    const bool any = config_.listen.port == 0;
    const int port = any ? bind_to_any_port(config_.listen.host)
                         : (bind_to_port(config_.listen.host, config_.listen.port) ? config_.listen.port : -1);
    if (port <= 0) {
      const std::string reason = last_errno_ != 0 ? std::strerror(last_errno_) : "the address cannot be resolved";
      return org::Error{org::ErrorKind::unavailable, {"cannot listen on " + config_.listen.text() + ": " + reason}};
    }
    config_.listen.port = static_cast<std::uint16_t>(port);
    return config_.listen.port;
  }

  void start() {
    reactor_ = std::make_unique<Reactor>(config_.limits, config_.framing, config_.threads, *this);
    accepting_ = true;
    acceptor_ = std::thread([this] {
      accept_connections();
      accepting_ = false;
    });
    wait_until_ready();
  }

  bool stop(std::chrono::milliseconds limit) {
    const std::lock_guard lock(stop_mutex_);
    if (stopped_) return drained_;
    stopped_ = true;
    stopping_ = true;
    if (acceptor_.joinable()) {
      // More than once, as httplib ignores a stop that comes while it is not listening yet.
      while (accepting_) {
        httplib::Server::stop();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
      acceptor_.join();
    } else if (const socket_t listening = svr_sock_.exchange(INVALID_SOCKET); listening != INVALID_SOCKET) {
      ::close(listening);
    }
    drained_ = !reactor_ || reactor_->drain(limit);
    return drained_;
  }

  bool respond(Connection& connection, const Head& head, std::string_view body, bool keep_alive) override {
    Request request(head.method, head.target, head.fields, body);
    request.peer = connection.peer();
    request.client = request.peer;
    Response response = handler_.handle(request);
    // Asked after the handler, which may have begun long before the drain.
    keep_alive = keep_alive && !reactor_->draining();
    write(connection, response, head.method == "HEAD", {nullptr, keep_alive, keep_alive && head.minor_version == 0});
    return keep_alive;
  }

  void refuse(Connection& connection, int status, std::string_view message) override {
    Response response = handler_.refuse(connection.peer(), status, message);
    write(connection, response, false, {nullptr, false, false});
  }

  const Reactor* reactor() const { return reactor_.get(); }

 private:
  bool process_and_close_socket(socket_t socket) override {
    reactor_->adopt(socket);
    return true;
  }

  void accept_connections() {
    // httplib gives up listening on an error of accept that it does not know (out of memory, say); a server must not.
    while (!listen_after_bind() && !stopping_) {
      log_.error("accepting connections failed; listening again", {{"reason", std::strerror(last_errno_)}});
      httplib::Server::stop();
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      while (!stopping_ && !bind_to_port(config_.listen.host, config_.listen.port)) {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
      }
      if (stopping_) return;
    }
  }

  // httplib writes the response. What it reads is a head without fields: framing has read the real one, to stricter
  // rules, and httplib must not act on fields (it decodes percent signs in their values, answers bad Accept and Range
  // fields by itself, switches to WebSocket, and waits for bodies).
  void write(Connection& connection, Response& response, bool head_only, Answer answer) {
    answer.response = &response;
    current_answer = answer;
    ResponseStream stream(head_only ? "HEAD / HTTP/1.1\r\n\r\n" : "GET / HTTP/1.1\r\n\r\n", connection);
    static const std::string no_address;
    bool closed = false;
    process_request(stream, no_address, 0, no_address, 0, !answer.keep_alive, closed,
                    [](httplib::Request& request) { request.body_consumed_ = true; });
  }

  void raise_descriptor_limit() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    if (limit.rlim_cur < limit.rlim_max) {
      const rlimit raised{limit.rlim_max, limit.rlim_max};
      if (::setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
    }
    const std::size_t room =
        limit.rlim_cur > 2 * descriptors_reserved ? limit.rlim_cur - descriptors_reserved : limit.rlim_cur / 2;
    if (room < config_.limits.connections_max) {
      log_.warn("fewer connections than configured, for lack of descriptors", {{"connections", room}});
      config_.limits.connections_max = room;
    }
  }

  EngineConfig config_;
  RequestHandler& handler_;
  const Log& log_;
  std::atomic<int> last_errno_{0};
  std::atomic<bool> stopping_{false};
  std::atomic<bool> accepting_{false};
  std::unique_ptr<Reactor> reactor_;
  std::thread acceptor_;
  std::mutex stop_mutex_;
  bool stopped_ = false;
  bool drained_ = true;
};

Engine::Engine(EngineConfig config, RequestHandler& handler, const Log& log)
    : impl_(std::make_unique<Impl>(std::move(config), handler, log)) {}

Engine::~Engine() {
  impl_->stop(std::chrono::seconds(8));
}

org::Result<std::uint16_t> Engine::bind() {
  return impl_->bind();
}
void Engine::start() {
  impl_->start();
}
bool Engine::stop(std::chrono::milliseconds limit) {
  return impl_->stop(limit);
}

std::size_t Engine::open_connections() const {
  return impl_->reactor() ? impl_->reactor()->open_connections() : 0;
}
std::size_t Engine::buffered_bytes() const {
  return impl_->reactor() ? impl_->reactor()->buffered_bytes() : 0;
}

}  // namespace parlance::server::http
