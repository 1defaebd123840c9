// parlance org create | list | show | set
#include "server/cli/cli.hpp"
#include "server/codec/writer.hpp"

namespace parlance::server::cli {
namespace {

struct Settings {
  std::string data, id;
  std::string name, timezone, language;
};

org::Language language_of(const std::string& text) {
  const auto language = org::parse_enum<org::Language>(text);
  if (!language) throw Failure("--language " + org::one_of<org::Language>(), 2);
  return *language;
}

void create(const Settings& settings) {
  Core core(settings.data);
  org::NewOrganization command{settings.name};
  if (!settings.timezone.empty()) command.timezone = settings.timezone;
  if (!settings.language.empty()) command.language = language_of(settings.language);
  const auto organization = core.organizations.create(command);
  if (!organization) refuse(organization.error());
  const auto key = core.keys.issue(organization->id);
  if (!key) refuse(key.error());
  print_line(R"({"organizationId":")" + organization->id.text() + R"(","apiKey":")" + key->text + "\"}");
}

void list(const Settings& settings) {
  Core core(settings.data);
  for (const auto& organization : core.organizations.all()) {
    std::string line;
    codec::write(line, organization);
    print_line(line);
  }
}

void show(const Settings& settings) {
  Core core(settings.data);
  std::string line;
  codec::write(line, *core.organizations.find(find_organization(core, settings.id)));
  print_line(line);
}

void set(const Settings& settings) {
  Core core(settings.data);
  org::OrganizationChanges changes;
  if (!settings.name.empty()) changes.name = {settings.name};
  if (!settings.timezone.empty()) changes.timezone = {settings.timezone};
  if (!settings.language.empty()) changes.language = {language_of(settings.language)};
  const auto organization = core.organizations.update(find_organization(core, settings.id), changes);
  if (!organization) refuse(organization.error());
  std::string line;
  codec::write(line, *organization);
  print_line(line);
}

}  // namespace

void add_org(CLI::App& program) {
  auto* command = program.add_subcommand("org", "Organizations: create, list, show, set");
  command->require_subcommand(1);
  const auto add = [&](const char* name, const char* help, void (*action)(const Settings&)) {
    return add_action<Settings>(*command, name, help, action);
  };
  const auto add_fields = [](CLI::App& sub, Settings& settings) {
    sub.add_option("--timezone", settings.timezone, "IANA time zone name (UTC)");
    sub.add_option("--language", settings.language, "en, es or pt (en)");
  };
  {
    const auto [sub, settings] = add("create", "Create an organization; prints its id and its API key, once", create);
    sub.add_option("--name", settings.name, "Its name")->required();
    add_fields(sub, settings);
  }
  add("list", "One organization a line", list);
  {
    const auto [sub, settings] = add("show", "Show an organization", show);
    add_org_option(sub, settings.id);
  }
  {
    const auto [sub, settings] = add("set", "Change an organization", set);
    add_org_option(sub, settings.id);
    sub.add_option("--name", settings.name, "Its name");
    add_fields(sub, settings);
  }
}

}  // namespace parlance::server::cli
