// The engine against clients that are slow, greedy, broken or hostile.
#include <catch2/catch_test_macros.hpp>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "http_test_server.hpp"

using namespace parlance;
using namespace parlance::server::http;
using namespace parlance::server::http::testing;

TEST_CASE("idle and half-sent connections hold no thread") {
  Server server;
  server.start();
  std::vector<Client> idle;
  for (int i = 0; i < 1000; ++i) {
    idle.push_back(server.client());
    REQUIRE(idle.back().connected());
  }
  std::vector<Client> half;
  for (int i = 0; i < 200; ++i) {
    half.push_back(server.client());
    half.back().send(i % 2 ? "GET /health HTTP/1.1\r\nHos"
                           : "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\npart");
  }
  const auto start = Clock::now();
  Client client = server.client();
  REQUIRE(client.ask(get("/health"))->status == 200);
  CHECK(elapsed_since(start) < 50ms * slowdown);
  CHECK(idle[500].ask(get("/health"))->status == 200);
  CHECK(server.engine->open_connections() == 1201);
}

TEST_CASE("clients that do not take their answers hold no thread") {
  Server server;
  server.config.threads = 2;
  server.start();
  std::vector<Client> slow;
  for (int i = 0; i < 5; ++i) {
    slow.emplace_back(server.port, 4096);
    slow.back().send(get("/large"));
  }
  const auto begun = Clock::now();
  while (server.engine->buffered_bytes() < 120'000'000 && elapsed_since(begun) < 20s) std::this_thread::sleep_for(10ms);
  REQUIRE(server.engine->buffered_bytes() >= 120'000'000);  // all five answers wait
  Client client = server.client();
  const auto start = Clock::now();
  REQUIRE(client.ask(get("/health"))->status == 200);
  CHECK(elapsed_since(start) < 50ms * slowdown);
  CHECK(slow.front().read(20s)->body.size() == 32 << 20);
  // Requests that wait behind an answer are served when it has gone.
  slow.back().send(get("/health") + get("/nope"));
  CHECK(slow.back().read(20s)->body.size() == 32 << 20);
  CHECK(slow.back().read()->status == 200);
  CHECK(slow.back().read()->status == 404);
}

