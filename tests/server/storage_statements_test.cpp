// What a connection keeps of its statements, and the directory of its lists.
#include <catch2/catch_test_macros.hpp>

#include "server/storage/maintenance.hpp"
#include "tests/contract/fixtures.hpp"

namespace parlance::tests {

TEST_CASE("the statements a connection keeps are bounded, whatever filters ask for") {
  TempDirectory directory;
  server::storage::SqliteConnection connection(directory / "parlance.db", server::storage::Access::read_write);
  for (std::int64_t i = 0; i < 1000; ++i) {
    server::storage::Query outer(connection, "SELECT 7");
    server::storage::Query inner(connection, "SELECT 7");  // the same text twice at once
    server::storage::Query other(connection, "SELECT " + std::to_string(i));
    REQUIRE((outer.step() && inner.step() && other.step()));
    REQUIRE(other.integer(0) == i);
  }
  CHECK(connection.statements_kept() <= server::storage::Connection::statements_max);
}

TEST_CASE("a change that no filter looks at keeps filtered lists right, as does one that they do") {
  World<SqliteFixture> w;
  const auto n = w.questionnaire("N");
  auto q = w.rich_question(n.id, "¿Saludó?");
  w.transactor.write([&] {
    w.questionnaires.insert(w.org, n);
    w.questions.insert(w.org, q);
  });
  const auto found = [&](const audit::QuestionFilter& filter) {
    return w.transactor.read([&] { return w.questions.list(w.org, filter, {}); });
  };
  const audit::QuestionFilter by_term{"SALUD", {}, {}, {}}, by_type{"", {}, {audit::QuestionType::options}, {}},
      by_alert{"", {}, {}, {q.alert_type_ids[1]}};
  const auto check_found = [&](std::int64_t term, std::int64_t type, std::int64_t alert) {
    CHECK(found(by_term).total == term);
    CHECK(found(by_type).total == type);
    CHECK(found(by_alert).total == alert);
  };
  check_found(1, 1, 1);
  q.weight = 7;
  w.transactor.write([&] { w.questions.update(w.org, q); });
  check_found(1, 1, 1);
  CHECK(found(by_term).results.at(0).weight == 7);
  q.type = audit::QuestionType::text;
  w.transactor.write([&] { w.questions.update(w.org, q); });
  check_found(1, 0, 1);
  q.alert_type_ids.pop_back();
  w.transactor.write([&] { w.questions.update(w.org, q); });
  check_found(1, 0, 0);
  q.title = "Otra";
  w.transactor.write([&] { w.questions.update(w.org, q); });
  check_found(0, 0, 0);
  CHECK(server::storage::check(w.directory / "parlance.db").empty());
}

}  // namespace parlance::tests
