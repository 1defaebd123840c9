#include "server/storage/sqlite_driver.hpp"

#include <sqlite3.h>

#include <chrono>
#include <mutex>
#include <thread>

namespace parlance::server::storage {
namespace {

// Debian's SQLite counts every allocation under one global lock unless told not to, before it is first used.
void configure_once() {
  static std::once_flag once;
  std::call_once(once, [] { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); });
}

std::string configured(const std::filesystem::path& file) {
  configure_once();
  return file.string();
}

class SqliteStatement final : public Statement {
 public:
  SqliteStatement(sqlite3* database, std::string_view sql) : database_(database) {
    check(sqlite3_prepare_v3(database, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT, &statement_,
                             nullptr));
  }
  ~SqliteStatement() override { sqlite3_finalize(statement_); }
  SqliteStatement(const SqliteStatement&) = delete;
  SqliteStatement& operator=(const SqliteStatement&) = delete;

  void bind_null(int parameter) override { check(sqlite3_bind_null(statement_, parameter)); }
  void bind(int parameter, std::int64_t value) override { check(sqlite3_bind_int64(statement_, parameter, value)); }
  void bind(int parameter, double value) override { check(sqlite3_bind_double(statement_, parameter, value)); }
  void bind(int parameter, std::string_view text) override {
    // A null pointer would bind NULL, also for a text of length 0.
    check(sqlite3_bind_text64(statement_, parameter, text.data() ? text.data() : "", text.size(), SQLITE_STATIC,
                              SQLITE_UTF8));
  }
  void bind_blob(int parameter, std::span<const std::uint8_t> bytes) override {
    check(sqlite3_bind_blob64(statement_, parameter, bytes.data(), bytes.size(), SQLITE_STATIC));
  }
  bool step() override {
    const int result = sqlite3_step(statement_);
    if (result == SQLITE_ROW) return true;
    if (result == SQLITE_DONE) return false;
    throw SQLite::Exception(database_, result);
  }
  bool is_null(int column) override { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }
  std::int64_t integer(int column) override { return sqlite3_column_int64(statement_, column); }
  double real(int column) override { return sqlite3_column_double(statement_, column); }
  std::string_view text(int column) override {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
    return bytes ? std::string_view(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)))
                 : std::string_view();
  }
  std::span<const std::uint8_t> blob(int column) override {
    const auto* bytes = static_cast<const std::uint8_t*>(sqlite3_column_blob(statement_, column));
    return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
  }
  void reset() override {
    sqlite3_reset(statement_);
    sqlite3_clear_bindings(statement_);
  }

 private:
  void check(int result) const {
    if (result != SQLITE_OK) throw SQLite::Exception(database_, result);
  }

  sqlite3* database_;
  sqlite3_stmt* statement_ = nullptr;
};

// Two programs that make the same database at once both want to change its journal: SQLite tells one that it is locked
// rather than have it wait, as it would for any other lock.
void use_journal(sqlite3* database) {
  constexpr std::chrono::milliseconds patience(10'000), pause(10);
  const auto deadline = std::chrono::steady_clock::now() + patience;
  for (;;) {
    const int result = sqlite3_exec(database, "PRAGMA journal_mode=WAL", nullptr, nullptr, nullptr);
    if (result == SQLITE_OK) return;
    if (result != SQLITE_BUSY || std::chrono::steady_clock::now() > deadline) throw SQLite::Exception(database, result);
    std::this_thread::sleep_for(pause);
  }
}

}  // namespace

SqliteConnection::SqliteConnection(const std::filesystem::path& file, Access access)
    : database_(configured(file),
                (access == Access::read_write ? SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE : SQLite::OPEN_READONLY) |
                    SQLite::OPEN_NOMUTEX,
                10'000) {
  // Small caches: many connections share what the operating system caches, and memory stays flat.
  execute("PRAGMA foreign_keys=ON; PRAGMA cache_size=-1024; PRAGMA temp_store=MEMORY");
  if (access == Access::read_write) {
    // Full durability: a write that was answered survives a power cut. Group commit shares the price.
    use_journal(database_.getHandle());
    execute("PRAGMA synchronous=FULL; PRAGMA cache_size=-8192");
  }
}

std::unique_ptr<Statement> SqliteConnection::prepare(std::string_view sql) {
  return std::make_unique<SqliteStatement>(database_.getHandle(), sql);
}
void SqliteConnection::execute(const char* sql) {
  char* message = nullptr;
  const int result = sqlite3_exec(database_.getHandle(), sql, nullptr, nullptr, &message);
  sqlite3_free(message);
  if (result != SQLITE_OK) throw SQLite::Exception(database_.getHandle(), result);
}
std::int64_t SqliteConnection::last_inserted_seq() const {
  return sqlite3_last_insert_rowid(database_.getHandle());
}
std::int64_t SqliteConnection::changed_rows() const {
  return sqlite3_changes(database_.getHandle());
}

}  // namespace parlance::server::storage
