// In-memory twins of every storage port of libaudit, for tests, examples and embedders that keep nothing on disk.
//
// Thread safe through their transactor; lists cost what the table holds.
#pragma once

#include <functional>

#include "parlance/audit/stores.hpp"
#include "parlance/org/memory_transactor.hpp"

namespace parlance::audit {

class MemoryQuestionStore;

class MemoryQuestionnaireStore final : public QuestionnaireStore {
 public:
  MemoryQuestionnaireStore(org::MemoryTransactor& transactor, MemoryQuestionStore& questions)
      : table_(transactor), questions_(questions) {}
  std::optional<Questionnaire> find(org::OrgId, QuestionnaireId) const override;
  org::Page<Questionnaire> list(org::OrgId, const QuestionnaireFilter&, const org::PageRequest&) const override;
  std::vector<Questionnaire> active(org::OrgId) const override;
  void insert(org::OrgId, const Questionnaire&) override;
  void update(org::OrgId, const Questionnaire&) override;
  void remove(org::OrgId, QuestionnaireId, org::UtcTime) override;
  void count_models_up(org::OrgId, QuestionnaireId);  // for MemoryLearnedModelStore

 private:
  struct Row {
    Questionnaire questionnaire;
    bool deleted = false;
  };
  Questionnaire shown(org::OrgId, const Row&) const;

  org::MemoryTable<QuestionnaireId, Row> table_;
  MemoryQuestionStore& questions_;
};

class MemoryQuestionStore final : public QuestionStore {
 public:
  explicit MemoryQuestionStore(org::MemoryTransactor& transactor) : table_(transactor) {}
  std::optional<Question> find(org::OrgId, QuestionId) const override;
  org::Page<Question> list(org::OrgId, const QuestionFilter&, const org::PageRequest&) const override;
  std::vector<Question> of(org::OrgId, QuestionnaireId) const override;
  void insert(org::OrgId, const Question&) override;
  void update(org::OrgId, const Question&) override;
  void remove(org::OrgId, QuestionId, org::UtcTime) override;

 private:
  struct Row {
    Question question;
    bool deleted = false;
  };
  org::MemoryTable<QuestionId, Row> table_;
};

class MemoryAlertTypeStore final : public AlertTypeStore {
 public:
  explicit MemoryAlertTypeStore(org::MemoryTransactor& transactor) : table_(transactor) {}
  std::optional<AlertType> find(org::OrgId, AlertTypeId) const override;
  std::optional<AlertType> find_by_name(org::OrgId, std::string_view name) const override;
  org::Page<AlertType> list(org::OrgId, const org::PageRequest&) const override;
  void insert(org::OrgId, const AlertType&) override;
  void update(org::OrgId, const AlertType&) override;
  void remove(org::OrgId, AlertTypeId, org::UtcTime) override;

 private:
  org::MarkedTable<AlertTypeId, AlertType> table_;
};

class MemoryAlertStore final : public AlertStore {
 public:
  explicit MemoryAlertStore(org::MemoryTransactor& transactor) : table_(transactor) {}

  std::optional<Alert> find(org::OrgId, AlertId) const override;
  org::Page<Alert> list(org::OrgId, QuestionnaireId, const org::PageRequest&) const override;
  std::vector<Alert> active(org::OrgId, QuestionnaireId) const override;
  bool any_of(org::OrgId, AlertTypeId) const override;
  void insert(org::OrgId, const Alert&) override;
  void update(org::OrgId, const Alert&) override;
  void remove(org::OrgId, AlertId, org::UtcTime) override;

 private:
  org::MarkedTable<AlertId, Alert> table_;
};

class MemoryRaisedAlertStore final : public RaisedAlertStore {
 public:
  explicit MemoryRaisedAlertStore(org::MemoryTransactor& transactor) : table_(transactor) {}

