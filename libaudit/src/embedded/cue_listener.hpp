// Cues: which one wins for each question.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "embedded/compiled_questionnaire.hpp"
#include "embedded/speakers.hpp"
#include "embedded/trie_scan.hpp"

namespace parlance::audit::embedded {

// The winning match of a question so far.
struct Found {
  static constexpr std::uint32_t no_cue = 0xFFFFFFFF;
  std::uint32_t cue = no_cue;
  std::uint32_t phrase = 0;
  std::uint32_t message = 0;  // position in the transcript
  Hit hit;
  Span span;
};

// Working memory of a thread.
class CueListener {
 public:
  void start(const CompiledQuestionnaire& compiled, std::span<const Message> messages);
  // Takes the hits of the message that `scan` has just read.
  void hear(const CompiledQuestionnaire& compiled, const Message& message, std::uint32_t position, TrieScan& scan);

  const Found& found(std::size_t question) const { return found_[question]; }
  // The first listed cue of every question is found: nothing that follows changes an answer.
  bool settled() const { return settled_ == cued_; }

 private:
  struct Candidate {
    Use use;
    Hit hit;
  };

  std::vector<Found> found_;  // by question
  SpeakerCounts counts_;
  std::vector<Candidate> candidates_;
  std::vector<std::uint64_t> forbidden_;  // by cue: the last message with an `unless` phrase
  std::vector<std::uint32_t> changed_;    // questions
  std::uint64_t message_ = 0;
  std::uint32_t settled_ = 0;
  std::uint32_t cued_ = 0;
};

}  // namespace parlance::audit::embedded
