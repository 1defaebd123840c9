// Employees and the departments they belong to (contract section 2, 7.1, 7.2).
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

org::EmployeeChanges renamed(std::string name) {
  org::EmployeeChanges changes;
  changes.name = std::move(name);
  return changes;
}

std::string missing(org::EmployeeId id) {
  return "not found: Employee " + id.text() + " not found";
}
std::string deleted(org::EmployeeId id) {
  return "invalid: Employee " + id.text() + " is deleted and cannot be changed";
}

}  // namespace

TEST_CASE("an employee is hired into a department, by its id or its key") {
  OrgWorld world;
  const auto support = world.department("Support");
  const auto ana = world.employees.create(world.here, {"Ana", "E-1", "ana@example.com", support.id}).value();
  CHECK(ana.name == "Ana");
  CHECK(ana.external_id == "E-1");
  CHECK(ana.email == "ana@example.com");
  CHECK_FALSE(ana.deleted);
  CHECK_FALSE(ana.deleted_at);
  CHECK(ana.created_at == test::some_day);
  REQUIRE(ana.departments.size() == 1);
  CHECK(ana.departments[0] == org::DepartmentRef{support.id, support.entity_key, "Support"});
  CHECK(world.employees.find(world.here, ana.id).value() == ana);
  const auto eva = world.employees.create(world.here, {"Eva", {}, {}, support.entity_key}).value();
  CHECK(eva.departments == ana.departments);
}

TEST_CASE("an employee's fields are bounded, and all problems are told at once") {
  struct Row {
    org::NewEmployee command;
    std::string_view said;
  };
  const auto row = GENERATE(values<Row>({
      {{std::string(200, 'x')}, "ok"},
      {{""}, "invalid: name should not be empty"},
      {{std::string(201, 'x')}, "invalid: name must be shorter than or equal to 200 characters"},
      {{"A", std::string(128, 'x')}, "ok"},
      {{"A", ""}, "invalid: externalId should not be empty"},
      {{"A", std::string(129, 'x')}, "invalid: externalId must be shorter than or equal to 128 characters"},
      {{"A", {}, "a@b"}, "ok"},
      {{"A", {}, "@b"}, "invalid: email must be longer than or equal to 3 characters"},
      {{"A", {}, std::string(252, 'x') + "@b"}, "ok"},
      {{"A", {}, std::string(253, 'x') + "@b"}, "invalid: email must be shorter than or equal to 254 characters"},
      {{"", "", "nobody", unknown<org::DepartmentId>()},
       "invalid: name should not be empty | externalId should not be empty | email must be an email | departmentId "
       "must be an existing department"},
  }));
  OrgWorld world;
  CHECK(said(world.employees.create(world.here, row.command)) == row.said);
  CHECK(world.employees.list(world.here, {}, {}).total == (row.said == "ok" ? 1 : 0));
}

TEST_CASE("an email has one @ with something on both sides, and no white space") {
  struct Row {
    std::string_view email;
    bool ok;
  };
  const auto row = GENERATE(values<Row>({
      {"ana@example.com", true},
      {"ana+calls@example.com", true},
      {"añá@ejemplo.es", true},
      {"nobody", false},
      {"@example.com", false},
      {"ana@", false},
      {"ana@b@c", false},
      {"ana ruiz@example.com", false},
      {"ana@example.com\r\nBcc: x@y.z", false},
      {"<ana@example.com>", false},
      {"ana@example.com,eva@example.com", false},
      {"ana@example.com;eva", false},
      {"ana@exa\x7Fmple.com", false},
  }));
  CAPTURE(row.email);
  OrgWorld world;
  const std::string expected = row.ok ? "ok" : "invalid: email must be an email";
  CHECK(said(world.employees.create(world.here, {"A", {}, std::string(row.email)})) == expected);
  org::EmployeeChanges changes;
  changes.email = Text(row.email);
  CHECK(said(world.employees.update(world.here, world.employee("B").id, changes)) == expected);
}

