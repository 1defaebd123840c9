// Network addresses: of clients, of the proxies we believe, and where to listen.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace parlance::server::http {

// An IPv4 or IPv6 address. IPv4 is kept in its v4-mapped form (::ffff:a.b.c.d), so an IPv4 client is the same client
// through an IPv4 and through a dual-stack socket.
struct IpAddress {
  std::array<std::uint8_t, 16> bytes{};

  // Numeric forms only, no zone, no port.
  static std::optional<IpAddress> parse(std::string_view text);
  bool is_v4() const noexcept;
  std::string text() const;  // v4-mapped addresses as IPv4

  auto operator<=>(const IpAddress&) const = default;
};

// A range of addresses: "10.0.0.0/8", "2001:db8::/32", "::ffff:10.0.0.0/104", or one address.
struct Cidr {
  IpAddress base;
  int prefix = 128;  // of the 128 bits of the mapped form

  // Bits of the address below the prefix are ignored, as everybody writes "10.1.2.3/8" sometimes.
  static std::optional<Cidr> parse(std::string_view text);
  bool contains(const IpAddress& address) const noexcept;

  bool operator==(const Cidr&) const = default;
};

// Who sent the request. `forwarded_for` is the value of X-Forwarded-For (several header lines joined by commas); it is
// believed only where the peer is one of `trusted`: the right-most address that is not trusted. An entry that is not an
// address ends the walk, as everything left of it came from somebody we do not know.
IpAddress client_address(const IpAddress& peer, std::string_view forwarded_for, std::span<const Cidr> trusted);

// Where a server listens: "127.0.0.1:8080", "[::1]:0", "localhost:8080". Port 0 lets the system choose.
struct ListenAddress {
  std::string host;
  std::uint16_t port = 0;

  static std::optional<ListenAddress> parse(std::string_view text);
  std::string text() const;

  bool operator==(const ListenAddress&) const = default;
};

}  // namespace parlance::server::http
