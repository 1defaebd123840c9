// The engine over real sockets: what well-behaved clients notice.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <thread>
#include <vector>

#include "http_test_server.hpp"

using namespace parlance;
using namespace parlance::server::http;
using namespace parlance::server::http::testing;

TEST_CASE("keep-alive requests are answered at once") {
  Server server;
  server.start();
  Client client = server.client();
  REQUIRE(client.ask(get("/health"))->body == R"({"status":"ok"})");
  const auto start = Clock::now();
  for (int i = 0; i < 200; ++i) REQUIRE(client.ask(get("/health"))->status == 200);
  CHECK(elapsed_since(start) < 200 * 5ms * slowdown);  // Nagle would make it 40 ms each
  const auto reply = client.ask(get("/health"));
  CHECK(reply->header("content-type") == "application/json");
  CHECK_FALSE(reply->has("connection"));
  CHECK_FALSE(reply->has("keep-alive"));
  CHECK(server.engine->open_connections() == 1);
}

TEST_CASE("a port serves one server") {
  Server server;
  server.start();
  Server second;
  second.config.listen.port = server.port;
  Pipeline pipeline(second.router, second.keys, second.limiter, {}, second.log, second.metrics);
  Engine engine(second.config, pipeline, second.log);
  const auto bound = engine.bind();
  REQUIRE_FALSE(bound.has_value());
  CHECK(bound.error().messages.front() ==
        "cannot listen on 127.0.0.1:" + std::to_string(server.port) + ": Address already in use");
  EngineConfig nowhere;
  nowhere.listen = {"no-such-host.invalid", 1};
  Engine lost(nowhere, pipeline, second.log);
  CHECK_FALSE(lost.bind().has_value());
}

TEST_CASE("IPv6 listens too") {
  Server server;
  server.config.listen = *ListenAddress::parse("[::1]:0");
  try {
    CHECK(server.start() > 0);
  } catch (const std::runtime_error& error) {
    WARN(error.what());  // a machine without IPv6
  }
}

TEST_CASE("a POST without a body is answered at once") {
  Server server;
  server.start();
  Client client = server.client();
  const auto start = Clock::now();
  const auto reply = client.ask("POST /nothing HTTP/1.1\r\nHost: h\r\n\r\n");
  CHECK(elapsed_since(start) < 100ms * slowdown);
  REQUIRE(reply);
  CHECK(reply->status == 204);
  CHECK_FALSE(reply->has("content-length"));
  CHECK_FALSE(reply->has("content-type"));
  CHECK(client.ask(post("/json", R"({"a":1})", "Content-Type: application/json\r\n"))->status == 201);
}

TEST_CASE("300 connections share 8 workers") {
  Server server;
  server.start();
  std::vector<Client> clients;
  for (int i = 0; i < 300; ++i) clients.push_back(server.client());
  for (int round = 0; round < 3; ++round) {
    for (Client& client : clients) client.send(get("/health"));
    for (Client& client : clients) REQUIRE(client.read().has_value());
  }
}

TEST_CASE("pipelined requests are answered in order") {
  Server server;
  server.start();
  Client client = server.client();
  std::string requests;
  for (int i = 0; i < 50; ++i) requests += post("/echo", "body " + std::to_string(i)) + get("/nope");
  client.send(requests);
  for (int i = 0; i < 50; ++i) {
    REQUIRE(client.read()->body == "body " + std::to_string(i));
    REQUIRE(client.read()->status == 404);
  }
}

TEST_CASE("a GET with a body stays in step with the POST that follows") {
  Server server;
  server.start();
  Client client = server.client();
  for (const auto* path : {"/health", "/nope", "/v1/things/7"}) {
    client.send("GET " + std::string(path) + " HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\n");
    std::this_thread::sleep_for(20ms);
    client.send("GET /nope" + post("/echo", "good"));
    CHECK(client.read().has_value());
    CHECK(client.read()->body == "good");
  }
}

TEST_CASE("errors keep the connection") {
  Server server;
  server.start();
  Client client = server.client();
  for (int i = 0; i < 3; ++i) {
    const auto unauthorized = client.ask(post("/v1/things/7", "unread body"));
    CHECK(unauthorized->status == 405);
    CHECK(client.ask(get("/v1/things/7"))->status == 401);
    const auto unknown = client.ask(get("/nope"));
    CHECK(unknown->status == 404);
    CHECK_FALSE(unknown->has("connection"));
    CHECK(client.ask(get("/throws"))->status == 500);
    CHECK(client.ask(post("/json", "x", "Content-Type: text/plain\r\n"))->status == 415);
    const auto other = client.ask(post("/health", ""));
    CHECK(other->status == 405);
    CHECK(other->header("allow") == "GET, HEAD");
    CHECK(client.ask(get("/v1/things/a%00b%zz", "x-api-key: acme-key\r\n"))->status == 200);
  }
  CHECK(client.ask(get("/throws"))->body.find("secret") == std::string::npos);
}

TEST_CASE("header fields that httplib would act on are left to us") {
  Server server;
  server.start();
  Client client = server.client();
  for (const auto* fields : {"Range: bytes=0-1\r\n", "Range: nonsense\r\n", "Accept: ;;;q=9\r\n",
                             "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n",
                             "Accept-Encoding: gzip\r\n"}) {
    CAPTURE(fields);
    const auto reply = client.ask(get("/health", fields));
    REQUIRE(reply);
    CHECK(reply->status == 200);
    CHECK(reply->body == R"({"status":"ok"})");
  }
  CHECK(client.ask(get("/health", "X-Request-Id: a%41\r\n"))->header("x-request-id") == "a%41");
  CHECK(client.ask("BREW /health HTTP/1.1\r\nHost: h\r\n\r\n")->status == 405);
}

