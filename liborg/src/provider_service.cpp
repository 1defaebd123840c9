#include "parlance/org/provider_service.hpp"

namespace parlance::org {

ProviderService::ProviderService(Transactor& transactor, ProviderStore& providers, const Clock& clock, IdSource& ids)
    : transactor_(transactor), providers_(providers), clock_(clock), ids_(ids) {}

Result<Provider> ProviderService::create(OrgId org, const NewProvider& command, Problems problems) {
  check(command, problems);
  if (!problems.empty()) return std::move(problems).error();
  return transactor_.write([&]() -> Result<Provider> {
    const UtcTime now = clock_.now();
    // Contract section 2: one default per channel; the first becomes it.
    auto old_default = providers_.default_of(org, command.channel);
    const Provider provider{{ids_.next()}, command.name, command.channel, command.is_default || !old_default, now, now};
    if (old_default && provider.is_default) {
      old_default->is_default = false;
      old_default->updated_at = now;
      providers_.update(org, *old_default);
    }
    providers_.insert(org, provider);
    return provider;
  });
}

Page<Provider> ProviderService::list(OrgId org, const PageRequest& page) {
  return transactor_.read([&] { return providers_.list(org, page); });
}

}  // namespace parlance::org
