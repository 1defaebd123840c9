#include <algorithm>
#include <unordered_map>

#include "parlance/audit/evaluation_service.hpp"

namespace parlance::audit {
namespace {

enum class State : char { unknown, visiting, enabled, disabled };

struct Chain {
  const std::vector<Question>& questions;
  const std::vector<Judgement>& judgements;
  std::unordered_map<QuestionId, std::size_t> index;
  std::vector<State> states;

  bool enabled(std::size_t i) {
    State& state = states[i];
    if (state == State::enabled || state == State::disabled) return state == State::enabled;
    // Circles are refused when questions are written; one that got in all the same must not hang an evaluation.
    if (state == State::visiting) return true;
    state = State::visiting;
    const bool result = holds(questions[i]);
    states[i] = result ? State::enabled : State::disabled;
    return result;
  }

  bool holds(const Question& question) {
    if (!question.enabled_when) return true;
    const auto it = index.find(question.enabled_when->question_id);
    if (it == index.end()) return true;  // what it depended on was deleted
    // A question that was not asked itself was not answered either.
    if (!enabled(it->second)) return false;
    const auto& answer = judgements[it->second].answer;
    const auto& wanted = question.enabled_when->answers;
    return answer && std::find(wanted.begin(), wanted.end(), *answer) != wanted.end();
  }
};

}  // namespace

void apply_enabled_when(const std::vector<Question>& questions, std::vector<Judgement>& judgements) {
  const auto depends = [](const Question& question) { return question.enabled_when.has_value(); };
  if (std::none_of(questions.begin(), questions.end(), depends)) return;
  Chain chain{questions, judgements, {}, std::vector<State>(questions.size(), State::unknown)};
  for (std::size_t i = 0; i < questions.size(); ++i) chain.index.emplace(questions[i].id, i);
  for (std::size_t i = 0; i < questions.size(); ++i) chain.enabled(i);
  for (std::size_t i = 0; i < questions.size(); ++i) {
    if (chain.states[i] != State::disabled) continue;
    const Question& enabler = questions[chain.index.at(questions[i].enabled_when->question_id)];
    Judgement& judgement = judgements[i];
    judgement.answer.reset();
    judgement.not_applicable = true;
    judgement.confidence.reset();
    judgement.evidence.clear();
    judgement.rationale = "Not asked, because of the answer to “" + enabler.title + "”.";
  }
}

}  // namespace parlance::audit
