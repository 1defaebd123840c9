// Answers of learned models, and what they rest on.
#include <catch2/catch_test_macros.hpp>
#include <thread>

#include "learned_support.hpp"

using namespace parlance::audit;
using namespace parlance::audit::testing;

namespace {

Judgement cue_says(std::optional<AnswerValue> answer) {
  Judgement judgement;
  judgement.answer = std::move(answer);
  return judgement;
}

std::vector<std::optional<Judgement>> all_scored(const std::vector<std::optional<LearnedModel>>& models,
                                                 const std::vector<Message>& messages,
                                                 const std::vector<Judgement>& cues = {}) {
  return LearnedScorer(models).score(messages, cues);
}

}  // namespace

TEST_CASE("scorer: the evidence is the message with the telling words", "[learned]") {
  const auto model = model_of(parcels(60, 60));
  Dice dice(9);
  const auto messages = small_talk(dice, "Parcel arrived today.");
  const auto yes = scored(model, messages);
  CHECK(yes.answer == AnswerValue(true));
  CHECK(yes.source == AnswerSource::learned);
  CHECK(*yes.confidence > 0.9);
  REQUIRE(yes.evidence.size() == 1);
  CHECK(yes.evidence[0].message_index == 2);
  CHECK(yes.evidence[0].quote == "Parcel arrived today");
  CHECK(yes.evidence[0].verified);
  CHECK(yes.rationale.starts_with("Learned from 120 reviewed answers; “"));
  CHECK(yes.rationale.ends_with("” weighed most."));
  // Each word of it tells the same, and so do they together.
  CHECK(yes.rationale.find("“Parcel arrived") != std::string::npos);

  const auto no = scored(model, small_talk(dice, "Nothing came today."));
  CHECK(no.answer == AnswerValue(false));
  REQUIRE(no.evidence.size() == 1);
  CHECK(no.evidence[0].message_index == 2);
  CHECK(no.evidence[0].quote == "Nothing came today");
}

TEST_CASE("scorer: the message's own index is cited, not its place", "[learned]") {
  Dice dice(9);
  auto messages = small_talk(dice, "Parcel arrived today.");
  for (auto& message : messages) message.index += 100;
  CHECK(scored(model_of(parcels(60, 60)), messages).evidence.at(0).message_index == 102);
}

TEST_CASE("scorer: saying it again and again makes it no truer", "[learned]") {
  const auto model = model_of(parcels(60, 60));
  const auto said_times = [&](std::size_t times) {
    std::vector<Said> said(times, {employee, "Parcel arrived today."});
    said.insert(said.end(), {{employee, "worda"}, {employee, "wordb"}});
    return scored(model, transcript(said));
  };
  CHECK(said_times(20).confidence == said_times(2).confidence);
  CHECK(said_times(20).evidence == said_times(2).evidence);
}

TEST_CASE("scorer: a sentence without end is quoted by its telling words", "[learned]") {
  Dice dice(9);
  const auto messages = transcript({{employee, chatter(dice, 200) + " parcel arrived today " + chatter(dice, 200)}});
  const auto yes = scored(model_of(parcels(60, 60)), messages);
  CHECK(yes.answer == AnswerValue(true));
  REQUIRE(yes.evidence.size() == 1);
  CHECK(yes.evidence[0].quote.size() < 30);
  CHECK(yes.evidence[0].verified);
}

TEST_CASE("scorer: an answer no words spoke for has no evidence", "[learned]") {
  const auto silence = scored(model_of(parcels(60, 60)), {});
  CHECK(silence.answer);
  CHECK(silence.evidence.empty());
  CHECK(silence.rationale == "Learned from 120 reviewed answers, not from particular words.");
}

TEST_CASE("scorer: the cues' answer counts, and so does that they have none", "[learned]") {
  Dice dice;
  std::vector<LabelledDialogue> labels;
  for (int i = 0; i < 90; ++i) {
    // The cues say yes or nothing; nothing means no. Three times they are mistaken.
    const bool label = i % 3 == 0;
    labels.push_back(labelled(small_talk(dice, "x"), label,
                              label != (i % 30 == 0) ? std::optional<AnswerValue>(true) : std::nullopt));
  }
  const auto model = model_of(labels);
  const auto messages = small_talk(dice, "x");
  CHECK(scored(model, messages, {cue_says(true)}).answer == AnswerValue(true));
  CHECK(scored(model, messages, {cue_says(std::nullopt)}).answer == AnswerValue(false));
  CHECK(scored(model, messages, {cue_says(std::nullopt)}) == scored(model, messages));
  CHECK(scored(model, messages, {cue_says(std::string("what?"))}) == scored(model, messages));
}

TEST_CASE("scorer: many models answer as each does alone", "[learned]") {
  auto other_way = parcels(40, 50);
  for (auto& one : other_way) one.label = !std::get<bool>(one.label);
  const std::vector<std::optional<LearnedModel>> models = {model_of(parcels(60, 60)), std::nullopt,
                                                           model_of(colours(20), QuestionType::options),
                                                           model_of(other_way), model_of(parcels(30, 60))};
  const std::vector<Judgement> cues = {cue_says(true), cue_says(false), cue_says(std::string("red")), cue_says({}),
                                       cue_says(false)};
  Dice dice(11);
  for (const std::string telling : {"Parcel arrived today.", "Nothing came. Painted blue?", "Painted red.", "x"}) {
    const auto messages = small_talk(dice, telling);
    const auto together = all_scored(models, messages, cues);
    REQUIRE(together.size() == models.size());
    CHECK_FALSE(together[1]);
    for (const std::size_t i : {0u, 2u, 3u, 4u}) CHECK(together[i] == scored(*models[i], messages, {cues[i]}));
  }
  CHECK(all_scored({}, small_talk(dice, "x")).empty());
  CHECK_FALSE(all_scored({std::nullopt}, small_talk(dice, "x"))[0]);
}

TEST_CASE("scorer: scoring is what the cross-validation measured", "[learned]") {
  const auto labels = parcels(60, 60);
  const auto model = model_of(labels);
  CHECK(model.accuracy_learned == 1);
  Dice dice;
  for (int i = 0; i < 60; ++i) {
    CHECK(scored(model, small_talk(dice, "Parcel arrived today.")).answer == AnswerValue(true));
    CHECK(scored(model, small_talk(dice, "Nothing came today.")).answer == AnswerValue(false));
  }
}

TEST_CASE("scorer: threads share one", "[learned]") {
  const std::vector<std::optional<LearnedModel>> models{model_of(parcels(60, 60))};
  const LearnedScorer scorer(models);
  Dice dice(9);
  const auto messages = small_talk(dice, "Parcel arrived today.");
  const auto expected = scorer.score(messages, {});
  std::vector<std::thread> threads;
  std::vector<int> same(4);
  for (std::size_t t = 0; t < same.size(); ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 200; ++i) same[t] += scorer.score(messages, {}) == expected;
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(same == std::vector<int>(4, 200));
}
