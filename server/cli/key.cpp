// parlance key issue | rotate | revoke | list
#include "server/cli/cli.hpp"

namespace parlance::server::cli {
namespace {

struct Settings {
  std::string data, id, key;
  std::int64_t grace_seconds = 0;

  std::optional<std::string> public_id() const {
    if (key.empty()) return std::nullopt;
    return key;
  }
};

void print_key(const org::Result<org::IssuedKey>& key) {
  if (!key) refuse(key.error());
  print_line(R"({"keyId":")" + key->public_id + R"(","apiKey":")" + key->text + "\"}");
}

void issue(const Settings& settings) {
  Core core(settings.data);
  print_key(core.keys.issue(find_organization(core, settings.id)));
}

void rotate(const Settings& settings) {
  Core core(settings.data);
  print_key(core.keys.rotate(find_organization(core, settings.id), settings.public_id(), settings.grace_seconds));
}

void revoke(const Settings& settings) {
  Core core(settings.data);
  const auto done = core.keys.revoke(find_organization(core, settings.id), settings.public_id());
  if (!done) refuse(done.error());
}

void list(const Settings& settings) {
  Core core(settings.data);
  const auto keys = core.keys.list(find_organization(core, settings.id));
  for (const auto& key : *keys) {
    print_line(R"({"keyId":")" + key.public_id + R"(","createdAt":")" + key.created_at.text() + R"(","expiresAt":)" +
               (key.expires_at ? "\"" + key.expires_at->text() + "\"" : "null") + "}");
  }
}

}  // namespace

void add_key(CLI::App& program) {
  auto* command = program.add_subcommand("key", "API keys: issue, rotate, revoke, list");
  command->require_subcommand(1);
  const auto add = [&](const char* name, const char* help, void (*action)(const Settings&)) {
    const auto added = add_action<Settings>(*command, name, help, action);
    add_org_option(added.command, added.settings.id);
    return added;
  };
  add("issue", "Issue one more key; it is printed once", issue);
  {
    const auto [sub, settings] = add("rotate", "A new key in place of an old one; it is printed once", rotate);
    sub.add_option("--key", settings.key, "The old key's id; may be left out when there is one key");
    sub.add_option("--grace", settings.grace_seconds, "Seconds the old key goes on working")
        ->check(CLI::Range(0, 31536000));
  }
  {
    const auto [sub, settings] = add("revoke", "End a key; it stops working within a second", revoke);
    sub.add_option("--key", settings.key, "The key's id; may be left out when there is one key");
  }
  add("list", "One key a line, without its secret", list);
}

}  // namespace parlance::server::cli
