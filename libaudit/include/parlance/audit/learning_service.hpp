// Learning from reviewers: models of questions, trained from the answers in the store.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "parlance/audit/evaluator.hpp"
#include "parlance/audit/learned_model.hpp"
#include "parlance/audit/stores.hpp"
#include "parlance/org/clock.hpp"
#include "parlance/org/job_queue.hpp"
#include "parlance/org/stores.hpp"
#include "parlance/org/transactor.hpp"

namespace parlance::audit {

// The kind of the job that trains a questionnaire's questions; LearningService runs it.
inline constexpr std::string_view learn_job = "learn";
// How long a reviewer's answer waits for more of them before they are learned from.
inline constexpr std::int64_t learn_delay_ms = 30'000;
// Of a question, the newest so many reviewed answers are learned from.
inline constexpr std::size_t learned_labels_max = 5000;

// What learning works on, borrowed for its life. `evaluator` gives the cues' answers.
struct LearningPorts {
  org::Transactor& transactor;
  const org::OrganizationStore& organizations;
  const QuestionnaireStore& questionnaires;
  const QuestionStore& questions;
  const ConversationStore& conversations;
  const AnswerStore& answers;
  LearnedModelStore& models;
  org::JobQueue& jobs;
  Evaluator& evaluator;
  const org::Clock& clock;
};

struct QuestionTraining {
  QuestionId question_id;
  std::string title;
  TrainingReport report;
};

// Safe to call from several threads at once. Labels are the answers that reviewers gave or confirmed; a model is
// replaced together with the questionnaire's others, and used from the next evaluation on.
class LearningService {
 public:
  explicit LearningService(const LearningPorts& ports) : ports_(ports) {}

  // Told after each question, of how many.
  using Progress = std::function<void(const QuestionTraining&, std::size_t done, std::size_t total)>;

  // Trains every question of the organization's active questionnaires now.
  org::Result<std::vector<QuestionTraining>> train(org::OrgId, const Progress& = {});

  // Runs leased `learn` jobs: trains those questions of the questionnaire that have enough new labels to make a
  // difference, a twentieth more than they were trained on. Throws when it cannot; the lease then runs out by itself.
  void run(std::span<const org::Job>);
  static constexpr std::int64_t lease_ms = 600'000;

 private:
  struct Labels;
  enum class Which { all, those_with_new_labels };
  std::vector<QuestionTraining> train(org::OrgId, const Questionnaire&, Which, const Progress&, std::size_t& done,
                                      std::size_t total);
  void read_dialogues(org::OrgId, const Questionnaire&, const std::vector<Question>&, std::vector<Labels>&);

  LearningPorts ports_;
};

// The learned answers in place of the cues' where there is a model whose answer the question still takes. Pure.
class LearnedScorer;
void apply_learned(const LearnedScorer& scorer, const std::vector<Question>& questions,
                   std::span<const Message> messages, std::vector<Judgement>& judgements);

}  // namespace parlance::audit
