// Alert types: create, list, read, change, delete.
#pragma once

#include "parlance/audit/alert_type.hpp"
#include "parlance/audit/stores.hpp"
#include "parlance/org/clock.hpp"
#include "parlance/org/id_source.hpp"
#include "parlance/org/transactor.hpp"

namespace parlance::audit {

// Safe to call from several threads at once. Calls that take `Problems` add theirs to what the caller found already.
class AlertTypeService {
 public:
  AlertTypeService(org::Transactor& transactor, AlertTypeStore& alert_types, QuestionStore& questions,
                   AlertStore& alerts, const org::Clock& clock, org::IdSource& ids);

  // conflict when another alert type has the name.
  org::Result<AlertType> create(org::OrgId, const NewAlertType&, org::Problems = {});
  org::Page<AlertType> list(org::OrgId, const org::PageRequest&);
  org::Result<AlertType> find(org::OrgId, AlertTypeId);
  org::Result<AlertType> update(org::OrgId, AlertTypeId, const AlertTypeChanges&, org::Problems = {});
  // conflict while a question or an alert names it: what it would raise must not change unseen.
  org::Result<void> remove(org::OrgId, AlertTypeId);

 private:
  org::Transactor& transactor_;
  AlertTypeStore& alert_types_;
  QuestionStore& questions_;
  AlertStore& alerts_;
  const org::Clock& clock_;
  org::IdSource& ids_;
};

}  // namespace parlance::audit
