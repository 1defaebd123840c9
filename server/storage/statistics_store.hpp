// Statistics in the database.
#pragma once

#include "parlance/audit/stores.hpp"
#include "server/storage/store_base.hpp"

namespace parlance::server::storage {

class StatisticsStore final : public audit::StatisticsStore, StoreBase {
 public:
  explicit StatisticsStore(Shared& shared) : StoreBase(shared) {}
  void add(org::OrgId, const audit::StatisticsDelta&) override;
  audit::QuestionDelta question(org::OrgId, audit::QuestionId) const override;
  audit::EmployeeDelta employee(org::OrgId, org::EmployeeId) const override;
};

}  // namespace parlance::server::storage
