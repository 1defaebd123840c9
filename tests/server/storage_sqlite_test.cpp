// What only the implementation on SQLite promises: durability, locks that outlive a second user, old snapshots.
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <csignal>
#include <thread>

#include "tests/contract/fixtures.hpp"

namespace parlance::tests {
namespace {

using server::storage::SqliteStores;

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
          f.transactor.after_commit([&] { ++committed; });
        };
        if (which % 3 == 1) {
          const auto result = f.transactor.write([&]() -> org::Result<void> {
            store();
            return org::conflict("no");
          });
          if (!result) ++refused;
        } else if (which % 3 == 2) {
          try {
            f.transactor.write([&] {
              store();
              throw std::range_error("no");
            });
          } catch (const std::range_error&) {
            ++thrown;
          }
        } else {
          f.transactor.write(store);
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
  TempDirectory directory;
  const auto file = directory / "parlance.db";
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
  f.transactor.read([&] {
    REQUIRE(found() == 1);
    // Elsewhere the list grows, and the directory learns of it.
    std::thread([&] {
      add(f.stores);
      CHECK(f.transactor.read(found) == 2);
    }).join();
    CHECK(found() == 1);
  });
  CHECK(f.transactor.read(found) == 2);
}

TEST_CASE("idempotency responses are kept by organization and purged by age") {
  SqliteFixture f;
  add_org(f.stores);
  auto& kept = f.stores.idempotency;
  f.transactor.write([&] {
    for (int i = 0; i < 5; ++i) kept.insert(org_id, "k" + std::to_string(i), {{7}, 201, "{}", {i}});
  });
  f.transactor.read([&] {
    REQUIRE(kept.find(org_id, "k1"));
    CHECK(kept.find(org_id, "k1")->body == "{}");
    CHECK(kept.find(org_id, "k1")->request_hash[0] == 7);
    CHECK(!kept.find(org::OrgId{f.ids.next()}, "k1"));
    CHECK(!kept.find(org_id, "k9"));
  });
  CHECK(f.transactor.write([&] { return kept.purge_before({3}, 2); }) == 2);
  CHECK(f.transactor.write([&] { return kept.purge_before({3}, 2); }) == 1);
  f.transactor.write([&] { kept.remove(org_id, "k4"); });
  f.transactor.read([&] {
    CHECK(!kept.find(org_id, "k2"));
    CHECK(kept.find(org_id, "k3"));
    CHECK(!kept.find(org_id, "k4"));
  });
}

// POSIX drops all locks of a process on a file when any descriptor of it is closed, so the database must not be opened
// but by SQLite: another process would take itself for the last user, and delete the journal.
TEST_CASE("stores that were opened twice in one process keep their locks when one of them goes") {
  const TempDirectory directory;
  const auto file = directory / "parlance.db";
  int ready[2];
  REQUIRE(pipe(ready) == 0);
  const pid_t child = fork_to([&] {
    char go;
    if (read(ready[0], &go, 1) != 1) _exit(1);
    SqliteStores stores(file);
    insert(stores, 2, 1);
  });
  SqliteStores stores(file);
  add_org(stores);
  insert(stores, 1, 1);
  { SqliteStores second(file); }
  REQUIRE(write(ready[1], "!", 1) == 1);
  int status = 0;
  waitpid(child, &status, 0);
  REQUIRE((WIFEXITED(status) && WEXITSTATUS(status) == 0));
  CHECK(std::filesystem::exists(directory / "parlance.db-wal"));
  insert(stores, 1, 2);
  CHECK(total(stores) == 3);
  SqliteStores third(file);
  CHECK(total(third) == 3);
}

}  // namespace parlance::tests
