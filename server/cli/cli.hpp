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
// --org ID, also from PARLANCE_ORG.
void add_org_option(CLI::App& command, std::string& id);
// The organization of `--org`; a Failure that says how to find one when there is none.
org::OrgId find_organization(Core&, const std::string& id);

// One JSON document and a line break on stdout.
void print_line(const std::string& json);

// Each adds its subcommand to the program.
void add_serve(CLI::App&);
void add_org(CLI::App&);
void add_key(CLI::App&);
void add_demo(CLI::App&);
void add_import(CLI::App&);
void add_maintenance(CLI::App&);  // check, backup, restore

// The whole program; returns the exit code.
int run(int argc, char** argv);

}  // namespace parlance::server::cli
