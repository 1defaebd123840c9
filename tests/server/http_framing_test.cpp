#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "server/http/framing.hpp"

using namespace parlance::server::http;
using Progress = Framing::Progress;

namespace {

struct Outcome {
  Progress progress = Progress::head;
  int status = 0;
  std::string method, target, body, rest;
  std::size_t fields = 0;
  bool keeps_alive = true;
  bool operator==(const Outcome&) const = default;
};

// Feeds `bytes` in pieces, as an engine would.
Outcome frame(std::string_view bytes, std::size_t piece, const FramingLimits& limits = {}) {
  Framing framing(limits);
  Head head;
  std::string buffer;
  Outcome out;
  while (!bytes.empty() && (out.progress == Progress::head || out.progress == Progress::body)) {
    const std::string_view part = bytes.substr(0, piece);
    // A new allocation every time, so that a view that was kept too long shows under the sanitizer.
    buffer = std::string(buffer).append(part);
    bytes.remove_prefix(part.size());
    out.progress = framing.advance(buffer, head);
    if (out.progress == Progress::complete) {
      out.method = head.method;
      out.target = head.target;
      out.fields = head.fields.size();
      out.body = framing.body();
      out.keeps_alive = framing.keeps_alive();
      out.rest = buffer.substr(framing.discardable()) + std::string(bytes);
    }
    buffer = buffer.substr(framing.discardable());
  }
  out.status = framing.refusal().status;
  return out;
}

// Whatever way the bytes are cut up, the outcome is the same.
Outcome frame(std::string_view bytes, const FramingLimits& limits = {}) {
  const Outcome whole = frame(bytes, bytes.size(), limits);
  for (const std::size_t piece : {1, 2, 3, 7, 64}) CHECK(frame(bytes, piece, limits) == whole);
  return whole;
}

std::string request(std::string_view fields, std::string_view body = "") {
  return "POST /x HTTP/1.1\r\nHost: a\r\n" + std::string(fields) + "\r\n" + std::string(body);
}

}  // namespace

TEST_CASE("whole requests are found, whatever follows them") {
  const Outcome plain = frame("GET /a?b=c HTTP/1.1\r\nHost: h\r\nX-A:  1 \r\n\r\n");
  CHECK(plain.progress == Progress::complete);
  CHECK(plain.method == "GET");
  CHECK(plain.target == "/a?b=c");
  CHECK(plain.fields == 2);
  CHECK(plain.keeps_alive);

  const Outcome with_body = frame(request("Content-Length: 5\r\n", "helloGET / HT"));
  CHECK(with_body.progress == Progress::complete);
  CHECK(with_body.body == "hello");
  CHECK(with_body.rest == "GET / HT");

  CHECK(frame("\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n").progress == Progress::complete);
  CHECK(frame("GET / HTTP/1.0\r\n\r\n").keeps_alive == false);
  CHECK(frame("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n").keeps_alive);
  CHECK(frame(request("Connection: x, Close\r\n")).keeps_alive == false);
  CHECK(frame("BREW /tea HTTP/1.1\r\nHost: h\r\n\r\n").method == "BREW");
}

TEST_CASE("incomplete requests wait") {
  CHECK(frame("GET / HTTP/1.1\r\nHost: h\r\n\r").progress == Progress::head);
  CHECK(frame(request("Content-Length: 6\r\n", "hello")).progress == Progress::body);
  CHECK(frame(request("Transfer-Encoding: chunked\r\n", "5\r\nhello\r\n")).progress == Progress::body);
}

TEST_CASE("chunked bodies are decoded") {
  const auto chunked = [](std::string_view body) { return frame(request("Transfer-Encoding: Chunked\r\n", body)); };
  CHECK(chunked("0\r\n\r\nrest").rest == "rest");
  CHECK(chunked("5\r\nhello\r\n6;a=b\r\n world\r\n0\r\n\r\n").body == "hello world");
  CHECK(chunked("A\r\n0123456789\r\n0\r\nX-Trailer: y\r\n\r\nGET").rest == "GET");
  CHECK(chunked("0005\r\nhello\r\n0\r\n\r\n").body == "hello");
  for (const auto* bad :
       {"x\r\n", "-1\r\n", "+1\r\n", "0x5\r\n", " 5\r\n", "\r\n", "5\nhello\r\n0\r\n\r\n", "5\r\nhelloX\r\n0\r\n\r\n",
        "5\r\nhello\n0\r\n\r\n", "5\r\nhello0\r\n\r\n", "0\r\nbad trailer\r\n\r\n", "5;a=\rb\r\nhello\r\n0\r\n\r\n",
        "0\r\nX: a\rb\r\n\r\n", "FFFFFFFFFFFFFFFFF\r\n"}) {
    CAPTURE(bad);
    CHECK(chunked(bad).status == 400);
  }
  CHECK(chunked("FFFFFFFFFFFFFFFF\r\n").status == 413);
  CHECK(chunked(std::string(2000, '0')).status == 400);
  std::string trailers = "0\r\n";
  for (int i = 0; i < 2000; ++i) trailers += "X-Trailer: 1\r\n";
  CHECK(chunked(trailers + "\r\n").status == 400);
}

