// Conversations: register, take the transcript, read back, archive, ask for a new evaluation, correct answers.
#pragma once

#include <vector>

#include "parlance/audit/conversation.hpp"
#include "parlance/audit/message.hpp"
#include "parlance/audit/stores.hpp"
#include "parlance/org/clock.hpp"
#include "parlance/org/id_source.hpp"
#include "parlance/org/job_queue.hpp"
#include "parlance/org/stores.hpp"
#include "parlance/org/transactor.hpp"

namespace parlance::audit {

// The kind of the job that evaluates a conversation; EvaluationService runs it.
inline constexpr std::string_view evaluate_job = "evaluate";

// What a conversation service works on, borrowed for its life.
struct ConversationPorts {
  org::Transactor& transactor;
  ConversationStore& conversations;
  AnswerStore& answers;
  StatisticsStore& statistics;
  AlertStores alerts;
  const org::EmployeeReader& employees;
  const org::DepartmentStore& departments;
  const org::ProviderReader& providers;
  org::JobQueue& jobs;
  const org::Clock& clock;
  org::IdSource& ids;
};

// Safe to call from several threads at once. Calls that take `Problems` add theirs to what the caller found already.
class ConversationService {
 public:
  explicit ConversationService(const ConversationPorts& ports) : ports_(ports) {}

  // PENDING. Unknown or deleted ids, or an employee in no department, are invalid and name the field; a taken external
  // id is a conflict.
  org::Result<Conversation> create(org::OrgId, const NewConversation&, org::Problems = {});
  org::Result<Conversation> find(org::OrgId, ConversationId);
  // Newest first. A search has the transcripts indexed first that wait for it, up to search_backlog_max of them.
  org::Page<Conversation> list(org::OrgId, const ConversationFilter&, const org::PageRequest&);
  // Has the oldest transcripts indexed that wait for it, of all organizations, in one transaction; how many.
  std::size_t index_transcripts(std::size_t max);
  static constexpr std::size_t search_backlog_max = 2000;

  // The whole transcript in one request; the evaluation is queued with it. A second one is a conflict.
  org::Result<Conversation> add_messages(org::OrgId, ConversationId, const NewTranscript&, org::Problems = {});
  org::Result<std::vector<Message>> messages(org::OrgId, ConversationId);
  // Before the transcript, in one or more requests: transfer_events_max in all. The events as they are then.
  org::Result<std::vector<TransferEvent>> add_transfer_events(org::OrgId, ConversationId, const NewTransferEvents&,
                                                              org::Problems = {});
  org::Result<std::vector<TransferEvent>> transfer_events(org::OrgId, ConversationId);
  org::Result<std::vector<TransferVerdict>> transfers(org::OrgId, ConversationId);

  org::Result<Conversation> archive(org::OrgId, ConversationId);
  // PENDING again, with its evaluation queued; answers a reviewer gave are kept by it.
  org::Result<Conversation> reevaluate(org::OrgId, ConversationId);

  org::Result<std::vector<Answer>> answers(org::OrgId, ConversationId);
  // Statistics, score and status follow at once; the replaced answer stays in the history.
  org::Result<Answer> correct(org::OrgId, ConversationId, AnswerId, const Correction&, org::Problems = {});

 private:
  ConversationPorts ports_;
};

}  // namespace parlance::audit
