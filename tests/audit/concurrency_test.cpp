// Services and evaluations from several threads at once; run it under the thread sanitizer as well.
#include <atomic>
#include <catch2/catch_test_macros.hpp>
#include <thread>

#include "support/world.hpp"

using namespace parlance;
using namespace parlance::test;

TEST_CASE("several workers and clients leave every conversation evaluated once") {
  World world;
  const auto quality = world.active({scored("Greeted?"), asking("Thanked?")});
  world.evaluator.answers("Greeted?", true);
  world.evaluator.answers("Thanked?", false);
  constexpr int clients = 3, workers = 2, each = 40;
  std::atomic<int> running = clients;
  std::vector<std::thread> threads;
  for (int client = 0; client < clients; ++client) {
    threads.emplace_back([&] {
      for (int i = 0; i < each; ++i) {
        const auto id = world.conversation(hello());
        (void)world.now(id);
        (void)world.statistics.employee(world.here, world.ana.id);
        if (i % 10 == 0) {
          audit::QuestionnaireChanges changes;
          changes.pass_score = std::optional(static_cast<double>(i));
          must(world.questionnaires.update(world.here, quality.id, changes));
        }
      }
      --running;
    });
  }
  for (int worker = 0; worker < workers; ++worker) {
    threads.emplace_back([&] {
      while (running > 0) world.evaluations.run_due();
      world.evaluations.run_due();
    });
  }
  for (auto& thread : threads) thread.join();
  world.evaluations.run_due();

  const auto statistics = world.statistics.employee(world.here, world.ana.id).value();
  CHECK(statistics.conversations == clients * each);
  CHECK(statistics.by_status == audit::StatusCounts{.completed = clients * each});
  CHECK(statistics.answers == 2 * clients * each);
  CHECK(statistics.average_score == 100);
  CHECK(world.evaluator.seen().size() == clients * each);
}

TEST_CASE("of several who send a transcript at once, one succeeds") {
  World world;
  const auto id = world.conversation();
  std::atomic<int> accepted = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] { accepted += world.conversations.add_messages(world.here, id, hello()).has_value(); });
  }
  for (auto& thread : threads) thread.join();
  CHECK(accepted == 1);
  CHECK(world.conversations.messages(world.here, id).value().size() == 2);
}
