// SQLite behind the driver interface, through SQLiteCpp.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <filesystem>

#include "server/storage/driver.hpp"

namespace parlance::server::storage {

enum class Access { read_write, read_only };

// Statements run on the C API of SQLiteCpp's handle: its getColumn copies a shared pointer for every column, which is
// most of the cost of reading a list.
class SqliteConnection final : public Connection {
 public:
  SqliteConnection(const std::filesystem::path& file, Access access);
  ~SqliteConnection() override { forget_statements(); }

  std::unique_ptr<Statement> prepare(std::string_view sql) override;
  void execute(const char* sql) override;
  std::int64_t last_inserted_seq() const override;
  std::int64_t changed_rows() const override;
  SQLite::Database& database() { return database_; }

 private:
  SQLite::Database database_;
};

}  // namespace parlance::server::storage
