// Questions in the database.
#pragma once

#include "parlance/audit/stores.hpp"
#include "server/storage/store_base.hpp"

namespace parlance::server::storage {

class QuestionStore final : public audit::QuestionStore, StoreBase {
 public:
  explicit QuestionStore(Shared& shared) : StoreBase(shared) {}
  std::optional<audit::Question> find(org::OrgId, audit::QuestionId) const override;
  org::Page<audit::Question> list(org::OrgId, const audit::QuestionFilter&, const org::PageRequest&) const override;
  std::vector<audit::Question> of(org::OrgId, audit::QuestionnaireId) const override;
  void insert(org::OrgId, const audit::Question&) override;
  void update(org::OrgId, const audit::Question&) override;
  void remove(org::OrgId, audit::QuestionId, org::UtcTime) override;
};

}  // namespace parlance::server::storage