TEST_CASE("what two readers could understand differently is refused") {
  for (const auto* fields : {"Content-Length: 5\r\nContent-Length: 5\r\n",
                             "Content-Length: 5\r\nContent-Length: 6\r\n",
                             "Content-Length: 5, 5\r\n",
                             "Content-Length: abc\r\n",
                             "Content-Length: -1\r\n",
                             "Content-Length: +5\r\n",
                             "Content-Length: 0x5\r\n",
                             "Content-Length: \r\n",
                             "Content-Length: 5 5\r\n",
                             "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
                             "Transfer-Encoding: chunked\r\nContent-Length: 0\r\n",
                             "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
                             "Content-Length : 5\r\n",
                             " Content-Length: 5\r\n",
                             "X-A: 1\r\n Content-Length: 5\r\n",
                             "X-A: 1\r\n\tfolded\r\n",
                             "NoColon\r\n",
                             ": empty\r\n",
                             "X-A: a\rb\r\n",
                             "X-A: a\x01\r\n",
                             "X A: 1\r\n",
                             "X-A: 1\nX-B: 2\r\n",
                             "Host: b\r\n"}) {
    CAPTURE(fields);
    CHECK(frame(request(fields, "hello")).status == 400);
  }
  CHECK(frame(request(std::string_view("X-A: a\0b\r\n", 10))).status == 400);
  CHECK(frame(request("Transfer-Encoding: gzip, chunked\r\n")).status == 501);
  CHECK(frame(request("Transfer-Encoding: identity\r\n")).status == 501);
  CHECK(frame("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n").status == 400);
  CHECK(frame("GET / HTTP/1.1\r\n\r\n").status == 400);
  CHECK(frame(request("Expect: something\r\n")).status == 417);
}

TEST_CASE("request lines are read strictly") {
  for (const auto* line :
       {"GET /", "GET  / HTTP/1.1", "GET / HTTP/1.1 ", "GET / x HTTP/1.1", " GET / HTTP/1.1", "G(T / HTTP/1.1",
        "GET / http/1.1", "GET /\t HTTP/1.1", "GET / HTTP/1.1\rX", "\x16\x03\x01", "GET\r/ HTTP/1.1"}) {
    CAPTURE(line);
    CHECK(frame(std::string(line) + "\r\nHost: h\r\n\r\n").status == 400);
  }
  CHECK(frame("GET / HTTP/2.0\r\nHost: h\r\n\r\n").status == 505);
  CHECK(frame("GET / HTTP/1.1\nHost: h\n\n").status == 400);
  CHECK(frame("\x16", 1).status == 400);  // at once, a TLS client must not wait
}

TEST_CASE("limits: the last size that passes and the first that does not") {
  FramingLimits limits;
  limits.body_max = 10;
  limits.target_max = 20;
  limits.head_max = 200;
  limits.header_lines_max = 3;
  CHECK(frame(request("Content-Length: 10\r\n", "0123456789"), limits).progress == Progress::complete);
  CHECK(frame(request("Content-Length: 11\r\n"), limits).status == 413);
  CHECK(frame(request("Content-Length: 99999999999999999999999\r\n"), limits).status == 413);
  CHECK(frame(request("Transfer-Encoding: chunked\r\n", "a\r\n0123456789\r\n0\r\n\r\n"), limits).body == "0123456789");
  CHECK(frame(request("Transfer-Encoding: chunked\r\n", "9\r\n012345678\r\n2\r\n"), limits).status == 413);
  CHECK(frame("GET /" + std::string(19, 'a') + " HTTP/1.1\r\nHost: h\r\n\r\n", limits).progress == Progress::complete);
  CHECK(frame("GET /" + std::string(20, 'a') + " HTTP/1.1\r\nHost: h\r\n\r\n", limits).status == 414);
  CHECK(frame(request("A: 1\r\nB: 2\r\n"), limits).progress == Progress::complete);
  CHECK(frame(request("A: 1\r\nB: 2\r\nC: 3\r\n"), limits).status == 431);
  const std::size_t other = request("A: \r\n").size();
  CHECK(frame(request("A: " + std::string(200 - other, 'x') + "\r\n"), limits).progress == Progress::complete);
  CHECK(frame(request("A: " + std::string(201 - other, 'x') + "\r\n"), limits).status == 431);
  CHECK(frame("GET /" + std::string(300, 'a'), 1, limits).status == 414);
}

TEST_CASE("what follows too long a head does not change its refusal") {
  FramingLimits limits;
  limits.head_max = 64;
  const std::string filler(limits.head_max - 4, 'x');
  for (const auto* ending : {"xxxxx\n", "xxxxx\r\n", "xxxxxx\r\n\r\n", "xxxx\n\n\n"}) {
    CHECK(frame("GET " + filler + ending, limits).status == 414);
    CHECK(frame("GET / HTTP/1.1\r\n" + filler + ending, limits).status == 431);
  }
}
