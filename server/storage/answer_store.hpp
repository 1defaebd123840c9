// Answers in the database.
#pragma once

#include "parlance/audit/stores.hpp"
#include "server/storage/store_base.hpp"

namespace parlance::server::storage {

class AnswerStore final : public audit::AnswerStore, StoreBase {
 public:
  explicit AnswerStore(Shared& shared) : StoreBase(shared) {}
  std::vector<audit::Answer> of(org::OrgId, audit::ConversationId) const override;
  void replace(org::OrgId, audit::ConversationId, const std::vector<audit::Answer>&) override;
  void update(org::OrgId, audit::ConversationId, const audit::Answer&) override;
  bool any_of(org::OrgId, audit::QuestionId) const override;
  std::vector<audit::ReviewedAnswer> reviewed(org::OrgId, audit::QuestionId, std::size_t max) const override;
};

}  // namespace parlance::server::storage
