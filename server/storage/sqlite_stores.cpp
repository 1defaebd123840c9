#include "server/storage/sqlite_stores.hpp"

#include <fcntl.h>
#include <unistd.h>

#include "server/storage/migrations.hpp"

namespace parlance::server::storage {
namespace {

// Transcripts are nobody else's business: SQLite gives its journal files the rights of the database file.
const std::filesystem::path& prepared(const std::filesystem::path& file) {
  // A file that is there is left alone: POSIX drops all locks a process has on a file when it closes any descriptor of
  // it, and somebody else in this process may have the database open.
  const int descriptor = open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (descriptor >= 0) close(descriptor);
  SqliteConnection connection(file, Access::read_write);
  migrate(connection);
  return file;
}

}  // namespace

SqliteStores::SqliteStores(const std::filesystem::path& file)
    : transactor_(prepared(file)),
      shared_{&transactor_, {}, {}},
      organizations(shared_),
      api_keys(shared_),
      departments(shared_),
      employees(shared_),
      customers(shared_),
      providers(shared_),
      working_hours(shared_),
      questionnaires(shared_),
      questions(shared_),
      alert_types(shared_),
      alerts(shared_),
      raised_alerts(shared_),
      conversations(shared_),
      answers(shared_),
      statistics(shared_),
      learned_models(shared_),
      idempotency(shared_) {}

}  // namespace parlance::server::storage
