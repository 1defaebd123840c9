// Questionnaires and their revisions (specification, Transitions; contract section 3).
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "support/world.hpp"

using namespace parlance;
using namespace parlance::test;
using audit::QuestionnaireStatus;

namespace {

const std::string no_questions = "invalid: status must not be active while the questionnaire has no questions";

audit::QuestionnaireChanges to(QuestionnaireStatus status) {
  audit::QuestionnaireChanges changes;
  changes.status = status;
  return changes;
}

std::string names(const org::Page<audit::Questionnaire>& page) {
  std::string out;
  for (const auto& questionnaire : page.results) out += (out.empty() ? "" : ", ") + questionnaire.name;
  return out;
}

}  // namespace

TEST_CASE("a questionnaire starts as a draft of revision 1 without questions") {
  World world;
  const auto made = world.questionnaires.create(world.here, {"Quality", "For all", {world.support.id}, 80}).value();
  CHECK(made.status == QuestionnaireStatus::draft);
  CHECK(made.revision == 1);
  CHECK(made.question_count == 0);
  CHECK(made.name == "Quality");
  CHECK(made.description == "For all");
  CHECK(made.department_ids == std::vector{world.support.id});
  CHECK(made.pass_score == 80);
  CHECK(made.created_at == some_day);
  CHECK(world.questionnaires.find(world.here, made.id).value() == made);
}

TEST_CASE("a questionnaire's fields are bounded, and unknown departments are named") {
  World world;
  const auto create = [&](const audit::NewQuestionnaire& command) {
    return said(world.questionnaires.create(world.here, command));
  };
  CHECK(create({""}) == "invalid: name should not be empty");
  CHECK(create({std::string(200, 'x')}) == "ok");
  CHECK(create({std::string(201, 'x')}) == "invalid: name must be shorter than or equal to 200 characters");
  CHECK(create({"A", std::string(4001, 'x')}) ==
        "invalid: description must be shorter than or equal to 4000 characters");
  CHECK(create({"A", {}, {}, -0.1}) == "invalid: passScore must not be less than 0");
  CHECK(create({"A", {}, {}, 0}) == "ok");
  CHECK(create({"A", {}, {}, 100}) == "ok");
  CHECK(create({"A", {}, {}, 100.1}) == "invalid: passScore must not be greater than 100");
  CHECK(create({"A", {}, {world.support.id, world.support.id}}) ==
        "invalid: departmentIds must contain unique elements");
  CHECK(create({"", {}, {world.support.id, unknown<org::DepartmentId>()}}) ==
        "invalid: name should not be empty | departmentIds.1 must be an existing department");
  const auto gone = world.department("Gone");
  must(world.departments.remove(world.here, gone.id));
  CHECK(create({"A", {}, {gone.id}}) == "invalid: departmentIds.0 must be an existing department");
}

TEST_CASE("activation needs a question") {
  World world;
  const auto made = world.questionnaire();
  CHECK(said(world.questionnaires.update(world.here, made.id, to(QuestionnaireStatus::active))) == no_questions);
  CHECK(said(world.questionnaires.update(world.here, made.id, to(QuestionnaireStatus::draft))) == "ok");
  const auto greeted = world.question(made.id, asking("Greeted?"));
  must(world.questions.remove(world.here, greeted.id));
  CHECK(said(world.questionnaires.update(world.here, made.id, to(QuestionnaireStatus::active))) == no_questions);
  world.question(made.id, asking("Greeted?"));
  const auto active = world.activate(made.id);
  CHECK(active.status == QuestionnaireStatus::active);
  CHECK(active.question_count == 1);
}