TEST_CASE("smuggling attempts are answered 400 and closed") {
  Server server;
  server.start();
  for (const auto* fields :
       {"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", "Content-Length: 4\r\nContent-Length: 5\r\n",
        "Content-Length: 4\r\nContent-Length: 4\r\n", "Content-Length: abc\r\n", "Content-Length: -1\r\n",
        "Content-Length : 4\r\n", "X: a\r\n b\r\n", "X: a\nY: b\r\n"}) {
    CAPTURE(fields);
    Client client = server.client();
    const auto reply =
        client.ask("POST /echo HTTP/1.1\r\nHost: h\r\n" + std::string(fields) + "\r\nbody" + get("/health"));
    REQUIRE(reply);
    CHECK(reply->status == 400);
    CHECK(reply->header("connection") == "close");
    CHECK(reply->body.starts_with(R"({"statusCode":400,"message":")"));
    CHECK(reply->has("x-request-id"));
    CHECK(client.closed_within(1s));  // and the request behind it is not served
  }
  Client client = server.client();
  CHECK(client.ask("GET /health HTTP/1.1\r\n\r\n")->status == 400);
}

TEST_CASE("what is too large is refused with the standard body") {
  Server server;
  server.config.framing.body_max = 1000;
  server.start();
  Client fits = server.client();
  CHECK(fits.ask(post("/echo", std::string(1000, 'x')))->status == 200);

  Client large = server.client();
  large.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 4000000\r\n\r\n");
  large.send(std::string(4'000'000, 'x'));  // a client that sends first and reads then must still read the answer
  const auto reply = large.read();
  REQUIRE(reply);
  CHECK(reply->status == 413);
  CHECK(reply->body == R"({"statusCode":413,"message":"The request body is too large","error":"Payload Too Large"})");

  Client expecting = server.client();
  CHECK(
      expecting.ask("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 1001\r\nExpect: 100-continue\r\n\r\n")->status ==
      413);
  Client lines = server.client();
  std::string many;
  for (int i = 0; i < 101; ++i) many += "X: 1\r\n";
  CHECK(lines.ask(get("/health", many))->status == 431);
  Client head = server.client();
  CHECK(head.ask(get("/health", "X: " + std::string(17'000, 'x') + "\r\n"))->status == 431);
  Client endless = server.client();
  endless.send("GET /health HTTP/1.1\r\nX: " + std::string(1'000'000, 'x'));
  CHECK(endless.read()->status == 431);
  Client target = server.client();
  CHECK(target.ask(get("/" + std::string(9'000, 'x')))->status == 414);
}

TEST_CASE("bytes that are not HTTP are told so at once") {
  Server server;
  server.start();
  Client tls = server.client();
  const auto start = Clock::now();
  CHECK(tls.ask(std::string("\x16\x03\x01\x02\x00\x01\x00", 7))->status == 400);
  CHECK(tls.closed_within(1s));
  CHECK(elapsed_since(start) < 1s);
  std::mt19937 random(7);
  for (int i = 0; i < 200; ++i) {
    Client client = server.client();
    std::string junk(1 + random() % 3000, '\0');
    for (char& c : junk) c = static_cast<char>(random());
    client.send(junk);
    if (i % 2) client.finish_sending();
  }
  Client client = server.client();
  CHECK(client.ask(get("/health"))->status == 200);
}

TEST_CASE("deadlines: idle, half a head, half a body, an answer not taken") {
  Server server;
  server.config.limits.idle = 300ms;
  server.config.limits.head = 600ms;
  server.config.limits.stall = 600ms;
  server.start();
  Client idle = server.client();
  REQUIRE(idle.ask(get("/health"))->status == 200);
  Client head = server.client();
  head.send("GET /health HT");
  Client body = server.client();
  body.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\npart");
  Client reader(server.port, 4096);
  reader.send(get("/large"));

  CHECK_FALSE(idle.closed_within(150ms));
  CHECK(idle.closed_within(1s * slowdown));
  CHECK(head.closed_within(2s * slowdown));
  CHECK(body.closed_within(2s * slowdown));
  const auto start = Clock::now();
  while (server.engine->open_connections() > 0 && elapsed_since(start) < 5s) std::this_thread::sleep_for(20ms);
  CHECK(server.engine->open_connections() == 0);
  CHECK(server.engine->buffered_bytes() == 0);
}

TEST_CASE("a head sent slowly but for ever ends at its deadline") {
  Server server;
  server.config.limits.head = 400ms;
  server.start();
  Client client = server.client();
  client.send("GET /health HTTP/1.1\r\nX: ");
  const auto start = Clock::now();
  bool closed = false;
  while (!closed && elapsed_since(start) < 5s) {
    client.send("x");
    closed = client.closed_within(50ms);
  }
  CHECK(closed);
  CHECK(elapsed_since(start) < 2s * slowdown);
}

TEST_CASE("connections beyond the cap are told so, and room that comes free is used") {
  Server server;
  server.config.limits.connections_max = 10;
  server.start();
  std::vector<Client> clients;
  for (int i = 0; i < 10; ++i) {
    clients.push_back(server.client());
    REQUIRE(clients.back().ask(get("/health"))->status == 200);
  }
  Client refused = server.client();
  const auto reply = refused.read();
  REQUIRE(reply);
  CHECK(reply->status == 503);
  CHECK(reply->header("connection") == "close");
  CHECK(refused.closed_within(1s));
  for (int i = 0; i < 200; ++i) (void)server.client();
  clients.pop_back();
  const auto start = Clock::now();
  bool served = false;
  while (!served && elapsed_since(start) < 5s) {
    Client next = server.client();
    const auto answer = next.ask(get("/health"), 500ms);
    served = answer && answer->status == 200;
  }
  CHECK(served);
}

TEST_CASE("buffers are bounded in all connections together") {
  Server server;
  server.config.limits.buffered_bytes_max = 1'000'000;
  server.start();
  std::vector<Client> clients;
  int refused = 0;
  for (int i = 0; i < 40; ++i) {
    clients.push_back(server.client());
    clients.back().send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 200000\r\n\r\n" + std::string(100'000, 'x'));
  }
  for (Client& client : clients) {
    const auto reply = client.read(100ms);
    if (reply && reply->status == 503) ++refused;
  }
  CHECK(refused > 20);
  CHECK(server.engine->buffered_bytes() < 2'000'000);
  Client client = server.client();
  CHECK(client.ask(get("/health"))->status == 200);
}

TEST_CASE("clients that vanish at any moment leave nothing behind") {
  Server server;
  server.start();
  const std::string request = post("/echo", "0123456789") + get("/large");
  for (std::size_t i = 0; i <= request.size(); ++i) {
    Client client = server.client();
    client.send(std::string_view(request).substr(0, i));
    if (i % 3 == 0) {
      const linger reset{1, 0};
      ::setsockopt(client.descriptor(), SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
    }
  }
  const auto start = Clock::now();
  while (server.engine->open_connections() > 0 && elapsed_since(start) < 5s) std::this_thread::sleep_for(10ms);
  CHECK(server.engine->open_connections() == 0);
  CHECK(server.engine->buffered_bytes() == 0);
}

TEST_CASE("many threads of clients, mixed behaviour, then a drain") {
  Server server;
  server.start();
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      std::mt19937 random(static_cast<unsigned>(t));
      for (int round = 0; round < 20; ++round) {
        Client client = server.client();
        for (int i = 0; i < 20; ++i) {
          const std::string body(random() % 5000, 'b');
          const auto reply = client.ask(post("/echo", body));
          if (!reply || reply->body != body) ++wrong;
          if (random() % 10 == 0 && client.ask(get("/nope"))->status != 404) ++wrong;
        }
        if (round % 3 == 0) client.send("GET /hea");
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
  CHECK(server.engine->stop(1s));
}
