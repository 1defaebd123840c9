// Makes the raised alerts of a conversation those whose conditions hold.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "parlance/audit/stores.hpp"
#include "parlance/org/id_source.hpp"

namespace parlance::audit {

// The active alerts of questionnaires, each asked for once. For one transaction.
class ActiveAlerts {
 public:
  explicit ActiveAlerts(const AlertStore& alerts) : alerts_(alerts) {}
  const std::vector<Alert>& of(org::OrgId org, QuestionnaireId id) {
    const auto [it, fresh] = known_.try_emplace(std::pair{org, id});
    if (fresh) it->second = alerts_.active(org, id);
    return it->second;
  }

 private:
  const AlertStore& alerts_;
  std::map<std::pair<org::OrgId, QuestionnaireId>, std::vector<Alert>> known_;
};

// To be called after each evaluation and correction, inside its transaction, with the answers as they are then and the
// alerts as they are now. An alert is raised once per conversation: one that holds still keeps its id, status and time,
// one that does not hold any more is withdrawn. `first_time`: none was raised for it yet.
void settle_alerts(org::OrgId org, const Conversation& conversation, const std::vector<Answer>& answers,
                   const std::vector<TransferVerdict>& verdicts, bool first_time, ActiveAlerts& alerts,
                   const AlertStores& stores, org::IdSource& ids, org::UtcTime now);

}  // namespace parlance::audit
