// Providers: create, list, read, change, delete. A channel that has providers has one default (contract section 2).
#pragma once

#include "parlance/org/clock.hpp"
#include "parlance/org/id_source.hpp"
#include "parlance/org/provider.hpp"
#include "parlance/org/stores.hpp"
#include "parlance/org/transactor.hpp"

namespace parlance::org {

// Safe to call from several threads at once.
class ProviderService {
 public:
  ProviderService(Transactor& transactor, ProviderStore& providers, SecretBox& secrets, const Clock& clock,
                  IdSource& ids);

  Result<Provider> create(OrgId, const NewProvider&, Problems = {});
  Page<Provider> list(OrgId, const PageRequest&);
  Result<Provider> find(OrgId, ProviderId);
  Result<Provider> update(OrgId, ProviderId, const ProviderChanges&, Problems = {});
  // The oldest of its channel takes over from a deleted default. Conversations stay.
  Result<void> remove(OrgId, ProviderId);

  // The context under which a provider's password is sealed, for whoever has to open it.
  static std::string password_context(OrgId, ProviderId);

 private:
  void take_over(OrgId, Channel, UtcTime now);
  void appoint_oldest(OrgId, Channel, UtcTime now);
  std::optional<TelephonySettings> sealed(OrgId, ProviderId, const std::optional<NewTelephonySettings>& sent,
                                          const std::optional<TelephonySettings>& before);

  Transactor& transactor_;
  ProviderStore& providers_;
  SecretBox& secrets_;
  const Clock& clock_;
  IdSource& ids_;
};

}  // namespace parlance::org
