// parlance serve
#include <csignal>

#include "server/app.hpp"
#include "server/cli/cli.hpp"

namespace parlance::server::cli {
namespace {

// SIGTERM and SIGINT end the server; they are waited for, not handled, so that stopping is ordinary code.
sigset_t block_stop_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

void serve(const Config& config) {
  const sigset_t signals = block_stop_signals();
  std::signal(SIGPIPE, SIG_IGN);
  App app(config);
  app.start();
  int signal = 0;
  while (sigwait(&signals, &signal) != 0) {
  }
  app.log().info("stopping", {{"signal", signal == SIGTERM ? "SIGTERM" : "SIGINT"}});
  app.stop();
  app.log().info("stopped", {});
}

}  // namespace

void add_serve(CLI::App& program) {
  auto config = std::make_shared<Config>();
  auto* command = program.add_subcommand("serve", "Run the server");
  command->add_option("--metrics-listen", config->metrics_listen, "Address and port of GET /metrics (Prometheus text)");
  auto config_file = std::make_shared<std::string>();
  command->add_option("--config", *config_file, "A TOML file with these options; flags and variables go before it");
  add_data_option(*command, config->data);
  command->add_option("--listen", config->listen, "Address and port")->capture_default_str();
  command->add_option("--rate-limit", config->rate_limit, "Requests per client address and 5 minutes; 0: no limit")
      ->capture_default_str()
      ->check(CLI::Range(0, 1'000'000'000));
  command->add_option("--trusted-proxy", config->trusted_proxies, "A proxy (CIDR) whose X-Forwarded-For is believed")
      ->delimiter(',');
  command->add_option("--threads", config->threads, "Threads that answer requests")
      ->capture_default_str()
      ->check(CLI::Range(1, 1024));
  command->add_option("--evaluation-threads", config->evaluation_threads, "Threads that evaluate conversations")
      ->capture_default_str()
      ->check(CLI::Range(1, 64));
  command->add_option("--max-body", config->max_body, "Largest request body in bytes")
      ->capture_default_str()
      ->check(CLI::Range(1024, 1 << 30));
  command->add_option("--log-level", config->log_level, "error, warn, info or debug (with a line per request)")
      ->capture_default_str()
      ->check(CLI::IsMember({"error", "warn", "info", "debug"}));
  command->callback([config, config_file, command] {
    if (!config_file->empty()) apply_config_file(*command, *config_file);
    serve(*config);
  });
}

}  // namespace parlance::server::cli
