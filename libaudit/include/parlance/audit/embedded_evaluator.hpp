// The evaluator that needs nothing outside the process: it listens for cues, and reads titles where there are none.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "parlance/audit/evaluator.hpp"

namespace parlance::audit {

// How sure an answer is, 0..1. Fixed steps, so that a reader can tell from the number how an answer was found.
namespace confidence {
inline constexpr double phrase = 0.9;          // a cue's phrase, word by word
inline constexpr double phrase_gap = 0.8;      // a cue's phrase with a `*`
inline constexpr double capture = 0.75;        // what `{answer}` captured
inline constexpr double default_answer = 0.6;  // no cue matched and the question has a defaultAnswer
// Without cues an answer is given from this confidence on; below it the answer is null.
inline constexpr double lexical_min = 0.6;
}  // namespace confidence

// Contract sections 3 and 7.5. All phrases of all questions are looked for in one pass over the transcript.
//
// Cues: the first listed cue with a match wins, whatever the order in which they were said; of one cue, the first match
// in the transcript is cited. `speaker: employee` are all who speak for the organization (employee, agent, bot),
// `customer` is the customer; what the system wrote counts for `any` only. `within` counts that speaker's messages;
// with both `first` and `last`, being in either is enough. An `unless` phrase anywhere in the same message forbids the
// match. Without a match the answer is `defaultAnswer`, or null. `enabledWhen` is the caller's to apply.
//
// Questions without cues are read lexically (AnswerSource::lexical) and answered only on clear evidence: a boolean is
// true when one sentence of the fitting speaker (the first the title names: "the employee", "the customer"), neither
// negated nor hypothetical, says what the title asks; an option is taken when no other is named, and it in several
// words or in several messages; a text is taken from "<title words> is …", stated once. Silence is never read as false.
//
// Safe to call from several threads at once. Compiled questionnaires are cached by (id, revision, language), least
// recently used first out, bounded in number and in memory.
//
// Time is linear in the transcript. Hostile phrases cannot make it explode: past work_steps_min steps, and
// work_steps_per_byte more for every byte of the transcript, what is not settled is null and the rationale says so. A
// step is one phrase state kept alive by one word; ordinary conversations take less than one per byte.
class EmbeddedEvaluator final : public Evaluator {
 public:
  static constexpr std::size_t questionnaires_max_default = 256;
  static constexpr std::size_t cache_bytes_max_default = std::size_t{256} << 20;
  static constexpr std::size_t work_steps_min = std::size_t{64} << 20;
  static constexpr std::size_t work_steps_per_byte = 2;

  explicit EmbeddedEvaluator(std::size_t questionnaires_max = questionnaires_max_default,
                             std::size_t cache_bytes_max = cache_bytes_max_default);
  ~EmbeddedEvaluator() override;
  EmbeddedEvaluator(const EmbeddedEvaluator&) = delete;
  EmbeddedEvaluator& operator=(const EmbeddedEvaluator&) = delete;

  std::vector<Judgement> evaluate(const std::shared_ptr<const QuestionnaireSnapshot>& questionnaire,
                                  std::span<const Message> messages) override;

  // How many compiled questionnaires are kept at present.
  std::size_t cached() const;

 private:
  struct Cache;
  std::unique_ptr<Cache> cache_;
};

}  // namespace parlance::audit
