// Evaluation: what becomes of a conversation once its transcript is there.
#pragma once

#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <tuple>
#include <vector>

#include "parlance/audit/evaluator.hpp"
#include "parlance/audit/stores.hpp"
#include "parlance/org/clock.hpp"
#include "parlance/org/id_source.hpp"
#include "parlance/org/job_queue.hpp"
#include "parlance/org/stores.hpp"
#include "parlance/org/transactor.hpp"

namespace parlance::audit {

class ActiveAlerts;

// What an evaluation works on, borrowed for its life.
struct EvaluationPorts {
  org::Transactor& transactor;
  const org::OrganizationStore& organizations;
  QuestionnaireStore& questionnaires;
  QuestionStore& questions;
  ConversationStore& conversations;
  AnswerStore& answers;
  StatisticsStore& statistics;
  const org::DepartmentStore& departments;
  AlertStores alerts;
  const LearnedModelStore& models;
  org::JobQueue& jobs;
  Evaluator& evaluator;
  const org::Clock& clock;
  org::IdSource& ids;
};

// Safe to call from several threads at once.
class EvaluationService {
 public:
  explicit EvaluationService(const EvaluationPorts& ports) : ports_(ports) {}

  // Runs leased `evaluate` jobs: reads all in one snapshot, judges outside any transaction, stores all in one. A job's
  // effect and its end are one change, so a crash at any point repeats the work but not the effect. A conversation that
  // is not PENDING any more is left alone. A fault, whether of the evaluator or of the storage, gives back the job it
  // struck and no other; after job_attempts_max attempts the conversation is FAILED. Throws only when not even that can
  // be stored; the leases then run out by themselves.
  void run(std::span<const org::Job> jobs);

  // For those who run no worker: leases and runs what is due until nothing is. Returns how many jobs were run.
  std::size_t run_due();

  // How long a lease must last: far above what a batch takes.
  static constexpr std::int64_t lease_ms = 60'000;
  static constexpr std::size_t batch_max = 32;

 private:
  struct Case;
  using SnapshotKey = std::tuple<QuestionnaireId, std::int64_t, std::int64_t, org::Language>;
  struct Prepared;
  using Snapshot = std::shared_ptr<const Prepared>;

  void evaluate(std::span<const org::Job>);
  using Targets = std::map<org::OrgId, std::vector<TransferTarget>>;
  void load(Case&, Targets&);
  void judge(Case&);
  void store(std::span<Case>);
  void store_one(Case&, StatisticsDelta&, ActiveAlerts&);
  Snapshot prepared(org::OrgId, const Questionnaire&, org::Language);

  EvaluationPorts ports_;
  // By (questionnaire, revision, model version, language), most recently used first; their content never changes.
  static constexpr std::size_t snapshots_max = 256;
  std::mutex snapshots_mutex_;
  std::list<std::pair<SnapshotKey, Snapshot>> snapshots_;
  std::map<SnapshotKey, std::list<std::pair<SnapshotKey, Snapshot>>::iterator> snapshot_index_;
};

// Pure parts of the evaluation, each a rule of its own.

// A question whose `enabledWhen` does not hold is not applicable. `judgements` are those of `questions`, in their
// order.
void apply_enabled_when(const std::vector<Question>& questions, std::vector<Judgement>& judgements);

}  // namespace parlance::audit
