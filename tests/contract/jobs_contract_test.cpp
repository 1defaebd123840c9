// What every JobQueue promises.
#include <algorithm>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include "tests/contract/fixtures.hpp"

namespace parlance::tests {
namespace {

constexpr org::UtcTime at(std::int64_t ms) {
  return {start_time.ms + ms};
}
org::Uuid subject(std::uint8_t number) {
  org::Uuid out;
  out.bytes[15] = number;
  return out;
}
std::vector<int> subjects(const std::vector<org::Job>& jobs) {
  std::vector<int> out;
  for (const auto& job : jobs) out.push_back(job.subject.bytes[15]);
  return out;
}
template <class Fixture>
void enqueue(World<Fixture>& w, std::uint8_t number, std::int64_t due, std::string_view kind = "k") {
  writing(w, [&] { w.jobs.enqueue(w.org, kind, subject(number), at(due)); });
}

}  // namespace

TEMPLATE_TEST_CASE("a job says what was enqueued, once a subject and kind", "[jobs]", MemoryFixture, SqliteFixture) {
  World<TestType> w;
  CHECK_FALSE(w.jobs.next_due("k"));
  enqueue(w, 1, 50);
  enqueue(w, 1, 20);
  enqueue(w, 1, 30, "other kind");
  CHECK(w.jobs.next_due("k") == at(20));
  CHECK(w.jobs.lease("k", 10, at(19), at(100)).empty());
  const auto jobs = w.jobs.lease("k", 10, at(20), at(100));
  REQUIRE(jobs.size() == 1);
  CHECK(jobs[0].organization == w.org);
  CHECK(jobs[0].kind == "k");
  CHECK(jobs[0].subject == subject(1));
  CHECK(jobs[0].attempts == 1);
  CHECK(jobs[0].last_error.empty());
  CHECK(jobs[0].run_at == at(100));
  CHECK(w.jobs.next_due("k") == at(100));
  CHECK(w.jobs.lease("k", 10, at(99), at(200)).empty());
  CHECK(writing(w, [&] { return w.jobs.finish(jobs[0]); }));
  CHECK_FALSE(writing(w, [&] { return w.jobs.finish(jobs[0]); }));
  CHECK_FALSE(w.jobs.next_due("k"));
  CHECK(w.jobs.next_due("other kind") == at(30));
}

TEMPLATE_TEST_CASE("a job whose cause was undone is not there; an undone end leaves it", "[jobs]", MemoryFixture,
                   SqliteFixture) {
  World<TestType> w;
  (void)writing(w, [&]() -> org::Result<int> {
    w.jobs.enqueue(w.org, "k", subject(1), at(0));
    return refusal();
  });
  CHECK_FALSE(w.jobs.next_due("k"));
  enqueue(w, 1, 0);
  const auto jobs = w.jobs.lease("k", 1, at(0), at(10));
  REQUIRE(jobs.size() == 1);
  (void)writing(w, [&]() -> org::Result<int> {
    w.jobs.finish(jobs[0]);
    return refusal();
  });
  (void)writing(w, [&]() -> org::Result<int> {
    w.jobs.fail(jobs[0], "undone", at(5));
    return refusal();
  });
  CHECK(w.jobs.next_due("k") == at(10));
  CHECK(writing(w, [&] { return w.jobs.finish(jobs[0]); }));
  CHECK_THROWS_AS(w.jobs.finish(jobs[0]), std::logic_error);
  CHECK_THROWS_AS(w.jobs.fail(jobs[0], "", at(0)), std::logic_error);
}

TEMPLATE_TEST_CASE("leases go oldest first, up to the limit", "[jobs]", MemoryFixture, SqliteFixture) {
  World<TestType> w;
  const int due[] = {40, 10, 30, 20, 10, 50, 60};
  for (std::uint8_t i = 0; i < 7; ++i) enqueue(w, i, due[i]);
  CHECK(subjects(w.jobs.lease("k", 3, at(50), at(500))) == std::vector{1, 4, 3});
  CHECK(subjects(w.jobs.lease("k", 3, at(50), at(500))) == std::vector{2, 0, 5});
  CHECK(w.jobs.lease("k", 3, at(50), at(500)).empty());
  CHECK(w.jobs.next_due("k") == at(60));
}

TEMPLATE_TEST_CASE("a lease that ran out is taken again, and its old holder can end nothing", "[jobs]", MemoryFixture,
                   SqliteFixture) {
  World<TestType> w;
  enqueue(w, 1, 0);
  const auto old = w.jobs.lease("k", 1, at(0), at(10));
  const auto fresh = w.jobs.lease("k", 1, at(10), at(20));
  REQUIRE(old.size() == 1);
  REQUIRE(fresh.size() == 1);
  CHECK(fresh[0].attempts == 2);
  CHECK(fresh[0].lease != old[0].lease);
  CHECK_FALSE(writing(w, [&] { return w.jobs.finish(old[0]); }));
  writing(w, [&] { w.jobs.fail(old[0], "stale", at(0)); });
  CHECK(w.jobs.next_due("k") == at(20));
  CHECK(writing(w, [&] { return w.jobs.finish(fresh[0]); }));
}

TEMPLATE_TEST_CASE("a leased job that is enqueued again runs again", "[jobs]", MemoryFixture, SqliteFixture) {
  World<TestType> w;
  enqueue(w, 1, 0);
  const auto first = w.jobs.lease("k", 1, at(0), at(10));
  REQUIRE(first.size() == 1);
  writing(w, [&] { w.jobs.fail(first[0], "broken", at(0)); });
  const auto second = w.jobs.lease("k", 1, at(0), at(10));
  REQUIRE(second.size() == 1);
  CHECK(second[0].last_error == "broken");
  CHECK(second[0].attempts == 2);
  enqueue(w, 1, 5);
  CHECK_FALSE(writing(w, [&] { return w.jobs.finish(second[0]); }));
  const auto third = w.jobs.lease("k", 1, at(5), at(10));
  REQUIRE(third.size() == 1);
  CHECK(third[0].attempts == 1);
  CHECK(third[0].last_error.empty());
}

TEMPLATE_TEST_CASE("a failed job waits until run_at, and is leased until it is finished", "[jobs]", MemoryFixture,
                   SqliteFixture) {
  World<TestType> w;
  enqueue(w, 1, 0);
  std::int64_t now = 0;
  for (int attempt = 1; attempt <= org::job_attempts_max; ++attempt, now += 100) {
    CHECK(w.jobs.next_due("k") == at(now));
    const auto jobs = w.jobs.lease("k", 1, at(now), at(now + 50));
    REQUIRE(jobs.size() == 1);
    CHECK(jobs[0].attempts == attempt);
    CHECK(jobs[0].last_error == (attempt == 1 ? "" : "fault " + std::to_string(attempt - 1)));
    writing(w, [&] { w.jobs.fail(jobs[0], "fault " + std::to_string(attempt), at(now + 100)); });
    CHECK(w.jobs.lease("k", 1, at(now + 99), at(now + 150)).empty());
  }
  // Past its attempts it still comes, for its handler to record that it gave up.
  const auto last = w.jobs.lease("k", 1, at(now), at(now + 50));
  REQUIRE(last.size() == 1);
  CHECK(last[0].attempts == org::job_attempts_max + 1);
  enqueue(w, 1, 7);  // asking anew starts anew
  const auto anew = w.jobs.lease("k", 1, at(7), at(9));
  REQUIRE(anew.size() == 1);
  CHECK(anew[0].attempts == 1);
  CHECK(writing(w, [&] { return w.jobs.finish(anew[0]); }));
  CHECK_FALSE(w.jobs.next_due("k"));
}

TEMPLATE_TEST_CASE("a job that was cut off again and again is leased alone", "[jobs]", MemoryFixture, SqliteFixture) {
  World<TestType> w;
  enqueue(w, 1, 0);
  for (int attempt = 1; attempt <= org::job_attempts_in_company; ++attempt) {
    CHECK(w.jobs.lease("k", 10, at(attempt), at(attempt)).size() == 1);
  }
  enqueue(w, 2, 1);
  enqueue(w, 3, 9);
  // Due after number 2, which is therefore leased without it.
  auto jobs = w.jobs.lease("k", 10, at(20), at(30));
  REQUIRE(jobs.size() == 1);
  CHECK(jobs[0].subject == subject(2));
  jobs = w.jobs.lease("k", 10, at(20), at(30));
  REQUIRE(jobs.size() == 1);
  CHECK(jobs[0].subject == subject(1));
  jobs = w.jobs.lease("k", 10, at(20), at(30));
  REQUIRE(jobs.size() == 1);
  CHECK(jobs[0].subject == subject(3));
}

TEMPLATE_TEST_CASE("a job that is asked for again stays due when it was, or is made due anew when it is at work",
                   "[jobs]", MemoryFixture, SqliteFixture) {
  World<TestType> w;
  const auto subject = w.ids.next();
  const auto ask = [&](std::int64_t at) {
    writing(w, [&] { w.jobs.enqueue(w.org, "learn", subject, {at}, org::IfWaiting::keep); });
  };
  ask(100);
  ask(500);
  CHECK(w.jobs.next_due("learn") == org::UtcTime{100});
  auto leased = w.jobs.lease("learn", 1, {100}, {1000});
  REQUIRE(leased.size() == 1);
  CHECK(w.jobs.next_due("learn") == org::UtcTime{1000});
  ask(600);
  CHECK(w.jobs.next_due("learn") == org::UtcTime{600});
  CHECK_FALSE(writing(w, [&] { return w.jobs.finish(leased[0]); }));
  leased = w.jobs.lease("learn", 1, {600}, {2000});
  REQUIRE(leased.size() == 1);
  CHECK(leased[0].attempts == 1);
  CHECK(writing(w, [&] { return w.jobs.finish(leased[0]); }));
  CHECK_FALSE(w.jobs.next_due("learn"));
}

}  // namespace parlance::tests
