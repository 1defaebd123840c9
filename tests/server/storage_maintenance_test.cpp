// SQLite: backup, restore, and that `check` finds what is wrong.
#include <fstream>
#include <thread>

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "parlance/audit/conversation_service.hpp"
#include "server/storage/maintenance.hpp"
#include "tests/contract/fixtures.hpp"

namespace parlance::tests {
namespace {

namespace storage = server::storage;

// A database in which everything that `check` looks at is there, and sound.
struct Filled : World<SqliteFixture> {
  org::Department sales = department("sales");
  org::Employee ana = employee("Ana María", {{sales.id, sales.entity_key, sales.name}});
  org::Provider line = provider(org::Channel::phone, true);
  audit::Questionnaire form = questionnaire("form");
  audit::Question polite = rich_question(form.id, "polite \"quoted\"");
  audit::Question quick = question(form.id, "quick"), kept = question(form.id, "kept");
  audit::Conversation waiting = conversation(line.id, ana.id), judged = conversation(line.id, ana.id);

  Filled() {
    judged.status = audit::ConversationStatus::completed;
    waiting.message_count = judged.message_count = 1;
    audit::Message message;
    message.content = "hello";
    message.department_id = sales.id;
    judged.score = 33.333333;
    judged.passed = false;
    // One answer as it was found, one a reviewer replaced, one a reviewer confirmed.
    std::vector given{answer(polite, std::string("no"), ana.id),
                      answer(quick, std::string("as \"told\" 🙂/"), ana.id), answer(kept, true, std::nullopt)};
    given[0].critical = true;
    given[0].passed = false;
    given[1].source = given[2].source = audit::AnswerSource::human;
    given[1].overrides = {{std::nullopt, true, audit::AnswerSource::cues, "no", tick()}};
    given[2].overrides = {{true, false, audit::AnswerSource::lexical, std::nullopt, tick()}};
    audit::StatisticsDelta delta;
    for (const auto& one : given) delta.count(one, 1);
    delta.count(judged, 1);
    delta.count(waiting, 1);
    transactor.write([&] {
      departments.insert(org, sales);
      employees.insert(org, ana);
      providers.insert(org, line);
      questionnaires.insert(org, form);
      for (const auto& q : {polite, quick, kept}) questions.insert(org, q);
      for (const auto& talk : {waiting, judged}) {
        conversations.insert(org, talk);
        conversations.add_messages(org, talk.id, {message});
      }
      jobs.enqueue(org, audit::evaluate_job, waiting.id.value, start_time);
      answers.replace(org, judged.id, given);
      statistics.add(org, delta);
    });
  }
};

void spoil(const std::filesystem::path& file, const char* sql) {
  storage::SqliteConnection connection(file, storage::Access::read_write);
  connection.execute("PRAGMA foreign_keys=OFF");
  connection.execute(sql);
}

}  // namespace

TEST_CASE("check finds nothing wrong with a sound database, and every planted fault", "[sqlite][maintenance]") {
  struct Fault {
    const char* sql;
    const char* says;
  };
  const Fault faults[] = {
      {"UPDATE lists SET total = total + 1 WHERE list = 'questions'", "questions: list has another total"},
      {"UPDATE lists SET total = total + 1 WHERE list = 'questionnaires'", "questionnaires: list has another total"},
      {"UPDATE lists SET total = total - 1 WHERE list = 'employees'", "employees: list has another total"},
      {"UPDATE lists SET total = 7 WHERE list = 'departments'", "departments: list has another total"},
      {"UPDATE lists SET total = 7 WHERE list = 'providers'", "providers: list has another total"},
      {"INSERT INTO lists (org, list, total, last_seq, mark) SELECT seq, 'raised_alerts', 1, 0, 0 FROM organizations",
       "another total of raised alerts"},
      {"UPDATE messages SET department = NULL", "is listed, or handled"},
      {"UPDATE department_totals SET conversations = 9", "another total of conversations"},
      {"UPDATE conversations SET evaluated_at = 1", "no search finds"},
      {"DELETE FROM lists WHERE list = 'questions'", "list has another total"},
      {"DELETE FROM jobs", "nobody will run"},
      {"INSERT INTO jobs (id, org, kind, subject, run_at, attempts) VALUES (x'01', 1, 'evaluate', x'02', 0, 0)",
       "conversation that is not there"},
      {"DELETE FROM messages WHERE conversation = 1", "number of messages"},
      {"UPDATE questionnaires SET question_count = 9", "number of questions"},
      {"UPDATE question_statistics SET answers = answers + 1", "other statistics than its answers"},
      {"UPDATE question_statistics SET unanswered = 1", "other statistics than its answers"},
      {"DELETE FROM question_statistics", "other statistics than its answers"},
      {"UPDATE question_statistics SET reviewed = 1", "other statistics than its answers"},
      {"UPDATE question_answer_counts SET count = 2", "another count than its answers"},
      {"INSERT INTO question_answer_counts VALUES (1, '\"yes\"', 3)", "another count than its answers"},
      {"UPDATE employee_statistics SET conversations = 5", "other statistics than conversations"},
      {"UPDATE employee_statistics SET pending = 0", "other statistics than conversations"},
      {"UPDATE employee_statistics SET completed = 4", "other statistics than conversations"},
      {"UPDATE employee_statistics SET answers = 4", "other statistics than conversations"},
      {"UPDATE employee_statistics SET scored = 1, score_micros = 5", "other statistics than conversations"},
      {"UPDATE employee_statistics SET critical_failures = 3", "other statistics than conversations"},
      {"DELETE FROM employee_statistics", "other statistics than conversations"},
      {"UPDATE question_employee_counts SET count = 9", "another count than its answers"},
      {"INSERT INTO question_employee_counts SELECT 1, 99, 1", "not there"},
      {"DELETE FROM question_employee_counts", "another count than its answers"},
      {"DELETE FROM employees", "refers to a row that is not there"},
      {"UPDATE questions SET questionnaire = 77", "refers to a row that is not there"},
      {"INSERT INTO questions_search (questions_search) VALUES ('delete-all')", "missing from questions_search"},
      {"INSERT INTO employees_search (employees_search) VALUES ('delete-all')", "missing from employees_search"},
      {"UPDATE questions SET folded_title = 'changed'", "missing from questions_search"},
      {"INSERT INTO questions_search (rowid, text) VALUES (99, 'a ghost')", "questions_search"},
      {"DELETE FROM questions_search_data WHERE id > 10", "questions_search"},
      {"INSERT INTO employees_search (rowid, text) VALUES (99, 'a ghost')", "but in employees_search"},
      {"UPDATE lists SET last_seq = 0 WHERE list = 'questions'", "questions: list has another"},
      {"UPDATE question_statistics SET overridden = 1 - overridden", "other statistics than its answers"},
  };
  Filled sound;
  CHECK(storage::check(sound.file) == std::vector<std::string>{});
  const TempDirectory directory;
  const auto file = directory / "broken.db";
  for (const Fault& fault : faults) {
    std::filesystem::remove(file);
    storage::backup(sound.file, file);
    REQUIRE(storage::check(file).empty());
    spoil(file, fault.sql);
    CAPTURE(fault.sql);
    const auto problems = storage::check(file);
    bool found = false;
    for (const auto& problem : problems) found |= problem.find(fault.says) != std::string::npos;
    CAPTURE(problems);
    CHECK(found);
  }
}

TEST_CASE("check finds damaged pages", "[sqlite][maintenance]") {
  Filled sound;
  const TempDirectory directory;
  const auto file = directory / "broken.db";
  storage::backup(sound.file, file);
  storage::SqliteConnection(file, storage::Access::read_write).execute("PRAGMA wal_checkpoint(TRUNCATE)");
  std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
  for (int page = 3; page < 40; page += 3) {
    bytes.seekp(page * 4096 + 8);
    bytes.write("garbage garbage garbage", 23);
  }
  bytes.close();
  std::vector<std::string> problems;
  try {
    problems = storage::check(file);
  } catch (const std::exception& fault) {
    problems.emplace_back(fault.what());
  }
  CHECK_FALSE(problems.empty());
}

TEST_CASE("check makes no database where there is none", "[sqlite][maintenance]") {
  const TempDirectory directory;
  const auto file = directory / "absent.db";
  CHECK_THROWS(storage::check(file));
  CHECK_FALSE(std::filesystem::exists(file));
}

TEST_CASE("a backup made while somebody writes is sound and comes back", "[sqlite][maintenance]") {
  Filled w;
  const auto copy = w.directory / "copy.db";
  std::atomic<bool> stop{false};
  std::atomic<int> written{0};
  int at_start = 0;
  {
    std::jthread writer([&] {
      for (int i = 0; !stop; ++i) {
        w.transactor.write([&] { w.questions.insert(w.org, w.question(w.form.id, "more " + std::to_string(i))); });
        ++written;
      }
    });
    while (written < 20) std::this_thread::yield();
    at_start = written;
    storage::backup(w.file, copy);
    stop = true;
  }
  CHECK(storage::check(copy) == std::vector<std::string>{});
  CHECK_FALSE(std::filesystem::exists(copy.string() + ".unfinished"));

  const TempDirectory elsewhere;
  const auto restored = elsewhere / "parlance.db";
  {
    storage::SqliteStores old(restored);
    old.transactor().write([&] { old.organizations.insert({w.other, "was here before"}); });
  }
  storage::restore(copy, restored);
  storage::SqliteStores stores(restored);
  const auto total = stores.transactor().read([&] { return stores.questions.list(w.org, {}, {}).total; });
  CHECK(total >= at_start + 3);
  CHECK(total <= written + 3);
  CHECK(stores.transactor().read([&] { return stores.questions.find(w.org, w.polite.id); }) == w.polite);
  CHECK(stores.transactor().read([&] { return stores.organizations.find(w.other)->name; }) == "Two");
  const auto perms = std::filesystem::status(restored).permissions();
  CHECK(std::filesystem::status(copy).permissions() == perms);
  CHECK((perms & (std::filesystem::perms::group_all | std::filesystem::perms::others_all)) ==
        std::filesystem::perms::none);
}

TEST_CASE("restore refuses what is no sound backup and leaves the database as it was", "[sqlite][maintenance]") {
  const TempDirectory directory;
  const auto database = directory / "parlance.db";
  const org::OrgId org{{.bytes = {1}}};
  {
    storage::SqliteStores stores(database);
    stores.transactor().write([&] { stores.organizations.insert({org, "kept"}); });
  }
  const auto bad = directory / "bad";
  SECTION("absent") {}
  SECTION("empty") {
    std::ofstream(bad).close();
  }
  SECTION("no database") {
    std::ofstream(bad) << std::string(10'000, 'x');
  }
  SECTION("another program's database") {
    storage::SqliteConnection(bad, storage::Access::read_write).execute("CREATE TABLE t (x); INSERT INTO t VALUES (1)");
  }
  SECTION("a newer program's database") {
    storage::backup(database, bad);
    spoil(bad, "PRAGMA user_version=999");
  }
  SECTION("a damaged one") {
    Filled sound;
    storage::backup(sound.file, bad);
    spoil(bad, "DELETE FROM jobs");
  }
  SECTION("a truncated one") {
    Filled sound;
    storage::backup(sound.file, bad);
    std::filesystem::resize_file(bad, std::filesystem::file_size(bad) / 2);
  }
  CHECK_THROWS(storage::restore(bad, database));
  CHECK_FALSE(std::filesystem::exists(database.string() + ".unfinished"));
  storage::SqliteStores stores(database);
  CHECK(stores.transactor().read([&] { return stores.organizations.find(org)->name; }) == "kept");
  CHECK(storage::check(database).empty());
}

TEST_CASE("check finds texts in a search index that no row has") {
  SqliteFixture f;
  const auto file = f.file;
  REQUIRE(storage::check(file).empty());
  SQLite::Database(file.string(), SQLite::OPEN_READWRITE, 10'000)
      .exec("INSERT INTO questions_search (rowid, text) VALUES (77, 'nobody')");
  CHECK_FALSE(storage::check(file).empty());
}

TEST_CASE("a database is not its own backup", "[sqlite]") {
  Filled f;
  CHECK_THROWS_WITH(storage::backup(f.file, f.file), Catch::Matchers::ContainsSubstring("is the database itself"));
  CHECK_THROWS_WITH(storage::backup(f.file, f.directory.path() / "." / "parlance.db"),
                    Catch::Matchers::ContainsSubstring("is the database itself"));
  CHECK(storage::check(f.file).empty());
}

TEST_CASE("a database that somebody uses is not replaced", "[sqlite]") {
  Filled f;
  const auto copy = f.directory / "copy.db";
  storage::backup(f.file, copy);
  CHECK_THROWS_WITH(storage::restore(copy, f.file), Catch::Matchers::ContainsSubstring("another program uses"));
  CHECK(storage::check(f.file).empty());
}

}  // namespace parlance::tests
