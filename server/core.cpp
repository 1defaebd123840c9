#include "server/core.hpp"

#include <sys/resource.h>

#include "server/log.hpp"

namespace parlance::server {
namespace {

// Many at once are indexed for half of what single ones cost, so they are let gather; a search does not wait for that.
// As one transaction holds up all other changes, many are not all.
constexpr std::int64_t index_every_ms = 1000;
constexpr std::size_t transcripts_indexed_at_once = 128;

// Training takes a processor for seconds; whoever waits for an answer goes first. Of the calling thread, once.
void give_way() {
  constexpr int niceness = 10;
  thread_local const int done = setpriority(PRIO_PROCESS, 0, niceness);  // 0 is the thread on Linux
  (void)done;
}

std::filesystem::path prepared(const std::filesystem::path& data) {
  std::error_code error;
  std::filesystem::create_directories(data, error);
  if (error) throw std::runtime_error("cannot create " + data.string() + ": " + error.message());
  return data / database_file;
}

}  // namespace

Core::Core(const std::filesystem::path& data)
    : secrets_(data / secrets_key_file),
      stores_(prepared(data)),
      jobs_(stores_, ids_),
      evaluations_({stores_.transactor(), stores_.organizations, stores_.questionnaires, stores_.questions,
                    stores_.conversations, stores_.answers, stores_.statistics, stores_.departments, alert_stores_,
                    stores_.learned_models, jobs_, evaluator_, clock_, ids_}),
      organizations(stores_.transactor(), stores_.organizations, zones_, clock_, ids_),
      keys(stores_.transactor(), stores_.organizations, stores_.api_keys, clock_, ids_, hasher_),
      departments(stores_.transactor(), stores_.departments, clock_, ids_),
      employees(stores_.transactor(), stores_.employees, stores_.departments, clock_, ids_),
      customers(stores_.transactor(), stores_.customers, zones_, clock_, ids_),
      providers(stores_.transactor(), stores_.providers, secrets_, clock_, ids_),
      working_hours(stores_.transactor(), stores_.working_hours, stores_.organizations, stores_.employees, zones_,
                    clock_),
      questionnaires(stores_.transactor(), stores_.questionnaires, stores_.departments, clock_, ids_),
      questions(stores_.transactor(), stores_.questions, stores_.questionnaires, stores_.alert_types, stores_.answers,
                clock_, ids_),
      alert_types(stores_.transactor(), stores_.alert_types, stores_.questions, stores_.alerts, clock_, ids_),
      alerts({stores_.transactor(), stores_.alerts, stores_.raised_alerts, stores_.questionnaires, stores_.questions,
              stores_.alert_types, stores_.conversations, clock_, ids_}),
      conversations({stores_.transactor(), stores_.conversations, stores_.answers, stores_.statistics, alert_stores_,
                     stores_.employees, stores_.departments, stores_.providers, jobs_, clock_, ids_}),
      statistics(stores_.transactor(), stores_.statistics, stores_.questions, stores_.employees),
      learning({stores_.transactor(), stores_.organizations, stores_.questionnaires, stores_.questions,
                stores_.conversations, stores_.answers, stores_.learned_models, jobs_, evaluator_, clock_}) {}

Core::~Core() {
  stop_background();
}

void Core::start_background(unsigned threads) {
  if (evaluating_) return;
  const auto report = [](const char* what) {
    return [what](const std::exception& fault) { Log().error(what, {{"reason", fault.what()}}); };
  };
  jobs::WorkerSettings settings{std::string(audit::evaluate_job), threads, audit::EvaluationService::batch_max,
                                audit::EvaluationService::lease_ms, [this] { return index_transcripts(); }};
  evaluating_ = std::make_unique<jobs::Worker>(
      jobs_, clock_, std::move(settings), [this](std::span<const org::Job> due) { evaluations_.run(due); },
      report("evaluations failed"));
  learning_ = std::make_unique<jobs::Worker>(
      jobs_, clock_, jobs::WorkerSettings{std::string(audit::learn_job), 1, 1, audit::LearningService::lease_ms, {}},
      [this](std::span<const org::Job> due) {
        give_way();
        learning.run(due);
      },
      report("learning failed"));
  jobs_.on_enqueue([worker = evaluating_.get()] { worker->notify(); });
  evaluating_->start();
  learning_->start();
}

// True when there may be more to do at once.
bool Core::index_transcripts() {
  const std::int64_t now = clock_.now().ms;
  if (now - indexed_at_ms_ < index_every_ms) return false;
  if (conversations.index_transcripts(transcripts_indexed_at_once) == transcripts_indexed_at_once) return true;
  indexed_at_ms_ = now;
  return false;
}

void Core::stop_background() {
  if (!evaluating_) return;
  jobs_.on_enqueue({});
  for (auto* worker : {&evaluating_, &learning_}) {
    (*worker)->stop();
    worker->reset();
  }
}

void Core::finish_evaluations() {
  evaluations_.run_due();
  stop_background();
}

}  // namespace parlance::server
