#include "server/app.hpp"

#include <fcntl.h>
#include <malloc.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "server/api_keys.hpp"
#include "server/core.hpp"
#include "server/http/engine.hpp"
#include "server/idempotency.hpp"
#include "server/metrics.hpp"
#include "server/routes/routes.hpp"

namespace parlance::server {
namespace {

// One server a data directory: the lock ends with the process, however that ends.
class DirectoryLock {
 public:
  explicit DirectoryLock(const std::filesystem::path& file)
      : descriptor_(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
    if (descriptor_ < 0) throw std::runtime_error("cannot open " + file.string() + ": " + std::strerror(errno));
    if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
      close(descriptor_);
      throw std::runtime_error("another server uses " + file.parent_path().string() +
                               "; stop it, or give this one a data directory of its own");
    }
  }
  ~DirectoryLock() { close(descriptor_); }
  DirectoryLock(const DirectoryLock&) = delete;
  DirectoryLock& operator=(const DirectoryLock&) = delete;

 private:
  int descriptor_;
};

std::filesystem::path existing(const std::string& data) {
  std::error_code error;
  std::filesystem::create_directories(data, error);
  if (error) throw std::runtime_error("cannot create " + data + ": " + error.message());
  return data;
}

http::ListenAddress address_of(const std::string& option, const std::string& text) {
  const auto address = http::ListenAddress::parse(text);
  if (address) return *address;
  throw std::invalid_argument(option + " " + text + " is not an address and port, such as 127.0.0.1:8080");
}

http::EngineConfig engine_config(const Config& config) {
  http::EngineConfig out;
  out.listen = address_of("--listen", config.listen);
  out.threads = config.threads;
  out.framing.body_max = config.max_body;
  return out;
}

std::vector<http::Cidr> trusted(const Config& config) {
  std::vector<http::Cidr> out;
  for (const auto& text : config.trusted_proxies) {
    const auto range = http::Cidr::parse(text);
    if (!range) throw std::invalid_argument("--trusted-proxy " + text + " is not an address range, such as 10.0.0.0/8");
    out.push_back(*range);
  }
  return out;
}

}  // namespace

// What is referenced is declared before what refers to it.
struct App::Parts {
  Log log;
  DirectoryLock lock;
  Core core;
  RememberedKeys keys;
  Idempotency idempotency;
  http::RateLimiter limiter;
  http::Router router;
  http::RequestMetrics request_metrics;
  http::Pipeline pipeline;
  http::Engine engine;
  Metrics metrics;
  std::optional<http::Engine> metrics_engine;
  unsigned evaluation_threads;
  std::uint16_t port = 0;
  std::uint16_t metrics_port = 0;

  explicit Parts(const Config& config)
      : log(*parse_log_level(config.log_level)),
        lock(existing(config.data) / "serve.lock"),
        core(config.data),
        keys(core.keys, core.hasher()),
        idempotency(core),
        limiter(config.rate_limit),
        pipeline(router, keys, limiter, trusted(config), log, request_metrics),
        engine(engine_config(config), pipeline, log),
        metrics(request_metrics, engine, core),
        evaluation_threads(config.evaluation_threads) {
    routes::Api api(router);
    routes::add_health(api);
    routes::add_organization(api, core.organizations);
    routes::add_departments(api, core.departments);
    routes::add_employees(api, core.employees, core.statistics);
    routes::add_customers(api, core.customers);
    routes::add_providers(api, core.providers);
    routes::add_working_hours(api, core.working_hours);
    routes::add_questionnaires(api, core.questionnaires, core.questions);
    routes::add_questions(api, core.questions, core.statistics);
    routes::add_alert_types(api, core.alert_types);
    routes::add_alerts(api, core.alerts);
    routes::add_conversations(api, core.conversations);
    routes::add_answers(api, core.conversations);
    routes::add_tools(api);
    api.add_reference(PARLANCE_VERSION);
    router.use([this](http::Request& request, const http::Route& route, const http::Next& next) {
      return idempotency.handle(request, route, next);
    });
    request_metrics.prepare(router);
    if (!config.metrics_listen.empty()) {
      http::EngineConfig own;
      own.listen = address_of("--metrics-listen", config.metrics_listen);
      own.threads = 1;
      own.limits.connections_max = 16;
      metrics_engine.emplace(own, metrics, log);
    }
  }
};

App::App(const Config& config) {
  // Few malloc arenas: many threads on few cores would otherwise each keep freed memory to themselves.
  mallopt(M_ARENA_MAX, 2);
  mallopt(M_TRIM_THRESHOLD, 1 << 20);
  parts_ = std::make_unique<Parts>(config);
  const auto bind = [](http::Engine& engine) {
    const auto port = engine.bind();
    if (!port) throw std::runtime_error(port.error().messages.front());
    return *port;
  };
  parts_->port = bind(parts_->engine);
  if (parts_->metrics_engine) parts_->metrics_port = bind(*parts_->metrics_engine);
}

App::~App() = default;

void App::start() {
  // No other server lives on this directory, so whatever is leased was left by one that died.
  parts_->core.void_leases();
  parts_->core.start_background(parts_->evaluation_threads);
  parts_->idempotency.start_purging();
  parts_->engine.start();
  if (parts_->metrics_engine) parts_->metrics_engine->start();
  parts_->log.info("serving",
                   {{"port", parts_->port}, {"metrics_port", parts_->metrics_port}, {"version", PARLANCE_VERSION}});
}

void App::stop() {
  parts_->engine.stop(std::chrono::seconds(8));
  if (parts_->metrics_engine) parts_->metrics_engine->stop(std::chrono::milliseconds(100));
  parts_->idempotency.stop_purging();
  parts_->core.stop_background();
}

unsigned short App::port() const {
  return parts_->port;
}
unsigned short App::metrics_port() const {
  return parts_->metrics_port;
}
const Log& App::log() const {
  return parts_->log;
}

}  // namespace parlance::server