TEST_CASE("a questionnaire's update changes what was sent and nothing else") {
  World world;
  const auto before = world.questionnaires.create(world.here, {"Quality", "For all", {world.support.id}, 80}).value();
  world.clock.advance_ms(4);
  audit::QuestionnaireChanges changes;
  changes.pass_score = std::optional<double>();
  changes.department_ids = std::vector<org::DepartmentId>();
  auto expected = before;
  expected.pass_score.reset();
  expected.department_ids.clear();
  expected.updated_at.ms += 4;
  CHECK(world.questionnaires.update(world.here, before.id, changes).value() == expected);

  changes.name = std::string();
  changes.department_ids = std::vector{unknown<org::DepartmentId>()};
  CHECK(said(world.questionnaires.update(world.here, before.id, changes)) ==
        "invalid: name should not be empty | departmentIds.0 must be an existing department");
  CHECK(world.questionnaires.find(world.here, before.id).value() == expected);
}

TEST_CASE("another organization's questionnaire does not exist") {
  World world;
  const auto made = world.questionnaire();
  const std::string missing = "not found: Questionnaire " + made.id.text() + " not found";
  CHECK(said(world.questionnaires.find(world.elsewhere, made.id)) == missing);
  CHECK(said(world.questionnaires.update(world.elsewhere, made.id, {})) == missing);
  CHECK(said(world.questionnaires.remove(world.elsewhere, made.id)) == missing);
  CHECK(world.questionnaires.list(world.elsewhere, {}, {}).total == 0);
}

TEST_CASE("a deleted questionnaire takes its questions with it and leaves the recorded answers") {
  World world;
  const auto quality = world.active({asking("Greeted?")});
  const auto greeted = world.question_called("Greeted?");
  world.evaluator.answers("Greeted?", true);
  const auto id = world.evaluated();
  must(world.questionnaires.remove(world.here, quality.id));

  const std::string missing = "not found: Questionnaire " + quality.id.text() + " not found";
  CHECK(said(world.questionnaires.find(world.here, quality.id)) == missing);
  CHECK(said(world.questionnaires.remove(world.here, quality.id)) == missing);
  CHECK(said(world.questions.find(world.here, greeted.id)) ==
        "not found: Question " + greeted.id.text() + " not found");
  CHECK(world.questionnaires.list(world.here, {}, {}).total == 0);
  CHECK(world.questions.list(world.here, {}, {}).total == 0);
  CHECK(world.answered(id, "Greeted?") == "true");
  // Later conversations are not asked any more.
  CHECK(world.answers(world.evaluated()).empty());
}

TEST_CASE("questionnaires are listed by status and by name") {
  World world;
  world.questionnaire("Ventas Ñandú");
  world.questionnaire("50% off_er");
  world.active({asking("Greeted?")});
  const auto list = [&](audit::QuestionnaireFilter filter) {
    return names(world.questionnaires.list(world.here, filter, {}));
  };
  CHECK(list({}) == "Ventas Ñandú, 50% off_er, Quality");
  CHECK(list({QuestionnaireStatus::active, ""}) == "Quality");
  CHECK(list({QuestionnaireStatus::draft, ""}) == "Ventas Ñandú, 50% off_er");
  CHECK(list({{}, "ñANDÚ"}) == "Ventas Ñandú");
  CHECK(list({{}, "%"}) == "50% off_er");
  CHECK(list({QuestionnaireStatus::active, "ñandú"}) == "");
}

