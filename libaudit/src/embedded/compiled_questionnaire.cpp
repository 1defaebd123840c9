#include "embedded/compiled_questionnaire.hpp"

#include <limits>

#include "embedded/word_lists.hpp"

namespace parlance::audit::embedded {

CompiledQuestionnaire::CompiledQuestionnaire(const QuestionnaireSnapshot& snapshot) : vocabulary(snapshot.language) {
  questions.resize(snapshot.questions.size());
  for (std::uint32_t i = 0; i < questions.size(); ++i) {
    const Question& question = snapshot.questions[i];
    if (!question.cues.empty()) {
      ++with_cues;
      add_cues(i, question);
    } else {
      if (!lexical) lexical.emplace(snapshot.language, vocabulary);
      add_lexical(i, question, snapshot.language);
    }
  }
  trie.finish(vocabulary);
  if (lexical) lexical->finish(vocabulary);
}

void CompiledQuestionnaire::add_cues(std::uint32_t index, const Question& question) {
  static constexpr std::size_t numbered_max = std::numeric_limits<std::uint16_t>::max();
  CompiledQuestion& compiled = questions[index];
  compiled.first_cue = static_cast<std::uint32_t>(cues.size());
  compiled.cue_count = static_cast<std::uint32_t>(std::min(question.cues.size(), numbered_max));
  compiled.complete = question.cues.size() <= numbered_max;
  for (std::uint32_t c = 0; c < compiled.cue_count; ++c) {
    const Cue& cue = question.cues[c];
    cues.push_back({cue.speaker, cue.within, !cue.unless.empty()});
    const auto add_all = [&](const std::vector<std::string>& phrases, Purpose purpose) {
      const bool captures = purpose == Purpose::cue && question.type == QuestionType::text;
      if (phrases.size() > numbered_max) compiled.complete = false;
      for (std::size_t p = 0; p < phrases.size() && p < numbered_max; ++p) {
        // Question validation refuses phrases with a problem; one that is here all the same matches nothing.
        const PhraseSyntax syntax = parse_phrase(phrases[p], captures);
        if (syntax.problem) continue;
        const Use use{index, static_cast<std::uint16_t>(c), static_cast<std::uint16_t>(p), purpose};
        if (!trie.add(syntax.pieces, vocabulary, use)) compiled.complete = false;
      }
    };
    add_all(cue.phrases, Purpose::cue);
    add_all(cue.unless, Purpose::unless);
  }
}

void CompiledQuestionnaire::add_lexical(std::uint32_t index, const Question& question, org::Language language) {
  CompiledQuestion& compiled = questions[index];
  const Reading reading = read_question(question, language);
  compiled.speaker = reading.speaker;
  switch (question.type) {
    case QuestionType::boolean:
      lexical->add(index, reading, vocabulary);
      break;
    case QuestionType::options: {
      if (!question.allowed_answers) break;
      for (std::size_t i = 0; i < question.allowed_answers->size(); ++i) {
        const PhraseSyntax syntax = parse_phrase((*question.allowed_answers)[i], false);
        if (syntax.problem || is_everyday(syntax.pieces, language)) continue;
        const Use use{index, 0, static_cast<std::uint16_t>(i), Purpose::option};
        if (!trie.add(syntax.pieces, vocabulary, use)) compiled.complete = false;
      }
      break;
    }
    case QuestionType::text: {
      if (reading.title.empty()) break;
      std::vector<Piece> pieces;
      for (const std::string& word : reading.statement) pieces.push_back({PieceKind::word, word});
      for (const std::string_view copula : word_lists(language).copula) {
        pieces.push_back({PieceKind::word, std::string(copula)});
      }
      pieces.push_back({PieceKind::capture, {}});
      if (!trie.add(pieces, vocabulary, {index, 0, 0, Purpose::statement})) compiled.complete = false;
      break;
    }
  }
}

std::size_t CompiledQuestionnaire::bytes() const {
  return trie.bytes() + vocabulary.bytes() + cues.capacity() * sizeof(CompiledCue) +
         questions.capacity() * sizeof(CompiledQuestion);
}

}  // namespace parlance::audit::embedded
