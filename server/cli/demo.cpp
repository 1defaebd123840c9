// parlance demo: a ready organization to try the API on.
#include <sys/stat.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "server/cli/cli.hpp"
#include "server/cli/demo.hpp"

namespace parlance::server::cli {
namespace {

struct Settings {
  std::string data, listen = "127.0.0.1:8080";
};

// The demo's key is kept beside the database, readable by its owner only, so that a restart does not change it. Nothing
// but this demonstration ever stores a key.
std::filesystem::path key_file(const std::string& data) {
  return std::filesystem::path(data) / "demo-key";
}

std::optional<std::string> kept_key(const std::string& data) {
  std::ifstream in(key_file(data));
  std::string key;
  if (!std::getline(in, key)) return std::nullopt;
  return key;
}

void keep_key(const std::string& data, const std::string& key) {
  const mode_t before = umask(077);
  std::ofstream(key_file(data), std::ios::trunc) << key << '\n';
  umask(before);
}

void print_tour(const std::string& listen, const std::string& key, const DemoIds& ids) {
  const std::string base = "http://" + listen;
  std::printf(
      "\n  The demo organization's API key (kept in its data directory; any client sends it as x-api-key):\n\n"
      "    export KEY=%s\n\n"
      "  An evaluated sample conversation, its answers with their evidence, and what they add up to:\n\n"
      "    curl -s -H \"x-api-key: $KEY\" %s/v1/conversations/%s\n"
      "    curl -s -H \"x-api-key: $KEY\" %s/v1/conversations/%s/answers\n"
      "    curl -s -H \"x-api-key: $KEY\" %s/v1/questions/%s/stats\n"
      "    curl -s -H \"x-api-key: $KEY\" %s/v1/employees/%s/stats\n\n"
      "  One of your own: register it, send its messages, read the answers:\n\n"
      "    curl -s -H \"x-api-key: $KEY\" -H 'Content-Type: application/json' %s/v1/conversations \\\n"
      "      -d '{\"providerId\":\"%s\",\"employeeId\":\"%s\",\"originalDateTime\":1763500000000}'\n"
      "    curl -s -H \"x-api-key: $KEY\" -H 'Content-Type: application/json' %s/v1/conversations/ID/messages \\\n"
      "      -d '{\"messages\":[{\"senderRole\":\"employee\",\"content\":\"Good morning, thank you for calling. "
      "How can I help?\",\"originalDateTime\":1763500000000}]}'\n\n"
      "  The whole API: %s/openapi.json\n\n",
      key.c_str(), base.c_str(), ids.conversation.text().c_str(), base.c_str(), ids.conversation.text().c_str(),
      base.c_str(), ids.question.text().c_str(), base.c_str(), ids.employee.text().c_str(), base.c_str(),
      ids.provider.text().c_str(), ids.employee.text().c_str(), base.c_str(), base.c_str());
  std::fflush(stdout);
}

void demo(const Settings& settings) {
  Core core(settings.data);
  auto ids = find_demo(core);
  if (!ids) ids = create_demo(core);
  auto key = kept_key(settings.data);
  if (!key || core.keys.authenticate(*key) != ids->organization) {
    const auto issued = core.keys.issue(ids->organization);
    if (!issued) refuse(issued.error());
    key = issued->text;
    keep_key(settings.data, *key);
  }
  print_tour(settings.listen, *key, *ids);
}

}  // namespace

void add_demo(CLI::App& program) {
  auto settings = std::make_shared<Settings>();
  auto* command = program.add_subcommand("demo", "Make a ready organization; prints its key and requests to try");
  add_data_option(*command, settings->data);
  command->add_option("--listen", settings->listen, "Where the server will listen, for the printed requests")
      ->capture_default_str();
  command->callback([settings] { demo(*settings); });
}

}  // namespace parlance::server::cli