// What one (id, revision) says, as an evaluation sees it, must never change. Each step below is a change a client can
// make; after each the questionnaire is evaluated when it can be, and what was seen under a revision must be the same
// as before.
TEST_CASE("the content of one revision never changes while it can be evaluated") {
  World world;
  const auto quality = world.questionnaire();
  auto first = world.question(quality.id, scored("First?"));
  auto second = world.question(quality.id, asking("Second?"));
  const auto other = world.questionnaire("Other");

  const auto change = [&](auto member, auto value) {
    audit::QuestionChanges changes;
    changes.*member = value;
    must(world.questions.update(world.here, first.id, changes));
  };
  const auto set = [&](auto member, auto value) {
    audit::QuestionnaireChanges changes;
    changes.*member = value;
    must(world.questionnaires.update(world.here, quality.id, changes));
  };
  using C = audit::QuestionChanges;
  using Q = audit::QuestionnaireChanges;
  const std::vector<std::function<void()>> steps = {
      [&] { world.activate(quality.id); },
      [&] { change(&C::title, std::string("First!")); },
      [&] { change(&C::weight, 2.0); },
      [&] { change(&C::critical, true); },
      [&] { change(&C::title, std::string("First!")); },  // no change
      [&] { set(&Q::pass_score, std::optional(50.0)); },
      [&] { set(&Q::name, std::string("Better quality")); },
      [&] { set(&Q::status, QuestionnaireStatus::active); },  // no change
      [&] { world.question(quality.id, asking("Third?")); },
      [&] { world.set_status(quality.id, QuestionnaireStatus::draft); },
      [&] { change(&C::title, std::string("First, as a draft?")); },
      [&] { world.question(quality.id, asking("Fourth?")); },
      [&] { world.activate(quality.id); },
      [&] { must(world.questions.remove(world.here, second.id)); },
      [&] { change(&C::questionnaire_id, other.id); },
      [&] { world.activate(other.id); },
      [&] { change(&C::questionnaire_id, quality.id); },
      [&] { world.set_status(quality.id, QuestionnaireStatus::draft); },
      [&] { change(&C::description, std::optional<std::string>("Guidance")); },
      [&] { world.activate(quality.id); },
  };
  using Content = std::pair<std::optional<double>, std::vector<audit::Question>>;
  std::map<std::pair<audit::QuestionnaireId, std::int64_t>, Content> contents;
  for (std::size_t step = 0; step < steps.size(); ++step) {
    CAPTURE(step);
    steps[step]();
    const auto before = world.evaluator.seen().size();
    world.evaluated();
    const auto seen = world.evaluator.seen();
    std::size_t active = 0;
    for (const auto id : {quality.id, other.id}) {
      const auto now = world.questionnaires.find(world.here, id).value();
      if (now.status != QuestionnaireStatus::active) continue;
      ++active;
      const Content content{now.pass_score, world.questions.list(world.here, {.questionnaire_ids = {id}}, {}).results};
      const auto [known, is_new] = contents.try_emplace({id, now.revision}, content);
      if (!is_new) CHECK(known->second == content);
      // And the evaluator was given just that.
      const auto given = std::find_if(seen.begin() + static_cast<std::ptrdiff_t>(before), seen.end(),
                                      [&](const auto& snapshot) { return snapshot->id == id; });
      REQUIRE(given != seen.end());
      CHECK((*given)->revision == now.revision);
      CHECK((*given)->questions == content.second);
    }
    CHECK(seen.size() == before + active);
  }
  CHECK(contents.size() >= 10);
}

TEST_CASE("only what an evaluation could see makes a revision") {
  World world;
  const auto quality = world.questionnaire();
  const auto revision = [&] { return world.questionnaires.find(world.here, quality.id).value().revision; };
  const auto first = world.question(quality.id, asking("First?"));
  CHECK(revision() == 1);  // a draft
  world.activate(quality.id);
  CHECK(revision() == 1);
  audit::QuestionChanges title;
  title.title = std::string("Second?");
  must(world.questions.update(world.here, first.id, title));
  CHECK(revision() == 2);
  must(world.questions.update(world.here, first.id, title));
  CHECK(revision() == 2);  // nothing changed
  world.question(quality.id, asking("Third?"));
  CHECK(revision() == 3);
  must(world.questions.remove(world.here, first.id));
  CHECK(revision() == 4);
  world.set_status(quality.id, QuestionnaireStatus::draft);
  CHECK(revision() == 5);
  must(world.questions.remove(world.here, world.question_called("Third?").id));
  CHECK(revision() == 5);
}
