#pragma once

#include "parlance/audit/stores.hpp"
#include "server/storage/store_base.hpp"

namespace parlance::server::storage {

class LearnedModelStore final : public audit::LearnedModelStore, StoreBase {
 public:
  explicit LearnedModelStore(Shared& shared) : StoreBase(shared) {}

  std::vector<audit::StoredModel> of(org::OrgId, audit::QuestionnaireId) const override;
  void replace(org::OrgId, audit::QuestionnaireId, const std::vector<audit::StoredModel>&) override;
};

}  // namespace parlance::server::storage
