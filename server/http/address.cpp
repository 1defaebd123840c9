#include "server/http/address.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>
#include <cstring>

namespace parlance::server::http {
namespace {

constexpr std::array<std::uint8_t, 12> mapped_prefix{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};

template <class N>
std::optional<N> parse_number(std::string_view text, N max) {
  N number{};
  const char* end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, number);
  if (text.empty() || parsed.ec != std::errc{} || parsed.ptr != end || number > max) return std::nullopt;
  return number;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// An entry of X-Forwarded-For: proxies write "1.2.3.4", "1.2.3.4:5678", "2001:db8::1" and "[2001:db8::1]:5678".
std::optional<IpAddress> parse_forwarded(std::string_view entry) {
  if (entry.starts_with('[')) {
    const std::size_t close = entry.find(']');
    if (close == std::string_view::npos) return std::nullopt;
    return IpAddress::parse(entry.substr(1, close - 1));
  }
  if (std::count(entry.begin(), entry.end(), ':') == 1) entry = entry.substr(0, entry.find(':'));
  return IpAddress::parse(entry);
}

bool is_trusted(const IpAddress& address, std::span<const Cidr> trusted) {
  return std::any_of(trusted.begin(), trusted.end(), [&](const Cidr& range) { return range.contains(address); });
}

}  // namespace

std::optional<IpAddress> IpAddress::parse(std::string_view text) {
  std::array<char, INET6_ADDRSTRLEN> terminated{};
  if (text.empty() || text.size() >= terminated.size() || text.find('\0') != std::string_view::npos) {
    return std::nullopt;
  }
  std::memcpy(terminated.data(), text.data(), text.size());
  IpAddress address;
  if (inet_pton(AF_INET6, terminated.data(), address.bytes.data()) == 1) return address;
  std::copy(mapped_prefix.begin(), mapped_prefix.end(), address.bytes.begin());
  if (inet_pton(AF_INET, terminated.data(), address.bytes.data() + 12) == 1) return address;
  return std::nullopt;
}

bool IpAddress::is_v4() const noexcept {
  return std::equal(mapped_prefix.begin(), mapped_prefix.end(), bytes.begin());
}

std::string IpAddress::text() const {
  std::array<char, INET6_ADDRSTRLEN> out{};
  const bool v4 = is_v4();
  inet_ntop(v4 ? AF_INET : AF_INET6, bytes.data() + (v4 ? 12 : 0), out.data(), out.size());
  return out.data();
}

std::optional<Cidr> Cidr::parse(std::string_view text) {
  const std::size_t slash = text.find('/');
  const std::string_view address_text = text.substr(0, slash);
  const auto address = IpAddress::parse(address_text);
  if (!address) return std::nullopt;
  if (slash == std::string_view::npos) return Cidr{*address, 128};
  // How the address is written decides what its prefix counts: "::ffff:10.0.0.0/104" is "10.0.0.0/8".
  const bool written_as_v4 = address_text.find(':') == std::string_view::npos;
  const auto prefix = parse_number<unsigned>(text.substr(slash + 1), written_as_v4 ? 32 : 128);
  if (!prefix) return std::nullopt;
  return Cidr{*address, static_cast<int>(*prefix) + (written_as_v4 ? 96 : 0)};
}

bool Cidr::contains(const IpAddress& address) const noexcept {
  const auto whole = static_cast<std::size_t>(prefix / 8);
  if (std::memcmp(base.bytes.data(), address.bytes.data(), whole) != 0) return false;
  const int rest = prefix % 8;
  if (rest == 0) return true;
  const int shift = 8 - rest;
  return (base.bytes[whole] >> shift) == (address.bytes[whole] >> shift);
}

IpAddress client_address(const IpAddress& peer, std::string_view forwarded_for, std::span<const Cidr> trusted) {
  IpAddress client = peer;
  while (!forwarded_for.empty() && is_trusted(client, trusted)) {
    const std::size_t comma = forwarded_for.rfind(',');
    const std::size_t start = comma == std::string_view::npos ? 0 : comma + 1;
    const auto entry = parse_forwarded(trimmed(forwarded_for.substr(start)));
    if (!entry) break;
    client = *entry;
    forwarded_for = forwarded_for.substr(0, comma == std::string_view::npos ? 0 : comma);
  }
  return client;
}

std::optional<ListenAddress> ListenAddress::parse(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  std::string_view host = text.substr(0, colon);
  const auto port = parse_number<unsigned>(text.substr(colon + 1), 65535);
  if (!port) return std::nullopt;
  if (host.starts_with('[')) {
    if (!host.ends_with(']')) return std::nullopt;
    host = host.substr(1, host.size() - 2);
    if (!IpAddress::parse(host) || host.find(':') == std::string_view::npos) return std::nullopt;
  } else if (host.find(':') != std::string_view::npos) {
    return std::nullopt;  // an IPv6 address without brackets is ambiguous
  }
  if (host.empty()) return std::nullopt;
  return ListenAddress{std::string(host), static_cast<std::uint16_t>(*port)};
}

std::string ListenAddress::text() const {
  const bool v6 = host.find(':') != std::string::npos;
  return (v6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

}  // namespace parlance::server::http
