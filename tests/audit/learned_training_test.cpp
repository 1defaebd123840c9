// When a question is learned, and what from.
#include <catch2/catch_test_macros.hpp>

#include "learned_support.hpp"

using namespace parlance::audit;
using namespace parlance::audit::testing;

namespace {

TrainingReport report_of(const std::vector<LabelledDialogue>& from, QuestionType type = QuestionType::boolean) {
  const auto [report, model] = train(type, from);
  CHECK(model.has_value() == report.adopted);
  return report;
}

}  // namespace

TEST_CASE("training: from 50 labels on", "[learned]") {
  const auto few = report_of(parcels(25, 24));
  CHECK_FALSE(few.adopted);
  CHECK(few.labels == 49);
  CHECK(few.folds == 0);
  CHECK(few.reason == "has 49 labels, needs 50");

  const auto enough = report_of(parcels(25, 25));
  CHECK(enough.adopted);
  CHECK(enough.folds == 5);
  CHECK(enough.accuracy_cues == 0);
  CHECK(enough.accuracy_learned > 0.95);
  CHECK(enough.outcomes == std::vector<std::pair<AnswerValue, std::size_t>>{{false, 25}, {true, 25}});
  CHECK(report_of({}).reason == "has 0 labels, needs 50");
}

TEST_CASE("training: both outcomes, each with five labels", "[learned]") {
  CHECK(report_of(parcels(60, 0)).reason == "all labels are alike");
  CHECK(report_of(parcels(0, 60)).reason == "all labels are alike");
  CHECK(report_of(parcels(60, 4)).reason == "only one answer has 5 labels or more");
  CHECK(report_of(parcels(60, 5)).folds == 5);

  std::vector<LabelledDialogue> scattered;
  Dice dice;
  for (int i = 0; i < 60; ++i) {
    scattered.push_back(labelled(small_talk(dice, "x"), "answer " + std::to_string(i / 4)));
  }
  CHECK(report_of(scattered, QuestionType::options).reason == "no answer has 5 labels");
}

TEST_CASE("training: only what beats the cues is adopted", "[learned]") {
  auto labels = parcels(40, 40);
  for (auto& one : labels) one.cue_answer = one.label;
  auto report = report_of(labels);
  CHECK(report.accuracy_cues == 1);
  CHECK(report.accuracy_learned == 1);
  CHECK_FALSE(report.adopted);
  CHECK(report.reason == "the cues are as good (1.00 against 1.00)");

  // An answer not found is a wrong one.
  for (std::size_t i = 0; i < 8; ++i) labels[i].cue_answer = std::nullopt;
  report = report_of(labels);
  CHECK(report.accuracy_cues == 0.9);
  CHECK(report.adopted);
  CHECK(report.reason == "answers more of the labels right than the cues (1.00 against 0.90)");
}

TEST_CASE("training: with few labels the cues are believed over words that seem to tell something", "[learned]") {
  int adopted = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Dice dice(seed);
    std::vector<LabelledDialogue> labels;
    for (int i = 0; i < 60; ++i) {
      const bool label = dice.below(2) == 1;
      labels.push_back(labelled(small_talk(dice, "x"), label, dice.below(10) == 0 ? !label : label));
    }
    adopted += report_of(labels).adopted;
  }
  CHECK(adopted <= 4);
}

TEST_CASE("training: words that tell nothing lose against the cues", "[learned]") {
  Dice dice;
  std::vector<LabelledDialogue> labels;
  for (int i = 0; i < 100; ++i) {
    const bool label = dice.below(2) == 1;
    // Right nine times in ten.
    labels.push_back(labelled(small_talk(dice, "x"), label, i % 10 == 0 ? !label : label));
  }
  const auto report = report_of(labels);
  CHECK_FALSE(report.adopted);
  CHECK(report.accuracy_cues == 0.9);
  CHECK(report.accuracy_learned > 0.75);  // the cues' answer is among what it learns from
}

TEST_CASE("training: a text is not learned", "[learned]") {
  std::vector<LabelledDialogue> labels;
  Dice dice;
  for (int i = 0; i < 60; ++i) labels.push_back(labelled(small_talk(dice, "x"), std::string(i % 2 ? "a" : "b")));
  CHECK(report_of(labels, QuestionType::text).reason == "asks for a text, which is not learned");
}

TEST_CASE("training: labels that are no answers of the type are not learned", "[learned]") {
  auto labels = parcels(40, 40);
  for (std::size_t i = 0; i < 20; ++i) labels[i].label = std::string("yes");
  const auto model = model_of(labels);
  CHECK(model.classes == std::vector<AnswerValue>{false, true});
  CHECK(model.accuracy_learned <= 0.75);
}

TEST_CASE("training: options", "[learned]") {
  auto labels = colours(20);
  labels[0].label = std::string("mauve");  // too rare to be learned; counts as a mistake
  const auto model = model_of(labels, QuestionType::options);
  CHECK(model.classes == std::vector<AnswerValue>{std::string("blue"), std::string("green"), std::string("red")});
  CHECK(model.heads.size() == 3);
  CHECK(model.accuracy_learned > 0.9);
  CHECK(model.accuracy_learned < 1);
  Dice dice(7);
  for (const std::string colour : {"red", "green", "blue"}) {
    const auto judgement = scored(model, small_talk(dice, "Painted " + colour + "."));
    CHECK(judgement.answer == AnswerValue(colour));
    CHECK(*judgement.confidence > 0.8);
  }
}

TEST_CASE("training: the same labels in the same order give the same bytes", "[learned]") {
  const auto bytes = model_of(parcels(60, 50)).to_bytes();
  CHECK(model_of(parcels(60, 50)).to_bytes() == bytes);
  CHECK(model_of(parcels(50, 60)).to_bytes() != bytes);
  CHECK(model_of(colours(20), QuestionType::options).to_bytes() ==
        model_of(colours(20), QuestionType::options).to_bytes());
}
