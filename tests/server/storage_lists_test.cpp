// SQLite: deep pages and exact totals, also beside another writer on the same file.
#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>
#include <random>
#include <thread>

#include "server/storage/maintenance.hpp"
#include "tests/contract/fixtures.hpp"

namespace parlance::tests {
namespace {

constexpr int rows = 5'000;

struct Long : World<SqliteFixture> {
  audit::Questionnaire form = questionnaire("form");
  std::vector<audit::Question> model;

  Long() {
    transactor.write([&] { questionnaires.insert(org, form); });
    for (int i = 0; i < rows; i += 500) {
      transactor.write([&] {
        for (int k = i; k < i + 500; ++k) {
          auto q = question(form.id, (k % 3 ? "plain " : "rare ") + std::to_string(k));
          q.type = static_cast<audit::QuestionType>(k % 2);
          questions.insert(org, q);
          model.push_back(std::move(q));
        }
      });
    }
  }

  template <class Wanted>
  void compare(const audit::QuestionFilter& filter, Wanted wanted) {
    std::vector<audit::Question> expected;
    std::copy_if(model.begin(), model.end(), std::back_inserter(expected), wanted);
    const auto total = static_cast<std::int64_t>(expected.size());
    for (const std::int64_t size : {1, 7, 50, 512, 1000}) {
      const std::int64_t last = (total + size - 1) / size;
      for (const std::int64_t page : {std::int64_t{1}, last / 4, last / 2, last * 3 / 4, last - 1, last, last + 1}) {
        if (page < 1) continue;
        CAPTURE(filter.search_term, size, page);
        const auto got = transactor.read([&] { return questions.list(org, filter, {page, size, std::nullopt}); });
        REQUIRE(got.total == total);
        REQUIRE(got.page == page);
        REQUIRE(got.next_cursor.has_value() == (page < last));
        const auto from = expected.begin() + std::min(total, (page - 1) * size);
        REQUIRE(got.results == std::vector(from, expected.begin() + std::min(total, page * size)));
        if (!got.next_cursor) continue;
        const auto next = transactor.read([&] { return questions.list(org, filter, {1, size, got.next_cursor}); });
        const auto after = transactor.read([&] { return questions.list(org, filter, {page + 1, size, {}}); });
        REQUIRE(next.results == after.results);
        REQUIRE(next.page == page + 1);
      }
    }
  }
  void compare_all() {
    compare({}, [](const auto&) { return true; });
    compare({"rare", {}, {}, {}}, [](const auto& q) { return q.title.starts_with("rare"); });
    compare({"re", {}, {}, {}}, [](const auto& q) { return q.title.starts_with("rare"); });
    compare({"plain", {}, {audit::QuestionType::options}, {}},
            [](const auto& q) { return q.title.starts_with("plain") && q.type == audit::QuestionType::options; });
    compare({"", {form.id}, {audit::QuestionType::boolean, audit::QuestionType::options}, {}},
            [](const auto&) { return true; });
  }
};

}  // namespace

TEST_CASE("deep pages are the model's, before and after rows leave and change", "[sqlite][lists]") {
  Long w;
  w.compare_all();
  std::mt19937 random(3);
  for (int round = 0; round < 3; ++round) {
    w.transactor.write([&] {
      for (int i = 0; i < 150; ++i) {
        const auto at = static_cast<std::ptrdiff_t>(random() % w.model.size());
        if (i % 2) {
          w.questions.remove(w.org, w.model[static_cast<std::size_t>(at)].id, w.tick());
          w.model.erase(w.model.begin() + at);
        } else {
          auto& q = w.model[static_cast<std::size_t>(at)];
          q.title = (q.title.starts_with("rare") ? "plain again " : "rare again ") + std::to_string(i);
          w.questions.update(w.org, q);
        }
      }
      for (int i = 0; i < 20; ++i) {
        w.model.push_back(w.question(w.form.id, "rare late"));
        w.questions.insert(w.org, w.model.back());
      }
    });
    w.compare_all();
  }
  CHECK(server::storage::check(w.file).empty());
}

TEST_CASE("a write that lists and is then undone teaches nobody what it saw", "[sqlite][lists]") {
  Long w;
  const audit::QuestionFilter filter{"rare", {}, {}, {}};
  const auto total = [&] { return w.questions.list(w.org, filter, {}).total; };
  const auto before = w.transactor.read(total);
  std::int64_t inside = 0;
  (void)w.transactor.write([&]() -> org::Result<int> {
    w.questions.insert(w.org, w.question(w.form.id, "rare, undone"));
    w.questions.remove(w.org, w.model[0].id, w.tick());
    w.questions.remove(w.org, w.model[3].id, w.tick());
    inside = total();
    return refusal();
  });
  CHECK(inside == before - 1);
  CHECK(w.transactor.read(total) == before);
  w.compare_all();
}

TEST_CASE("totals with filters stay exact while somebody else writes the same file", "[sqlite][lists]") {
  Long w;
  server::storage::SqliteStores second(w.file);
  const audit::QuestionFilter filter{"rare", {}, {}, {}};
  // The other writer keeps the two words in balance in each of its transactions; one snapshot never sees it lost.
  const auto state = [&](server::storage::SqliteStores& stores) {
    return stores.transactor().read([&] {
      const auto rare = stores.questions.list(w.org, filter, {}).total;
      const auto plain = stores.questions.list(w.org, {"plain", {}, {}, {}}, {}).total;
      const auto all = stores.questions.list(w.org, {}, {}).total;
      return rare + plain == all;
    });
  };
  REQUIRE(state(w.stores));
  REQUIRE(state(second));
  std::atomic<bool> done{false};
  std::atomic<int> wrong{0}, looks{0};
  {
    std::jthread writer([&] {
      std::mt19937 random(5);
      for (int i = 0; i < 200; ++i) {
        second.transactor().write([&] {
          auto& q = w.model[random() % 200];
          if (i % 3 == 0) {
            q.title = (q.title.starts_with("rare") ? "plain " : "rare ") + std::to_string(i);
            second.questions.update(w.org, q);
          } else if (i % 3 == 1) {
            w.model.push_back(w.question(w.form.id, i % 2 ? "rare new" : "plain new"));
            second.questions.insert(w.org, w.model.back());
          } else {
            second.questions.remove(w.org, w.model.back().id, w.tick());
            w.model.pop_back();
          }
        });
      }
      done = true;
    });
    std::vector<std::jthread> readers;
    for (auto* stores : {&w.stores, &w.stores, &second}) {
      readers.emplace_back([&, stores] {
        while (!done) {
          if (!state(*stores)) ++wrong;
          ++looks;
        }
      });
    }
  }
  CHECK(wrong == 0);
  CHECK(looks > 0);
  w.compare({"rare", {}, {}, {}}, [](const auto& q) { return q.title.starts_with("rare"); });
}

}  // namespace parlance::tests
