// How many workers wait at a time, and that none is forgotten.
#include <catch2/catch_test_macros.hpp>
#include <chrono>
#include <thread>
#include <vector>

#include "server/http/crew.hpp"

using parlance::server::http::Crew;
using namespace std::chrono_literals;

namespace {

// Until `holds`, or for too long.
template <class Condition>
bool comes_true(Condition holds) {
  for (int i = 0; i < 2000 && !holds(); ++i) std::this_thread::sleep_for(1ms);
  return holds();
}

}  // namespace

TEST_CASE("no more than so many wait, and whoever leaves last calls another") {
  Crew crew(2);
  std::atomic<int> entered{0}, may_leave{0};
  std::vector<std::jthread> workers;
  for (int i = 0; i < 5; ++i) {
    workers.emplace_back([&] {
      crew.enter();
      ++entered;
      while (may_leave.fetch_sub(1) <= 0) {
        ++may_leave;
        std::this_thread::sleep_for(1ms);
      }
      crew.leave();
    });
  }
  REQUIRE(comes_true([&] { return entered == 2; }));
  std::this_thread::sleep_for(20ms);
  CHECK(entered == 2);
  may_leave = 1;  // one still waits for events: nobody is called
  std::this_thread::sleep_for(20ms);
  CHECK(entered == 2);
  may_leave = 1;  // it was the last: one is called, and then each calls the next
  CHECK(comes_true([&] { return entered == 3; }));
  may_leave = 1;
  CHECK(comes_true([&] { return entered == 4; }));
  may_leave = 1;
  CHECK(comes_true([&] { return entered == 5; }));
  may_leave = 1;
}

TEST_CASE("somebody waits as long as anybody is free, under any interleaving") {
  Crew crew(2);
  std::atomic<int> waiting{0};
  std::atomic<long> turns{0};
  std::atomic<bool> stopping{false};
  std::vector<std::jthread> workers;
  for (int i = 0; i < 8; ++i) {
    workers.emplace_back([&] {
      while (!stopping) {
        crew.enter();
        ++waiting;
        ++turns;
        --waiting;
        crew.leave();
      }
    });
  }
  // Were a call ever lost, all of them would stand by for good.
  for (int i = 0; i < 20; ++i) {
    const long before = turns;
    REQUIRE(comes_true([&] { return turns > before + 1000; }));
  }
  stopping = true;
  crew.dismiss();
}

// Whoever stood by is gone after a dismissal, and must not be called by those who still leave.
TEST_CASE("those who were dismissed are not called any more") {
  for (int round = 0; round < 200; ++round) {
    Crew crew(1);
    std::atomic<bool> stopping{false};
    std::vector<std::jthread> workers;
    for (int i = 0; i < 6; ++i) {
      workers.emplace_back([&] {
        do {
          crew.enter();
          crew.leave();
        } while (!stopping);
      });
    }
    std::this_thread::sleep_for(std::chrono::microseconds(50 * (round % 7)));
    stopping = true;
    crew.dismiss();
  }
}
