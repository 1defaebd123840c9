// What only the implementation on SQLite promises: durability, company of other processes, a schema of its own.
#include <sys/wait.h>

#include <catch2/catch_test_macros.hpp>
#include <chrono>
#include <csignal>
#include <set>
#include <thread>

#include "contract/stores_fixtures.hpp"

namespace parlance {
namespace {

using server::storage::SqliteStores;
using test::SqliteFixture;
using test::TemporaryDirectory;

const org::OrgId org_id{*org::Uuid::parse("01900000-0000-7000-8000-0000000000aa")};

void add_org(SqliteStores& stores) {
  stores.transactor().write([&] { stores.organizations.insert({org_id, "Org", "UTC", org::Language::en, {1}, {1}}); });
}

// An id that tells who made it and when.
org::Uuid numbered(int who, int which) {
  org::Uuid id;
  id.bytes[0] = static_cast<std::uint8_t>(who);
  for (int i = 0; i < 4; ++i) id.bytes[static_cast<std::size_t>(15 - i)] = static_cast<std::uint8_t>(which >> (8 * i));
  return id;
}

void insert(SqliteStores& stores, int who, int which) {
  stores.transactor().write([&] {
    stores.providers.insert(org_id, {{numbered(who, which)}, "P", org::Channel::sms, false, {1}, {1}});
  });
}
bool has(SqliteStores& stores, int who, int which) {
  return stores.transactor().read([&] { return stores.providers.find(org_id, {numbered(who, which)}).has_value(); });
}
std::int64_t total(SqliteStores& stores) {
  return stores.transactor().read([&] { return stores.providers.list(org_id, {}).total; });
}

// Runs `body` in a process of its own, which ends without cleaning up. Forked before this process opens the file.
template <class Body>
pid_t fork_to(Body body) {
  const pid_t child = fork();
  if (child == 0) {
    body();
    _exit(0);
  }
  return child;
}

}  // namespace

TEST_CASE("64 callers: whoever was answered is stored, whoever was refused is not") {
  SqliteFixture f;
  add_org(f.stores);
  constexpr int callers = 64, each = 60;
  std::atomic<int> committed{0}, refused{0}, thrown{0};
  std::vector<std::thread> threads;
  for (int who = 0; who < callers; ++who) {
    threads.emplace_back([&, who] {
      for (int which = 0; which < each; ++which) {
        const auto store = [&] {
          f.providers.insert(org_id, {{numbered(who, which)}, "P", org::Channel::sms, false, {1}, {1}});
          f.transactor().after_commit([&] { ++committed; });
        };
        if (which % 3 == 1) {
          const auto result = f.transactor().write([&]() -> org::Result<void> {
            store();
            return org::conflict("no");
          });
          if (!result) ++refused;
        } else if (which % 3 == 2) {
          try {
            f.transactor().write([&] {
              store();
              throw std::range_error("no");
            });
          } catch (const std::range_error&) {
            ++thrown;
          }
        } else {
          f.transactor().write(store);
        }
      }
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(committed == callers * each / 3);
  CHECK(refused == callers * each / 3);
  CHECK(thrown == callers * each / 3);
  CHECK(total(f.stores) == callers * each / 3);
  for (int who = 0; who < callers; ++who) {
    for (int which = 0; which < each; ++which) REQUIRE(has(f.stores, who, which) == (which % 3 == 0));
  }
}

TEST_CASE("a process that is killed loses nothing it acknowledged") {
  TemporaryDirectory directory;
  const auto file = directory.file("parlance.db");
  int acknowledged[2];
  REQUIRE(pipe(acknowledged) == 0);
  const pid_t child = fork_to([&] {
    SqliteStores stores(file);
    add_org(stores);
    std::vector<std::thread> threads;
    for (int who = 0; who < 8; ++who) {
      threads.emplace_back([&, who] {
        for (int which = 0;; ++which) {
          insert(stores, who, which);
          const int line[2] = {who, which};
          if (write(acknowledged[1], line, sizeof line) != sizeof line) _exit(1);
        }
      });
    }
    for (auto& thread : threads) thread.join();
  });
  close(acknowledged[1]);
  std::vector<std::pair<int, int>> rows;
  int line[2];
  const auto read_one = [&] {
    if (read(acknowledged[0], line, sizeof line) != sizeof line) return false;
    rows.emplace_back(line[0], line[1]);
    return true;
  };
  while (rows.size() < 400 && read_one()) {
  }
  kill(child, SIGKILL);
  while (read_one()) {
  }
  close(acknowledged[0]);
  int status = 0;
  waitpid(child, &status, 0);
  REQUIRE(WIFSIGNALED(status));
  REQUIRE(rows.size() >= 400);
  SqliteStores stores(file);
  for (const auto& [who, which] : rows) REQUIRE(has(stores, who, which));
  CHECK(total(stores) >= static_cast<std::int64_t>(rows.size()));
}

TEST_CASE("two processes write and list the same file") {
  TemporaryDirectory directory;
  const auto file = directory.file("parlance.db");
  constexpr int each = 150;
  std::vector<pid_t> children;
  for (int who = 1; who <= 2; ++who) {
    children.push_back(fork_to([&, who] {
      try {
        SqliteStores stores(file);  // both create and migrate it
        if (who == 1) add_org(stores);
        for (int tries = 0;; ++tries) {
          if (stores.transactor().read([&] { return stores.organizations.find(org_id).has_value(); })) break;
          if (tries == 500) _exit(3);
          std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        for (int which = 0; which < each; ++which) insert(stores, who, which);
      } catch (const std::exception& fault) {
        std::fprintf(stderr, "process %d: %s\n", who, fault.what());
        _exit(2);
      }
    }));
  }
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    CHECK((WIFEXITED(status) && WEXITSTATUS(status) == 0));
  }
  SqliteStores stores(file);
  CHECK(total(stores) == 2 * each);
  for (int which = 0; which < each; ++which) {
    REQUIRE(has(stores, 1, which));
    REQUIRE(has(stores, 2, which));
  }
}

TEST_CASE("filtered totals are exact when another connection pool writes") {
  SqliteFixture f;
  add_org(f.stores);
  SqliteStores second(f.directory.file("parlance.db"));
  const auto names = [](SqliteStores& stores, std::string term) {
    return stores.transactor().read([&] { return stores.employees.list(org_id, {std::move(term), false}, {}).total; });
  };
  std::vector<org::Employee> all;
  for (int i = 0; i < 30; ++i) {
    SqliteStores& writer = i % 2 ? second : f.stores;
    org::Employee e;
    e.id = {f.ids.next()};
    e.name = "Ana";
    writer.transactor().write([&] { writer.employees.insert(org_id, e); });
    all.push_back(e);
    REQUIRE(names(f.stores, "ana") == static_cast<std::int64_t>(all.size()) - i / 10);
    REQUIRE(names(second, "ana") == static_cast<std::int64_t>(all.size()) - i / 10);
    if (i % 10 == 9) {
      all[static_cast<std::size_t>(i)].name = "Eva";
      writer.transactor().write([&] { writer.employees.update(org_id, all[static_cast<std::size_t>(i)]); });
      REQUIRE(names(f.stores, "eva") == i / 10 + 1);
      REQUIRE(names(second, "ana") == i - i / 10);
    }
  }
  // An undone insert is not remembered.
  (void)f.transactor().write([&]() -> org::Result<void> {
    org::Employee e;
    e.id = {f.ids.next()};
    e.name = "Ana";
    f.employees.insert(org_id, e);
    CHECK(f.employees.list(org_id, {"ana", false}, {}).total == 28);
    return org::conflict("undone");
  });
  CHECK(names(f.stores, "ana") == 27);
}

TEST_CASE("a list read from an older snapshot has the total of that snapshot") {
  SqliteFixture f;
  add_org(f.stores);
  const auto add = [&](SqliteStores& stores) {
    org::Employee e;
    e.id = {f.ids.next()};
    e.name = "Ana";
    stores.transactor().write([&] { stores.employees.insert(org_id, e); });
  };
  const auto found = [&] { return f.employees.list(org_id, {"ana", false}, {}).total; };
  add(f.stores);
  f.transactor().read([&] {
    REQUIRE(found() == 1);
    // Elsewhere the list grows, and the directory learns of it.
    std::thread([&] {
      add(f.stores);
      CHECK(f.transactor().read(found) == 2);
    }).join();
    CHECK(found() == 1);
  });
  CHECK(f.transactor().read(found) == 2);
}

TEST_CASE("a newer schema is refused with its number") {
  TemporaryDirectory directory;
  const auto file = directory.file("parlance.db");
  { SqliteStores stores(file); }
  SQLite::Database(file.string(), SQLite::OPEN_READWRITE).exec("PRAGMA user_version=999");
  try {
    SqliteStores stores(file);
    FAIL("opened");
  } catch (const std::runtime_error& refusal) {
    CHECK(std::string(refusal.what()).find("999") != std::string::npos);
  }
}

TEST_CASE("idempotency responses are kept by organization and purged by age") {
  SqliteFixture f;
  add_org(f.stores);
  auto& kept = f.stores.idempotency;
  f.transactor().write([&] {
    for (int i = 0; i < 5; ++i) kept.insert(org_id, "k" + std::to_string(i), {{7}, 201, "{}", {i}});
  });
  f.transactor().read([&] {
    REQUIRE(kept.find(org_id, "k1"));
    CHECK(kept.find(org_id, "k1")->body == "{}");
    CHECK(kept.find(org_id, "k1")->request_hash[0] == 7);
    CHECK(!kept.find(org::OrgId{f.ids.next()}, "k1"));
    CHECK(!kept.find(org_id, "k9"));
  });
  CHECK(f.transactor().write([&] { return kept.purge_before({3}, 2); }) == 2);
  CHECK(f.transactor().write([&] { return kept.purge_before({3}, 2); }) == 1);
  f.transactor().write([&] { kept.remove(org_id, "k4"); });
  f.transactor().read([&] {
    CHECK(!kept.find(org_id, "k2"));
    CHECK(kept.find(org_id, "k3"));
    CHECK(!kept.find(org_id, "k4"));
  });
}

TEST_CASE("a stale lease ends nothing, however often the job was queued anew") {
  SqliteFixture f;
  add_org(f.stores);
  const auto subject = f.ids.next();
  const auto enqueue = [&] { f.transactor().write([&] { f.jobs.enqueue(org_id, "k", subject, {1}); }); };
  enqueue();
  const auto stale = f.jobs.lease("k", 1, {5}, {50});
  enqueue();
  const auto current = f.jobs.lease("k", 1, {5}, {50});
  REQUIRE(stale.size() == 1);
  REQUIRE(current.size() == 1);
  CHECK(!f.transactor().write([&] { return f.jobs.finish(stale[0]); }));
  f.transactor().write([&] { f.jobs.fail(stale[0], "stale", {1}); });
  CHECK(f.jobs.lease("k", 1, {5}, {60}).empty());
  CHECK(f.transactor().write([&] { return f.jobs.finish(current[0]); }));
}

}  // namespace parlance
