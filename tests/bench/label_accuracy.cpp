// How often the embedded evaluator, with the cues of a questionnaire file, agrees with labels people gave.
//   label_accuracy QUESTIONNAIRE.json DIALOGUES.jsonl LABELS.jsonl [LABEL]
// With LABEL the dialogues it disagrees on are listed. Accuracy alone flatters where nearly all labels are alike, so
// balanced accuracy (mean of the hit rates of yes and no) and F1 of yes stand beside it; the dialogues' second half was
// not looked at when the phrases were written.
#include <array>
#include <cstdio>

#include "dialogues.hpp"
#include "parlance/audit/embedded_evaluator.hpp"
#include "service_labels.hpp"

namespace {

using namespace parlance;

using bench::labels;

struct Counts {
  int yes_yes = 0, yes_no = 0, no_yes = 0, no_no = 0, none = 0;  // label, then answer

  int all() const { return yes_yes + yes_no + no_yes + no_no + none; }
  double accuracy() const { return all() ? static_cast<double>(yes_yes + no_no) / all() : 0; }
  double balanced() const {
    const int yes = yes_yes + yes_no, no = no_yes + no_no;
    if (yes == 0 || no == 0) return accuracy();
    return (static_cast<double>(yes_yes) / yes + static_cast<double>(no_no) / no) / 2;
  }
  double f1() const { return yes_yes ? 2.0 * yes_yes / (2.0 * yes_yes + no_yes + yes_no) : 0; }
};

void print(const char* caption, const std::array<Counts, labels.size()>& counts) {
  std::printf("%s\n%-28s %8s %8s %6s   %5s %5s %5s %5s %5s\n", caption, "label", "accuracy", "balanced", "F1",
              "yes=", "miss", "false", "no=", "null");
  double accuracy = 0, balanced = 0, f1 = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const Counts& c = counts[i];
    std::printf("%-28s %8.3f %8.3f %6.3f   %5d %5d %5d %5d %5d\n", labels[i].name, c.accuracy(), c.balanced(), c.f1(),
                c.yes_yes, c.yes_no, c.no_yes, c.no_no, c.none);
    accuracy += c.accuracy();
    balanced += c.balanced();
    f1 += c.f1();
  }
  std::printf("%-28s %8.3f %8.3f %6.3f\n\n", "mean", accuracy / labels.size(), balanced / labels.size(),
              f1 / labels.size());
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 4) {
    std::fprintf(stderr, "usage: %s QUESTIONNAIRE.json DIALOGUES.jsonl LABELS.jsonl [LABEL]\n", argv[0]);
    return 2;
  }
  const std::string shown = argc > 4 ? argv[4] : "";
  const auto questionnaire = bench::read_questionnaire(argv[1]);
  const auto dialogues = bench::read_dialogues(argv[2]);
  const auto truth = bench::read_labels(argv[3]);

  audit::EmbeddedEvaluator evaluator;
  std::array<Counts, labels.size()> all, first, second;
  for (std::size_t d = 0; d < dialogues.size(); ++d) {
    const auto judgements = evaluator.evaluate(questionnaire, dialogues[d].messages);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const auto question = bench::question_of(*questionnaire, labels[i]);
      if (!question) continue;
      const audit::Judgement& judgement = judgements[*question];
      const bool label = truth.at(dialogues[d].id).at(labels[i].name);
      for (Counts* counts : {&all[i], d < dialogues.size() / 2 ? &first[i] : &second[i]}) {
        if (!judgement.answer) {
          ++counts->none;
        } else if (label) {
          ++(std::get<bool>(*judgement.answer) ? counts->yes_yes : counts->yes_no);
        } else {
          ++(std::get<bool>(*judgement.answer) ? counts->no_yes : counts->no_no);
        }
      }
      if (shown == labels[i].name && (!judgement.answer || std::get<bool>(*judgement.answer) != label)) {
        std::printf("%zu %s label=%s: %s\n", d, dialogues[d].id.c_str(), label ? "yes" : "no",
                    judgement.rationale.c_str());
      }
    }
  }
  print("All dialogues", all);
  print("First half", first);
  print("Second half", second);
} catch (const std::exception& e) {
  std::fprintf(stderr, "label_accuracy: %s\n", e.what());
  return 1;
}
