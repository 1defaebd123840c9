// parlance check | backup | restore
#include "server/storage/maintenance.hpp"

#include <cstdio>

#include "server/cli/cli.hpp"

namespace parlance::server::cli {
namespace {

struct Settings {
  std::string data, to, from;
  bool force = false;
};

std::filesystem::path database_of(const std::string& data) {
  auto file = std::filesystem::path(data) / database_file;
  if (!std::filesystem::exists(file)) throw Failure("there is no database in " + data);
  return file;
}

void check(const Settings& settings) {
  const auto problems = storage::check(database_of(settings.data));
  for (const auto& problem : problems) std::fprintf(stderr, "parlance: %s\n", problem.c_str());
  if (!problems.empty()) throw Failure(std::to_string(problems.size()) + " problems found");
  print_line(R"({"status":"ok"})");
}

void backup(const Settings& settings) {
  storage::backup(database_of(settings.data), settings.to);
  print_line(R"({"status":"ok"})");
}

void restore(const Settings& settings) {
  if (!std::filesystem::exists(settings.from)) throw Failure("there is no backup " + settings.from);
  const auto file = std::filesystem::path(settings.data) / database_file;
  // Contract 7.15: refuses a directory that already holds a database unless --force.
  if (std::filesystem::exists(file) && !settings.force) {
    throw Failure(settings.data + " already holds a database; --force replaces it");
  }
  std::filesystem::create_directories(settings.data);
  storage::restore(settings.from, file);
  print_line(R"({"status":"ok"})");
}

}  // namespace

void add_maintenance(CLI::App& program) {
  const auto add = [&](const char* name, const char* help, void (*action)(const Settings&)) {
    return add_action<Settings>(program, name, help, action);
  };
  add("check", "Verify the database; exit 1 and what is wrong", check);
  {
    const auto [sub, settings] = add("backup", "Copy the database, consistent and while the server runs", backup);
    sub.add_option("--to", settings.to, "The file to write")->required();
  }
  {
    const auto [sub, settings] =
        add("restore", "Put a backup in place; not while a server runs on the directory", restore);
    sub.add_option("--from", settings.from, "The backup")->required();
    sub.add_flag("--force", settings.force, "Replace the database that is there");
  }
}

}  // namespace parlance::server::cli
