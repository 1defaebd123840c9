// Any bytes as phrases and messages. The input's lines: the first byte of each says what it is: 'p' a phrase, 'u' an
// `unless` phrase, 'q' a title (a question without cues), anything else a message by one of the five senders.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "parlance/audit/embedded_evaluator.hpp"
#include "parlance/audit/phrase.hpp"
#include "parlance/audit/quote.hpp"

using namespace parlance;
using namespace parlance::audit;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input(reinterpret_cast<const char*>(data), size);
  auto questionnaire = std::make_shared<QuestionnaireSnapshot>();
  questionnaire->language = size > 0 ? static_cast<org::Language>(data[0] % 3) : org::Language::en;
  std::vector<Message> messages;
  std::vector<std::string> options;
  while (!input.empty()) {
    const std::size_t end = std::min(input.find('\n'), input.size());
    const std::string_view line = input.substr(0, end);
    input.remove_prefix(std::min(end + 1, input.size()));
    if (line.empty()) continue;
    const std::string rest(line.substr(1));
    if (line[0] == 'p' || line[0] == 'P') {
      Question& question = questionnaire->questions.emplace_back();
      question.title = rest;
      question.type = line[0] == 'p' ? QuestionType::text : QuestionType::boolean;
      Cue& cue = question.cues.emplace_back();
      if (question.type == QuestionType::text) cue.answer = "own";
      cue.phrases = {rest};
      phrase_problem(rest, question.type);
      options.push_back(rest);
    } else if (line[0] == 'u' && !questionnaire->questions.empty()) {
      Question& question = questionnaire->questions.back();
      if (!question.cues.empty()) question.cues.back().unless.push_back(rest);
    } else if (line[0] == 'q') {
      Question& question = questionnaire->questions.emplace_back();
      question.title = rest;
      question.description = rest;
      question.type = static_cast<QuestionType>(rest.size() % 3);
      if (question.type == QuestionType::options) question.allowed_answers = options;
    } else {
      Message& message = messages.emplace_back();
      message.index = static_cast<std::int64_t>(messages.size()) - 1;
      message.sender_role = static_cast<SenderRole>(static_cast<std::uint8_t>(line[0]) % 5);
      message.content = rest;
    }
  }

  EmbeddedEvaluator evaluator;
  const auto judgements = evaluator.evaluate(questionnaire, messages);
  require(judgements.size() == questionnaire->questions.size());
  for (std::size_t i = 0; i < judgements.size(); ++i) {
    const Judgement& judgement = judgements[i];
    require(judgement.answer.has_value() == judgement.confidence.has_value());
    require(!judgement.rationale.empty());
    for (const Evidence& evidence : judgement.evidence) {
      require(judgement.answer.has_value() && evidence.verified && !evidence.quote.empty());
      require(quote_stands_in(messages.at(static_cast<std::size_t>(evidence.message_index)), evidence.quote));
    }
  }
  require(evaluator.evaluate(questionnaire, messages) == judgements);
  return 0;
}
