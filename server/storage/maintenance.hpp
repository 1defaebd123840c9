// Looking after a database: verify, copy, put back.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace parlance::server::storage {

// What is wrong with the database, one sentence each; empty when nothing is. Reads one snapshot, so a server may run.
// Besides SQLite's own checks, everything that is kept in two places is counted afresh: totals, statistics, the search
// index, and that whoever waits for an evaluation has a job for it.
std::vector<std::string> check(const std::filesystem::path& database);

// A consistent copy of a database that may be in use; complete or not there. Throws when that cannot be done.
void backup(const std::filesystem::path& database, const std::filesystem::path& to);

// Puts a backup in place of `database`, once it was verified. Throws when it is no database of this program, and when a
// server uses the directory.
void restore(const std::filesystem::path& from, const std::filesystem::path& database);

}  // namespace parlance::server::storage
