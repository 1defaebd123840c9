// Departments (contract section 2).
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "support/org_world.hpp"

using namespace parlance;
using test::must;
using test::OrgWorld;
using test::said;
using test::unknown;

namespace {

using Text = std::optional<std::string>;

org::DepartmentChanges renamed(std::string name) {
  org::DepartmentChanges changes;
  changes.name = std::move(name);
  return changes;
}

}  // namespace

TEST_CASE("a department is found by its id and by its key") {
  OrgWorld world;
  const auto support =
      world.departments.create(world.here, {"Support", "Second level", true, "Technical questions"}).value();
  CHECK(support.name == "Support");
  CHECK(support.description == "Second level");
  CHECK(support.evaluate_transfer);
  CHECK(support.transfer_context == "Technical questions");
  CHECK(support.created_at == test::some_day);
  CHECK(support.updated_at == test::some_day);
  CHECK(org::EntityKey::parse(support.entity_key.text, "DEP-"));
  CHECK(world.departments.find(world.here, support.id).value() == support);
  CHECK(world.departments.find(world.here, support.entity_key).value() == support);
}

TEST_CASE("another organization's department does not exist") {
  OrgWorld world;
  const auto support = world.department("Support");
  const std::string missing = "not found: Department " + support.id.text() + " not found";
  CHECK(said(world.departments.find(world.elsewhere, support.id)) == missing);
  CHECK(said(world.departments.find(world.elsewhere, support.entity_key)) ==
        "not found: Department " + support.entity_key.text + " not found");
  CHECK(said(world.departments.update(world.elsewhere, support.id, renamed("Sales"))) == missing);
  CHECK(said(world.departments.remove(world.elsewhere, support.id)) == missing);
  CHECK(said(world.departments.create(world.elsewhere, {"Support"})) == "ok");
}

TEST_CASE("a department's fields are bounded") {
  struct Row {
    org::NewDepartment command;
    std::string_view said;
  };
  const auto row = GENERATE(values<Row>({
      {{std::string(200, 'x')}, "ok"},
      {{""}, "invalid: name should not be empty"},
      {{std::string(201, 'x')}, "invalid: name must be shorter than or equal to 200 characters"},
      {{"A", std::string(4000, 'x')}, "ok"},
      {{"A", std::string(4001, 'x')}, "invalid: description must be shorter than or equal to 4000 characters"},
      {{"A", {}, true, std::string(4000, 'x')}, "ok"},
      {{"A", {}, true, std::string(4001, 'x')},
       "invalid: transferContext must be shorter than or equal to 4000 characters"},
  }));
  OrgWorld world;
  CHECK(said(world.departments.create(world.here, row.command)) == row.said);
  CHECK(world.departments.list(world.here, {}).total == (row.said == "ok" ? 1 : 0));
}

TEST_CASE("names are unique as folded text") {
  OrgWorld world;
  world.department("Árbol");
  CHECK(said(world.departments.create(world.here, {"ÁRBOL"})) == "conflict: Department with name ÁRBOL already exists");
  CHECK(said(world.departments.create(world.here, {"Arbol"})) == "ok");
  const auto sales = world.department("Sales");
  CHECK(said(world.departments.update(world.here, sales.id, renamed("árbol"))) ==
        "conflict: Department with name árbol already exists");
  // Its own name in other letters is no conflict.
  CHECK(world.departments.update(world.here, sales.id, renamed("SALES")).value().name == "SALES");
  CHECK(said(world.departments.update(world.here, sales.id, renamed("SALES"))) == "ok");
}

TEST_CASE("a deleted department's name is free again") {
  OrgWorld world;
  const auto old = world.department("Support");
  must(world.departments.remove(world.here, old.id));
  CHECK(world.department("Support").id != old.id);
}

