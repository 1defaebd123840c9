#include "parlance/audit/evaluation_service.hpp"

#include <algorithm>
#include <exception>
#include <set>

#include "parlance/audit/conversation_service.hpp"
#include "parlance/audit/learned_scorer.hpp"
#include "parlance/audit/learning_service.hpp"
#include "parlance/org/text.hpp"
#include "settle_alerts.hpp"

namespace parlance::audit {

// A questionnaire as it is evaluated: its content, and what was learned for it, if anything was.
struct EvaluationService::Prepared {
  std::shared_ptr<const QuestionnaireSnapshot> snapshot;
  std::optional<LearnedScorer> learned;
};

// One conversation on its way through an evaluation.
struct EvaluationService::Case {
  org::Job job;
  std::optional<Conversation> conversation;  // unset: nothing to evaluate, the job only ends
  std::vector<Message> messages;
  std::vector<std::pair<Questionnaire, Snapshot>> questionnaires;
  std::vector<TransferEvent> transfer_events;
  std::vector<TransferTarget> transfer_targets;
  std::vector<Answer> before;  // what the evaluation before recorded
  std::vector<Answer> answers;
  std::vector<TransferVerdict> verdicts;
  org::Language language = org::Language::en;
  std::string error;  // why it could not be evaluated
};

namespace {

// A fault's words as a person is shown them: one line of valid text, at most 500 bytes long.
std::string one_line(const std::exception& fault) {
  constexpr std::size_t length_max = 500;
  const std::string_view what = fault.what();
  const bool valid = org::is_valid_utf8(what);
  std::string line;
  for (const char c : what) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > ' ' && byte != 127) {
      line += valid || byte < 128 ? c : '?';
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  if (line.size() > length_max) {
    std::size_t end = length_max;
    while ((static_cast<unsigned char>(line[end]) & 0xC0) == 0x80) --end;  // not through the middle of a character
    line.resize(end);
  }
  while (line.ends_with(' ')) line.pop_back();
  return line;
}

// 1 s, 4 s, 16 s … up to an hour.
std::int64_t pause_ms(int attempts) {
  std::int64_t pause = 1000;
  for (int i = 1; i < attempts && pause < 3'600'000; ++i) pause *= 4;
  return std::min<std::int64_t>(pause, 3'600'000);
}

Answer answer_of(const Question& question, const Questionnaire& questionnaire, Judgement judgement,
                 const std::vector<Message>& messages) {
  Answer answer;
  answer.question_id = question.id;
  answer.questionnaire_id = questionnaire.id;
  answer.revision = questionnaire.revision;
  answer.question_title = question.title;
  answer.type = question.type;
  answer.allowed_answers = question.allowed_answers;
  answer.passing_answers = question.passing_answers;
  answer.weight = question.weight;
  answer.critical = question.critical;
  answer.allow_not_applicable = question.allow_not_applicable;
  answer.pass_score = questionnaire.pass_score;
  // An evaluator that answers with what is no answer to the question has not answered it.
  if (judgement.answer && !is_answer(*judgement.answer, question.type, question.allowed_answers)) {
    judgement.answer.reset();
    judgement.confidence.reset();
  }
  answer.answer = std::move(judgement.answer);
  answer.not_applicable = judgement.not_applicable;
  answer.confidence = judgement.confidence;
  if (!judgement.rationale.empty()) answer.rationale = std::move(judgement.rationale);
  answer.evidence = std::move(judgement.evidence);
  answer.source = judgement.source;
  answer.passed = passes(answer);
  // Credited to whoever handled the cited part; without a citation, to whoever the conversation began with.
  const Message* cited = &messages.front();
  if (!answer.evidence.empty()) {
    const auto index = static_cast<std::size_t>(answer.evidence.front().message_index);
    if (index < messages.size()) cited = &messages[index];
  }
  answer.employee_id = cited->employee_id;
  answer.department_id = cited->department_id;
  return answer;
}

const Answer* reviewed(const std::vector<Answer>& before, QuestionId id) {
  const auto it = std::find_if(before.begin(), before.end(), [&](const Answer& answer) {
    return answer.question_id == id && answer.source == AnswerSource::human;
  });
  return it == before.end() ? nullptr : &*it;
}

// Re-evaluating keeps what a reviewer answered, so that is also what other questions depend on.
void keep_reviewed(const std::vector<Question>& questions, const std::vector<Answer>& before,
                   std::vector<Judgement>& judgements) {
  for (std::size_t i = 0; i < questions.size(); ++i) {
    if (const Answer* kept = reviewed(before, questions[i].id)) judgements[i].answer = kept->answer;
  }
}

// The models of those questions that are to be answered by them; nullopt when there is none.
std::optional<LearnedScorer> scorer_of(const std::vector<Question>& questions, const std::vector<StoredModel>& stored) {
  std::vector<std::optional<LearnedModel>> models(questions.size());
  bool any = false;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    if (!questions[i].learning) continue;
    const auto it = std::find_if(stored.begin(), stored.end(),
                                 [&](const StoredModel& model) { return model.question_id == questions[i].id; });
    if (it == stored.end() || it->bytes.empty()) continue;
    models[i] = LearnedModel::from_bytes(it->bytes);  // one of an older program's making waits to be trained again
    any = any || models[i];
  }
  if (!any) return std::nullopt;
  return LearnedScorer(models);
}

}  // namespace