TEST_CASE("an unknown department is a problem of departmentId") {
  OrgWorld world;
  const auto gone = world.department("Gone");
  must(world.departments.remove(world.here, gone.id));
  const auto theirs = world.departments.create(world.elsewhere, {"Theirs"}).value();
  const std::string refused = "invalid: departmentId must be an existing department";
  CHECK(said(world.employees.create(world.here, {"A", {}, {}, unknown<org::DepartmentId>()})) == refused);
  CHECK(said(world.employees.create(world.here, {"A", {}, {}, org::EntityKey{"DEP-ZZZZZZZZ"}})) == refused);
  CHECK(said(world.employees.create(world.here, {"A", {}, {}, gone.id})) == refused);
  CHECK(said(world.employees.create(world.here, {"A", {}, {}, gone.entity_key})) == refused);
  CHECK(said(world.employees.create(world.here, {"A", {}, {}, theirs.id})) == refused);
  // What the caller found wrong with it already is not looked up.
  org::Problems problems;
  problems.add("departmentId", "must be a UUID or a DEP- key");
  CHECK(said(world.employees.create(world.here, {"A", {}, {}, gone.id}, problems)) ==
        "invalid: departmentId must be a UUID or a DEP- key");
}

TEST_CASE("external ids are unique within the organization") {
  OrgWorld world;
  world.employees.create(world.here, {"Ana", "E-1"}).value();
  const std::string taken = "conflict: Employee with externalId E-1 already exists";
  CHECK(said(world.employees.create(world.here, {"Eva", "E-1"})) == taken);
  CHECK(said(world.employees.create(world.here, {"Eva", "e-1"})) == "ok");
  CHECK(said(world.employees.create(world.elsewhere, {"Eva", "E-1"})) == "ok");
  const auto eva = world.employees.create(world.here, {"Eva", "E-2"}).value();
  org::EmployeeChanges changes;
  changes.external_id = Text("E-1");
  CHECK(said(world.employees.update(world.here, eva.id, changes)) == taken);
  changes.external_id = Text("E-2");
  CHECK(said(world.employees.update(world.here, eva.id, changes)) == "ok");
  changes.external_id = Text();
  CHECK_FALSE(world.employees.update(world.here, eva.id, changes).value().external_id);
  CHECK(said(world.employees.create(world.here, {"Iris", "E-2"})) == "ok");
}

TEST_CASE("an employee's update changes what was sent and nothing else") {
  OrgWorld world;
  const auto before = world.employees.create(world.here, {"Ana", "E-1", "ana@example.com"}).value();
  world.clock.advance_ms(5);
  auto expected = before;
  expected.name = "Ana Ruiz";
  expected.updated_at.ms += 5;
  CHECK(world.employees.update(world.here, before.id, renamed("Ana Ruiz")).value() == expected);
  CHECK(said(world.employees.update(world.here, before.id, renamed(""))) == "invalid: name should not be empty");
  CHECK(world.employees.find(world.here, before.id).value() == expected);
}

TEST_CASE("another organization's employee does not exist") {
  OrgWorld world;
  const auto support = world.department("Support");
  const auto ana = world.employee("Ana", support.id);
  CHECK(said(world.employees.find(world.elsewhere, ana.id)) == missing(ana.id));
  CHECK(said(world.employees.update(world.elsewhere, ana.id, renamed("X"))) == missing(ana.id));
  CHECK(said(world.employees.remove(world.elsewhere, ana.id)) == missing(ana.id));
  CHECK(said(world.employees.add_department(world.elsewhere, ana.id, support.id)) == missing(ana.id));
  CHECK(world.employees.list(world.elsewhere, {}, {}).total == 0);
}

TEST_CASE("a deleted employee stays readable and cannot be changed any more") {
  OrgWorld world;
  const auto support = world.department("Support"), sales = world.department("Sales");
  const auto ana = world.employee("Ana", support.id);
  world.employee("Eva");
  world.clock.advance_ms(7);
  REQUIRE(said(world.employees.remove(world.here, ana.id)) == "ok");

  const auto gone = world.employees.find(world.here, ana.id).value();
  CHECK(gone.deleted);
  CHECK(gone.deleted_at == org::UtcTime{test::some_day.ms + 7});
  CHECK(gone.departments == ana.departments);
  CHECK(world.names() == "Ana, Eva");
  CHECK(world.names({.ignore_deleted = true}) == "Eva");
  CHECK(world.employees.list(world.here, {.ignore_deleted = true}, {}).total == 1);

  CHECK(said(world.employees.update(world.here, ana.id, renamed("New"))) == deleted(ana.id));
  CHECK(said(world.employees.add_department(world.here, ana.id, sales.id)) == deleted(ana.id));
  CHECK(said(world.employees.remove_department(world.here, ana.id, support.id)) == deleted(ana.id));
  CHECK(said(world.employees.remove(world.here, ana.id)) == missing(ana.id));
  CHECK(world.employees.find(world.here, ana.id).value() == gone);
}

