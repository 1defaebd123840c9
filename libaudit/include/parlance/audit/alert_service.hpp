// Alerts of a questionnaire: create, list, read, change, delete; and the alerts that were raised.
#pragma once

#include <vector>

#include "parlance/audit/alert.hpp"
#include "parlance/audit/stores.hpp"
#include "parlance/org/clock.hpp"
#include "parlance/org/id_source.hpp"
#include "parlance/org/transactor.hpp"

namespace parlance::audit {

// What an alert service works on, borrowed for its life.
struct AlertPorts {
  org::Transactor& transactor;
  AlertStore& alerts;
  RaisedAlertStore& raised;
  const QuestionnaireStore& questionnaires;
  const QuestionStore& questions;
  const AlertTypeStore& alert_types;
  const ConversationStore& conversations;
  const org::Clock& clock;
  org::IdSource& ids;
};

// Safe to call from several threads at once. Calls that take `Problems` add theirs to what the caller found already.
class AlertService {
 public:
  explicit AlertService(const AlertPorts& ports) : ports_(ports) {}

  // A change, a deletion and a new alert count from the next evaluation or correction of a conversation on.
  org::Result<Alert> create(org::OrgId, QuestionnaireId, const NewAlert&, org::Problems = {});
  org::Result<org::Page<Alert>> list(org::OrgId, QuestionnaireId, const org::PageRequest&);
  org::Result<Alert> find(org::OrgId, QuestionnaireId, AlertId);
  org::Result<Alert> update(org::OrgId, QuestionnaireId, AlertId, const AlertChanges&, org::Problems = {});
  org::Result<void> remove(org::OrgId, QuestionnaireId, AlertId);

  org::Page<RaisedAlert> raised(org::OrgId, const RaisedAlertFilter&, const org::PageRequest&);
  org::Result<std::vector<RaisedAlert>> raised_of(org::OrgId, ConversationId);
  // From any status to any other: what was resolved by mistake can be opened again.
  org::Result<RaisedAlert> set_status(org::OrgId, RaisedAlertId, const RaisedAlertChanges&, org::Problems = {});

 private:
  void check_links(org::OrgId, QuestionnaireId, const AlertContent&, org::Problems&);

  AlertPorts ports_;
};

}  // namespace parlance::audit