  std::optional<RaisedAlert> find(org::OrgId, RaisedAlertId) const override;
  std::vector<RaisedAlert> of(org::OrgId, ConversationId) const override;
  org::Page<RaisedAlert> list(org::OrgId, const RaisedAlertFilter&, const org::PageRequest&) const override;
  void insert(org::OrgId, const RaisedAlert&) override;
  void update(org::OrgId, const RaisedAlert&) override;
  void remove(org::OrgId, RaisedAlertId) override;

 private:
  org::MarkedTable<RaisedAlertId, RaisedAlert> table_;
};

class MemoryConversationStore final : public ConversationStore {
 public:
  explicit MemoryConversationStore(org::MemoryTransactor& transactor) : table_(transactor) {}
  std::optional<Conversation> find(org::OrgId, ConversationId) const override;
  std::optional<Conversation> find_by_external_id(org::OrgId, std::string_view external_id) const override;
  org::Page<Conversation> list(org::OrgId, const ConversationFilter&, const org::PageRequest&) const override;
  void insert(org::OrgId, const Conversation&) override;
  void update(org::OrgId, const Conversation&) override;
  void add_messages(org::OrgId, ConversationId, const std::vector<Message>&) override;
  std::vector<Message> messages(org::OrgId, ConversationId) const override;
  void add_transfer_events(org::OrgId, ConversationId, const std::vector<TransferEvent>&) override;
  std::vector<TransferEvent> transfer_events(org::OrgId, ConversationId) const override;
  void replace_transfer_verdicts(org::OrgId, ConversationId, const std::vector<TransferVerdict>&) override;
  std::vector<TransferVerdict> transfer_verdicts(org::OrgId, ConversationId) const override;
  bool has_unindexed_transcripts() const override { return false; }  // messages are looked through as they are
  std::size_t index_transcripts(std::size_t) override { return 0; }

 private:
  struct Row {
    Conversation conversation;
    std::vector<Message> messages;
    std::vector<TransferEvent> transfer_events;
    std::vector<TransferVerdict> transfer_verdicts;
  };
  static bool matches(const Row&, const ConversationFilter&);
  void change(org::OrgId, ConversationId, const std::function<void(Row&)>&);

  org::MemoryTable<ConversationId, Row> table_;
};

class MemoryAnswerStore final : public AnswerStore {
 public:
  explicit MemoryAnswerStore(org::MemoryTransactor& transactor) : table_(transactor), answered_(transactor) {}
  std::vector<Answer> of(org::OrgId, ConversationId) const override;
  void replace(org::OrgId, ConversationId, const std::vector<Answer>&) override;
  void update(org::OrgId, ConversationId, const Answer&) override;
  bool any_of(org::OrgId, QuestionId) const override;
  std::vector<ReviewedAnswer> reviewed(org::OrgId, QuestionId, std::size_t max) const override;

 private:
  struct Row {
    ConversationId conversation;
    std::vector<Answer> answers;
  };
  org::MemoryTable<ConversationId, Row> table_;
  org::MemoryTable<QuestionId, bool> answered_;
};

class MemoryLearnedModelStore final : public LearnedModelStore {
 public:
  MemoryLearnedModelStore(org::MemoryTransactor& transactor, MemoryQuestionnaireStore& questionnaires)
      : table_(transactor), questionnaires_(questionnaires) {}
  std::vector<StoredModel> of(org::OrgId, QuestionnaireId) const override;
  void replace(org::OrgId, QuestionnaireId, const std::vector<StoredModel>&) override;

 private:
  org::MemoryTable<QuestionnaireId, std::vector<StoredModel>> table_;
  MemoryQuestionnaireStore& questionnaires_;
};

class MemoryStatisticsStore final : public StatisticsStore {
 public:
  explicit MemoryStatisticsStore(org::MemoryTransactor& transactor) : questions_(transactor), employees_(transactor) {}
  void add(org::OrgId, const StatisticsDelta&) override;
  QuestionDelta question(org::OrgId, QuestionId) const override;
  EmployeeDelta employee(org::OrgId, org::EmployeeId) const override;

 private:
  org::MemoryTable<QuestionId, QuestionDelta> questions_;
  org::MemoryTable<org::EmployeeId, EmployeeDelta> employees_;
};

}  // namespace parlance::audit
