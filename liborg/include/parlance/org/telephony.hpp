// Telephony settings of a phone provider: over what its calls go, and from which numbers. Contract section 2.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "parlance/org/describe.hpp"
#include "parlance/org/secret.hpp"

namespace parlance::org {

enum class TelephonyDriver { simulated, sip };
enum class SipTransport { udp, tcp, tls };

// What is said of a provider's telephony; `Password` is a Secret when it is sent, a SealedSecret when it is kept.
template <class Password>
struct TelephonyFields {
  TelephonyDriver driver = TelephonyDriver::simulated;
  std::vector<std::string> from_numbers;  // E.164; callers that its calls may show
  // Of the sip driver.
  std::optional<std::string> host;  // name or address of the registrar or trunk
  std::int64_t port = 5060;
  SipTransport transport = SipTransport::udp;
  std::optional<std::string> username;
  std::optional<Password> password;
  bool operator==(const TelephonyFields&) const = default;
};
using TelephonySettings = TelephonyFields<SealedSecret>;
using NewTelephonySettings = TelephonyFields<Secret>;

template <>
struct EnumText<TelephonyDriver> {
  static constexpr std::array values = {std::pair{TelephonyDriver::simulated, std::string_view("simulated")},
                                        std::pair{TelephonyDriver::sip, std::string_view("sip")}};
};
template <>
struct EnumText<SipTransport> {
  static constexpr std::array values = {std::pair{SipTransport::udp, std::string_view("udp")},
                                        std::pair{SipTransport::tcp, std::string_view("tcp")},
                                        std::pair{SipTransport::tls, std::string_view("tls")}};
};
template <class Password>
struct Describe<TelephonyFields<Password>> {
  using T = TelephonyFields<Password>;
  static constexpr std::string_view name =
      std::is_same_v<Password, Secret> ? "UpdateTelephonySettings" : "TelephonySettings";
  static constexpr auto fields =
      std::tuple{required("driver", &T::driver, NoRule{}, "`simulated` rings nobody."),
                 field("fromNumbers", &T::from_numbers, Items<Text>{0, 100, true, {}}, "Caller ids, E.164."),
                 field("host", &T::host, Text{1, 255}, "Of the registrar or trunk; the sip driver needs it."),
                 field("port", &T::port, Range<std::int64_t>{1, 65535}),
                 field("transport", &T::transport),
                 field("username", &T::username, Text{1, 255}),
                 field("password", &T::password, NoRule{},
                       "Write-only: it reads back as `***`, and `***` sent in a change keeps it.")};
};

}  // namespace parlance::org
