// Answering a questionnaire with the models learned for its questions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "parlance/audit/evaluator.hpp"
#include "parlance/audit/learned_model.hpp"

namespace parlance::audit {

// The models of one questionnaire, made ready: one look at a transcript serves them all, and takes time linear in it.
// Never changed after its construction, so any number of threads may score at once.
class LearnedScorer {
 public:
  // By question; without a model a question gets no judgement.
  explicit LearnedScorer(std::span<const std::optional<LearnedModel>> models);

  // One per model, in their order. `cues` are the cues' judgements of the same questions: fewer than there are
  // questions count as answers not found. Evidence is the message whose words spoke most for the answer given, quoted
  // by the sentence that did; without such words there is none.
  std::vector<std::optional<Judgement>> score(std::span<const Message> messages, std::span<const Judgement> cues) const;

 private:
  struct Head {
    double bias = 0;
    std::vector<float> cue_weights;
  };
  struct Model {
    std::vector<AnswerValue> classes;
    std::uint32_t first_head = 0;
    std::uint32_t head_count = 0;  // 0: no model
    double slope = 1, offset = 0;
    std::uint32_t labels = 0;
  };
  // A feature of some model; all models' weights for it stand together.
  struct Slot {
    std::uint32_t id = 0;
    std::uint32_t feature = no_feature;
  };
  struct Share {
    std::uint32_t head = 0;
    float weight = 0;
  };
  struct Hit;
  struct Decision;
  static constexpr std::uint32_t no_feature = 0xFFFFFFFF;

  void build_table(const std::vector<std::uint32_t>& ids);
  std::uint32_t find(std::uint32_t id) const;
  std::vector<Hit> look_for_features(std::span<const Message> messages) const;
  std::vector<double> head_scores(std::span<const Hit> hits) const;
  float weight_of(std::uint32_t feature, std::uint32_t head) const;
  Decision decide(const Model& model, std::span<const double> scores, const Judgement* cue) const;
  std::string cite(const Decision& decision, std::span<const Hit> hits, std::span<const Message> messages,
                   Judgement& judgement) const;

  std::vector<Model> models_;
  std::vector<Head> heads_;
  std::vector<Slot> table_;                  // open addressing, at most a quarter full
  std::vector<std::uint32_t> share_starts_;  // by feature, and one more
  std::vector<Share> shares_;
};

}  // namespace parlance::audit
