// A questionnaire made ready for listening.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "embedded/lexical_index.hpp"
#include "embedded/phrase_trie.hpp"
#include "embedded/vocabulary.hpp"
#include "parlance/audit/evaluator.hpp"

namespace parlance::audit::embedded {

struct CompiledCue {
  Speaker speaker = Speaker::any;
  std::optional<CueWindow> within;
  bool has_unless = false;
};

struct CompiledQuestion {
  std::uint32_t first_cue = 0;  // of cues
  std::uint32_t cue_count = 0;
  Speaker speaker = Speaker::any;  // without cues: whose words answer it
  bool complete = true;            // false: not all of its phrases fit
};

// Read by many threads at once, never changed after its construction.
class CompiledQuestionnaire {
 public:
  explicit CompiledQuestionnaire(const QuestionnaireSnapshot& snapshot);

  Vocabulary vocabulary;
  PhraseTrie trie;
  std::vector<CompiledQuestion> questions;
  std::vector<CompiledCue> cues;        // of all questions
  std::optional<LexicalIndex> lexical;  // when some question has no cues
  std::uint32_t with_cues = 0;          // questions that have cues

  std::size_t bytes() const;

 private:
  void add_cues(std::uint32_t index, const Question& question);
  void add_lexical(std::uint32_t index, const Question& question, org::Language language);
};

}  // namespace parlance::audit::embedded