TEST_CASE("judging transfers needs a context to judge by") {
  const std::string refused = "invalid: transferContext should not be empty when evaluateTransfer is true";
  struct Row {
    bool evaluate;
    Text context;
    bool ok;
  };
  const auto row = GENERATE(values<Row>({
      {false, {}, true},
      {false, "", true},
      {false, "Billing", true},
      {true, {}, false},
      {true, "", false},
      {true, " \t\n", false},
      {true, "Billing", true},
  }));
  CAPTURE(row.evaluate, row.context.value_or("null"));
  const std::string expected = row.ok ? "ok" : refused;
  OrgWorld world;
  CHECK(said(world.departments.create(world.here, {"A", {}, row.evaluate, row.context})) == expected);

  // The same rule holds for what an update leaves behind, whichever of the two it changes.
  const auto with_context = world.departments.create(world.here, {"B", {}, true, "Billing"}).value();
  org::DepartmentChanges both;
  both.evaluate_transfer = row.evaluate;
  both.transfer_context = row.context;
  CHECK(said(world.departments.update(world.here, with_context.id, both)) == expected);
}

TEST_CASE("half of a transfer rule can be changed when the other half fits") {
  const std::string refused = "invalid: transferContext should not be empty when evaluateTransfer is true";
  OrgWorld world;
  const auto plain = world.department("Plain");
  const auto judged = world.departments.create(world.here, {"Judged", {}, true, "Billing"}).value();
  org::DepartmentChanges judge, forget, explain;
  judge.evaluate_transfer = true;
  forget.transfer_context = Text();
  explain.transfer_context = Text("Invoices");

  CHECK(said(world.departments.update(world.here, plain.id, judge)) == refused);
  CHECK(said(world.departments.update(world.here, judged.id, forget)) == refused);
  CHECK(world.departments.find(world.here, judged.id).value() == judged);
  CHECK(world.departments.update(world.here, judged.id, explain).value().transfer_context == "Invoices");
  CHECK(said(world.departments.update(world.here, plain.id, explain)) == "ok");
  CHECK(world.departments.update(world.here, plain.id, judge).value().evaluate_transfer);
}

TEST_CASE("an update changes what was sent and nothing else") {
  OrgWorld world;
  const auto before = world.departments.create(world.here, {"Support", "Second level", true, "Technical"}).value();
  world.clock.advance_ms(1000);
  org::DepartmentChanges changes;
  changes.description = Text();
  auto expected = before;
  expected.description.reset();
  expected.updated_at = org::UtcTime{test::some_day.ms + 1000};
  CHECK(world.departments.update(world.here, before.entity_key, changes).value() == expected);
  CHECK(world.departments.find(world.here, before.id).value() == expected);
}

TEST_CASE("a refused update changes nothing") {
  OrgWorld world;
  const auto before = world.department("Support");
  auto changes = renamed("");
  changes.description = Text("New");
  org::Problems problems;
  problems.add("colour", "is no field");
  CHECK(said(world.departments.update(world.here, before.id, changes, problems)) ==
        "invalid: colour is no field | name should not be empty");
  CHECK(world.departments.find(world.here, before.id).value() == before);
}

TEST_CASE("a deleted department is gone from everywhere") {
  OrgWorld world;
  const auto support = world.department("Support"), sales = world.department("Sales");
  CHECK(said(world.departments.remove(world.here, support.entity_key)) == "ok");
  const std::string missing = "not found: Department " + support.id.text() + " not found";
  CHECK(said(world.departments.find(world.here, support.id)) == missing);
  CHECK(said(world.departments.update(world.here, support.id, renamed("New"))) == missing);
  CHECK(said(world.departments.remove(world.here, support.id)) == missing);
  const auto list = world.departments.list(world.here, {});
  REQUIRE(list.results.size() == 1);
  CHECK(list.total == 1);
  CHECK(list.results[0] == sales);
}

TEST_CASE("a key that is taken is not given out again") {
  // The same bytes twice: the second department asks for a key that exists.
  class Repeating final : public org::IdSource {
   public:
    org::Uuid next() override { return ids_.next(); }
    void random_bytes(std::span<std::uint8_t> out) override {
      const auto byte = static_cast<std::uint8_t>(asked_++ / 2);
      for (auto& b : out) b = byte;
    }

   private:
    org::SequenceIds ids_;
    int asked_ = 0;
  } ids;
  OrgWorld world;
  org::DepartmentService departments(world.transactor, world.department_store, world.clock, ids);
  const auto first = departments.create(world.here, {"A"}).value(),
             second = departments.create(world.here, {"B"}).value();
  CHECK(first.entity_key.text == "DEP-00000000");
  CHECK(second.entity_key.text == "DEP-11111111");
}
