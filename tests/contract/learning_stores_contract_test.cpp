// What the stores promise that learning works on: reviewed answers and models.
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include "tests/contract/fixtures.hpp"

namespace parlance::tests {

TEMPLATE_TEST_CASE("reviewed answers are those that people gave, of the newest conversations", "[stores]",
                   MemoryFixture, SqliteFixture) {
  World<TestType> w;
  const auto form = w.questionnaire("Form");
  const auto question = w.question(form.id, "Q?"), other = w.question(form.id, "Other?");
  const auto ana = w.employee("Ana");
  const auto line = w.provider(org::Channel::phone);
  std::vector<audit::Conversation> talks;
  writing(w, [&] {
    w.questionnaires.insert(w.org, form);
    w.questions.insert(w.org, question);
    w.questions.insert(w.org, other);
    w.employees.insert(w.org, ana);
    w.providers.insert(w.org, line);
    for (int i = 0; i < 6; ++i) {
      talks.push_back(w.conversation(line.id, ana.id));
      w.conversations.insert(w.org, talks.back());
    }
    const auto answered = [&](std::size_t i, std::optional<audit::AnswerValue> value, audit::AnswerSource source,
                              bool not_applicable = false) {
      auto answer = w.answer(question, std::move(value), ana.id);
      answer.source = source;
      answer.not_applicable = not_applicable;
      answer.revision = 1 + static_cast<std::int64_t>(i % 2);
      auto beside = w.answer(other, true, ana.id);
      beside.source = audit::AnswerSource::human;
      w.answers.replace(w.org, talks[i].id, {beside, answer});
    };
    using S = audit::AnswerSource;
    answered(5, true, S::human);
    answered(0, false, S::human);
    answered(1, true, S::cues);
    answered(2, std::nullopt, S::human, true);
    answered(3, true, S::learned);
    answered(4, true, S::human);
  });
  using List = std::vector<audit::ReviewedAnswer>;
  const audit::ReviewedAnswer first{talks[0].id, false}, second{talks[4].id, true}, third{talks[5].id, true};
  CHECK(reading(w, [&] { return w.answers.reviewed(w.org, question.id, 10); }) == List{first, second, third});
  CHECK(reading(w, [&] { return w.answers.reviewed(w.org, question.id, 2); }) == List{second, third});
  CHECK(reading(w, [&] { return w.answers.reviewed(w.org, other.id, 10).size(); }) == 6);
  CHECK(reading(w, [&] { return w.answers.reviewed(w.other, question.id, 10); }).empty());
}

TEMPLATE_TEST_CASE("learned models are replaced together, and their questionnaire tells", "[stores]", MemoryFixture,
                   SqliteFixture) {
  World<TestType> w;
  auto form = w.questionnaire("Form");
  auto question = w.question(form.id, "Q?"), other = w.question(form.id, "Other?");
  other.learning = false;
  writing(w, [&] {
    w.questionnaires.insert(w.org, form);
    w.questions.insert(w.org, question);
    w.questions.insert(w.org, other);
  });
  CHECK(reading(w, [&] { return w.questions.find(w.org, other.id); }) == other);
  const auto version = [&] { return reading(w, [&] { return w.questionnaires.find(w.org, form.id)->model_version; }); };
  CHECK(version() == 0);
  const audit::StoredModel one{question.id, 60, 0.9, 0.95, std::string("\0\xFFmodel", 7), w.tick()};
  const audit::StoredModel none{other.id, 3, 0, 0, "", w.tick()};
  writing(w, [&] { w.learned_models.replace(w.org, form.id, {one, none}); });
  CHECK(reading(w, [&] { return w.learned_models.of(w.org, form.id); }) == std::vector{one, none});
  CHECK(reading(w, [&] { return w.learned_models.of(w.other, form.id); }).empty());
  CHECK(version() == 1);
  CHECK(reading(w, [&] { return w.questionnaires.list(w.org, {}, {}).results[0].model_version; }) == 1);
  // A change of the questionnaire leaves the version to its store.
  form.name = "New name";
  writing(w, [&] { w.questionnaires.update(w.org, form); });
  CHECK(version() == 1);
  writing(w, [&] { w.learned_models.replace(w.org, form.id, {none}); });
  CHECK(reading(w, [&] { return w.learned_models.of(w.org, form.id); }) == std::vector{none});
  CHECK(version() == 2);
  (void)writing(w, [&]() -> org::Result<int> {
    w.learned_models.replace(w.org, form.id, {});
    return refusal();
  });
  CHECK(version() == 2);
  question.learning = false;
  writing(w, [&] { w.questions.update(w.org, question); });
  CHECK(reading(w, [&] { return w.questions.find(w.org, question.id); }) == question);
}

}  // namespace parlance::tests
