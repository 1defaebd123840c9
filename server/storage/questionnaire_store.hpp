// Questionnaires in the database.
#pragma once

#include "parlance/audit/stores.hpp"
#include "server/storage/store_base.hpp"

namespace parlance::server::storage {

class QuestionnaireStore final : public audit::QuestionnaireStore, StoreBase {
 public:
  explicit QuestionnaireStore(Shared& shared) : StoreBase(shared) {}
  std::optional<audit::Questionnaire> find(org::OrgId, audit::QuestionnaireId) const override;
  org::Page<audit::Questionnaire> list(org::OrgId, const audit::QuestionnaireFilter&,
                                       const org::PageRequest&) const override;
  std::vector<audit::Questionnaire> active(org::OrgId) const override;
  void insert(org::OrgId, const audit::Questionnaire&) override;
  void update(org::OrgId, const audit::Questionnaire&) override;
  void remove(org::OrgId, audit::QuestionnaireId, org::UtcTime) override;
};

}  // namespace parlance::server::storage
