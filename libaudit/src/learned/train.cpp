#include <algorithm>
#include <array>
#include <cstdio>
#include <map>

#include "learned/calibration.hpp"
#include "learned/decision.hpp"
#include "learned/feature_matrix.hpp"
#include "learned/logistic_regression.hpp"
#include "parlance/audit/learned_model.hpp"

namespace parlance::audit {
namespace {

using namespace learned;

// Measured on labelled service dialogues (tests/bench/learned_bench.cpp); the optimum is flat.
constexpr std::size_t features_max = 1000;  // of a head
constexpr double l1 = 0.5, l2 = 0.5;
// With fewer labels than this the cues are trusted more, by penalizing what their answer weighs less: chance finds
// words that seem to tell something among few dialogues, and they would be believed over the cues.
constexpr double labels_enough = 320;

// The labels of one question, as numbers.
class Trainer {
 public:
  Trainer(std::span<const LabelledDialogue> labelled, std::vector<AnswerValue> classes, bool boolean)
      : matrix_(labelled), classes_(std::move(classes)), boolean_(boolean) {
    // Every fold gets its share of each answer. Answers start at different folds, so that folds are alike in size.
    std::vector<std::size_t> next(classes_.size() + 1);
    for (std::size_t c = 0; c < next.size(); ++c) next[c] = 2 * c;
    for (const LabelledDialogue& dialogue : labelled) {
      label_.push_back(class_of(dialogue.label));
      cue_.push_back(dialogue.cue_answer ? class_of(*dialogue.cue_answer) : none());
      fold_.push_back(next[label_.back()]++ % learning::folds);
      cues_right_ += dialogue.cue_answer == dialogue.label;
    }
  }

  // Fills in the accuracies; the model is that of all labels.
  LearnedModel run() {
    std::vector<double> margins;
    std::vector<std::uint8_t> truths;  // what the calibration learns: is it `true`, or is the answer right
    std::size_t right = 0;
    for (std::size_t fold = 0; fold < learning::folds; ++fold) {
      const auto heads = fit_heads([&](std::size_t i) { return fold_[i] != fold; });
      for (std::size_t i = 0; i < label_.size(); ++i) {
        if (fold_[i] != fold) continue;
        const Choice choice = choose(scores(heads, i));
        const bool is_right = choice.chosen == label_[i];
        right += is_right;
        margins.push_back(choice.margin);
        truths.push_back(boolean_ ? label_[i] == 1 : is_right);
      }
    }
    LearnedModel model;
    const Calibration calibration = calibrate(margins, truths);
    model.slope = calibration.slope;
    model.offset = calibration.offset;
    model.labels = static_cast<std::uint32_t>(label_.size());
    model.accuracy_cues = share(cues_right_);
    model.accuracy_learned = share(right);
    for (const DenseHead& head : fit_heads([](std::size_t) { return true; })) model.heads.push_back(sparse(head));
    model.classes = std::move(classes_);
    return model;
  }

 private:
  struct DenseHead {
    double bias = 0;
    std::vector<float> cue_weights;
    std::vector<float> weights;  // by feature of the matrix
  };

  std::size_t none() const { return classes_.size(); }
  std::size_t class_of(const AnswerValue& value) const {
    return static_cast<std::size_t>(std::find(classes_.begin(), classes_.end(), value) - classes_.begin());
  }
  double share(std::size_t count) const { return static_cast<double>(count) / static_cast<double>(label_.size()); }

  template <class Takes>
  std::vector<DenseHead> fit_heads(Takes takes) const {
    std::vector<std::uint32_t> rows;
    for (std::uint32_t i = 0; i < label_.size(); ++i) {
      if (takes(i)) rows.push_back(i);
    }
    std::vector<DenseHead> heads;
    for (std::size_t c = boolean_ ? 1 : 0; c < classes_.size(); ++c) heads.push_back(fit_head(rows, c));
    return heads;
  }

  DenseHead fit_head(std::span<const std::uint32_t> rows, std::size_t wanted) const {
    std::vector<std::uint8_t> by_row(label_.size()), positive;
    for (std::size_t i = 0; i < label_.size(); ++i) by_row[i] = label_[i] == wanted;
    for (const std::uint32_t i : rows) positive.push_back(by_row[i]);
    const auto chosen = matrix_.select(rows, by_row, features_max);
    Columns columns = matrix_.columns(rows, chosen);
    // The cues have proved their worth elsewhere: their answer is not to be dropped.
    for (std::size_t answer = 0; answer <= none(); ++answer) {
      for (std::uint32_t k = 0; k < rows.size(); ++k) {
        if (cue_[rows[k]] == answer) columns.rows.push_back(k);
      }
      columns.starts.push_back(static_cast<std::uint32_t>(columns.rows.size()));
    }
    const double cue_l2 = l2 * std::min(1.0, static_cast<double>(rows.size()) / labels_enough);
    const Regression fitted = fit(columns, positive, {l1, l2, chosen.size(), cue_l2});
    DenseHead head;
    head.bias = fitted.bias;
    head.weights.assign(matrix_.feature_count(), 0);
    for (std::size_t c = 0; c < chosen.size(); ++c) head.weights[chosen[c]] = static_cast<float>(fitted.weights[c]);
    for (std::size_t c = chosen.size(); c < fitted.weights.size(); ++c) {
      head.cue_weights.push_back(static_cast<float>(fitted.weights[c]));
    }
    return head;
  }

