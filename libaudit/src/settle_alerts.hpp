// Makes the raised alerts of a conversation those whose conditions hold.
#pragma once

#include <vector>

#include "parlance/audit/stores.hpp"
#include "parlance/org/id_source.hpp"

namespace parlance::audit {

// To be called after each evaluation and correction, inside its transaction, with the answers as they are then and the
// alerts as they are now. An alert is raised once per conversation: one that holds still keeps its id, status and time,
// one that does not hold any more is withdrawn. `first_time`: none was raised for it yet.
void settle_alerts(org::OrgId org, const Conversation& conversation, const std::vector<Answer>& answers,
                   const std::vector<TransferVerdict>& verdicts, bool first_time, const AlertStores& stores,
                   org::IdSource& ids, org::UtcTime now);

}  // namespace parlance::audit
