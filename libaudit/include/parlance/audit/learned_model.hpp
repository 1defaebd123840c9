// Learning to answer a question as its reviewers do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "parlance/audit/answer_value.hpp"
#include "parlance/audit/message.hpp"
#include "parlance/audit/question.hpp"

namespace parlance::audit {

// What a model reads of a dialogue: hashes of its word n-grams with who said them and where. Extracted once per
// dialogue and shared by all questions.
struct DialogueFeatures {
  std::vector<std::uint32_t> ids;  // ascending, each once: that a thing was said counts, not how often
  bool operator==(const DialogueFeatures&) const = default;
};

// Of a longer dialogue the first words are read, in training and in scoring alike; time and memory stay bounded.
inline constexpr std::size_t learned_words_max = 200'000;

DialogueFeatures extract_features(std::span<const Message> messages);

// One reviewed answer of the question to be learned.
struct LabelledDialogue {
  std::shared_ptr<const DialogueFeatures> features;
  AnswerValue label;
  std::optional<AnswerValue> cue_answer;  // what the cues say; unset when they found none
};

// A linear model of one question: a score for each answer (boolean questions: one, for `true`), from which the highest
// is given.
struct LearnedModel {
  struct Weight {
    std::uint32_t id = 0;
    float weight = 0;
    bool operator==(const Weight&) const = default;
  };
  struct Head {
    double bias = 0;
    std::vector<float> cue_weights;  // by class; last: the cues gave none of them
    std::vector<Weight> weights;     // by ascending id
    bool operator==(const Head&) const = default;
  };

  std::vector<AnswerValue> classes;  // the answers it can give; boolean questions: false, true
  std::vector<Head> heads;
  // Probability that an answer is right: the logistic function of slope * s + offset. Boolean questions: of `true`, s
  // being its score; options: of the answer given, s being how far its score stands above the next one.
  double slope = 1;
  double offset = 0;
  std::uint32_t labels = 0;  // it was trained on
  double accuracy_cues = 0;
  double accuracy_learned = 0;  // cross-validated
  bool operator==(const LearnedModel&) const = default;

  bool is_boolean() const { return heads.size() == 1; }

  // Little-endian, with a version that changes whenever features are made differently. Any bytes may be read: those
  // that are no model of this version give nullopt.
  std::string to_bytes() const;
  static std::optional<LearnedModel> from_bytes(std::string_view bytes);
};

namespace learning {
inline constexpr std::size_t labels_min = 50;
// Of an answer there must be as many labels as folds, so that each fold tests and trains on it; options given less
// often are not learned, and count as mistakes.
inline constexpr std::size_t folds = 5;
inline constexpr std::size_t outcome_labels_min = 5;
inline constexpr std::size_t outcomes_min = 2;
}  // namespace learning

struct TrainingReport {
  std::size_t labels = 0;
  std::vector<std::pair<AnswerValue, std::size_t>> outcomes;  // how many labels say so, by ascending answer
  std::size_t folds = 0;                                      // 0: not trained
  double accuracy_cues = 0;                                   // an answer the cues did not give is a wrong one
  double accuracy_learned = 0;                                // on the folds not trained on; 0: not trained
  bool adopted = false;
  std::string reason;  // for a person: what spoke for adopting it, or against
};

struct TrainedQuestion {
  TrainingReport report;
  std::optional<LearnedModel> model;  // exactly when adopted
};

// Logistic regression with an elastic net, on the n-grams that tell the answers apart best and the cues' answer. The
// same labels in the same order give the same bytes. The k-th label of an answer is in fold k modulo 5. Adopted when it
// answers more of the labels right than the cues do. Text questions are never learned.
TrainedQuestion train(QuestionType type, std::span<const LabelledDialogue> labelled);

}  // namespace parlance::audit
