// parlance import (contract section 6): files of conversations, good lines and bad ones.
#include <boost/json.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <fstream>
#include <sstream>

#include "tests/support/api_client.hpp"
#include "tests/support/program.hpp"

namespace parlance::tests {
namespace {

using Catch::Matchers::ContainsSubstring;
using server::testing::Reply;
using server::testing::Session;
using server::testing::TestServer;
namespace json = boost::json;

// A running server with an active questionnaire, and files to import beside it.
struct World {
  TestServer server;
  Session api = server.session();
  std::string department = api.department("Care");
  std::string employee =
      api.must(api.post("/v1/employees", {{"name", "Ana"}, {"externalId", "ana@acme"}, {"departmentId", department}}),
               201)
          .id();
  std::string other_employee = api.employee("Luis", department);
  std::string provider = api.provider();
  std::string questionnaire = api.questionnaire();

  World() {
    api.must(api.post("/v1/questions", server::testing::greeting_question(questionnaire)), 201);
    api.must(api.put("/v1/questionnaires/" + questionnaire, {{"status", "active"}}), 200);
  }

  Ran import(const std::string& content, std::vector<std::string> more = {}) const {
    const std::string file = server.data() + "/lines.jsonl";
    std::ofstream(file, std::ios::binary) << content;
    std::vector<std::string> arguments{"import", "--data", server.data(), "--org", server.own().organization, file};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_program(arguments);
  }
  Ran import_with_defaults(const std::string& content) const {
    return import(content, {"--employee", employee, "--provider", provider});
  }
  std::int64_t conversations_of(const std::string& id) {
    return api.get("/v1/employees/" + id + "/stats").number("/conversations");
  }
};

json::object line(const std::string& external_id) {
  return {{"externalId", external_id},
          {"originalDateTime", 1763500000000},
          {"messages", json::array{server::testing::message("employee", "Good morning!")}}};
}
std::string text(const json::object& object) {
  return json::serialize(object) + "\n";
}
std::string counts(const Ran& ran) {
  INFO(ran.err);
  REQUIRE(ran.exit_code == 0);
  const auto summary = json::parse(ran.out).as_object();
  REQUIRE(summary.at("seconds").is_number());
  std::string out;
  for (const auto* name : {"lines", "imported", "skipped", "rejected"}) {
    out += std::string(out.empty() ? "" : " ") + name + "=" + std::to_string(summary.at(name).as_int64());
  }
  return out;
}

}  // namespace

TEST_CASE("conversations are imported with their messages and evaluated, while the server runs") {
  World world;
  std::string content;
  for (int i = 0; i < 150; ++i) content += text(line("c" + std::to_string(i)));
  CHECK(counts(world.import_with_defaults(content)) == "lines=150 imported=150 skipped=0 rejected=0");
  const auto stats = world.api.get("/v1/employees/" + world.employee + "/stats");
  CHECK(stats.number("/conversations") == 150);
  CHECK(stats.number("/byStatus/COMPLETED") == 150);

  SECTION("a second run skips what is there") {
    CHECK(counts(world.import_with_defaults(content + text(line("new")))) ==
          "lines=151 imported=1 skipped=150 rejected=0");
    CHECK(world.conversations_of(world.employee) == 151);
  }
  SECTION("lines without an external id are imported anew each time") {
    auto anonymous = line("");
    anonymous.erase("externalId");
    CHECK(counts(world.import_with_defaults(text(anonymous))) == "lines=1 imported=1 skipped=0 rejected=0");
    CHECK(counts(world.import_with_defaults(text(anonymous))) == "lines=1 imported=1 skipped=0 rejected=0");
  }
  SECTION("one that comes twice in a file is imported once") {
    CHECK(counts(world.import_with_defaults(text(line("twice")) + text(line("twice")))) ==
          "lines=2 imported=1 skipped=1 rejected=0");
  }
}

TEST_CASE("a line's own employee and line go before the defaults") {
  World world;
  auto by_id = line("by-id");
  by_id["employeeId"] = world.other_employee;
  by_id["providerId"] = world.provider;
  auto by_external_id = line("by-external-id");
  by_external_id["employeeExternalId"] = "ana@acme";
  by_external_id["providerId"] = world.provider;
  CHECK(counts(world.import(text(by_id) + text(by_external_id))) == "lines=2 imported=2 skipped=0 rejected=0");
  CHECK(world.conversations_of(world.other_employee) == 1);
  CHECK(world.conversations_of(world.employee) == 1);
  CHECK(counts(world.import(text(line("none")))) == "lines=1 imported=0 skipped=0 rejected=1");
}

TEST_CASE("a bad line is told with its number and its reason, and the others go in") {
  World world;
  struct Row {
    std::string text, reason;
  };
  auto strange = line("strange");
  strange["colour"] = "red";
  auto empty = line("empty");
  empty["messages"] = json::array{};
  auto timeless = line("timeless");
  timeless.erase("originalDateTime");
  auto nobody = line("nobody");
  nobody["employeeExternalId"] = "nobody@acme";
  auto unknown = line("unknown");
  unknown["employeeId"] = server::testing::unknown_id;
  auto wrong_message = line("wrong-message");
  wrong_message["messages"] = json::array{server::testing::message("robot", "Hello")};
  auto unpaired = line("unpaired");
  unpaired["transferEvents"] = json::array{{{"kind", "requested"}}};
  const std::vector<Row> rows{
      {"{\"externalId\":\n", "JSON"},
      {"[]\n", "object"},
      {"{\"externalId\":\"\xff\"}\n", "UTF-8"},
      {text(strange), "colour"},
      {text(empty), "messages"},
      {text(timeless), "originalDateTime should not be empty"},
      {text(nobody), "employeeExternalId"},
      {text(unknown), "employeeId must be an existing employee"},
      {text(wrong_message), "messages.0.senderRole"},
      {text(unpaired), "transferEvents.0"},
  };
  std::string content = "\n";  // empty lines count as lines of the file, but not of the import
  for (const Row& row : rows) content += text(line("good" + row.reason)) + row.text;
  const Ran ran = world.import_with_defaults(content + "  \r\n");
  CHECK(counts(ran) == "lines=20 imported=10 skipped=0 rejected=10");
  std::istringstream told(ran.err);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::string said;
    REQUIRE(std::getline(told, said));
    CHECK_THAT(said, ContainsSubstring("line " + std::to_string(3 + 2 * i) + ": "));
    CHECK_THAT(said, ContainsSubstring(rows[i].reason));
  }
  // The rejected left nothing behind: corrected, the same external id goes in.
  CHECK(counts(world.import_with_defaults(text(line("unpaired")) + text(line("wrong-message")))) ==
        "lines=2 imported=2 skipped=0 rejected=0");
}

TEST_CASE("transfers are imported, and their employees are those who handled the conversation") {
  World world;
  const std::string billing = world.api.department("Billing");
  auto moved = line("moved");
  moved["messages"] = json::array{server::testing::message("employee", "Good morning!", 1763500000000),
                                  server::testing::message("customer", "Billing please", 1763500001000),
                                  server::testing::message("employee", "Billing here", 1763500009000)};
  moved["transferEvents"] = json::array{
      {{"kind", "requested"}, {"transferId", "t1"}, {"toDepartmentId", billing}, {"originalDateTime", 1763500002000}},
      {{"kind", "completed"},
       {"transferId", "t1"},
       {"toDepartmentId", billing},
       {"toEmployeeId", world.other_employee},
       {"originalDateTime", 1763500003000}}};
  CHECK(counts(world.import_with_defaults(text(moved))) == "lines=1 imported=1 skipped=0 rejected=0");
}

}  // namespace parlance::tests
