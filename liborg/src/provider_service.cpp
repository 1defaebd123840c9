#include "parlance/org/provider_service.hpp"

#include "parlance/org/contact.hpp"

namespace parlance::org {
namespace {

Error missing(ProviderId id) {
  return not_found("Provider", id.text());
}

bool has_password(const std::optional<TelephonySettings>& telephony) {
  return telephony && telephony->password;
}

// What bounds do not say. `before`: what the provider has already.
void check_telephony(const NewTelephonySettings& telephony, const std::optional<TelephonySettings>& before,
                     Problems& problems) {
  if (problems.covers("telephony")) return;
  for (std::size_t i = 0; i < telephony.from_numbers.size(); ++i) {
    const std::string path = "telephony.fromNumbers." + std::to_string(i);
    if (!problems.has(path) && !is_phone_number(telephony.from_numbers[i])) {
      problems.add(path, "must be a valid phone number (E.164)");
    }
  }
  if (problems.has("telephony.driver")) return;
  if (telephony.driver == TelephonyDriver::sip && !problems.has("telephony.host")) {
    if (!telephony.host) {
      problems.add("telephony.host", "should not be empty");
    } else if (!is_host(*telephony.host)) {
      problems.add("telephony.host", "must be a host name or an address");
    }
  }
  if (telephony.password && telephony.password->is_kept() && !has_password(before)) {
    problems.add("telephony.password", "must not be ***: there is none to keep");
  }
}

constexpr std::string_view phone_only = "must be null for a channel other than phone";

}  // namespace

ProviderService::ProviderService(Transactor& transactor, ProviderStore& providers, SecretBox& secrets,
                                 const Clock& clock, IdSource& ids)
    : transactor_(transactor), providers_(providers), secrets_(secrets), clock_(clock), ids_(ids) {}

// Bound to its provider: a sealed password moved to another row opens nowhere.
std::string ProviderService::password_context(OrgId org, ProviderId id) {
  return "provider password\n" + org.text() + "\n" + id.text();
}

std::optional<TelephonySettings> ProviderService::sealed(OrgId org, ProviderId id,
                                                         const std::optional<NewTelephonySettings>& sent,
                                                         const std::optional<TelephonySettings>& before) {
  if (!sent) return std::nullopt;
  TelephonySettings out{sent->driver, sent->from_numbers, sent->host, sent->port, sent->transport, sent->username, {}};
  if (!sent->password) return out;
  // Providers: a PUT that sends *** keeps the secret.
  out.password =
      sent->password->is_kept() ? before->password : secrets_.seal(*sent->password, password_context(org, id));
  return out;
}

// The channel's default stops being it, so that another one can.
void ProviderService::take_over(OrgId org, Channel channel, UtcTime now) {
  auto holder = providers_.default_of(org, channel);
  if (!holder) return;
  holder->is_default = false;
  holder->updated_at = now;
  providers_.update(org, *holder);
}

// A channel whose default went gets another one, if it has any provider left.
void ProviderService::appoint_oldest(OrgId org, Channel channel, UtcTime now) {
  auto oldest = providers_.oldest_of(org, channel);
  if (!oldest) return;
  oldest->is_default = true;
  oldest->updated_at = now;
  providers_.update(org, *oldest);
}

Result<Provider> ProviderService::create(OrgId org, const NewProvider& command, Problems problems) {
  check(command, problems);
  if (command.telephony) {
    check_telephony(*command.telephony, std::nullopt, problems);
    if (command.channel != Channel::phone && !problems.has("telephony") && !problems.has("channel")) {
      problems.add("telephony", phone_only);
    }
  }
  if (!problems.empty()) return std::move(problems).error();
  const ProviderId id{ids_.next()};
  const auto telephony = sealed(org, id, command.telephony, std::nullopt);
  return transactor_.write([&]() -> Result<Provider> {
    const UtcTime now = clock_.now();
    // Contract section 2: one default per channel; the first becomes it.
    const bool first = !providers_.default_of(org, command.channel);
    const Provider provider{id, command.name, command.channel, command.is_default || first, now, now, telephony};
    if (provider.is_default) take_over(org, provider.channel, now);
    providers_.insert(org, provider);
    return provider;
  });
}

Page<Provider> ProviderService::list(OrgId org, const PageRequest& page) {
  return transactor_.read([&] { return providers_.list(org, page); });
}

Result<Provider> ProviderService::find(OrgId org, ProviderId id) {
  return transactor_.read([&]() -> Result<Provider> {
    if (auto provider = providers_.find(org, id)) return std::move(*provider);
    return missing(id);
  });
}

Result<Provider> ProviderService::update(OrgId org, ProviderId id, const ProviderChanges& changes, Problems problems) {
  check(changes, problems);
  return transactor_.write([&]() -> Result<Provider> {
    auto provider = providers_.find(org, id);
    if (!provider) return missing(id);
    const Provider before = *provider;
    changes.name.apply_to(provider->name);
    changes.channel.apply_to(provider->channel);
    const bool moved = provider->channel != before.channel;
    if (moved) provider->is_default = false;
    changes.is_default.apply_to(provider->is_default);
    if (!moved && before.is_default && !provider->is_default && !problems.has("isDefault")) {
      problems.add("isDefault", "must be true for the default of its channel; make another provider the default");
    }
    if (changes.telephony.sent && *changes.telephony.sent) {
      check_telephony(**changes.telephony.sent, before.telephony, problems);
    }
    const bool has_telephony = changes.telephony.sent ? changes.telephony.sent->has_value() : !!before.telephony;
    if (has_telephony && provider->channel != Channel::phone && !problems.has("telephony") &&
        !problems.has("channel")) {
      problems.add("telephony", phone_only);
    }
    if (!problems.empty()) return std::move(problems).error();
    if (changes.telephony.sent) provider->telephony = sealed(org, id, *changes.telephony.sent, before.telephony);
    const UtcTime now = clock_.now();
    // Contract section 2: one default per channel; the first becomes it.
    if (moved && !providers_.default_of(org, provider->channel)) provider->is_default = true;
    if (provider->is_default && (moved || !before.is_default)) take_over(org, provider->channel, now);
    provider->updated_at = now;
    providers_.update(org, *provider);
    if (moved && before.is_default) appoint_oldest(org, before.channel, now);
    return std::move(*provider);
  });
}

Result<void> ProviderService::remove(OrgId org, ProviderId id) {
  return transactor_.write([&]() -> Result<void> {
    const auto provider = providers_.find(org, id);
    if (!provider) return missing(id);
    const UtcTime now = clock_.now();
    providers_.remove(org, id, now);
    if (provider->is_default) appoint_oldest(org, provider->channel, now);
    return {};
  });
}

}  // namespace parlance::org