EvaluationService::Snapshot EvaluationService::prepared(org::OrgId org, const Questionnaire& questionnaire,
                                                        org::Language language) {
  const SnapshotKey key{questionnaire.id, questionnaire.revision, questionnaire.model_version, language};
  {
    const std::lock_guard lock(snapshots_mutex_);
    if (const auto it = snapshot_index_.find(key); it != snapshot_index_.end()) {
      snapshots_.splice(snapshots_.begin(), snapshots_, it->second);
      return it->second->second;
    }
  }
  auto fresh = std::make_shared<Prepared>();
  fresh->snapshot = std::make_shared<const QuestionnaireSnapshot>(QuestionnaireSnapshot{
      org, questionnaire.id, questionnaire.revision, language, ports_.questions.of(org, questionnaire.id)});
  if (questionnaire.model_version > 0) {
    fresh->learned = scorer_of(fresh->snapshot->questions, ports_.models.of(org, questionnaire.id));
  }
  Snapshot made = std::move(fresh);
  const std::lock_guard lock(snapshots_mutex_);
  if (const auto it = snapshot_index_.find(key); it != snapshot_index_.end()) return it->second->second;
  snapshots_.emplace_front(key, made);
  snapshot_index_.emplace(key, snapshots_.begin());
  if (snapshots_.size() > snapshots_max) {
    snapshot_index_.erase(snapshots_.back().first);
    snapshots_.pop_back();
  }
  return made;
}

void EvaluationService::load(Case& item, Targets& targets) {
  const org::OrgId org = item.job.organization;
  const ConversationId id{item.job.subject};
  auto conversation = ports_.conversations.find(org, id);
  if (!conversation || conversation->status != ConversationStatus::pending || conversation->message_count == 0) return;
  item.messages = ports_.conversations.messages(org, id);
  if (conversation->evaluated_at) item.before = ports_.answers.of(org, id);
  const auto language = conversation->language ? *conversation->language
                                               : ports_.organizations.find(org).value_or(org::Organization{}).language;
  item.language = language;
  // Most organizations judge no transfers, and most conversations have none.
  const auto [known, fresh] = targets.try_emplace(org);
  if (fresh) {
    for (const auto& department : ports_.departments.evaluating_transfers(org)) {
      known->second.push_back({department.id, department.name, department.transfer_context.value_or("")});
    }
  }
  if (!known->second.empty()) {
    item.transfer_events = ports_.conversations.transfer_events(org, id);
    item.transfer_targets = known->second;
  }
  std::set<org::DepartmentId> departments;
  for (const Message& message : item.messages) {
    if (message.department_id) departments.insert(*message.department_id);
  }
  for (Questionnaire& questionnaire : ports_.questionnaires.active(org)) {
    // Contract section 3: departmentIds empty: all.
    const auto& wanted = questionnaire.department_ids;
    const bool applies = wanted.empty() || std::any_of(wanted.begin(), wanted.end(), [&](const auto& department) {
                           return departments.count(department);
                         });
    if (!applies) continue;
    auto ready = prepared(org, questionnaire, language);
    item.questionnaires.emplace_back(std::move(questionnaire), std::move(ready));
  }
  item.conversation = std::move(conversation);
}

void EvaluationService::judge(Case& item) {
  if (!item.conversation) return;
  try {
    for (const auto& [questionnaire, ready] : item.questionnaires) {
      const auto& questions = ready->snapshot->questions;
      auto judgements = ports_.evaluator.evaluate(ready->snapshot, item.messages);
      judgements.resize(questions.size());
      if (ready->learned) apply_learned(*ready->learned, questions, item.messages, judgements);
      keep_reviewed(questions, item.before, judgements);
      apply_enabled_when(questions, judgements);
      for (std::size_t i = 0; i < judgements.size(); ++i) {
        item.answers.push_back(answer_of(questions[i], questionnaire, std::move(judgements[i]), item.messages));
      }
    }
    item.verdicts = judge_transfers(item.language, item.transfer_events, item.transfer_targets, item.messages);
  } catch (const std::exception& fault) {
    item.answers.clear();
    item.error = one_line(fault);
  }
}

