#include "embedded/judge.hpp"

#include <charconv>
#include <string_view>

#include "embedded/cue_listener.hpp"
#include "embedded/lexical_listener.hpp"
#include "embedded/shortened.hpp"
#include "embedded/trie_scan.hpp"
#include "parlance/audit/embedded_evaluator.hpp"
#include "parlance/audit/quote.hpp"

namespace parlance::audit::embedded {
namespace {

struct WorkingMemory {
  TrieScan scan;
  CueListener cues;
  LexicalListener lexical;
};

std::string_view name_of(SenderRole role) {
  switch (role) {
    case SenderRole::employee:
      return "employee";
    case SenderRole::customer:
      return "customer";
    case SenderRole::agent:
      return "agent";
    case SenderRole::bot:
      return "bot";
    case SenderRole::system:
      break;
  }
  return "system";
}

// "The employee said “…” in message 4"
std::string said(const Message& message, std::string_view quote, std::string_view then, std::string_view named) {
  std::string text;
  text.reserve(80 + std::min(quote.size(), shown_bytes_max) + then.size() + named.size());
  text += "The ";
  text += name_of(message.sender_role);
  text += " said “";
  append_shortened(text, quote);
  text += "” in message ";
  char digits[20];
  text.append(digits, std::to_chars(digits, digits + sizeof digits, message.index).ptr);
  text += then;
  if (!named.empty()) {
    append_shortened(text, named);
    text += "”";
  }
  text += '.';
  return text;
}

void cite(const Message& message, const Span& span, Judgement& judgement) {
  Evidence& evidence = judgement.evidence.emplace_back();
  evidence.message_index = message.index;
  evidence.quote = message.content.substr(span.begin, span.end - span.begin);
  evidence.verified = quote_stands_in(message, evidence.quote);
}

std::string captured(const Message& message, const Span& span) {
  return message.content.substr(span.capture_begin, span.capture_end - span.capture_begin);
}

void answer_by_cue(const Question& question, const Found& found, const Message& message, Judgement& judgement) {
  const Cue& cue = question.cues[found.cue];
  // Contract 7.5: `{answer}` captures replace `answer`.
  if (found.span.captured()) {
    judgement.answer = captured(message, found.span);
    judgement.confidence = confidence::capture;
  } else {
    judgement.answer = cue.answer;
    judgement.confidence = found.span.gaps > 0 ? confidence::phrase_gap : confidence::phrase;
  }
  cite(message, found.span, judgement);
  judgement.rationale =
      said(message, judgement.evidence.back().quote, ", which matches the cue “", cue.phrases[found.phrase]);
}

// Contract section 3, Question: `defaultAnswer` when no cue matched, else null.
void answer_by_default(const Question& question, Judgement& judgement) {
  judgement.source = AnswerSource::cues;
  if (question.default_answer) {
    judgement.answer = question.default_answer;
    judgement.confidence = confidence::default_answer;
    judgement.rationale = "Nothing that matches a cue was said, so the default answer stands.";
  } else {
    judgement.rationale = "Nothing that matches a cue was said.";
  }
}

void answer_lexically(const Question& question, const LexicalAnswer& found, const Message& message,
                      Judgement& judgement) {
  judgement.confidence = found.confidence;
  cite(message, found.span, judgement);
  const std::string_view quote = judgement.evidence.back().quote;
  switch (question.type) {
    case QuestionType::boolean:
      judgement.answer = true;
      judgement.rationale = said(message, quote, ", which is what the question asks about", {});
      break;
    case QuestionType::options:
      judgement.answer = question.allowed_answers->at(found.option);
      judgement.rationale = said(message, quote, " and no other of the allowed answers was named", {});
      break;
    case QuestionType::text:
      judgement.answer = captured(message, found.span);
      judgement.rationale = said(message, quote, ", which states what the question asks for", {});
      break;
  }
}

}  // namespace

std::vector<Judgement> judge(const CompiledQuestionnaire& compiled, const QuestionnaireSnapshot& snapshot,
                             std::span<const Message> messages) {
  thread_local WorkingMemory memory;
  TrieScan& scan = memory.scan;
  scan.steps = 0;
  scan.steps_max = EmbeddedEvaluator::work_steps_min;
  for (const Message& message : messages) {
    scan.steps_max += EmbeddedEvaluator::work_steps_per_byte * message.content.size();
  }
  memory.cues.start(compiled, messages);
  if (compiled.lexical) memory.lexical.start(compiled);
  bool heard_all = true;
  for (std::uint32_t position = 0; position < messages.size(); ++position) {
    if (!compiled.lexical && memory.cues.settled()) break;
    const Message& message = messages[position];
    scan.read(message.content, compiled.vocabulary, compiled.trie);
    // Contract 7.5: `unless` looks at the same message. What was left unread of it might hold one, so it does not
    // count.
    if (scan.steps > scan.steps_max) {
      heard_all = false;
      break;
    }
    memory.cues.hear(compiled, message, position, scan);
    if (compiled.lexical) memory.lexical.hear(compiled, message, position, scan);
  }

  std::vector<Judgement> judgements(snapshot.questions.size());
  for (std::uint32_t i = 0; i < judgements.size(); ++i) {
    const Question& question = snapshot.questions[i];
    Judgement& judgement = judgements[i];
    const Found& found = memory.cues.found(i);
    judgement.source = question.cues.empty() ? AnswerSource::lexical : AnswerSource::cues;
    const bool settled = found.cue == 0;
    if (!settled && (!heard_all || !compiled.questions[i].complete)) {
      // A cue that was not listened for might have won: neither a later one nor the default stands then.
      judgement.rationale = "The cues are too many to be looked for in the whole transcript.";
    } else if (found.cue != Found::no_cue) {
      answer_by_cue(question, found, messages[found.message], judgement);
    } else if (const auto lexical =
                   question.cues.empty() ? memory.lexical.answer(compiled, question, i) : std::nullopt) {
      answer_lexically(question, *lexical, messages[lexical->message], judgement);
    } else if (question.default_answer || !question.cues.empty()) {
      answer_by_default(question, judgement);
    } else {
      judgement.rationale = "Nothing in the transcript answers this clearly.";
    }
  }
  scan.trim();
  return judgements;
}

}  // namespace parlance::audit::embedded
