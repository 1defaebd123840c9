// Reading statistics per question and per employee.
#pragma once

#include "parlance/audit/statistics.hpp"
#include "parlance/audit/stores.hpp"
#include "parlance/org/stores.hpp"
#include "parlance/org/transactor.hpp"

namespace parlance::audit {

// Safe to call from several threads at once.
class StatisticsService {
 public:
  StatisticsService(org::Transactor& transactor, StatisticsStore& statistics, const QuestionStore& questions,
                    const org::EmployeeReader& employees)
      : transactor_(transactor), statistics_(statistics), questions_(questions), employees_(employees) {}

  org::Result<QuestionStatistics> question(org::OrgId, QuestionId);
  org::Result<EmployeeStatistics> employee(org::OrgId, org::EmployeeId);  // deleted ones too

 private:
  org::Transactor& transactor_;
  StatisticsStore& statistics_;
  const QuestionStore& questions_;
  const org::EmployeeReader& employees_;
};

}  // namespace parlance::audit
