// How well questions are learned from labels people gave, and how long it takes.
//   learned_bench QUESTIONNAIRE.json DIALOGUES.jsonl LABELS.jsonl
// `learned`: 5-fold cross-validation, the folds' models (their features, their weights) from the other folds only. A
// question that cannot be learned from these labels counts with its cues in the mean.
// `together`: the same, but whether a fold's model or the cues answer is decided on the other folds alone, by a
// cross-validation within them, so nothing of the fold that is tested went into the choice.
// `from n labels`: the same for fewer labels, tested on all other dialogues.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>

#include "dialogues.hpp"
#include "parlance/audit/embedded_evaluator.hpp"
#include "parlance/audit/learned_model.hpp"
#include "parlance/audit/learned_scorer.hpp"
#include "service_labels.hpp"

namespace {

using namespace parlance;
using bench::labels;

template <class Work>
double seconds(Work work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

struct Data {
  std::vector<bench::Dialogue> dialogues;
  std::vector<std::vector<audit::Judgement>> cues;                           // by dialogue, then question
  std::array<std::vector<audit::LabelledDialogue>, labels.size()> labelled;  // by label, then dialogue
  std::array<std::size_t, labels.size()> question{};
};

Data read(char** argv) {
  const auto questionnaire = bench::read_questionnaire(argv[1]);
  const auto truth = bench::read_labels(argv[3]);
  Data data;
  data.dialogues = bench::read_dialogues(argv[2]);
  audit::EmbeddedEvaluator evaluator;
  for (const bench::Dialogue& dialogue : data.dialogues) {
    const auto& judgements = data.cues.emplace_back(evaluator.evaluate(questionnaire, dialogue.messages));
    const auto features = std::make_shared<const audit::DialogueFeatures>(audit::extract_features(dialogue.messages));
    for (std::size_t i = 0; i < labels.size(); ++i) {
      data.question[i] = bench::question_of(*questionnaire, labels[i]).value();
      const bool label = truth.at(dialogue.id).at(labels[i].name);
      data.labelled[i].push_back({features, label, judgements[data.question[i]].answer});
    }
  }
  return data;
}

struct Tested {
  double count = 0;
  double right = 0;  // of them
  double cues_right = 0;
  double learned = 0;  // answered by a model
  double learned_right = 0;
  double confidence = 0;  // sum over these
  int adopted = 0;
};

// Trains on the dialogues that `trains` takes and tests on the others.
template <class Trains>
void test(const Data& data, std::size_t label, Trains trains, Tested& tested) {
  const auto& all = data.labelled[label];
  std::vector<audit::LabelledDialogue> taken;
  for (std::size_t d = 0; d < all.size(); ++d) {
    if (trains(d)) taken.push_back(all[d]);
  }
  const std::vector models{audit::train(audit::QuestionType::boolean, taken).model};
  tested.adopted += models[0].has_value();
  const audit::LearnedScorer scorer(models);
  for (std::size_t d = 0; d < all.size(); ++d) {
    if (trains(d)) continue;
    const audit::Judgement& cue = data.cues[d][data.question[label]];
    const auto judgement = scorer.score(data.dialogues[d].messages, {&cue, 1})[0];
    const bool right = (judgement ? judgement->answer : cue.answer) == all[d].label;
    tested.count += 1;
    tested.right += right;
    tested.cues_right += cue.answer == all[d].label;
    if (!judgement) continue;
    tested.learned += 1;
    tested.learned_right += right;
    tested.confidence += *judgement->confidence;
  }
}

Tested test_together(const Data& data, std::size_t label) {
  constexpr std::size_t folds = 5;
  std::vector<std::size_t> fold;
  std::array<std::size_t, 2> next{0, 2};
  for (const auto& one : data.labelled[label]) fold.push_back(next[std::get<bool>(one.label)]++ % folds);
  Tested tested;
  for (std::size_t f = 0; f < folds; ++f) {
    test(
        data, label, [&](std::size_t d) { return fold[d] != f; }, tested);
  }
  return tested;
}

void print_few_labels(const Data& data) {
  const std::size_t all = data.dialogues.size();
  for (const std::size_t count : {50, 100, 200}) {
    Tested tested;
    int trained = 0;
    for (std::size_t label = 0; label < labels.size(); ++label) {
      for (std::size_t first = 0; first < all; first += 50, ++trained) {
        test(
            data, label, [&](std::size_t d) { return (d + all - first) % all < count; }, tested);
      }
    }
    std::printf("from %zu labels: cues %.3f, together %.3f; %d of %d adopted\n", count,
                tested.cues_right / tested.count, tested.right / tested.count, tested.adopted, trained);
  }
}

std::vector<std::optional<audit::LearnedModel>> print_accuracies(const Data& data) {
  std::vector<std::optional<audit::LearnedModel>> models;
  std::printf("%-28s %6s %8s %9s   %-14s %10s %6s   %s\n", "label", "cues", "learned", "together", "learned folds",
              "confidence", "right", "the question ...");
  double cues = 0, learned = 0, together = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    auto [report, model] = audit::train(audit::QuestionType::boolean, data.labelled[i]);
    const Tested tested = test_together(data, i);
    std::printf("%-28s %6.3f %8.3f %9.3f   %-14d %10.3f %6.3f   %s\n", labels[i].name, report.accuracy_cues,
                report.accuracy_learned, tested.right / tested.count, tested.adopted,
                tested.confidence / std::max(1.0, tested.learned), tested.learned_right / std::max(1.0, tested.learned),
                report.reason.c_str());
    cues += report.accuracy_cues, together += tested.right / tested.count;
    learned += report.folds > 0 ? report.accuracy_learned : report.accuracy_cues;
    models.push_back(std::move(model));
  }
  constexpr double n = labels.size();
  std::printf("%-28s %6.3f %8.3f %9.3f\n\n", "mean", cues / n, learned / n, together / n);
  return models;
}

void print_training_times(const Data& data) {
  std::vector<audit::DialogueFeatures> made;
  std::printf("features of %zu dialogues: %.3f s\n", data.dialogues.size(), seconds([&] {
                for (const auto& dialogue : data.dialogues) made.push_back(audit::extract_features(dialogue.messages));
              }));
  std::vector<std::size_t> learnable;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (audit::train(audit::QuestionType::boolean, data.labelled[i]).report.folds > 0) learnable.push_back(i);
  }
  if (learnable.empty()) return;
  for (const std::size_t count : {400, 1500}) {
    double spent = 0;
    constexpr std::size_t questions = 10;
    for (std::size_t q = 0; q < questions; ++q) {
      const auto& all = data.labelled[learnable[q % learnable.size()]];
      std::vector<audit::LabelledDialogue> repeated;
      for (std::size_t d = 0; d < count; ++d) repeated.push_back(all[d % all.size()]);
      spent += seconds([&] { audit::train(audit::QuestionType::boolean, repeated); });
    }
    std::printf("training %zu questions on %zu dialogues: %.2f s\n", questions, count, spent);
  }
}

