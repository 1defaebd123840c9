#include "parlance/audit/learned_scorer.hpp"

#include <algorithm>
#include <bit>
#include <map>

#include "embedded/shortened.hpp"
#include "learned/calibration.hpp"
#include "learned/decision.hpp"
#include "learned/transcript_features.hpp"
#include "parlance/audit/quote.hpp"

namespace parlance::audit {
namespace {

using learned::TextSpan;

// A longer sentence is no quote to be read: the words alone are cited then.
constexpr std::uint32_t quote_bytes_max = 400;

std::string text_at(const Message& message, TextSpan span) {
  return message.content.substr(span.begin, span.end - span.begin);
}

}  // namespace

// A feature of some model in a message, once for each message that has it.
struct LearnedScorer::Hit {
  std::uint32_t feature = 0;
  std::uint32_t message = 0;
  bool first = false;  // in the transcript
  TextSpan words, sentence;
};

struct LearnedScorer::Decision {
  std::size_t chosen = 0;  // of the classes
  double confidence = 0;
  std::uint32_t head = 0;  // whose weights spoke for the answer
  float toward = 1;        // -1: those below zero did
};

LearnedScorer::LearnedScorer(std::span<const std::optional<LearnedModel>> models) {
  std::map<std::uint32_t, std::vector<Share>> by_id;
  for (const auto& model : models) {
    Model& made = models_.emplace_back();
    made.first_head = static_cast<std::uint32_t>(heads_.size());
    if (!model) continue;
    made.classes = model->classes;
    made.head_count = static_cast<std::uint32_t>(model->heads.size());
    made.slope = model->slope;
    made.offset = model->offset;
    made.labels = model->labels;
    for (const LearnedModel::Head& head : model->heads) {
      const auto number = static_cast<std::uint32_t>(heads_.size());
      heads_.push_back({head.bias, head.cue_weights});
      for (const auto& [id, weight] : head.weights) by_id[id].push_back({number, weight});
    }
  }
  std::vector<std::uint32_t> ids;
  share_starts_.push_back(0);
  for (const auto& [id, shares] : by_id) {
    ids.push_back(id);
    shares_.insert(shares_.end(), shares.begin(), shares.end());
    share_starts_.push_back(static_cast<std::uint32_t>(shares_.size()));
  }
  build_table(ids);
}

void LearnedScorer::build_table(const std::vector<std::uint32_t>& ids) {
  table_.resize(std::bit_ceil(4 * ids.size() + 1));
  for (std::uint32_t feature = 0; feature < ids.size(); ++feature) {
    std::size_t at = ids[feature] & (table_.size() - 1);
    while (table_[at].feature != no_feature) at = (at + 1) & (table_.size() - 1);
    table_[at] = {ids[feature], feature};
  }
}

std::uint32_t LearnedScorer::find(std::uint32_t id) const {
  std::size_t at = id & (table_.size() - 1);
  while (table_[at].feature != no_feature && table_[at].id != id) at = (at + 1) & (table_.size() - 1);
  return table_[at].feature;
}

std::vector<LearnedScorer::Hit> LearnedScorer::look_for_features(std::span<const Message> messages) const {
  constexpr std::uint32_t nowhere = 0xFFFFFFFF;
  std::vector<std::uint32_t> seen_in(share_starts_.size() - 1, nowhere);  // by feature: the last message with it
  std::vector<Hit> hits;
  learned::TranscriptFeatures transcript(messages);
  while (transcript.next()) {
    const auto message = static_cast<std::uint32_t>(transcript.position());
    transcript.read([&](std::uint32_t id, TextSpan words, TextSpan sentence) {
      const std::uint32_t feature = find(id);
      if (feature == no_feature || seen_in[feature] == message) return;
      hits.push_back({feature, message, seen_in[feature] == nowhere, words, sentence});
      seen_in[feature] = message;
    });
  }
  return hits;
}

std::vector<double> LearnedScorer::head_scores(std::span<const Hit> hits) const {
  std::vector<double> scores;
  for (const Head& head : heads_) scores.push_back(head.bias);
  for (const Hit& hit : hits) {
    if (!hit.first) continue;
    for (std::uint32_t i = share_starts_[hit.feature]; i < share_starts_[hit.feature + 1]; ++i) {
      scores[shares_[i].head] += shares_[i].weight;
    }
  }
  return scores;
}

float LearnedScorer::weight_of(std::uint32_t feature, std::uint32_t head) const {
  for (std::uint32_t i = share_starts_[feature]; i < share_starts_[feature + 1]; ++i) {
    if (shares_[i].head == head) return shares_[i].weight;
  }
  return 0;
}

LearnedScorer::Decision LearnedScorer::decide(const Model& model, std::span<const double> scores,
                                              const Judgement* cue) const {
  std::size_t said = model.classes.size();
  if (cue && cue->answer) {
    const auto found = std::find(model.classes.begin(), model.classes.end(), *cue->answer);
    said = static_cast<std::size_t>(found - model.classes.begin());
  }
  std::vector<double> own;
  for (std::uint32_t head = model.first_head; head < model.first_head + model.head_count; ++head) {
    own.push_back(scores[head] + heads_[head].cue_weights[said]);
  }
  const learned::Choice choice = learned::choose(own);
  const double probability = learned::Calibration{model.slope, model.offset}.probability(choice.margin);
  Decision decision;
  decision.chosen = choice.chosen;
  decision.head = model.first_head;
  if (model.head_count == 1) {
    decision.confidence = choice.chosen == 1 ? probability : 1 - probability;
    decision.toward = choice.chosen == 1 ? 1.0F : -1.0F;
  } else {
    decision.confidence = probability;
    decision.head += static_cast<std::uint32_t>(choice.chosen);
  }
  // Of an answer that was chosen over the others no less is believed than of one drawn by lot.
  const double least = 1 / static_cast<double>(model.classes.size());
  if (!(decision.confidence >= least)) decision.confidence = least;
  return decision;
}

// Returns the words that weighed most; "" when no message spoke for the answer.
std::string LearnedScorer::cite(const Decision& decision, std::span<const Hit> hits, std::span<const Message> messages,
                                Judgement& judgement) const {
  const auto weight = [&](const Hit& hit) { return double{decision.toward * weight_of(hit.feature, decision.head)}; };
  // Hits stand in the order of their messages and sentences: find the message, and in it the sentence, of most weight.
  const auto heaviest = [&](std::span<const Hit> among, auto same) {
    std::span<const Hit> best;
    double most = 0;
    for (std::size_t begin = 0, end = 0; begin < among.size(); begin = end) {
      double sum = 0;
      while (end < among.size() && same(among[begin], among[end])) sum += weight(among[end++]);
      if (sum > most) {
        most = sum;
        best = among.subspan(begin, end - begin);
      }
    }
    return best;
  };
  const auto in_message = heaviest(hits, [](const Hit& a, const Hit& b) { return a.message == b.message; });
  const auto in_sentence =
      heaviest(in_message, [](const Hit& a, const Hit& b) { return a.sentence.begin == b.sentence.begin; });
  if (in_sentence.empty()) return {};
  // A run of words has the weight of all runs within it: "anything else" says more than "else". Hits stand in the order
  // of their first words, so those within one are close by.
  TextSpan words = in_sentence.front().sentence;
  double most = 0;
  for (std::size_t i = 0, same_begin = 0; i < in_sentence.size(); ++i) {
    const TextSpan run = in_sentence[i].words;
    if (in_sentence[same_begin].words.begin != run.begin) same_begin = i;
    if (run.begin == run.end || weight(in_sentence[i]) <= 0) continue;
    double sum = 0;
    for (std::size_t k = same_begin; k < in_sentence.size() && in_sentence[k].words.begin < run.end; ++k) {
      const TextSpan inner = in_sentence[k].words;
      if (inner.begin != inner.end && inner.end <= run.end) sum += weight(in_sentence[k]);
    }
    if (sum <= most) continue;
    most = sum;
    words = run;
  }
  const Message& message = messages[in_sentence.front().message];
  const TextSpan sentence = in_sentence.front().sentence;
  Evidence& evidence = judgement.evidence.emplace_back();
  evidence.message_index = message.index;
  evidence.quote = text_at(message, sentence.end - sentence.begin <= quote_bytes_max ? sentence : words);
  evidence.verified = quote_stands_in(message, evidence.quote);
  return text_at(message, words);
}

std::vector<std::optional<Judgement>> LearnedScorer::score(std::span<const Message> messages,
                                                           std::span<const Judgement> cues) const {
  const std::vector<Hit> hits = look_for_features(messages);
  const std::vector<double> scores = head_scores(hits);
  std::vector<std::optional<Judgement>> judgements(models_.size());
  for (std::size_t i = 0; i < models_.size(); ++i) {
    const Model& model = models_[i];
    if (model.head_count == 0) continue;
    const Decision decision = decide(model, scores, i < cues.size() ? &cues[i] : nullptr);
    Judgement& judgement = judgements[i].emplace();
    judgement.source = AnswerSource::learned;
    judgement.answer = model.classes[decision.chosen];
    judgement.confidence = decision.confidence;
    judgement.rationale = "Learned from " + std::to_string(model.labels) + " reviewed answers";
    if (const std::string words = cite(decision, hits, messages, judgement); !words.empty()) {
      judgement.rationale += "; “";
      embedded::append_shortened(judgement.rationale, words);
      judgement.rationale += "” weighed most.";
    } else {
      judgement.rationale += ", not from particular words.";
    }
  }
  return judgements;
}

}  // namespace parlance::audit
