// Providers: the communication channels configured for an organization.
#pragma once

#include <string>

#include "parlance/org/describe.hpp"
#include "parlance/org/telephony.hpp"

namespace parlance::org {

enum class Channel { phone, whatsapp, webchat, email, sms, other };

struct Provider {
  ProviderId id;
  std::string name;
  Channel channel = Channel::other;
  bool is_default = false;  // one per channel
  UtcTime created_at{};
  UtcTime updated_at{};
  std::optional<TelephonySettings> telephony{};  // of phone providers only
  bool operator==(const Provider&) const = default;
};

struct NewProvider {
  std::string name;
  Channel channel = Channel::other;
  bool is_default = false;
  std::optional<NewTelephonySettings> telephony{};
};

struct ProviderChanges {
  Field<std::string> name;
  Field<Channel> channel;
  Field<bool> is_default;
  Field<std::optional<NewTelephonySettings>> telephony;  // whole, but for a secret sent as "***"
};

template <>
struct EnumText<Channel> {
  static constexpr std::array values = {std::pair{Channel::phone, std::string_view("phone")},
                                        std::pair{Channel::whatsapp, std::string_view("whatsapp")},
                                        std::pair{Channel::webchat, std::string_view("webchat")},
                                        std::pair{Channel::email, std::string_view("email")},
                                        std::pair{Channel::sms, std::string_view("sms")},
                                        std::pair{Channel::other, std::string_view("other")}};
};
template <>
struct Describe<NewProvider> {
  static constexpr std::string_view name = "CreateProvider";
  static constexpr auto fields =
      std::tuple{required("name", &NewProvider::name, Text{1, 200}), required("channel", &NewProvider::channel),
                 field("isDefault", &NewProvider::is_default, NoRule{},
                       "One per channel; the first of a channel becomes it, a later one takes it over."),
                 field("telephony", &NewProvider::telephony, NoRule{}, "Of a phone provider only.")};
};
template <>
struct Describe<ProviderChanges> {
  static constexpr std::string_view name = "UpdateProvider";
  using ignored = Provider;
  static constexpr auto fields =
      std::tuple{field("name", &ProviderChanges::name, Text{1, 200}), field("channel", &ProviderChanges::channel),
                 field("isDefault", &ProviderChanges::is_default, NoRule{},
                       "true takes it over from the channel's default; false is refused for the default itself."),
                 field("telephony", &ProviderChanges::telephony, NoRule{},
                       "Of a phone provider only; replaced whole, but a password sent as `***` is kept.")};
};
template <>
struct Describe<Provider> {
  static constexpr std::string_view name = "Provider";
  static constexpr auto fields = std::tuple{field("id", &Provider::id),
                                            field("name", &Provider::name, Text{1, 200}),
                                            field("channel", &Provider::channel),
                                            field("isDefault", &Provider::is_default),
                                            field("telephony", &Provider::telephony),
                                            field("createdAt", &Provider::created_at),
                                            field("updatedAt", &Provider::updated_at)};
};

}  // namespace parlance::org
