// Conversations, their messages and transfer events in the database.
#pragma once

#include "parlance/audit/stores.hpp"
#include "server/storage/store_base.hpp"

namespace parlance::server::storage {

class ConversationStore final : public audit::ConversationStore, StoreBase {
 public:
  explicit ConversationStore(Shared& shared) : StoreBase(shared) {}
  std::optional<audit::Conversation> find(org::OrgId, audit::ConversationId) const override;
  std::optional<audit::Conversation> find_by_external_id(org::OrgId, std::string_view external_id) const override;
  org::Page<audit::Conversation> list(org::OrgId, const audit::ConversationFilter&,
                                      const org::PageRequest&) const override;
  void insert(org::OrgId, const audit::Conversation&) override;
  void update(org::OrgId, const audit::Conversation&) override;
  void add_messages(org::OrgId, audit::ConversationId, const std::vector<audit::Message>&) override;
  std::vector<audit::Message> messages(org::OrgId, audit::ConversationId) const override;
  void add_transfer_events(org::OrgId, audit::ConversationId, const std::vector<audit::TransferEvent>&) override;
  std::vector<audit::TransferEvent> transfer_events(org::OrgId, audit::ConversationId) const override;
  void replace_transfer_verdicts(org::OrgId, audit::ConversationId,
                                 const std::vector<audit::TransferVerdict>&) override;
  std::vector<audit::TransferVerdict> transfer_verdicts(org::OrgId, audit::ConversationId) const override;
  bool has_unindexed_transcripts() const override;
  std::size_t index_transcripts(std::size_t max) override;
};

// How a conversation is read: these columns of `conversations t`, the first of which is column `at` of the row.
extern const std::string_view conversation_columns;
audit::Conversation conversation_of(Query& row, int at);

// The seq of a conversation of the organization; 0 when there is none.
std::int64_t conversation_seq(Connection&, std::int64_t org, audit::ConversationId);

}  // namespace parlance::server::storage
