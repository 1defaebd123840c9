#pragma once

#include "parlance/audit/stores.hpp"
#include "server/storage/store_base.hpp"

namespace parlance::server::storage {

class AlertStore final : public audit::AlertStore, StoreBase {
 public:
  explicit AlertStore(Shared& shared) : StoreBase(shared) {}

  std::optional<audit::Alert> find(org::OrgId, audit::AlertId) const override;
  org::Page<audit::Alert> list(org::OrgId, audit::QuestionnaireId, const org::PageRequest&) const override;
  std::vector<audit::Alert> active(org::OrgId, audit::QuestionnaireId) const override;
  bool any_of(org::OrgId, audit::AlertTypeId) const override;
  void insert(org::OrgId, const audit::Alert&) override;
  void update(org::OrgId, const audit::Alert&) override;
  void remove(org::OrgId, audit::AlertId, org::UtcTime) override;
};

class RaisedAlertStore final : public audit::RaisedAlertStore, StoreBase {
 public:
  explicit RaisedAlertStore(Shared& shared) : StoreBase(shared) {}

  std::optional<audit::RaisedAlert> find(org::OrgId, audit::RaisedAlertId) const override;
  std::vector<audit::RaisedAlert> of(org::OrgId, audit::ConversationId) const override;
  org::Page<audit::RaisedAlert> list(org::OrgId, const audit::RaisedAlertFilter&,
                                     const org::PageRequest&) const override;
  void insert(org::OrgId, const audit::RaisedAlert&) override;
  void update(org::OrgId, const audit::RaisedAlert&) override;
  void remove(org::OrgId, audit::RaisedAlertId) override;
};

}  // namespace parlance::server::storage
