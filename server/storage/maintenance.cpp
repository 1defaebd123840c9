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
    {"WITH counted AS (SELECT q.question AS question, sum(a.answer IS NOT NULL AND NOT a.not_applicable) AS answers, "
     "sum(a.answer IS NULL AND NOT a.not_applicable) AS unanswered, sum(a.not_applicable) AS not_applicable, "
     "sum(coalesce(a.source = 'human' AND a.overrides ->> '$[0].source' <> 'human', 0)) AS reviewed, "
     "sum(coalesce(a.source = 'human' AND a.overrides ->> '$[0].source' <> 'human' AND (coalesce(a.overrides -> "
     "'$[0].answer', 'null') <> coalesce(a.answer, 'null') OR a.overrides ->> '$[0].notApplicable' <> "
     "a.not_applicable), 0)) AS overridden FROM answers a JOIN asked_questions q ON q.seq = a.asked GROUP BY "
     "q.question) SELECT q.seq FROM questions q LEFT JOIN counted c ON c.question = q.seq LEFT JOIN "
     "question_statistics s ON s.question = q.seq WHERE (coalesce(s.answers, 0), coalesce(s.unanswered, 0), "
     "coalesce(s.not_applicable, 0), coalesce(s.reviewed, 0), coalesce(s.overridden, 0)) <> (coalesce(c.answers, 0), "
     "coalesce(c.unanswered, 0), coalesce(c.not_applicable, 0), coalesce(c.reviewed, 0), coalesce(c.overridden, 0))",
     "question (by number) has other statistics than its answers amount to"},
    {"WITH talks AS (SELECT employee, count(*) AS conversations, sum(score IS NOT NULL) AS scored, "
     "sum(coalesce(cast(round(score * 1e6) AS INTEGER), 0)) AS micros, sum(passed IS NOT NULL) AS judged, "
     "sum(coalesce(passed, 0)) AS passed, sum(status = 'PENDING') AS pending, sum(status = 'COMPLETED') AS completed, "
     "sum(status = 'PARTIALLY_COMPLETED') AS partial, sum(status = 'FAILED') AS failed, sum(status = 'ARCHIVED') AS "
     "archived FROM conversations GROUP BY employee), given AS (SELECT a.employee AS employee, sum(a.answer IS NOT "
     "NULL AND NOT a.not_applicable) AS answers, sum(q.critical AND a.passed IS 0) AS critical FROM answers a JOIN "
     "asked_questions q ON q.seq = a.asked WHERE a.employee IS NOT NULL GROUP BY a.employee) SELECT e.seq FROM "
     "employees e LEFT JOIN talks t ON t.employee = e.seq LEFT JOIN given g ON g.employee = e.seq LEFT JOIN "
     "employee_statistics s ON s.employee = e.seq WHERE (coalesce(s.conversations, 0), coalesce(s.answers, 0), "
     "coalesce(s.critical_failures, 0), coalesce(s.scored, 0), coalesce(s.score_micros, 0), coalesce(s.judged, 0), "
     "coalesce(s.passed, 0), coalesce(s.pending, 0), coalesce(s.completed, 0), coalesce(s.partially_completed, 0), "
     "coalesce(s.failed, 0), coalesce(s.archived, 0)) <> (coalesce(t.conversations, 0), coalesce(g.answers, 0), "
     "coalesce(g.critical, 0), coalesce(t.scored, 0), coalesce(t.micros, 0), coalesce(t.judged, 0), "
     "coalesce(t.passed, 0), coalesce(t.pending, 0), coalesce(t.completed, 0), coalesce(t.partial, 0), "
     "coalesce(t.failed, 0), coalesce(t.archived, 0))",
     "employee (by number) has other statistics than conversations and answers amount to"},
    {"SELECT question || ' / ' || answer FROM (SELECT q.question AS question, a.answer AS answer, 1 AS n FROM answers "
     "a JOIN asked_questions q ON q.seq = a.asked WHERE a.answer IS NOT NULL AND NOT a.not_applicable UNION ALL "
     "SELECT question, answer, -count FROM question_answer_counts) GROUP BY question, answer HAVING sum(n) <> 0",
     "question (by number) / answer has another count than its answers"},
    {"SELECT question || ' / ' || employee FROM (SELECT q.question AS question, a.employee AS employee, 1 AS n FROM "
     "answers a JOIN asked_questions q ON q.seq = a.asked WHERE a.employee IS NOT NULL AND a.answer IS NOT NULL AND "
     "NOT "
     "a.not_applicable UNION ALL SELECT question, employee, -count FROM question_employee_counts) GROUP BY question, "
     "employee HAVING sum(n) <> 0",
     "question / employee (by number) has another count than its answers"},
    {"SELECT department FROM (SELECT department, 1 AS n FROM department_conversations UNION ALL SELECT department, "
     "-conversations FROM department_totals) GROUP BY department HAVING sum(n) <> 0",
     "department (by number) has another total of conversations than it handled"},
    {"SELECT conversation || ' / ' || department FROM (SELECT DISTINCT conversation, department, 1 AS n FROM messages "
     "WHERE department IS NOT NULL UNION ALL SELECT conversation, department, -1 FROM department_conversations) GROUP "
     "BY conversation, department HAVING sum(n) <> 0",
     "conversation / department (by number) is listed, or handled, and not the other"},
    {"SELECT hex(id) FROM conversations c WHERE message_count > 0 AND evaluated_at IS NOT NULL AND NOT EXISTS (SELECT "
     "1 FROM unindexed_transcripts "
     "WHERE conversation = c.seq) AND NOT EXISTS (SELECT 1 FROM transcripts_search_docsize WHERE id = (c.org << 40) + "
     "c.seq)",
     "conversation has a transcript that no search finds"},
    {"SELECT o.seq FROM organizations o LEFT JOIN lists l ON l.org = o.seq AND l.list = 'raised_alerts' WHERE "
     "coalesce(l.total, 0) <> (SELECT count(*) FROM raised_alerts WHERE org = o.seq)",
     "organization (by number) has another total of raised alerts than there are"},
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

