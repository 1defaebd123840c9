// Storage ports of the audit module.
//
// The promises of parlance/org/stores.hpp hold here as well: the organization comes first, calls are made inside a
// running transaction, a miss is an empty optional, a fault is thrown, lists are in creation order.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "parlance/audit/alert.hpp"
#include "parlance/audit/alert_type.hpp"
#include "parlance/audit/answer.hpp"
#include "parlance/audit/conversation.hpp"
#include "parlance/audit/message.hpp"
#include "parlance/audit/question.hpp"
#include "parlance/audit/questionnaire.hpp"
#include "parlance/audit/statistics.hpp"
#include "parlance/audit/transfer.hpp"
#include "parlance/audit/transfer_verdict.hpp"
#include "parlance/org/page.hpp"

namespace parlance::audit {

class QuestionnaireStore {
 public:
  virtual ~QuestionnaireStore() = default;
  // Deleted questionnaires are absent from every call.
  virtual std::optional<Questionnaire> find(org::OrgId, QuestionnaireId) const = 0;
  virtual org::Page<Questionnaire> list(org::OrgId, const QuestionnaireFilter&, const org::PageRequest&) const = 0;
  virtual std::vector<Questionnaire> active(org::OrgId) const = 0;  // oldest first
  virtual void insert(org::OrgId, const Questionnaire&) = 0;
  virtual void update(org::OrgId, const Questionnaire&) = 0;           // but question_count and model_version
  virtual void remove(org::OrgId, QuestionnaireId, org::UtcTime) = 0;  // and its questions
};

class QuestionStore {
 public:
  virtual ~QuestionStore() = default;
  // Deleted questions are absent from every call.
  virtual std::optional<Question> find(org::OrgId, QuestionId) const = 0;
  virtual org::Page<Question> list(org::OrgId, const QuestionFilter&, const org::PageRequest&) const = 0;
  virtual std::vector<Question> of(org::OrgId, QuestionnaireId) const = 0;  // all, oldest first
  virtual void insert(org::OrgId, const Question&) = 0;
  virtual void update(org::OrgId, const Question&) = 0;
  virtual void remove(org::OrgId, QuestionId, org::UtcTime) = 0;
};

class AlertTypeStore {
 public:
  virtual ~AlertTypeStore() = default;
  // Deleted alert types are absent from every call.
  virtual std::optional<AlertType> find(org::OrgId, AlertTypeId) const = 0;
  virtual std::optional<AlertType> find_by_name(org::OrgId, std::string_view name) const = 0;  // as folded text
  virtual org::Page<AlertType> list(org::OrgId, const org::PageRequest&) const = 0;
  virtual void insert(org::OrgId, const AlertType&) = 0;
  virtual void update(org::OrgId, const AlertType&) = 0;
  virtual void remove(org::OrgId, AlertTypeId, org::UtcTime) = 0;
};

class AlertStore {
 public:
  virtual ~AlertStore() = default;
  // Deleted alerts are absent from every call.
  virtual std::optional<Alert> find(org::OrgId, AlertId) const = 0;
  virtual org::Page<Alert> list(org::OrgId, QuestionnaireId, const org::PageRequest&) const = 0;
  virtual std::vector<Alert> active(org::OrgId, QuestionnaireId) const = 0;  // oldest first
  virtual bool any_of(org::OrgId, AlertTypeId) const = 0;
  virtual void insert(org::OrgId, const Alert&) = 0;
  virtual void update(org::OrgId, const Alert&) = 0;  // its questionnaire never changes
  virtual void remove(org::OrgId, AlertId, org::UtcTime) = 0;
};

class RaisedAlertStore {
 public:
  virtual ~RaisedAlertStore() = default;
  virtual std::optional<RaisedAlert> find(org::OrgId, RaisedAlertId) const = 0;
  virtual std::vector<RaisedAlert> of(org::OrgId, ConversationId) const = 0;  // as they were raised
  virtual org::Page<RaisedAlert> list(org::OrgId, const RaisedAlertFilter&, const org::PageRequest&) const = 0;
  virtual void insert(org::OrgId, const RaisedAlert&) = 0;
  virtual void update(org::OrgId, const RaisedAlert&) = 0;  // status, question and answer
  virtual void remove(org::OrgId, RaisedAlertId) = 0;       // for good: it was withdrawn
};

// What alerts are raised from and kept in, borrowed.
struct AlertStores {
  const AlertStore& alerts;
  const AlertTypeStore& types;
  RaisedAlertStore& raised;
};

class ConversationStore {
 public:
  virtual ~ConversationStore() = default;
  virtual std::optional<Conversation> find(org::OrgId, ConversationId) const = 0;
  virtual std::optional<Conversation> find_by_external_id(org::OrgId, std::string_view external_id) const = 0;
  virtual org::Page<Conversation> list(org::OrgId, const ConversationFilter&,
                                       const org::PageRequest&) const = 0;  // newest first
  virtual void insert(org::OrgId, const Conversation&) = 0;
  // Status and results; what it is about (ids, language, originalDateTime) never changes.
  virtual void update(org::OrgId, const Conversation&) = 0;

