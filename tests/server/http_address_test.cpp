#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "server/http/address.hpp"

using namespace parlance::server::http;

namespace {

std::string normal(std::string_view text) {
  const auto address = IpAddress::parse(text);
  return address ? address->text() : "none";
}
bool in(std::string_view range, std::string_view address) {
  return Cidr::parse(range).value().contains(IpAddress::parse(address).value());
}
std::string client(std::string_view peer, std::string_view forwarded_for) {
  const std::vector<Cidr> trusted{*Cidr::parse("10.0.0.0/8"), *Cidr::parse("fd00::/8")};
  return client_address(IpAddress::parse(peer).value(), forwarded_for, trusted).text();
}

}  // namespace

TEST_CASE("addresses are read strictly and v4-mapped ones are IPv4") {
  CHECK(normal("127.0.0.1") == "127.0.0.1");
  CHECK(normal("::ffff:127.0.0.1") == "127.0.0.1");
  CHECK(normal("2001:DB8::1") == "2001:db8::1");
  for (const auto* bad : {"", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4x", "1.2.3.4 ", "fe80::1%eth0", "[::1]",
                          "::1:80:x", "1111111111111111111111111111111111111111111111111111111111"}) {
    CAPTURE(bad);
    CHECK(normal(bad) == "none");
  }
  CHECK_FALSE(IpAddress::parse(std::string_view("1.2.3.4\0x", 9)));
}

TEST_CASE("ranges hold what their prefix says") {
  CHECK(in("10.0.0.0/8", "10.255.255.255"));
  CHECK_FALSE(in("10.0.0.0/8", "11.0.0.0"));
  CHECK(in("10.1.2.3/8", "10.9.9.9"));
  CHECK(in("192.168.1.128/25", "192.168.1.128"));
  CHECK_FALSE(in("192.168.1.128/25", "192.168.1.127"));
  CHECK(in("::ffff:10.0.0.0/104", "10.1.1.1"));
  CHECK(in("10.0.0.0/8", "::ffff:10.1.1.1"));
  CHECK(in("1.2.3.4", "1.2.3.4"));
  CHECK_FALSE(in("1.2.3.4", "1.2.3.5"));
  CHECK(in("0.0.0.0/0", "203.0.113.9"));
  CHECK_FALSE(in("0.0.0.0/0", "2001:db8::1"));
  CHECK(in("::/0", "203.0.113.9"));
  CHECK(in("2001:db8::/33", "2001:db8:7fff::1"));
  CHECK_FALSE(in("2001:db8::/33", "2001:db8:8000::1"));
  for (const auto* bad :
       {"10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/8x", "/8", "x/8", "10.0.0.0/8/8"}) {
    CAPTURE(bad);
    CHECK_FALSE(Cidr::parse(bad));
  }
}

TEST_CASE("X-Forwarded-For is believed from trusted proxies only, right to left") {
  CHECK(client("203.0.113.9", "198.51.100.1") == "203.0.113.9");
  CHECK(client("10.0.0.1", "198.51.100.1") == "198.51.100.1");
  CHECK(client("10.0.0.1", "6.6.6.6, 198.51.100.1") == "198.51.100.1");
  CHECK(client("10.0.0.1", "6.6.6.6, 198.51.100.1, 10.0.0.7") == "198.51.100.1");
  CHECK(client("10.0.0.1", "10.0.0.9 , 10.0.0.7") == "10.0.0.9");
  CHECK(client("10.0.0.1", "") == "10.0.0.1");
  CHECK(client("10.0.0.1", "6.6.6.6, unknown") == "10.0.0.1");
  CHECK(client("10.0.0.1", "6.6.6.6, unknown, 10.0.0.7") == "10.0.0.7");
  CHECK(client("10.0.0.1", "198.51.100.1:4711") == "198.51.100.1");
  CHECK(client("10.0.0.1", "[2001:db8::5]:4711") == "2001:db8::5");
  CHECK(client("fd00::1", "2001:db8::5") == "2001:db8::5");
  CHECK(client("10.0.0.1", ",,,") == "10.0.0.1");
  CHECK(client("10.0.0.1", "[2001:db8::5") == "10.0.0.1");
}

TEST_CASE("listen addresses") {
  CHECK(ListenAddress::parse("127.0.0.1:8080") == ListenAddress{"127.0.0.1", 8080});
  CHECK(ListenAddress::parse("[::1]:0") == ListenAddress{"::1", 0});
  CHECK(ListenAddress::parse("localhost:65535") == ListenAddress{"localhost", 65535});
  CHECK(ListenAddress::parse("[::1]:80")->text() == "[::1]:80");
  for (const auto* bad : {"", "8080", ":8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:80x", "::1:80",
                          "[::1]", "[::1:80", "[1.2.3.4]:80", "127.0.0.1:-1"}) {
    CAPTURE(bad);
    CHECK_FALSE(ListenAddress::parse(bad));
  }
}