void EvaluationService::store_one(Case& item, StatisticsDelta& delta, ActiveAlerts& alerts) {
  const org::OrgId org = item.job.organization;
  const org::UtcTime now = ports_.clock.now();
  const bool given_up = !item.error.empty() && item.job.attempts >= org::job_attempts_max;
  if (!item.error.empty() && !given_up) {
    ports_.jobs.fail(item.job, item.error, org::UtcTime{now.ms + pause_ms(item.job.attempts)});
    return;
  }
  // The lease ran out and somebody else has the job: the effect is theirs.
  if (!ports_.jobs.finish(item.job)) return;
  if (!item.conversation && !given_up) return;
  auto conversation = ports_.conversations.find(org, ConversationId{item.job.subject});
  if (!conversation || conversation->status != ConversationStatus::pending) return;

  std::vector<Answer> before;
  const bool first_time = !conversation->evaluated_at;
  if (!first_time) before = ports_.answers.of(org, conversation->id);
  for (const Answer& answer : before) delta.count(answer, -1);
  delta.count(*conversation, -1);

  std::set<QuestionId> asked;
  for (Answer& answer : item.answers) {
    asked.insert(answer.question_id);
    if (const Answer* kept = reviewed(before, answer.question_id)) {
      answer = *kept;
    } else {
      answer.id = {ports_.ids.next()};
      answer.created_at = answer.updated_at = now;
    }
  }
  // A reviewer's work is kept although its question is not asked any more, and although the evaluation failed.
  for (const Answer& old : before) {
    if (old.source == AnswerSource::human && !asked.count(old.question_id)) item.answers.push_back(old);
  }
  for (const Answer& answer : item.answers) delta.count(answer, 1);

  conversation->status_reason = missing_answers(item.answers);
  auto event =
      conversation->status_reason ? ConversationEvent::evaluation_partial : ConversationEvent::evaluation_completed;
  Score score = score_of(item.answers);
  if (given_up) {
    event = ConversationEvent::evaluation_failed;
    conversation->status_reason = "The evaluation failed " +
                                  std::to_string(std::min(item.job.attempts, org::job_attempts_max)) +
                                  " times: " + item.error;
    score = {};
  }
  conversation->status = *next_status(conversation->status, event);
  conversation->score = score.score;
  conversation->passed = score.passed;
  conversation->evaluated_at = conversation->updated_at = now;
  delta.count(*conversation, 1);
  if (!before.empty() || !item.answers.empty()) ports_.answers.replace(org, conversation->id, item.answers);
  ports_.conversations.update(org, *conversation);
  // Verdicts of an evaluation that failed are not known; those of the one before stand.
  if (given_up && !first_time) item.verdicts = ports_.conversations.transfer_verdicts(org, conversation->id);
  if (!given_up && (!item.transfer_events.empty() || !first_time)) {
    ports_.conversations.replace_transfer_verdicts(org, conversation->id, item.verdicts);
  }
  settle_alerts(org, *conversation, item.answers, item.verdicts, first_time, alerts, ports_.alerts, ports_.ids, now);
}

void EvaluationService::store(std::span<Case> items) {
  ports_.transactor.write([&] {
    std::map<org::OrgId, StatisticsDelta> deltas;
    ActiveAlerts alerts(ports_.alerts.alerts);
    for (Case& item : items) store_one(item, deltas[item.job.organization], alerts);
    for (const auto& [org, delta] : deltas) {
      if (!delta.empty()) ports_.statistics.add(org, delta);
    }
  });
}

void EvaluationService::evaluate(std::span<const org::Job> jobs) {
  std::vector<Case> items(jobs.size());
  ports_.transactor.read([&] {
    Targets targets;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      items[i].job = jobs[i];
      if (jobs[i].attempts > org::job_attempts_max) {
        items[i].error = jobs[i].last_error.empty() ? "the program ended each time" : jobs[i].last_error;
      } else {
        load(items[i], targets);
      }
    }
  });
  for (Case& item : items) {
    if (item.error.empty()) judge(item);
  }
  store(items);
}

void EvaluationService::run(std::span<const org::Job> jobs) {
  try {
    evaluate(jobs);
  } catch (const std::exception& fault) {
    if (jobs.size() == 1) {
      Case item;
      item.job = jobs.front();
      item.error = one_line(fault);
      store(std::span(&item, 1));
      return;
    }
    // One of them cannot be read or stored: each on its own, so that it does not hold up the others.
    std::exception_ptr not_stored;
    for (const org::Job& job : jobs) {
      try {
        run(std::span(&job, 1));
      } catch (const std::exception&) {
        not_stored = std::current_exception();
      }
    }
    if (not_stored) std::rethrow_exception(not_stored);
  }
}

std::size_t EvaluationService::run_due() {
  std::size_t count = 0;
  for (;;) {
    const org::UtcTime now = ports_.clock.now();
    const auto jobs = ports_.jobs.lease(evaluate_job, batch_max, now, org::UtcTime{now.ms + lease_ms});
    if (jobs.empty()) return count;
    run(jobs);
    count += jobs.size();
  }
}

}  // namespace parlance::audit
