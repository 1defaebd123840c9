#include "server/cli/cli.hpp"

#include <cstdio>
#include <filesystem>

namespace parlance::server::cli {

void refuse(const org::Error& error) {
  std::string text;
  for (const auto& message : error.messages) text += (text.empty() ? "" : "; ") + message;
  throw Failure(text, error.kind == org::ErrorKind::invalid ? 2 : 1);
}

void add_data_option(CLI::App& command, std::string& data) {
  command.add_option("--data", data, "The data directory")->required();
}

void add_org_option(CLI::App& command, std::string& id) {
  command.add_option("--org", id, "The organization's id")->required();
}

org::OrgId find_organization(Core& core, const std::string& id) {
  const auto parsed = org::OrgId::parse(id);
  if (!parsed) throw Failure("--org " + id + " is not a UUID; `parlance org list` shows the organizations", 2);
  const auto found = core.organizations.find(*parsed);
  if (!found) throw Failure("there is no organization " + id + "; `parlance org list` shows them");
  return *parsed;
}

void apply_config_file(CLI::App& command, const std::string& file) {
  if (!std::filesystem::is_regular_file(file)) throw Failure("--config " + file + " is not a file that can be read", 2);
  for (const CLI::ConfigItem& item : CLI::ConfigTOML().from_file(file)) {
    const auto option = item.parents.empty() ? command.get_option_no_throw("--" + item.name) : nullptr;
    // The file speaks of what is set, not of other files or of help.
    if (!option || item.name == "config" || item.name == "help") {
      throw Failure("--config " + file + ": there is no option " + item.fullname(), 2);
    }
    if (option->count() > 0) continue;
    for (const auto& input : item.inputs) option->add_result(input);
    option->run_callback();
  }
}

void print_line(const std::string& json) {
  std::fwrite(json.data(), 1, json.size(), stdout);
  std::fputc('\n', stdout);
  std::fflush(stdout);
}

namespace {

// Contract section 6: every flag has an environment variable, PARLANCE_ and its name.
void name_variables(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) {
    if (option->get_lnames().empty() || !option->get_envname().empty()) continue;
    std::string name = option->get_lnames().front();
    if (name == "help" || name == "version") continue;
    for (char& c : name) c = c == '-' ? '_' : static_cast<char>(c & ~0x20);
    option->envname("PARLANCE_" + name);
  }
  for (CLI::App* sub : command.get_subcommands({})) name_variables(*sub);
}

}  // namespace

int run(int argc, char** argv) {
  CLI::App program("Audits customer conversations and runs voice-agent calls.", "parlance");
  program.set_version_flag("--version", PARLANCE_VERSION);
  program.require_subcommand(1);
  add_serve(program);
  add_org(program);
  add_key(program);
  add_demo(program);
  add_import(program);
  add_train(program);
  add_maintenance(program);
  name_variables(program);
  try {
    program.parse(argc, argv);
    return 0;
  } catch (const CLI::Success& done) {  // --help, --version
    return program.exit(done);
  } catch (const CLI::RequiredError& wrong) {
    // Without a word for a command it does not know, CLI11 asks for one.
    const std::string first = argc > 1 ? argv[1] : "";
    const auto named = program.get_subcommands([&](const CLI::App* command) { return command->get_name() == first; });
    if (first.empty() || first[0] == '-' || !named.empty()) {
      std::fprintf(stderr, "parlance: %s\n", wrong.what());
    } else {
      std::fprintf(stderr, "parlance: there is no command %s; parlance --help shows the commands\n", first.c_str());
    }
    return 2;
  } catch (const CLI::ParseError& wrong) {
    std::fprintf(stderr, "parlance: %s\n", wrong.what());
    return 2;
  } catch (const Failure& failure) {
    std::fprintf(stderr, "parlance: %s\n", failure.what());
    return failure.code;
  } catch (const std::invalid_argument& wrong) {  // a value that no parser could see to be wrong
    std::fprintf(stderr, "parlance: %s\n", wrong.what());
    return 2;
  } catch (const std::exception& fault) {
    std::fprintf(stderr, "parlance: %s\n", fault.what());
    return 1;
  }
}

}  // namespace parlance::server::cli
