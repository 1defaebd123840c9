#include "server/core.hpp"

#include "server/log.hpp"

namespace parlance::server {
namespace {

// Many at once are indexed for half of what single ones cost.
constexpr std::size_t transcripts_indexed_at_once = 256;

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
                    jobs_, evaluator_, clock_, ids_}),
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
      statistics(stores_.transactor(), stores_.statistics, stores_.questions, stores_.employees) {}

Core::~Core() {
  stop_evaluations();
}

void Core::start_evaluations(unsigned threads) {
  if (worker_) return;
  jobs::WorkerSettings settings{std::string(audit::evaluate_job), threads, audit::EvaluationService::batch_max,
                                audit::EvaluationService::lease_ms,
                                [this] { return conversations.index_transcripts(transcripts_indexed_at_once) > 0; }};
  worker_ = std::make_unique<jobs::Worker>(
      jobs_, clock_, std::move(settings), [this](std::span<const org::Job> due) { evaluations_.run(due); },
      [](const std::exception& fault) {
        Log().error("evaluations failed", {{"reason", fault.what()}});
      });
  jobs_.on_enqueue([worker = worker_.get()] { worker->notify(); });
  worker_->start();
}

void Core::stop_evaluations() {
  if (!worker_) return;
  jobs_.on_enqueue({});
  worker_->stop();
  worker_.reset();
}

void Core::finish_evaluations() {
  evaluations_.run_due();
  stop_evaluations();
}

}  // namespace parlance::server
