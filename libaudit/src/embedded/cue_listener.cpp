#include "embedded/cue_listener.hpp"

namespace parlance::audit::embedded {

void CueListener::start(const CompiledQuestionnaire& compiled, std::span<const Message> messages) {
  found_.assign(compiled.questions.size(), {});
  if (forbidden_.size() < compiled.cues.size()) forbidden_.resize(compiled.cues.size());
  counts_.start(messages);
  settled_ = 0;
  cued_ = compiled.with_cues;
}

void CueListener::hear(const CompiledQuestionnaire& compiled, const Message& message, std::uint32_t position,
                       TrieScan& scan) {
  counts_.pass(message);
  if (scan.hits().empty()) return;
  ++message_;
  candidates_.clear();
  changed_.clear();
  for (const Hit& hit : scan.hits()) {
    const auto uses = compiled.trie.uses(hit.node);
    scan.steps += uses.size();
    for (const Use& use : uses) {
      if (use.purpose != Purpose::cue && use.purpose != Purpose::unless) continue;
      const std::uint32_t number = compiled.questions[use.question].first_cue + use.cue;
      if (use.purpose == Purpose::unless) {
        forbidden_[number] = message_;
        continue;
      }
      if (use.cue >= found_[use.question].cue) continue;  // an earlier cue, or an earlier match of this one, has won
      const CompiledCue& cue = compiled.cues[number];
      if (!fits(cue.speaker, message.sender_role)) continue;
      if (cue.within && !counts_.within(cue.speaker, *cue.within)) continue;
      candidates_.push_back({use, hit});
    }
  }
  // Only now is it known which `unless` phrases the message has.
  for (const Candidate& candidate : candidates_) {
    const Use& use = candidate.use;
    if (forbidden_[compiled.questions[use.question].first_cue + use.cue] == message_) continue;
    Found& found = found_[use.question];
    // Contract 7.5: the first listed cue with a match wins. Of one cue the first match is cited; of phrases that end at
    // the same word, the first listed.
    const bool same_place = found.cue == use.cue && found.message == position && found.hit.word == candidate.hit.word;
    if (use.cue > found.cue || (use.cue == found.cue && !(same_place && use.phrase < found.phrase))) continue;
    if (use.cue == 0 && found.cue != 0) ++settled_;
    found = {use.cue, use.phrase, position, candidate.hit, {}};
    changed_.push_back(use.question);
  }
  for (const std::uint32_t question : changed_) {
    Found& found = found_[question];
    if (found.span.end == 0) found.span = scan.locate(message.content, compiled.trie, found.hit);
  }
}

}  // namespace parlance::audit::embedded
