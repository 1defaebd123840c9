#include "parlance/audit/statistics_service.hpp"

namespace parlance::audit {

org::Result<QuestionStatistics> StatisticsService::question(org::OrgId org, QuestionId id) {
  return transactor_.read([&]() -> org::Result<QuestionStatistics> {
    if (!questions_.find(org, id)) return org::not_found("Question", id.text());
    return statistics_of(id, statistics_.question(org, id));
  });
}

org::Result<EmployeeStatistics> StatisticsService::employee(org::OrgId org, org::EmployeeId id) {
  return transactor_.read([&]() -> org::Result<EmployeeStatistics> {
    if (!employees_.find(org, id)) return org::not_found("Employee", id.text());
    return statistics_of(id, statistics_.employee(org, id));
  });
}

}  // namespace parlance::audit
