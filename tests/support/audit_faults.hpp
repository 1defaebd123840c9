// Audit stores that do what they are told to before they do what they are for: fault, count, or let others in between.
#pragma once

#include <functional>
#include <string_view>

#include "parlance/audit/stores.hpp"

namespace parlance::test {

// Forwards to the store it wraps. `before` is told of every call about one conversation, and may throw.
class FaultyConversations final : public audit::ConversationStore {
 public:
  using Hook = std::function<void(std::string_view call, audit::ConversationId)>;
  explicit FaultyConversations(audit::ConversationStore& inner) : inner_(inner) {}
  Hook before;

  std::optional<audit::Conversation> find(org::OrgId org, audit::ConversationId id) const override {
    tell("find", id);
    return inner_.find(org, id);
  }
  std::optional<audit::Conversation> find_by_external_id(org::OrgId org, std::string_view id) const override {
    return inner_.find_by_external_id(org, id);
  }
  org::Page<audit::Conversation> list(org::OrgId org, const audit::ConversationFilter& filter,
                                      const org::PageRequest& page) const override {
    return inner_.list(org, filter, page);
  }
  void replace_transfer_verdicts(org::OrgId org, audit::ConversationId id,
                                 const std::vector<audit::TransferVerdict>& verdicts) override {
    tell("replace_transfer_verdicts", id);
    inner_.replace_transfer_verdicts(org, id, verdicts);
  }
  std::vector<audit::TransferVerdict> transfer_verdicts(org::OrgId org, audit::ConversationId id) const override {
    tell("transfer_verdicts", id);
    return inner_.transfer_verdicts(org, id);
  }
  bool has_unindexed_transcripts() const override { return inner_.has_unindexed_transcripts(); }
  std::size_t index_transcripts(std::size_t max) override { return inner_.index_transcripts(max); }
  void insert(org::OrgId org, const audit::Conversation& conversation) override {
    tell("insert", conversation.id);
    inner_.insert(org, conversation);
  }
  void update(org::OrgId org, const audit::Conversation& conversation) override {
    tell("update", conversation.id);
    inner_.update(org, conversation);
  }
  void add_messages(org::OrgId org, audit::ConversationId id, const std::vector<audit::Message>& messages) override {
    tell("add_messages", id);
    inner_.add_messages(org, id, messages);
  }
  std::vector<audit::Message> messages(org::OrgId org, audit::ConversationId id) const override {
    tell("messages", id);
    return inner_.messages(org, id);
  }
  void add_transfer_events(org::OrgId org, audit::ConversationId id,
                           const std::vector<audit::TransferEvent>& events) override {
    tell("add_transfer_events", id);
    inner_.add_transfer_events(org, id, events);
  }
  std::vector<audit::TransferEvent> transfer_events(org::OrgId org, audit::ConversationId id) const override {
    tell("transfer_events", id);
    return inner_.transfer_events(org, id);
  }

 private:
  void tell(std::string_view call, audit::ConversationId id) const {
    if (before) before(call, id);
  }
  audit::ConversationStore& inner_;
};

class FaultyAnswers final : public audit::AnswerStore {
 public:
  std::vector<audit::ReviewedAnswer> reviewed(org::OrgId org, audit::QuestionId id, std::size_t max) const override {
    return inner_.reviewed(org, id, max);
  }
  using Hook = std::function<void(std::string_view call, audit::ConversationId)>;
  explicit FaultyAnswers(audit::AnswerStore& inner) : inner_(inner) {}
  Hook before;

  std::vector<audit::Answer> of(org::OrgId org, audit::ConversationId id) const override {
    tell("of", id);
    return inner_.of(org, id);
  }
  void replace(org::OrgId org, audit::ConversationId id, const std::vector<audit::Answer>& answers) override {
    tell("replace", id);
    inner_.replace(org, id, answers);
  }
  void update(org::OrgId org, audit::ConversationId id, const audit::Answer& answer) override {
    tell("update", id);
    inner_.update(org, id, answer);
  }
  bool any_of(org::OrgId org, audit::QuestionId id) const override { return inner_.any_of(org, id); }

 private:
  void tell(std::string_view call, audit::ConversationId id) const {
    if (before) before(call, id);
  }
  audit::AnswerStore& inner_;
};

}  // namespace parlance::test