  virtual void add_messages(org::OrgId, ConversationId, const std::vector<Message>&) = 0;
  virtual std::vector<Message> messages(org::OrgId, ConversationId) const = 0;  // by index
  // Transcripts are searched once they were evaluated, through an index that is made after that, many at once. Both
  // are for all organizations.
  virtual bool has_unindexed_transcripts() const = 0;
  virtual std::size_t index_transcripts(std::size_t max) = 0;  // the oldest that wait; how many
  virtual void add_transfer_events(org::OrgId, ConversationId, const std::vector<TransferEvent>&) = 0;
  virtual std::vector<TransferEvent> transfer_events(org::OrgId, ConversationId) const = 0;  // by time, ties as added
  virtual void replace_transfer_verdicts(org::OrgId, ConversationId, const std::vector<TransferVerdict>&) = 0;
  virtual std::vector<TransferVerdict> transfer_verdicts(org::OrgId, ConversationId) const = 0;  // as they were given
};

struct ReviewedAnswer {
  ConversationId conversation_id;
  AnswerValue answer;
  bool operator==(const ReviewedAnswer&) const = default;
};

class AnswerStore {
 public:
  virtual ~AnswerStore() = default;
  virtual std::vector<Answer> of(org::OrgId, ConversationId) const = 0;              // in the order they were given
  virtual void replace(org::OrgId, ConversationId, const std::vector<Answer>&) = 0;  // all answers of the conversation
  virtual void update(org::OrgId, ConversationId, const Answer&) = 0;
  virtual bool any_of(org::OrgId, QuestionId) const = 0;  // was an answer ever recorded for it
  // The answers that reviewers gave or confirmed, without those that are null or not applicable: of the newest `max`
  // conversations, oldest first.
  virtual std::vector<ReviewedAnswer> reviewed(org::OrgId, QuestionId, std::size_t max) const = 0;
};

// What was learned of a question, or that it could not be.
struct StoredModel {
  QuestionId question_id;
  std::int64_t labels = 0;  // it was trained on
  double accuracy_cues = 0;
  double accuracy_learned = 0;
  std::string bytes;  // LearnedModel::to_bytes(); empty: not adopted
  org::UtcTime trained_at;
  bool operator==(const StoredModel&) const = default;
};

class LearnedModelStore {
 public:
  virtual ~LearnedModelStore() = default;
  virtual std::vector<StoredModel> of(org::OrgId, QuestionnaireId) const = 0;  // by question, oldest first
  // All models of the questionnaire at once; its model_version grows.
  virtual void replace(org::OrgId, QuestionnaireId, const std::vector<StoredModel>&) = 0;
};

class StatisticsStore {
 public:
  virtual ~StatisticsStore() = default;
  virtual void add(org::OrgId, const StatisticsDelta&) = 0;
  // The sum of every delta; zeroes when there was none.
  virtual QuestionDelta question(org::OrgId, QuestionId) const = 0;
  virtual EmployeeDelta employee(org::OrgId, org::EmployeeId) const = 0;
};

}  // namespace parlance::audit
