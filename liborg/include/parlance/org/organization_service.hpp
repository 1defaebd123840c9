// Organizations, as their operator manages them.
#pragma once

#include <vector>

#include "parlance/org/clock.hpp"
#include "parlance/org/id_source.hpp"
#include "parlance/org/organization.hpp"
#include "parlance/org/stores.hpp"
#include "parlance/org/time_zone.hpp"
#include "parlance/org/transactor.hpp"

namespace parlance::org {

// Safe to call from several threads at once.
class OrganizationService {
 public:
  OrganizationService(Transactor& transactor, OrganizationStore& organizations, const TimeZones& zones,
                      const Clock& clock, IdSource& ids);

  Result<Organization> create(const NewOrganization&, Problems = {});
  Result<Organization> find(OrgId);
  std::vector<Organization> all();
  Result<Organization> update(OrgId, const OrganizationChanges&, Problems = {});

 private:
  Transactor& transactor_;
  OrganizationStore& organizations_;
  const TimeZones& zones_;
  const Clock& clock_;
  IdSource& ids_;
};

}  // namespace parlance::org
