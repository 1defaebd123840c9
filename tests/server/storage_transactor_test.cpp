// SQLite: group commit, other processes, schema versions.
#include <sys/wait.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cstdio>
#include <latch>
#include <mutex>
#include <thread>

#include "server/storage/maintenance.hpp"
#include "server/storage/migrations.hpp"
#include "tests/contract/fixtures.hpp"

namespace parlance::tests {
namespace {

namespace storage = server::storage;

org::Department department(org::Uuid id, std::string name) {
  return {{id}, {"DEP-" + id.text()}, std::move(name), {}, false, {}, start_time, start_time};
}

// A process of its own that runs `body` and ends; its exit code, or -1.
template <class Body>
pid_t in_child(Body body) {
  const pid_t child = fork();
  if (child != 0) return child;
  int code = 1;
  try {
    body();
    code = 0;
  } catch (const std::exception& fault) {
    std::fprintf(stderr, "child: %s\n", fault.what());
  }
  _exit(code);
}
int exit_code(pid_t child) {
  int status = 0;
  if (waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

}  // namespace

TEST_CASE("writers from 64 threads share commits, and every write is durable", "[sqlite]") {
  constexpr int threads = 64, each = 25;
  World<SqliteFixture> w;
  const auto before = w.transactor.commits();
  {
    std::latch ready(threads);
    std::vector<std::jthread> all;
    for (int t = 0; t < threads; ++t) {
      all.emplace_back([&, t] {
        ready.arrive_and_wait();
        for (int i = 0; i < each; ++i) {
          const auto id = w.ids.next();
          w.transactor.write(
              [&] { w.departments.insert(w.org, department(id, std::to_string(t) + "/" + std::to_string(i))); });
        }
      });
    }
  }
  const auto commits = w.transactor.commits() - before;
  CHECK(commits < threads * each / 4);
  // Seen by a connection that was not there: it is in the file, not in our memory.
  storage::SqliteStores fresh(w.file);
  CHECK(fresh.transactor().read([&] { return fresh.departments.list(w.org, {}).total; }) == threads * each);
  CHECK(storage::check(w.file).empty());
}

TEST_CASE("bodies of one batch see what earlier bodies stored, and only refused ones are undone", "[sqlite]") {
  World<SqliteFixture> w;
  constexpr int threads = 32, each = 20;
  const auto counter = w.department("0");
  w.transactor.write([&] { w.departments.insert(w.org, counter); });
  std::vector<int> seen;
  {
    std::mutex mutex;
    std::vector<std::jthread> all;
    for (int t = 0; t < threads; ++t) {
      all.emplace_back([&] {
        for (int i = 0; i < each; ++i) {
          int mine = -1;
          const auto kept = w.transactor.write([&]() -> org::Result<int> {
            auto record = *w.departments.find(w.org, counter.id);
            mine = std::stoi(record.name);
            record.name = std::to_string(mine + 1);
            w.departments.update(w.org, record);
            if (i % 4 == 3) return refusal();
            return mine;
          });
          if (!kept.has_value()) continue;
          const std::lock_guard lock(mutex);
          seen.push_back(*kept);
        }
      });
    }
  }
  std::sort(seen.begin(), seen.end());
  REQUIRE(seen.size() == threads * each * 3 / 4);
  for (std::size_t i = 0; i < seen.size(); ++i) REQUIRE(seen[i] == static_cast<int>(i));
}

TEST_CASE("a read sees one snapshot, whatever is written meanwhile", "[sqlite]") {
  World<SqliteFixture> w;
  const auto form = w.questionnaire("form");
  const auto question = [&] { return w.question(form.id, "some title"); };
  w.transactor.write([&] {
    w.questionnaires.insert(w.org, form);
    w.questions.insert(w.org, question());
  });
  const audit::QuestionFilter filter{"some", {}, {}, {}};
  const auto list = [&] { return w.questions.list(w.org, filter, {}); };
  w.transactor.read([&] {
    REQUIRE(list().total == 1);
    std::jthread([&] {
      w.transactor.write([&] { w.questions.insert(w.org, question()); });
      w.transactor.read([&] { return list().total; });  // teaches the directory the new row
    }).join();
    const auto page = list();
    CHECK(page.results.size() == 1);
    CHECK(page.total == 1);
  });
  CHECK(w.transactor.read(list).total == 2);
}

TEST_CASE("what fails to commit is reported to everyone in the batch and the writer goes on", "[sqlite]") {
  World<SqliteFixture> w;
  // A constraint that is only looked at by the commit.
  storage::SqliteConnection other(w.file, storage::Access::read_write);
  other.execute(
      "CREATE TABLE late (department INTEGER REFERENCES departments(seq) DEFERRABLE INITIALLY DEFERRED);"
      "CREATE TRIGGER spoil AFTER INSERT ON departments WHEN NEW.name = 'spoiler' BEGIN INSERT INTO late VALUES (-1); "
      "END");
  bool committed = false;
  CHECK_THROWS(w.transactor.write([&] {
    w.departments.insert(w.org, w.department("spoiler"));
    w.transactor.after_commit([&] { committed = true; });
  }));
  CHECK_FALSE(committed);
  w.transactor.write([&] { w.departments.insert(w.org, w.department("fine")); });
  CHECK(w.transactor.read([&] { return w.departments.list(w.org, {}).total; }) == 1);
}

TEST_CASE("a database of a newer program is refused, saying so", "[sqlite]") {
  const TempDirectory directory;
  const auto file = directory / "parlance.db";
  { storage::SqliteStores stores(file); }
  {
    storage::SqliteConnection connection(file, storage::Access::read_write);
    connection.execute("PRAGMA user_version=999");
  }
  using Catch::Matchers::ContainsSubstring;
  CHECK_THROWS_WITH(storage::SqliteStores(file), ContainsSubstring("999") && ContainsSubstring("newer program"));
  const auto problems = storage::check(file);
  REQUIRE(problems.size() == 1);
  CHECK_THAT(problems[0], ContainsSubstring("999"));
}

TEST_CASE("a database of any older version is brought up to date, with what it holds", "[sqlite]") {
  using namespace server::storage;
  for (int version = 1; version < newest_schema_version(); ++version) {
    CAPTURE(version);
    const TempDirectory directory;
    const auto file = directory / "parlance.db";
    {
      SqliteConnection connection(file, Access::read_write);
      migrate(connection, version);
      connection.execute(
          "INSERT INTO organizations (id, name, timezone, language, created_at, updated_at) VALUES "
          "(x'01900000000070008000000000000001', 'Kept', 'UTC', 'en', 1, 1)");
    }
    SqliteStores stores(file);
    CHECK(stores.transactor().read([&] { return stores.organizations.all().at(0).name; }) == "Kept");
    CHECK(server::storage::check(file).empty());
    SqliteConnection connection(file, Access::read_write);
    CHECK(schema_version(connection) == newest_schema_version());
  }
}

TEST_CASE("a new database is for its owner only", "[sqlite]") {
  const TempDirectory directory;
  const auto file = directory / "parlance.db";
  storage::SqliteStores stores(file);
  using std::filesystem::perms;
  CHECK(std::filesystem::status(file).permissions() == (perms::owner_read | perms::owner_write));
  CHECK(std::filesystem::status(file.string() + "-wal").permissions() == (perms::owner_read | perms::owner_write));
}

TEST_CASE("several processes write the same file at once, from its making on", "[sqlite]") {
  const TempDirectory directory;
  const auto file = directory / "parlance.db";
  constexpr int processes = 4, each = 60;
  const org::OrgId org{{.bytes = {1}}};
  std::vector<pid_t> children;
  for (int p = 0; p < processes; ++p) {
    children.push_back(in_child([&] {
      storage::SqliteStores stores(file);
      stores.transactor().write([&] {
        if (!stores.organizations.find(org)) stores.organizations.insert({org, "One"});
      });
      for (int i = 0; i < each; ++i) {
        stores.transactor().write([&] {
          stores.departments.insert(
              org, department({.bytes = {9, static_cast<std::uint8_t>(p), static_cast<std::uint8_t>(i)}},
                              std::to_string(p) + "/" + std::to_string(i)));
        });
      }
    }));
  }
  for (const pid_t child : children) CHECK(exit_code(child) == 0);
  storage::SqliteStores stores(file);
  CHECK(stores.transactor().read([&] { return stores.departments.list(org, {}).total; }) == processes * each);
  CHECK(storage::check(file).empty());
}

}  // namespace parlance::tests
