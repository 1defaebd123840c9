#include "server/storage/maintenance.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <SQLiteCpp/Backup.h>

#include <cerrno>
#include <cstring>

#include "server/storage/migrations.hpp"
#include "server/storage/query.hpp"
#include "server/storage/sqlite_driver.hpp"

namespace parlance::server::storage {
namespace {

// One line a difference: ?-less queries whose rows are what should not be.
struct Rule {
  const char* sql;   // selects a text that says which
  const char* says;  // what is wrong with it
};

constexpr Rule rules[] = {
    {"SELECT hex(id) FROM conversations WHERE status = 'PENDING' AND message_count > 0 AND NOT EXISTS (SELECT 1 FROM "
     "jobs "
     "WHERE kind = 'evaluate' AND subject = conversations.id)",
     "conversation waits for an evaluation that nobody will run"},
    {"SELECT hex(subject) FROM jobs WHERE kind = 'evaluate' AND NOT EXISTS (SELECT 1 FROM conversations WHERE id = "
     "jobs.subject)",
     "job is about a conversation that is not there"},
    {"SELECT hex(id) FROM conversations c WHERE message_count <> (SELECT count(*) FROM messages WHERE conversation = "
     "c.seq)",
     "conversation has another number of messages than it says"},
    {"SELECT hex(id) FROM questionnaires q WHERE question_count <> (SELECT count(*) FROM questions WHERE questionnaire "
     "= "
     "q.seq AND deleted_at IS NULL)",
     "questionnaire has another number of questions than it says"},
    {"SELECT org || ' questions' FROM lists l WHERE list = 'questions' AND total <> (SELECT count(*) FROM questions "
     "WHERE "
     "org = l.org AND deleted_at IS NULL)",
     "list has another total than it says"},
    {"SELECT org || ' questionnaires' FROM lists l WHERE list = 'questionnaires' AND total <> (SELECT count(*) FROM "
     "questionnaires WHERE org = l.org AND deleted_at IS NULL)",
     "list has another total than it says"},
    {"SELECT org || ' employees' FROM lists l WHERE list = 'employees' AND total <> (SELECT count(*) FROM employees "
     "WHERE "
     "org = l.org)",
     "list has another total than it says"},
    {"SELECT org || ' departments' FROM lists l WHERE list = 'departments' AND total <> (SELECT count(*) FROM "
     "departments "
     "WHERE org = l.org AND deleted_at IS NULL)",
     "list has another total than it says"},
    {"SELECT org || ' providers' FROM lists l WHERE list = 'providers' AND total <> (SELECT count(*) FROM providers "
     "WHERE "
     "org = l.org)",
     "list has another total than it says"},
    {"WITH counted AS (SELECT q.question AS question, sum(a.answer IS NOT NULL AND NOT a.not_applicable) AS answers, "
     "sum(a.answer IS NULL AND NOT a.not_applicable) AS unanswered, sum(a.not_applicable) AS not_applicable FROM "
     "answers a "
     "JOIN asked_questions q ON q.seq = a.asked GROUP BY q.question) SELECT s.question FROM question_statistics s LEFT "
     "JOIN "
     "counted c ON c.question = s.question WHERE s.answers <> coalesce(c.answers, 0) OR s.unanswered <> "
     "coalesce(c.unanswered, 0) OR s.not_applicable <> coalesce(c.not_applicable, 0) UNION ALL SELECT c.question FROM "
     "counted c WHERE NOT EXISTS (SELECT 1 FROM question_statistics WHERE question = c.question)",
     "question (by number) has other statistics than its answers amount to"},
    {"SELECT s.employee FROM employee_statistics s WHERE s.conversations <> (SELECT count(*) FROM conversations WHERE "
     "employee = s.employee) OR s.answers <> (SELECT count(*) FROM answers WHERE employee = s.employee AND answer IS "
     "NOT "
     "NULL AND NOT not_applicable) OR s.pending <> (SELECT count(*) FROM conversations WHERE employee = s.employee AND "
     "status = 'PENDING')",
     "employee (by number) has other statistics than conversations and answers amount to"},
    {"SELECT q.question || ' / ' || a.employee FROM answers a JOIN asked_questions q ON q.seq = a.asked LEFT JOIN "
     "question_employee_counts c ON c.question = q.question AND c.employee = a.employee WHERE a.employee IS NOT NULL "
     "AND "
     "a.answer IS NOT NULL AND NOT a.not_applicable GROUP BY q.question, a.employee HAVING count(*) <> "
     "max(coalesce(c.count, "
     "0))",
     "question / employee (by number) has another count than its answers"},
};

void gather(Connection& connection, std::string_view sql, std::string_view says, std::vector<std::string>& problems) {
  constexpr int shown_max = 20;
  Query row(connection, sql);
  for (int shown = 0; row.step(); ++shown) {
    if (shown == shown_max) {
      problems.push_back("and more like the last one");
      return;
    }
    problems.push_back(row.text(0) + ": " + std::string(says));
  }
}

void check_search(SqliteConnection& connection, const std::string& index, const std::string& rows,
                  std::vector<std::string>& problems) {
  try {
    Query(connection, "INSERT INTO " + index + " (" + index + ") VALUES ('integrity-check')").run();
  } catch (const std::exception& fault) {
    problems.push_back(index + ": " + fault.what());
    return;
  }
  gather(connection,
         "SELECT t.seq FROM " + rows + " AND length(t.folded) >= 3 AND NOT EXISTS (SELECT 1 FROM " + index + " WHERE " +
             index + " MATCH '\"' || replace(t.folded, '\"', '\"\"') || '\"' AND rowid = t.seq)",
         "row (by number) is missing from " + index, problems);
  gather(connection,
         "SELECT d.n FROM (SELECT count(*) AS n FROM " + index + "_docsize) d WHERE d.n <> (SELECT count(*) FROM " +
             rows + ")",
         "rows are in " + index + ", which is another number than it should be", problems);
}

void sync(const std::filesystem::path& file) {
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0 || fsync(descriptor) != 0) {
    const std::string why = std::strerror(errno);
    if (descriptor >= 0) close(descriptor);
    throw std::runtime_error("cannot sync " + file.string() + ": " + why);
  }
  close(descriptor);
}

void copy_database(const std::filesystem::path& from, const std::filesystem::path& to) {
  SQLite::Database source(from.string(), SQLite::OPEN_READONLY, 10'000);
  SQLite::Database target(to.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, 10'000);
  SQLite::Backup copy(target, source);
  copy.executeStep(-1);
}

}  // namespace

std::vector<std::string> check(const std::filesystem::path& file) {
  std::vector<std::string> problems;
  SqliteConnection connection(file, Access::read_write);
  if (schema_version(connection) != newest_schema_version()) {
    return {"the schema has version " + std::to_string(schema_version(connection)) + ", this program knows " +
            std::to_string(newest_schema_version())};
  }
  // The search index can only be checked by a statement that counts as a write; nothing is changed.
  connection.execute("BEGIN IMMEDIATE");
  {
    Query row(connection, "PRAGMA integrity_check(20)");
    while (row.step()) {
      if (row.view(0) != "ok") problems.push_back(row.text(0));
    }
  }
  gather(connection, "SELECT \"table\" || ' row ' || coalesce(rowid, '?') FROM pragma_foreign_key_check",
         "refers to a row that is not there", problems);
  for (const Rule& rule : rules) gather(connection, rule.sql, rule.says, problems);
  check_search(connection, "questions_search",
               "(SELECT seq, folded_title AS folded FROM questions WHERE deleted_at IS NULL) t WHERE true", problems);
  check_search(connection, "employees_search", "(SELECT seq, folded_name AS folded FROM employees) t WHERE true",
               problems);
  connection.execute("ROLLBACK");
  return problems;
}

void backup(const std::filesystem::path& database, const std::filesystem::path& to) {
  const auto unfinished = to.string() + ".unfinished";
  std::filesystem::remove(unfinished);
  try {
    copy_database(database, unfinished);
    sync(unfinished);
    std::filesystem::rename(unfinished, to);
    sync(std::filesystem::absolute(to).parent_path());
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove(unfinished, ignored);
    throw;
  }
}

void restore(const std::filesystem::path& from, const std::filesystem::path& database) {
  const auto directory = std::filesystem::absolute(database).parent_path();
  const int lock = open((directory / "serve.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock < 0 || flock(lock, LOCK_EX | LOCK_NB) != 0) {
    if (lock >= 0) close(lock);
    throw std::runtime_error("a server uses " + directory.string() + "; stop it first");
  }
  const auto unfinished = database.string() + ".unfinished";
  std::filesystem::remove(unfinished);
  try {
    copy_database(from, unfinished);
    {
      SqliteConnection connection(unfinished, Access::read_write);
      if (schema_version(connection) == 0) throw std::runtime_error(from.string() + " is no backup of this program");
      migrate(connection);
    }
    const auto problems = check(unfinished);
    if (!problems.empty()) throw std::runtime_error(from.string() + " is damaged: " + problems.front());
    sync(unfinished);
    // The old database's journal must not be played into the new one.
    for (const char* suffix : {"-wal", "-shm"}) {
      std::filesystem::remove(database.string() + suffix);
      std::filesystem::remove(unfinished + suffix);
    }
    std::filesystem::rename(unfinished, database);
    sync(directory);
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove(unfinished, ignored);
    close(lock);
    throw;
  }
  close(lock);
}

}  // namespace parlance::server::storage
