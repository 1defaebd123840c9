// The program's command line (contract section 6).
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <stdexcept>
#include <string>

#include "server/core.hpp"

namespace parlance::server::cli {

// What went wrong with a command, for one line on stderr. Exit code 1, or 2 when the command line itself was wrong.
class Failure : public std::runtime_error {
 public:
  explicit Failure(const std::string& message, int exit_code = 1) : std::runtime_error(message), code(exit_code) {}
  int code;
};
// The first message of a refusal, as a Failure.
[[noreturn]] void refuse(const org::Error&);

// --data DIR, also from PARLANCE_DATA.
void add_data_option(CLI::App& command, std::string& data);
// A subcommand that runs `action` on settings of its own: CLI11 reads the variables of every subcommand, those not
// asked for too, so what two of them share would be overwritten by the variable of the other.
template <class Settings>
struct AddedAction {
  CLI::App& command;
  Settings& settings;
};
template <class Settings>
AddedAction<Settings> add_action(CLI::App& parent, const char* name, const char* help,
                                 void (*action)(const Settings&)) {
  auto settings = std::make_shared<Settings>();
  auto* command = parent.add_subcommand(name, help);
  add_data_option(*command, settings->data);
  command->callback([settings, action] { action(*settings); });
  return {*command, *settings};
}
// --org ID, also from PARLANCE_ORG.
void add_org_option(CLI::App& command, std::string& id);
// The organization of `--org`; a Failure that says how to find one when there is none.
org::OrgId find_organization(Core&, const std::string& id);

// Options of `command` that were given neither on the command line nor by a variable, from a TOML file with their names
// as keys. A Failure (exit 2) when it cannot be read or names something else.
void apply_config_file(CLI::App& command, const std::string& file);

// One JSON document and a line break on stdout.
void print_line(const std::string& json);

// Each adds its subcommand to the program.
void add_serve(CLI::App&);
void add_org(CLI::App&);
void add_key(CLI::App&);
void add_demo(CLI::App&);
void add_import(CLI::App&);
void add_train(CLI::App&);
void add_maintenance(CLI::App&);  // check, backup, restore

// The whole program; returns the exit code.
int run(int argc, char** argv);

}  // namespace parlance::server::cli