TEST_CASE("HEAD answers like GET, without the body") {
  Server server;
  server.start();
  Client client = server.client();
  client.send("HEAD /health HTTP/1.1\r\nHost: h\r\n\r\n");
  const auto head = client.read(5s, true);
  REQUIRE(head);
  CHECK(head->status == 200);
  CHECK(head->header("content-length") == "15");
  CHECK(head->header("content-type") == "application/json");
  CHECK(client.ask(get("/health"))->status == 200);
}

TEST_CASE("bodies: chunked, large, byte by byte, and after 100 Continue") {
  Server server;
  server.start();
  Client client = server.client();
  CHECK(client
            .ask("POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n "
                 "world\r\n0\r\n\r\n")
            ->body == "hello world");
  const std::string large(5'000'000, 'l');
  CHECK(client.ask(post("/echo", large))->body == large);
  std::string chunked = "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (int i = 0; i < 500; ++i) chunked += "2710\r\n" + std::string(10'000, 'c') + "\r\n";
  CHECK(client.ask(chunked + "0\r\n\r\n")->body == std::string(5'000'000, 'c'));
  for (const char c : post("/echo", "slow") + get("/health")) {
    client.send({&c, 1});
    std::this_thread::sleep_for(1ms);
  }
  CHECK(client.read()->body == "slow");
  CHECK(client.read()->status == 200);

  client.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n");
  CHECK(client.read()->status == 100);
  CHECK_FALSE(client.read(50ms));
  CHECK(client.ask("hello")->body == "hello");
  CHECK(server.engine->buffered_bytes() < 10'000);  // nothing large stays behind
}

TEST_CASE("connections close when they are asked to") {
  Server server;
  server.start();
  Client polite = server.client();
  const auto reply = polite.ask(get("/health", "Connection: close\r\n"));
  CHECK(reply->header("connection") == "close");
  CHECK(polite.closed_within(1s));
  Client old = server.client();
  CHECK(old.ask("GET /health HTTP/1.0\r\n\r\n")->header("connection") == "close");
  CHECK(old.closed_within(1s));
  Client older = server.client();
  CHECK(older.ask("GET /health HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")->header("connection") == "keep-alive");
  CHECK(older.ask("GET /health HTTP/1.0\r\n\r\n")->status == 200);
  Client half = server.client();
  half.send(get("/health"));
  half.finish_sending();
  CHECK(half.read()->status == 200);
  CHECK(half.closed_within(1s));
}

TEST_CASE("the rate limit's refusal leaves the connection usable") {
  Router router;
  router.get("/health", {.is_public = true}, [](Request&) { return Response::json("{}"); });
  FixedKeys keys;
  RateLimiter limiter(2);
  const server::Log log(server::LogLevel::error, -1);
  RequestMetrics metrics;
  Pipeline pipeline(router, keys, limiter, {}, log, metrics);
  Engine engine({.listen = {"127.0.0.1", 0}, .threads = 2}, pipeline, log);
  const std::uint16_t port = *engine.bind();
  engine.start();
  Client client(port);
  CHECK(client.ask(get("/health"))->status == 200);
  CHECK(client.ask(get("/health"))->status == 200);
  for (int i = 0; i < 3; ++i) {
    const auto refused = client.ask(get("/health"));
    REQUIRE(refused);
    CHECK(refused->status == 403);
    CHECK(refused->header("content-type") == "text/plain");
  }
}

TEST_CASE("draining finishes what has begun and takes nothing new") {
  Server server;
  server.start();
  Client idle = server.client();
  REQUIRE(idle.ask(get("/health"))->status == 200);
  Client busy = server.client();
  busy.send(get("/sleep"));
  Client half_sent = server.client();
  const std::string request = post("/echo", "rest of it");
  half_sent.send(std::string_view(request).substr(0, request.size() - 4));
  std::this_thread::sleep_for(100ms);

  bool drained = false;
  std::chrono::milliseconds took{};
  std::thread stopper([&] {
    const auto start = Clock::now();
    drained = server.engine->stop();
    took = elapsed_since(start);
  });
  CHECK(idle.closed_within(500ms * slowdown));
  half_sent.send(std::string_view(request).substr(request.size() - 4));
  const auto finished = half_sent.read();
  REQUIRE(finished);
  CHECK(finished->body == "rest of it");
  CHECK(finished->header("connection") == "close");
  const auto slept = busy.read();
  REQUIRE(slept);
  CHECK(slept->body == R"({"slept":true})");
  CHECK(slept->header("connection") == "close");
  CHECK_FALSE(Client(server.port).connected());
  stopper.join();
  CHECK(drained);
  CHECK(took < 2s * slowdown);
  CHECK(server.engine->open_connections() == 0);
  CHECK(server.engine->stop());
}

TEST_CASE("draining with nothing to do is quick, and a silent half request does not hold it up for ever") {
  Server quick;
  quick.start();
  Client idle = quick.client();
  REQUIRE(idle.ask(get("/health"))->status == 200);
  auto start = Clock::now();
  CHECK(quick.engine->stop());
  CHECK(elapsed_since(start) < 500ms * slowdown);

  Server slow;
  slow.start();
  Client silent = slow.client();
  silent.send("GET /health HT");
  std::this_thread::sleep_for(50ms);
  start = Clock::now();
  CHECK(slow.engine->stop(300ms));
  CHECK(elapsed_since(start) < 1s * slowdown);

  Server never_started;
  Engine engine(never_started.config,
                *std::make_unique<Pipeline>(never_started.router, never_started.keys, never_started.limiter,
                                            std::vector<Cidr>{}, never_started.log, never_started.metrics),
                never_started.log);
  CHECK(engine.bind().has_value());
  CHECK(engine.stop());
}