TEST_CASE("an employee can be in several departments, each once") {
  OrgWorld world;
  const auto support = world.department("Support"), sales = world.department("Sales");
  const auto ana = world.employee("Ana");
  CHECK(world.departments_of(ana.id) == "");
  CHECK(world.employees.add_department(world.here, ana.id, support.id).value().departments.size() == 1);
  CHECK(world.employees.add_department(world.here, ana.id, sales.entity_key).value().departments.size() == 2);
  CHECK(said(world.employees.add_department(world.here, ana.id, support.entity_key)) == "ok");
  CHECK(world.departments_of(ana.id) == "Support, Sales");

  CHECK(world.employees.remove_department(world.here, ana.id, support.entity_key).value().departments.size() == 1);
  CHECK(said(world.employees.remove_department(world.here, ana.id, support.id)) == "ok");
  CHECK(world.departments_of(ana.id) == "Sales");
  world.employees.add_department(world.here, ana.id, support.id).value();
  CHECK(world.departments_of(ana.id) == "Sales, Support");
}

TEST_CASE("linking what does not exist is not found") {
  OrgWorld world;
  const auto support = world.department("Support");
  const auto theirs = world.departments.create(world.elsewhere, {"Theirs"}).value();
  const auto ana = world.employee("Ana");
  const auto nobody = unknown<org::EmployeeId>();
  CHECK(said(world.employees.add_department(world.here, nobody, support.id)) == missing(nobody));
  CHECK(said(world.employees.remove_department(world.here, nobody, support.id)) == missing(nobody));
  CHECK(said(world.employees.add_department(world.here, ana.id, org::EntityKey{"DEP-ZZZZZZZZ"})) ==
        "not found: Department DEP-ZZZZZZZZ not found");
  CHECK(said(world.employees.add_department(world.here, ana.id, theirs.id)) ==
        "not found: Department " + theirs.id.text() + " not found");
  CHECK(world.departments_of(ana.id) == "");
}

TEST_CASE("a deleted department leaves its employees, who stay") {
  OrgWorld world;
  const auto support = world.department("Support"), sales = world.department("Sales");
  const auto ana = world.employee("Ana", support.id);
  world.employees.add_department(world.here, ana.id, sales.id).value();
  must(world.departments.remove(world.here, support.id));
  CHECK(world.departments_of(ana.id) == "Sales");
  CHECK(world.names() == "Ana");
  CHECK(said(world.employees.remove_department(world.here, ana.id, support.id)) ==
        "not found: Department " + support.id.text() + " not found");
}

TEST_CASE("a renamed department shows its new name in its employees") {
  OrgWorld world;
  const auto support = world.department("Support");
  const auto ana = world.employee("Ana", support.id);
  org::DepartmentChanges changes;
  changes.name = std::string("Help");
  world.departments.update(world.here, support.id, changes).value();
  CHECK(world.departments_of(ana.id) == "Help");
}

TEST_CASE("searchTerm is found in the name whatever its case") {
  struct Row {
    std::string_view term, found;
  };
  const auto row = GENERATE(values<Row>({
      {"", "Ana Ruiz, Eva Ávila, 100% _sure_"},
      {"ruiz", "Ana Ruiz"},
      {"ÁVILA", "Eva Ávila"},
      {"avila", ""},
      {"va Á", "Eva Ávila"},
      {"%", "100% _sure_"},
      {"_", "100% _sure_"},
      {"a", "Ana Ruiz, Eva Ávila"},
      {"Ana Ruiz ", ""},
  }));
  CAPTURE(row.term);
  OrgWorld world;
  for (const char* name : {"Ana Ruiz", "Eva Ávila", "100% _sure_"}) world.employee(name);
  CHECK(world.names({.search_term = std::string(row.term)}) == row.found);
}
