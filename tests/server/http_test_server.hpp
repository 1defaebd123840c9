// The HTTP shell on a port of its own, and a client that sends exactly the bytes it is told to.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "server/http/engine.hpp"
#include "server/http/error_response.hpp"
#include "server/http/pipeline.hpp"

namespace parlance::server::http::testing {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr int slowdown = 10;
#else
inline constexpr int slowdown = 1;
#endif

inline const org::OrgId acme = *org::OrgId::parse("0190a000-0000-7000-8000-000000000001");

struct FixedKeys final : Authenticator {
  std::map<std::string, org::OrgId, std::less<>> keys{{"acme-key", acme}};
  std::optional<org::OrgId> authenticate(std::string_view key) override {
    const auto known = keys.find(key);
    return known == keys.end() ? std::nullopt : std::optional(known->second);
  }
};

struct Reply {
  int status = 0;
  std::map<std::string, std::string> headers{};  // names in lower case
  std::string body{};

  bool has(const std::string& name) const { return headers.contains(name); }
  std::string header(const std::string& name) const { return has(name) ? headers.at(name) : ""; }
};

class Client {
 public:
  explicit Client(std::uint16_t port, int receive_buffer = 0) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    const int on = 1;
    ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (receive_buffer > 0) ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = ::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  }
  ~Client() {
    if (socket_ >= 0) ::close(socket_);
  }
  Client(Client&& other) noexcept
      : socket_(std::exchange(other.socket_, -1)), connected_(other.connected_), buffer_(std::move(other.buffer_)) {}
  Client& operator=(Client&&) = delete;

  bool connected() const { return connected_; }
  int descriptor() const { return socket_; }

  void send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
  }
  void finish_sending() const { ::shutdown(socket_, SHUT_WR); }

  // One response; nullopt when the connection closes or nothing complete comes in time.
  std::optional<Reply> read(std::chrono::milliseconds limit = 5s, bool head_only = false) {
    const auto deadline = Clock::now() + limit;
    std::size_t head_end = std::string::npos;
    while ((head_end = buffer_.find("\r\n\r\n")) == std::string::npos)
      if (!receive(deadline)) return std::nullopt;
    Reply reply;
    std::string_view head = std::string_view(buffer_).substr(0, head_end + 2);
    reply.status = std::stoi(std::string(head.substr(9, 3)));
    head.remove_prefix(head.find('\n') + 1);
    while (!head.empty()) {
      const std::string_view line = head.substr(0, head.find('\r'));
      std::string name(line.substr(0, line.find(':')));
      std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
      reply.headers[name] = line.substr(line.find(':') + 2);
      head.remove_prefix(line.size() + 2);
    }
    const std::size_t length =
        head_only || !reply.has("content-length") ? 0 : std::stoul(reply.header("content-length"));
    while (buffer_.size() < head_end + 4 + length)
      if (!receive(deadline)) return std::nullopt;
    reply.body = buffer_.substr(head_end + 4, length);
    buffer_.erase(0, head_end + 4 + length);
    return reply;
  }
  std::optional<Reply> ask(std::string_view bytes, std::chrono::milliseconds limit = 5s) {
    send(bytes);
    return read(limit);
  }

  // True when the server closes within the limit without sending anything more.
  bool closed_within(std::chrono::milliseconds limit) {
    return buffer_.empty() && !receive(Clock::now() + limit) && at_end_;
  }
  std::string_view unread() const { return buffer_; }

 private:
  bool receive(Clock::time_point deadline) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd poll{socket_, POLLIN, 0};
    if (left <= 0 || ::poll(&poll, 1, static_cast<int>(left)) != 1) return false;
    char bytes[65536];
    const ssize_t received = ::recv(socket_, bytes, sizeof bytes, 0);
    if (received <= 0) {
      at_end_ = true;
      return false;
    }
    buffer_.append(bytes, static_cast<std::size_t>(received));
    return true;
  }

  int socket_;
  bool connected_ = false;
  bool at_end_ = false;
  std::string buffer_;
};

// The whole shell: router, pipeline and engine, with keys and limits that a test chooses before `start`.
struct Server {
  Router router;
  FixedKeys keys;
  RateLimiter limiter{0};
  Log log{LogLevel::error, -1};
  RequestMetrics metrics;
  std::vector<Cidr> trusted;
  EngineConfig config{};
  std::unique_ptr<Pipeline> pipeline;
  std::unique_ptr<Engine> engine;
  std::uint16_t port = 0;

  Server() {
    config.listen = {"127.0.0.1", 0};
    config.threads = 8;
    const RouteInfo open{.is_public = true};
    router.get("/health", open, [](Request&) { return Response::json(R"({"status":"ok"})"); });
    router.get("/large", open, [](Request&) { return Response{200, std::string(32 << 20, 'x'), "text/plain"}; });
    router.post("/echo", {.is_public = true, .body = RequestBody::any}, [](Request& request) {
      return Response{200, std::string(request.body), "text/plain"};
    });
    router.post("/nothing", open, [](Request&) { return Response::no_content(); });
    router.post("/json", {.is_public = true, .body = RequestBody::json},
                [](Request& request) { return Response::json(std::string(request.body), 201); });
    router.get("/sleep", open, [](Request&) {
      std::this_thread::sleep_for(300ms);
      return Response::json(R"({"slept":true})");
    });
    router.get("/v1/things/{thingId}", {}, [](Request& request) {
      return Response{200, std::string(request.path_parameter("thingId")), "text/plain"};
    });
    router.get("/throws", open, [](Request&) -> Response { throw std::runtime_error("secret detail"); });
  }

  std::uint16_t start() {
    pipeline = std::make_unique<Pipeline>(router, keys, limiter, trusted, log, metrics);
    engine = std::make_unique<Engine>(config, *pipeline, log);
    const auto bound = engine->bind();
    if (!bound) throw std::runtime_error(bound.error().messages.front());
    engine->start();
    return port = *bound;
  }
  Client client() const { return Client(port); }
};

inline std::string get(std::string_view target, std::string_view fields = "") {
  return "GET " + std::string(target) + " HTTP/1.1\r\nHost: test\r\n" + std::string(fields) + "\r\n";
}
inline std::string post(std::string_view target, std::string_view body, std::string_view fields = "") {
  return "POST " + std::string(target) + " HTTP/1.1\r\nHost: test\r\nContent-Length: " + std::to_string(body.size()) +
         "\r\n" + std::string(fields) + "\r\n" + std::string(body);
}
inline std::chrono::milliseconds elapsed_since(Clock::time_point start) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start);
}

}  // namespace parlance::server::http::testing
