// What every Transactor promises.
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <stdexcept>
#include <thread>
#include <vector>

#include "tests/contract/fixtures.hpp"

namespace parlance::tests {
namespace {

template <class Fixture>
std::vector<std::string> names(World<Fixture>& w) {
  return reading(w, [&] {
    std::vector<std::string> out;
    for (const auto& d : w.departments.list(w.org, {}).results) out.push_back(d.name);
    return out;
  });
}
using Names = std::vector<std::string>;

}  // namespace

TEMPLATE_TEST_CASE("what a body returns comes back, and a void body keeps its changes", "[transactor]", MemoryFixture,
                   SqliteFixture) {
  World<TestType> w;
  CHECK(writing(w, [&] {
          w.departments.insert(w.org, w.department("a"));
          return 42;
        }) == 42);
  writing(w, [&] { w.departments.insert(w.org, w.department("b")); });
  const auto kept = writing(w, [&]() -> org::Result<int> {
    w.departments.insert(w.org, w.department("c"));
    return 7;
  });
  CHECK(*kept == 7);
  CHECK(names(w) == Names{"a", "b", "c"});
}

TEMPLATE_TEST_CASE("a refused or throwing body leaves nothing behind and its neighbours stay", "[transactor]",
                   MemoryFixture, SqliteFixture) {
  World<TestType> w;
  auto first = w.department("first");
  writing(w, [&] { w.departments.insert(w.org, first); });
  const auto refused = writing(w, [&]() -> org::Result<int> {
    auto changed = first;
    changed.name = "changed";
    w.departments.update(w.org, changed);
    w.departments.insert(w.org, w.department("refused"));
    w.departments.remove(w.org, first.id, w.tick());
    return refusal();
  });
  CHECK_FALSE(refused.has_value());
  CHECK(names(w) == Names{"first"});
  struct Odd {
    int value;
  };
  try {
    writing(w, [&] {
      w.departments.insert(w.org, w.department("thrown"));
      throw Odd{5};
    });
    FAIL("the exception was swallowed");
  } catch (const Odd& odd) {
    CHECK(odd.value == 5);
  }
  CHECK_THROWS_AS(reading(w, [&]() -> int { throw std::out_of_range("mine"); }), std::out_of_range);
  writing(w, [&] { w.departments.insert(w.org, w.department("second")); });
  CHECK(names(w) == Names{"first", "second"});
  CHECK(reading(w, [&] { return w.departments.list(w.org, {}).total; }) == 2);
  CHECK(reading(w, [&] { return w.departments.find(w.org, first.id); }) == first);
}

TEMPLATE_TEST_CASE("an insert that fails does not touch the record it collides with", "[transactor]", MemoryFixture,
                   SqliteFixture) {
  World<TestType> w;
  const auto original = w.department("original");
  writing(w, [&] { w.departments.insert(w.org, original); });
  auto twin = w.department("twin");
  twin.id = original.id;
  CHECK_THROWS(writing(w, [&] { w.departments.insert(w.org, twin); }));
  CHECK(reading(w, [&] { return w.departments.find(w.org, original.id); }) == original);
  CHECK(names(w) == Names{"original"});
}

TEMPLATE_TEST_CASE("nested writes undo only themselves", "[transactor]", MemoryFixture, SqliteFixture) {
  World<TestType> w;
  std::vector<std::string> actions;
  const auto insert = [&](const char* name) {
    w.departments.insert(w.org, w.department(name));
    w.transactor.after_commit([&actions, name] { actions.emplace_back(name); });
  };
  bool inner_refused = false, thrown = false;
  writing(w, [&] {
    insert("a");
    inner_refused = !writing(w, [&]() -> org::Result<int> {
                       insert("b");
                       writing(w, [&] { insert("b, inside"); });
                       return refusal();
                     }).has_value();
    try {
      writing(w, [&] {
        insert("c");
        throw std::runtime_error("undo");
      });
    } catch (const std::runtime_error&) {
      thrown = true;
    }
    writing(w, [&] {
      insert("d");
      (void)writing(w, [&]() -> org::Result<int> {
        insert("e");
        return refusal();
      });
      insert("f");
    });
    insert("g");
  });
  CHECK(inner_refused);
  CHECK(thrown);
  CHECK(names(w) == Names{"a", "d", "f", "g"});
  CHECK(actions == Names{"a", "d", "f", "g"});

  actions.clear();
  (void)writing(w, [&]() -> org::Result<int> {
    writing(w, [&] { insert("kept inside, refused outside"); });
    return refusal();
  });
  CHECK(names(w) == Names{"a", "d", "f", "g"});
  CHECK(actions.empty());
}

TEMPLATE_TEST_CASE("after_commit runs in order, once what was written can be read, and never after a refusal",
                   "[transactor]", MemoryFixture, SqliteFixture) {
  World<TestType> w;
  std::vector<int> order;
  std::int64_t seen = -1;
  writing(w, [&] {
    w.departments.insert(w.org, w.department("a"));
    w.transactor.after_commit([&] {
      order.push_back(1);
      seen = reading(w, [&] { return w.departments.list(w.org, {}).total; });
    });
    w.transactor.after_commit([&] { order.push_back(2); });
    w.transactor.after_commit([&] { order.push_back(3); });
  });
  CHECK(order == std::vector{1, 2, 3});
  CHECK(seen == 1);
  (void)writing(w, [&]() -> org::Result<int> {
    w.transactor.after_commit([&] { order.push_back(4); });
    return refusal();
  });
  CHECK_THROWS(writing(w, [&] {
    w.transactor.after_commit([&] { order.push_back(5); });
    throw std::runtime_error("no");
  }));
  writing(w, [&] { w.departments.insert(w.org, w.department("b")); });
  CHECK(order == std::vector{1, 2, 3});
}

TEMPLATE_TEST_CASE("use outside a transaction and changes inside a read are programming errors", "[transactor]",
                   MemoryFixture, SqliteFixture) {
  World<TestType> w;
  const auto department = w.department("a");
  CHECK_THROWS_AS(w.departments.list(w.org, {}), std::logic_error);
  CHECK_THROWS_AS(w.departments.insert(w.org, department), std::logic_error);
  CHECK_THROWS_AS(w.organizations.find(w.org), std::logic_error);
  CHECK_THROWS_AS(w.transactor.after_commit([] {}), std::logic_error);
  CHECK_THROWS_AS(w.jobs.enqueue(w.org, "k", w.ids.next(), start_time), std::logic_error);
  CHECK_THROWS_AS(reading(w, [&] { w.departments.insert(w.org, department); }), std::logic_error);
  CHECK_THROWS_AS(reading(w, [&] { w.transactor.after_commit([] {}); }), std::logic_error);
  CHECK_THROWS_AS(reading(w, [&] { writing(w, [] {}); }), std::logic_error);
  CHECK_THROWS_AS(reading(w, [&] { w.jobs.enqueue(w.org, "k", w.ids.next(), start_time); }), std::logic_error);
  // Another implementation's transaction is none.
  World<TestType> elsewhere;
  CHECK_THROWS_AS(reading(elsewhere, [&] { return w.departments.list(w.org, {}).total; }), std::logic_error);
  CHECK(names(w).empty());
}

TEMPLATE_TEST_CASE("reads nest in writes and in each other, and see what the write did", "[transactor]", MemoryFixture,
                   SqliteFixture) {
  World<TestType> w;
  const auto total = writing(w, [&] {
    w.departments.insert(w.org, w.department("a"));
    return reading(w, [&] { return reading(w, [&] { return w.departments.list(w.org, {}).total; }); });
  });
  CHECK(total == 1);
}

TEMPLATE_TEST_CASE("concurrent writers lose nothing and half of what they write is refused", "[transactor]",
                   MemoryFixture, SqliteFixture) {
  World<TestType> w;
  constexpr int threads = 8, each = 40;
  std::atomic<int> actions{0}, refusals{0};
  std::vector<std::jthread> all;
  for (int t = 0; t < threads; ++t) {
    all.emplace_back([&, t] {
      for (int i = 0; i < each; ++i) {
        const auto name = std::to_string(t) + "/" + std::to_string(i);
        const org::DepartmentId id{w.ids.next()};
        const auto kept = w.transactor.write([&]() -> org::Result<int> {
          w.departments.insert(w.org,
                               {id, {"DEP-" + id.text().substr(24)}, name, {}, false, {}, start_time, start_time});
          w.transactor.after_commit([&] { ++actions; });
          if (i % 2 == 1) return refusal();
          return 0;
        });
        if (!kept.has_value()) ++refusals;
        const auto found = w.transactor.read([&] { return w.departments.find(w.org, id).has_value(); });
        if (found != kept.has_value()) ++refusals;
      }
    });
  }
  all.clear();
  CHECK(actions == threads * each / 2);
  CHECK(refusals == threads * each / 2);
  CHECK(reading(w, [&] { return w.departments.list(w.org, {}).total; }) == threads * each / 2);
}

}  // namespace parlance::tests
