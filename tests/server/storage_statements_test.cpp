#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include "contract/stores_fixtures.hpp"
#include "contract/stores_records.hpp"
#include "server/storage/maintenance.hpp"

namespace parlance::test {

TEST_CASE("the statements a connection keeps are bounded, whatever filters ask for") {
  TemporaryDirectory directory;
  server::storage::SqliteConnection connection(directory.file("parlance.db"), server::storage::Access::read_write);
  for (std::int64_t i = 0; i < 1000; ++i) {
    server::storage::Query outer(connection, "SELECT 7");
    server::storage::Query inner(connection, "SELECT 7");  // the same text twice at once
    server::storage::Query other(connection, "SELECT " + std::to_string(i));
    REQUIRE((outer.step() && inner.step() && other.step()));
    REQUIRE(other.integer(0) == i);
  }
  CHECK(connection.statements_kept() <= server::storage::Connection::statements_max);
}

TEMPLATE_TEST_CASE("a conversation's audio file comes back, from its creation and from a change", "[contract]",
                   MemoryFixture, SqliteFixture) {
  TestType f;
  Records<TestType> r{f};
  const auto e = r.employee("E");
  const auto p = r.provider(org::Channel::phone, true);
  auto with = r.conversation(p, e), without = r.conversation(p, e);
  with.audio = audit::AudioFile{"ñ \"call\".wav", "audio/wav", 512LL << 20, {77}};
  r.write([&] {
    f.employees.insert(r.org, e);
    f.providers.insert(r.org, p);
    f.conversations.insert(r.org, with);
    f.conversations.insert(r.org, without);
  });
  const auto stored = [&](audit::ConversationId id) { return r.read([&] { return f.conversations.find(r.org, id); }); };
  CHECK(stored(with.id) == with);
  CHECK(stored(without.id) == without);
  std::swap(with.audio, without.audio);
  r.write([&] {
    f.conversations.update(r.org, with);
    f.conversations.update(r.org, without);
  });
  CHECK(stored(with.id) == with);
  CHECK(stored(without.id) == without);
}

TEST_CASE("a change that no filter looks at keeps filtered lists right, as does one that they do") {
  SqliteFixture f;
  Records<SqliteFixture> r{f};
  const auto n = r.questionnaire("N");
  auto q = r.full_question(n.id);
  r.write([&] {
    f.questionnaires.insert(r.org, n);
    f.questions.insert(r.org, q);
  });
  const auto found = [&](const audit::QuestionFilter& filter) {
    return r.read([&] { return f.questions.list(r.org, filter, {}); });
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
  r.write([&] { f.questions.update(r.org, q); });
  check_found(1, 1, 1);
  CHECK(found(by_term).results.at(0).weight == 7);
  q.type = audit::QuestionType::text;
  r.write([&] { f.questions.update(r.org, q); });
  check_found(1, 0, 1);
  q.alert_type_ids.pop_back();
  r.write([&] { f.questions.update(r.org, q); });
  check_found(1, 0, 0);
  q.title = "Otra";
  r.write([&] { f.questions.update(r.org, q); });
  check_found(0, 0, 0);
  CHECK(server::storage::check(f.directory.file("parlance.db")).empty());
}

TEST_CASE("check finds texts in a search index that no row has") {
  SqliteFixture f;
  const auto file = f.directory.file("parlance.db");
  REQUIRE(server::storage::check(file).empty());
  SQLite::Database(file.string(), SQLite::OPEN_READWRITE, 10'000)
      .exec("INSERT INTO questions_search (rowid, text) VALUES (77, 'nobody')");
  CHECK_FALSE(server::storage::check(file).empty());
}

}  // namespace parlance::test
