// Confidence means what it says.
#include <array>
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "learned/calibration.hpp"
#include "learned_support.hpp"

using namespace parlance::audit;
using namespace parlance::audit::testing;

TEST_CASE("calibration: finds the curve the outcomes were drawn from", "[learned]") {
  Dice dice;
  std::vector<double> scores;
  std::vector<std::uint8_t> positive;
  for (int i = 0; i < 20000; ++i) {
    const double score = dice.below(8001) / 1000.0 - 4;
    scores.push_back(score);
    positive.push_back(dice.below(1'000'000) < 1e6 / (1 + std::exp(-(0.7 * score - 0.4))));
  }
  const auto fitted = learned::calibrate(scores, positive);
  CHECK(fitted.slope == Catch::Approx(0.7).margin(0.04));
  CHECK(fitted.offset == Catch::Approx(-0.4).margin(0.06));
  CHECK(fitted.probability(0) == Catch::Approx(1 / (1 + std::exp(0.4))).margin(0.02));
}

TEST_CASE("calibration: stays finite where there is nothing to fit", "[learned]") {
  const std::array<double, 4> alike{2, 2, 2, 2}, apart{-5, -4, 4, 5}, huge{-1e6, -1e6, 1e6, 1e6};
  const std::array<std::uint8_t, 4> half{0, 0, 1, 1}, all{1, 1, 1, 1};
  for (const auto& scores : {alike, apart, huge}) {
    for (const auto& positive : {half, all}) {
      const auto fitted = learned::calibrate(scores, positive);
      CHECK(std::isfinite(fitted.slope));
      CHECK(std::isfinite(fitted.offset));
    }
  }
  // Four examples prove no certainty.
  CHECK(learned::calibrate(apart, half).probability(5) < 0.9);
  CHECK(learned::calibrate(alike, half).probability(2) == Catch::Approx(0.5));
}

TEST_CASE("calibration: of the answers given with a confidence, that share is right", "[learned]") {
  // Words that tell the answer more or less reliably, and dialogues the model never saw.
  const std::array<double, 4> yes_of_word{0.1, 0.35, 0.7, 0.95};
  const auto make = [&](Dice& dice, int count) {
    std::vector<std::pair<std::vector<Message>, bool>> made;
    for (int i = 0; i < count; ++i) {
      const auto word = dice.below(4);
      const bool yes = dice.below(1000) < 1000 * yes_of_word[word];
      made.emplace_back(transcript({{employee, std::string("telling") + static_cast<char>('a' + word)}}), yes);
    }
    return made;
  };
  Dice dice(3);
  std::vector<LabelledDialogue> labels;
  for (const auto& [messages, yes] : make(dice, 1000)) labels.push_back(labelled(messages, yes));
  const auto model = model_of(labels);

  std::array<double, 5> confidence{}, right{}, count{};  // by tenths from 0.5
  for (const auto& [messages, yes] : make(dice, 2000)) {
    const auto judgement = scored(model, messages);
    const double sure = *judgement.confidence;
    CHECK(sure >= 0.5);
    CHECK(sure <= 1);
    const auto bin = static_cast<std::size_t>(std::min(4.0, (sure - 0.5) * 10));
    confidence[bin] += sure;
    right[bin] += judgement.answer == AnswerValue(yes);
    ++count[bin];
  }
  int bins = 0;
  for (std::size_t bin = 0; bin < count.size(); ++bin) {
    if (count[bin] < 100) continue;
    ++bins;
    CHECK(right[bin] / count[bin] == Catch::Approx(confidence[bin] / count[bin]).margin(0.06));
  }
  CHECK(bins >= 2);
}
