// Alert types (contract section 3).
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "support/world.hpp"

using namespace parlance;
using namespace parlance::test;
using audit::Severity;

TEST_CASE("an alert type's fields are bounded, and all problems are told at once") {
  struct Row {
    audit::NewAlertType command;
    std::string said;
  };
  const auto row = GENERATE(values<Row>({
      {{std::string(200, 'x'), Severity::info, std::string(4000, 'd')}, "ok"},
      {{""}, "invalid: name should not be empty"},
      {{std::string(201, 'x'), Severity::info, std::string(4001, 'd')},
       "invalid: name must be shorter than or equal to 200 characters | description must be shorter than or equal to "
       "4000 characters"},
  }));
  World world;
  CHECK(said(world.alert_types.create(world.here, row.command)) == row.said);
  CHECK(world.alert_types.list(world.here, {}).total == (row.said == "ok" ? 1 : 0));
}

TEST_CASE("names of alert types are unique, case ignored, among those that are there") {
  World world;
  const auto threat = world.alert_types.create(world.here, {"Threat", Severity::critical, {}}).value();
  const auto other = world.alert_types.create(world.here, {"Other", Severity::info, {}}).value();
  const auto renamed = [](std::string name) {
    audit::AlertTypeChanges changes;
    changes.name = {std::move(name)};
    return changes;
  };
  CHECK(said(world.alert_types.create(world.here, {"THREAT"})) ==
        "conflict: Alert type with name THREAT already exists");
  CHECK(said(world.alert_types.create(world.elsewhere, {"Threat"})) == "ok");
  CHECK(said(world.alert_types.update(world.here, other.id, renamed("threat"))) ==
        "conflict: Alert type with name threat already exists");
  CHECK(said(world.alert_types.update(world.here, threat.id, renamed("THREAT"))) == "ok");
  must(world.alert_types.remove(world.here, threat.id));
  CHECK(said(world.alert_types.update(world.here, other.id, renamed("threat"))) == "ok");
}

TEST_CASE("a change of an alert type touches what was sent and nothing else") {
  World world;
  const auto before = world.alert_types.create(world.here, {"Threat", Severity::critical, "Of any kind"}).value();
  world.clock.advance_ms(9);
  audit::AlertTypeChanges changes;
  changes.severity = {Severity::warning};
  auto expected = before;
  expected.severity = Severity::warning;
  expected.updated_at.ms += 9;
  CHECK(world.alert_types.update(world.here, before.id, changes).value() == expected);
  changes = {};
  changes.description = {std::nullopt};
  expected.description.reset();
  CHECK(world.alert_types.update(world.here, before.id, changes).value() == expected);
}

TEST_CASE("questions name alert types that exist, and those cannot be deleted") {
  World world;
  const auto threat = world.alert_types.create(world.here, {"Threat"}).value();
  const auto theirs = world.alert_types.create(world.elsewhere, {"Threat"}).value();
  const auto quality = world.questionnaire();
  auto command = asking("Threatened?");
  command.questionnaire_id = quality.id;
  command.alert_type_ids = {threat.id, theirs.id};
  CHECK(said(world.questions.create(world.here, command)) == "invalid: alertTypeIds.1 must be an existing alert type");
  command.alert_type_ids = {threat.id};
  const auto question = world.questions.create(world.here, command).value();
  CHECK(question.alert_type_ids == command.alert_type_ids);
  const std::string used =
      "conflict: Alert type " + threat.id.text() + " is used by 1 question, so it cannot be deleted";
  CHECK(said(world.alert_types.remove(world.here, threat.id)) == used);

  audit::QuestionChanges changes;
  changes.alert_type_ids = {std::vector<audit::AlertTypeId>{}};
  must(world.questions.update(world.here, question.id, changes));
  CHECK(said(world.alert_types.remove(world.here, threat.id)) == "ok");
  changes.alert_type_ids = {std::vector{threat.id}};
  CHECK(said(world.questions.update(world.here, question.id, changes)) ==
        "invalid: alertTypeIds.0 must be an existing alert type");
}

TEST_CASE("an alert type that is gone, unknown or somebody else's is not found") {
  World world;
  const auto gone = world.alert_types.create(world.here, {"Gone"}).value();
  must(world.alert_types.remove(world.here, gone.id));
  const auto theirs = world.alert_types.create(world.elsewhere, {"Theirs"}).value();
  for (const auto id : {gone.id, theirs.id, unknown<audit::AlertTypeId>()}) {
    const std::string missing = "not found: Alert type " + id.text() + " not found";
    CHECK(said(world.alert_types.find(world.here, id)) == missing);
    CHECK(said(world.alert_types.update(world.here, id, {})) == missing);
    CHECK(said(world.alert_types.remove(world.here, id)) == missing);
  }
  CHECK(world.alert_types.list(world.here, {}).total == 0);
}
