// Providers: create and list.
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
  ProviderService(Transactor& transactor, ProviderStore& providers, const Clock& clock, IdSource& ids);

  Result<Provider> create(OrgId, const NewProvider&, Problems = {});
  Page<Provider> list(OrgId, const PageRequest&);

 private:
  Transactor& transactor_;
  ProviderStore& providers_;
  const Clock& clock_;
  IdSource& ids_;
};

}  // namespace parlance::org