void print_scoring_time(const Data& data, std::vector<std::optional<audit::LearnedModel>> models) {
  std::vector<std::optional<audit::LearnedModel>> adopted;
  std::vector<std::size_t> question;
  for (std::size_t i = 0; adopted.size() < 10; i = (i + 1) % models.size()) {
    if (models[i]) adopted.push_back(models[i]), question.push_back(data.question[i]);
  }
  const audit::LearnedScorer scorer(adopted);
  std::vector<std::vector<audit::Message>> dialogues;
  std::vector<std::vector<audit::Judgement>> cues;
  for (std::size_t d = 0; d < data.dialogues.size(); ++d) {
    if (data.dialogues[d].messages.size() < 20) continue;
    dialogues.emplace_back(data.dialogues[d].messages.begin(), data.dialogues[d].messages.begin() + 20);
    auto& own = cues.emplace_back();
    for (const std::size_t q : question) own.push_back(data.cues[d][q]);
  }
  if (dialogues.empty()) return;
  constexpr int rounds = 50;
  const double spent = seconds([&] {
    for (int round = 0; round < rounds; ++round) {
      for (std::size_t d = 0; d < dialogues.size(); ++d) scorer.score(dialogues[d], cues[d]);
    }
  });
  std::size_t bytes = 0;
  for (const auto& model : adopted) bytes += model->to_bytes().size();
  std::printf("scoring %zu dialogues of 20 messages for %zu questions: %.1f us each\n", dialogues.size(),
              adopted.size(), 1e6 * spent / rounds / static_cast<double>(dialogues.size()));
  std::printf("a model has %zu bytes\n", bytes / adopted.size());
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 4) {
    std::fprintf(stderr, "usage: %s QUESTIONNAIRE.json DIALOGUES.jsonl LABELS.jsonl\n", argv[0]);
    return 2;
  }
  const Data data = read(argv);
  auto models = print_accuracies(data);
  print_few_labels(data);
  print_training_times(data);
  const bool any = std::any_of(models.begin(), models.end(), [](const auto& model) { return model.has_value(); });
  if (any) print_scoring_time(data, std::move(models));
} catch (const std::exception& e) {
  std::fprintf(stderr, "learned_bench: %s\n", e.what());
  return 1;
}
