// Problems of a request: which field has one, and what silences what.
#include "parlance/org/problems.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "parlance/org/patch.hpp"

using namespace parlance::org;
using Messages = std::vector<std::string>;

TEST_CASE("a problem starts with the path of its field") {
  Problems problems;
  CHECK(problems.empty());
  problems.add("messages.3.content", "must be a string");
  problems.add("", "must be an object");
  problems.add_whole("colour", "property colour should not exist");
  CHECK(problems.size() == 3);
  CHECK(problems.messages() ==
        Messages{"messages.3.content must be a string", "body must be an object", "property colour should not exist"});
  const Error error = std::move(problems).error();
  CHECK(error.kind == ErrorKind::invalid);
  CHECK(error.messages.size() == 3);
}

TEST_CASE("a field has a problem when it, one that holds it or one inside it has") {
  struct Row {
    std::string_view path;
    bool has;
  };
  const auto row = GENERATE(values<Row>({
      {"messages.3", true},
      {"messages", true},
      {"messages.3.content", true},
      {"messages.3.content.0", true},
      {"", true},
      {"messages.33", false},
      {"messages.30", false},
      {"messages.", false},
      {"message", false},
      {"messages3", false},
      {"content", false},
  }));
  CAPTURE(row.path);
  Problems problems;
  CHECK_FALSE(problems.has(row.path));
  problems.add("messages.3", "must be an object");
  CHECK(problems.has(row.path) == row.has);
}

TEST_CASE("a problem covers its field and what is inside, but not what holds it") {
  Problems problems;
  problems.add("messages.3", "must be an object");
  CHECK(problems.covers("messages.3"));
  CHECK(problems.covers("messages.3.content"));
  CHECK_FALSE(problems.covers("messages"));
  CHECK_FALSE(problems.covers("messages.33"));
  CHECK_FALSE(problems.covers(""));
}

TEST_CASE("a problem of the whole body is one of every field") {
  Problems problems;
  problems.add("", "must be an object");
  CHECK(problems.has("anything"));
  CHECK(problems.has("any.thing"));
  CHECK(problems.covers("any.thing"));
}

TEST_CASE("no more than 100 problems are listed") {
  Problems problems;
  for (int i = 0; i < 100; ++i) {
    CHECK_FALSE(problems.full());
    problems.add("field" + std::to_string(i), "is wrong");
  }
  CHECK(problems.full());
  problems.add("field100", "is wrong");
  CHECK(problems.size() == 100);
  CHECK(problems.messages().back() == "field99 is wrong");
}

TEST_CASE("a field of an update knows whether it was sent") {
  std::string name = "Ana";
  Field<std::string>().apply_to(name);
  CHECK(name == "Ana");
  Field<std::string>("Eva").apply_to(name);
  CHECK(name == "Eva");

  std::optional<std::string> email = "ana@example.com";
  Field<std::optional<std::string>> not_sent;
  CHECK_FALSE(not_sent.is_sent());
  not_sent.apply_to(email);
  CHECK(email == "ana@example.com");
  Field<std::optional<std::string>> null{std::optional<std::string>()};
  CHECK(null.is_sent());
  null.apply_to(email);
  CHECK_FALSE(email);
}
