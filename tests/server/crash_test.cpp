// The real server, killed again and again in the middle of writes: what it acknowledged is there, once.
//
// PARLANCE_CRASH_ROUNDS says how often it is killed (8).
#include <sys/wait.h>

#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>
#include <csignal>
#include <cstdlib>
#include <mutex>
#include <random>
#include <set>

#include "server/cli/demo.hpp"
#include "server/core.hpp"
#include "server/storage/maintenance.hpp"
#include "tests/contract/fixtures.hpp"
#include "tests/server/http_test_server.hpp"
#include "tests/support/program.hpp"

namespace parlance::tests {
namespace {

using namespace std::chrono_literals;
using server::http::testing::Client;
using server::http::testing::slowdown;
using SteadyClock = std::chrono::steady_clock;

struct Acknowledged {
  std::string external_id;
  std::size_t messages = 0;  // 0: the conversation alone
};

struct Caller {
  std::uint16_t port;
  std::string key;
  server::cli::DemoIds ids;

  std::optional<std::string> post(Client& client, const std::string& path, const std::string& body) const {
    const auto reply = client.ask(
        "POST " + path + " HTTP/1.1\r\nHost: x\r\nx-api-key: " + key +
        "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
    if (!reply) return std::nullopt;
    if (reply->status / 100 != 2) throw std::runtime_error(path + " answered " + reply->body);
    return reply->body;
  }

  // Registers conversations with their messages until the server is gone. What was acknowledged is told to `done`.
  template <class Done>
  void run(std::string prefix, Done done) const {
    Client client(port);
    for (int i = 0; client.connected(); ++i) {
      Acknowledged mine{prefix + std::to_string(i), 0};
      const auto created =
          post(client, "/v1/conversations",
               R"({"providerId":")" + ids.provider.text() + R"(","employeeId":")" + ids.employee.text() +
                   R"(","originalDateTime":1763500000000,"externalId":")" + mine.external_id + "\"}");
      if (!created) return;
      const auto at = created->find(R"("id":")") + 6;
      done(mine);
      const std::size_t count = 1 + static_cast<std::size_t>(i) % 4;
      std::string messages;
      for (std::size_t m = 0; m < count; ++m) {
        messages += (m ? "," : "") + std::string(R"({"senderRole":")") + (m % 2 ? "customer" : "employee") +
                    R"(","content":"Good morning, thank you, )" + mine.external_id + "/" + std::to_string(m) +
                    R"(","originalDateTime":)" + std::to_string(1763500000000 + m) + "}";
      }
      if (!post(client, "/v1/conversations/" + created->substr(at, 36) + "/messages",
                R"({"messages":[)" + messages + "]}")) {
        return;
      }
      mine.messages = count;
      done(mine);
    }
  }
};

// What is wrong with an acknowledged conversation; "" when nothing is.
std::string wrong(server::Core& core, org::OrgId org, const Acknowledged& one, std::size_t questions) {
  auto& stores = core.stores();
  const auto talk = stores.conversations.find_by_external_id(org, one.external_id);
  if (!talk) return one.external_id + " is lost";
  const auto messages = stores.conversations.messages(org, talk->id);
  if (static_cast<std::int64_t>(messages.size()) != talk->message_count) return one.external_id + " counts wrongly";
  if (one.messages == 0) return "";
  if (messages.size() != one.messages) return one.external_id + " lost messages";
  for (std::size_t i = 0; i < messages.size(); ++i) {
    if (!messages[i].content.ends_with(one.external_id + "/" + std::to_string(i))) return one.external_id + " differs";
  }
  if (talk->status == audit::ConversationStatus::pending) return one.external_id + " was never evaluated";
  const auto answers = stores.answers.of(org, talk->id);
  std::set<audit::QuestionId> asked;
  for (const auto& answer : answers) asked.insert(answer.question_id);
  if (answers.size() != questions || asked.size() != questions) return one.external_id + " was not evaluated once";
  return "";
}

}  // namespace

TEST_CASE("a server that is killed at any moment loses nothing it acknowledged and evaluates all of it once",
          "[crash]") {
  const char* wanted = std::getenv("PARLANCE_CRASH_ROUNDS");
  const int rounds = wanted ? std::atoi(wanted) : 8;
  const unsigned seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random(seed);
  const TempDirectory directory;
  const auto data = directory / "data";
  const auto file = data / server::database_file;
  Caller caller;
  std::size_t questions = 0;
  {
    server::Core core(data);
    caller.ids = server::cli::create_demo(core);
    caller.key = core.keys.issue(caller.ids.organization)->text;
    core.transactor().read([&] {
      for (const auto& form : core.stores().questionnaires.active(caller.ids.organization)) {
        questions += static_cast<std::size_t>(form.question_count);
      }
    });
  }
  REQUIRE(questions > 0);

  std::mutex mutex;
  std::map<std::string, Acknowledged> acknowledged;
  std::vector<std::string> refused;
  int starts_checked = 0;
  for (int round = 0; round < rounds; ++round) {
    ServingProgram process(data);
    caller.port = process.port();
    std::vector<std::jthread> callers;
    for (int c = 0; c < 6; ++c) {
      callers.emplace_back([&, c] {
        try {
          caller.run("r" + std::to_string(round) + "c" + std::to_string(c) + "n", [&](const Acknowledged& one) {
            const std::lock_guard lock(mutex);
            acknowledged[one.external_id] = one;
          });
        } catch (const std::exception& fault) {
          const std::lock_guard lock(mutex);
          refused.emplace_back(fault.what());
        }
      });
    }
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 250'000) * slowdown);
    const int status = process.end(SIGKILL);
    callers.clear();
    CAPTURE(round);
    REQUIRE(WIFSIGNALED(status));  // it was alive until we killed it
    // The state as the crash left it, before anybody repairs anything.
    if (round % 10 == 0) {
      REQUIRE(server::storage::check(file) == std::vector<std::string>{});
      ++starts_checked;
    }
  }
  CHECK(refused == std::vector<std::string>{});
  std::size_t with_messages = 0;
  for (const auto& [id, one] : acknowledged) with_messages += one.messages > 0;
  REQUIRE(acknowledged.size() > static_cast<std::size_t>(rounds));
  REQUIRE(with_messages > 0);

  {
    ServingProgram process(data);
    // A reader beside the server; it runs no jobs.
    server::storage::SqliteStores stores(file);
    org::SequenceIds ids;
    server::jobs::SqliteJobQueue jobs(stores, ids);
    const auto deadline = SteadyClock::now() + 60s * slowdown;
    while (jobs.next_due(audit::evaluate_job) && SteadyClock::now() < deadline) std::this_thread::sleep_for(10ms);
    CHECK_FALSE(jobs.next_due(audit::evaluate_job));
    const int status = process.end(SIGTERM);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
  }
  server::Core core(data);
  std::vector<std::string> problems;
  core.transactor().read([&] {
    for (const auto& [id, one] : acknowledged) {
      if (auto problem = wrong(core, caller.ids.organization, one, questions); !problem.empty()) {
        problems.push_back(std::move(problem));
      }
    }
  });
  CHECK(problems == std::vector<std::string>{});
  CHECK(server::storage::check(file) == std::vector<std::string>{});
  WARN(rounds << " kills, " << acknowledged.size() << " conversations acknowledged, " << with_messages
              << " of them with messages; check ran on " << starts_checked << " crashed states");
}

}  // namespace parlance::tests