  std::vector<double> scores(std::span<const DenseHead> heads, std::size_t i) const {
    std::vector<double> made;
    for (const DenseHead& head : heads) {
      double score = head.bias + head.cue_weights[cue_[i]];
      for (const std::uint32_t feature : matrix_.row(i)) score += head.weights[feature];
      made.push_back(score);
    }
    return made;
  }

  LearnedModel::Head sparse(const DenseHead& dense) const {
    LearnedModel::Head head{dense.bias, dense.cue_weights, {}};
    for (std::uint32_t feature = 0; feature < dense.weights.size(); ++feature) {
      if (dense.weights[feature] != 0) head.weights.push_back({matrix_.id(feature), dense.weights[feature]});
    }
    return head;
  }

  FeatureMatrix matrix_;
  std::vector<AnswerValue> classes_;
  bool boolean_;
  std::vector<std::size_t> label_, cue_;  // classes, or none()
  std::vector<std::size_t> fold_;
  std::size_t cues_right_ = 0;
};

// Accuracies that differ must read differently.
std::string compared(double learned, double cues) {
  std::array<char, 80> text{};
  for (int digits = 2; digits <= 4; ++digits) {
    std::array<char, 16> one{}, other{};
    std::snprintf(one.data(), one.size(), "%.*f", digits, learned);
    std::snprintf(other.data(), other.size(), "%.*f", digits, cues);
    std::snprintf(text.data(), text.size(), "%s against %s", one.data(), other.data());
    if (learned == cues || std::string_view(one.data()) != other.data()) break;
  }
  return text.data();
}

}  // namespace

TrainedQuestion train(QuestionType type, std::span<const LabelledDialogue> labelled) {
  TrainedQuestion trained;
  TrainingReport& report = trained.report;
  report.labels = labelled.size();
  std::map<AnswerValue, std::size_t> outcomes;
  std::size_t cues_right = 0;
  for (const LabelledDialogue& dialogue : labelled) {
    ++outcomes[dialogue.label];
    cues_right += dialogue.cue_answer == dialogue.label;
  }
  report.outcomes.assign(outcomes.begin(), outcomes.end());
  if (!labelled.empty()) report.accuracy_cues = static_cast<double>(cues_right) / static_cast<double>(labelled.size());

  std::vector<AnswerValue> classes;
  for (const auto& [value, count] : outcomes) {
    const bool fits = std::holds_alternative<bool>(value) == (type == QuestionType::boolean);
    if (fits && count >= learning::outcome_labels_min) classes.push_back(value);
  }
  if (type == QuestionType::text) {
    report.reason = "asks for a text, which is not learned";
  } else if (labelled.size() < learning::labels_min) {
    report.reason = "has " + std::to_string(labelled.size()) + " labels, needs " + std::to_string(learning::labels_min);
  } else if (outcomes.size() < learning::outcomes_min) {
    report.reason = "all labels are alike";
  } else if (classes.size() < learning::outcomes_min) {
    report.reason = "only one answer has " + std::to_string(learning::outcome_labels_min) + " labels or more";
    if (classes.empty()) report.reason = "no answer has " + std::to_string(learning::outcome_labels_min) + " labels";
  }
  if (!report.reason.empty()) return trained;

  LearnedModel model = Trainer(labelled, std::move(classes), type == QuestionType::boolean).run();
  report.folds = learning::folds;
  report.accuracy_learned = model.accuracy_learned;
  report.adopted = model.accuracy_learned > model.accuracy_cues;
  const std::string figures = " (" + compared(model.accuracy_learned, model.accuracy_cues) + ")";
  report.reason =
      report.adopted ? "answers more of the labels right than the cues" + figures : "the cues are as good" + figures;
  if (report.adopted) {
    trained.model = std::move(model);
  } else if (report.accuracy_learned < report.accuracy_cues) {
    report.reason = "the cues are better" + figures;
  }
  return trained;
}

}  // namespace parlance::audit