// `there`: the condition of the rows of `list` that are listed.
void check_list(Connection& connection, const std::string& list, const std::string& there,
                std::vector<std::string>& problems) {
  gather(connection,
         "WITH counted AS (SELECT org, sum(" + there + ") AS total, max(seq) AS last_seq FROM " + list +
             " GROUP BY org) SELECT o.seq || ' " + list +
             "' FROM organizations o LEFT JOIN counted c ON c.org = o.seq LEFT JOIN lists l ON l.org = o.seq AND "
             "l.list = '" +
             list +
             "' WHERE (coalesce(l.total, 0), coalesce(l.last_seq, 0)) <> (coalesce(c.total, 0), coalesce(c.last_seq, "
             "0))",
         "list has another total or end than it says", problems);
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
         "SELECT t.seq FROM " + rows + " t WHERE NOT EXISTS (SELECT 1 FROM " + index +
             "_docsize WHERE id = t.seq) OR length(t.folded) >= 3 AND NOT EXISTS (SELECT 1 FROM " + index + " WHERE " +
             index + " MATCH '\"' || replace(t.folded, '\"', '\"\"') || '\"' AND rowid = t.seq)",
         "row (by number) is missing from " + index, problems);
  gather(connection,
         "SELECT id FROM " + index + "_docsize WHERE NOT EXISTS (SELECT 1 FROM " + rows + " t WHERE t.seq = id)",
         "row (by number) is not there, but in " + index, problems);
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
  // Like the database itself, a copy is for its owner only.
  const int made = open(to.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (made < 0) throw std::runtime_error("cannot write " + to.string() + ": " + std::strerror(errno));
  close(made);
  SQLite::Database source(from.string(), SQLite::OPEN_READONLY, 10'000);
  SQLite::Database target(to.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, 10'000);
  SQLite::Backup copy(target, source);
  copy.executeStep(-1);
}

// Writes what the journal of a database holds into it, so that the database is whole without it. One that is too
// damaged for that is about to be replaced all the same.
void fold_journal(const std::filesystem::path& database) {
  if (!std::filesystem::exists(database)) return;
  try {
    SqliteConnection(database, Access::read_write).execute("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch (const std::exception&) {
    return;
  }
  // The last user of a database removes its journal.
  if (std::filesystem::exists(database.string() + "-wal")) {
    throw std::runtime_error("another program uses " + database.string() + "; stop it first");
  }
}

}  // namespace

std::vector<std::string> check(const std::filesystem::path& file) {
  std::vector<std::string> problems;
  // Opening it would make one.
  if (!std::filesystem::exists(file)) throw std::runtime_error("there is no database " + file.string());
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
  for (const char* list :
       {"questions", "questionnaires", "departments", "customers", "alert_types", "providers", "alerts"}) {
    check_list(connection, list, "deleted_at IS NULL", problems);
  }
  check_list(connection, "employees", "true", problems);
  try {
    Query(connection, "INSERT INTO transcripts_search (transcripts_search) VALUES ('integrity-check')").run();
  } catch (const std::exception& fault) {
    problems.push_back(std::string("transcripts_search: ") + fault.what());
  }
  check_search(connection, "questions_search",
               "(SELECT seq, folded_title AS folded FROM questions WHERE deleted_at IS NULL)", problems);
  check_search(connection, "customers_search",
               "(SELECT seq, folded_name AS folded FROM customers WHERE deleted_at IS NULL)", problems);
  check_search(connection, "employees_search", "(SELECT seq, folded_name AS folded FROM employees)", problems);
  connection.execute("ROLLBACK");
  return problems;
}

void backup(const std::filesystem::path& database, const std::filesystem::path& to) {
  if (std::filesystem::exists(to) && std::filesystem::equivalent(database, to)) {
    throw std::runtime_error(to.string() + " is the database itself; name another file");
  }
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
    fold_journal(database);
    // What is left of the old database's journal must not be played into the new one.
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
