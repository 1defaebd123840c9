// Vocabulary of the learning evaluator's tests.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "evaluator_support.hpp"
#include "parlance/audit/learned_model.hpp"
#include "parlance/audit/learned_scorer.hpp"

namespace parlance::audit::testing {

// Numbers that are the same on every machine.
class Dice {
 public:
  explicit Dice(std::uint64_t seed = 1) : state_(seed) {}
  std::uint32_t below(std::uint32_t n) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::uint32_t>((state_ >> 33) % n);
  }

 private:
  std::uint64_t state_;
};

inline std::string chatter(Dice& dice, int words) {
  std::string text;
  for (int i = 0; i < words; ++i) {
    text += text.empty() ? "" : " ";
    text += "word";
    text += static_cast<char>('a' + dice.below(20));
  }
  return text;
}

// Small talk, in whose third message `telling` is said.
inline std::vector<Message> small_talk(Dice& dice, const std::string& telling) {
  return transcript({{customer, chatter(dice, 6) + "?"},
                     {employee, chatter(dice, 6) + "."},
                     {employee, chatter(dice, 3) + ". " + telling + " " + chatter(dice, 3)},
                     {customer, chatter(dice, 4)}});
}

inline LabelledDialogue labelled(const std::vector<Message>& messages, AnswerValue label,
                                 std::optional<AnswerValue> cue = std::nullopt) {
  return {std::make_shared<const DialogueFeatures>(extract_features(messages)), std::move(label), std::move(cue)};
}

// `yes` dialogues labelled true, in which "parcel arrived" is said, and `no` labelled false, one after the other.
inline std::vector<LabelledDialogue> parcels(int yes, int no, std::optional<AnswerValue> cue = std::nullopt) {
  Dice dice;
  std::vector<LabelledDialogue> made;
  for (int i = 0; i < std::max(yes, no); ++i) {
    if (i < yes) made.push_back(labelled(small_talk(dice, "Parcel arrived today."), true, cue));
    if (i < no) made.push_back(labelled(small_talk(dice, "Nothing came today."), false, cue));
  }
  return made;
}

inline LearnedModel model_of(const std::vector<LabelledDialogue>& from, QuestionType type = QuestionType::boolean) {
  return train(type, from).model.value();
}

inline Judgement scored(const LearnedModel& model, const std::vector<Message>& messages,
                        const std::vector<Judgement>& cues = {}) {
  const std::vector<std::optional<LearnedModel>> models{model};
  return LearnedScorer(models).score(messages, cues).at(0).value();
}

// Three options, each with its word.
inline std::vector<LabelledDialogue> colours(int each) {
  Dice dice;
  std::vector<LabelledDialogue> made;
  for (int i = 0; i < each; ++i) {
    for (const char* colour : {"red", "green", "blue"}) {
      made.push_back(labelled(small_talk(dice, std::string("Painted ") + colour + "."), std::string(colour)));
    }
  }
  return made;
}

}  // namespace parlance::audit::testing
