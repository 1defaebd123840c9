#include "parlance/org/provider_service.hpp"

namespace parlance::org {
namespace {

Error missing(ProviderId id) {
  return not_found("Provider", id.text());
}

}  // namespace

ProviderService::ProviderService(Transactor& transactor, ProviderStore& providers, const Clock& clock, IdSource& ids)
    : transactor_(transactor), providers_(providers), clock_(clock), ids_(ids) {}

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
  if (!problems.empty()) return std::move(problems).error();
  return transactor_.write([&]() -> Result<Provider> {
    const UtcTime now = clock_.now();
    // Contract section 2: one default per channel; the first becomes it.
    const bool first = !providers_.default_of(org, command.channel);
    const Provider provider{{ids_.next()}, command.name, command.channel, command.is_default || first, now, now};
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
    if (!problems.empty()) return std::move(problems).error();
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
