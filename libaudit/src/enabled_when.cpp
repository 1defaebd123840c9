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

  // Settles question `i` and everything it depends on. A chain can be as long as a client likes, so it is walked up and
  // then down again rather than by recursion.
  void settle(std::size_t i) {
    std::vector<std::size_t> chain;
    for (auto at = std::optional(i); at && states[*at] == State::unknown; at = enabler_of(*at)) {
      states[*at] = State::visiting;
      chain.push_back(*at);
    }
    for (; !chain.empty(); chain.pop_back()) {
      states[chain.back()] = holds(chain.back()) ? State::enabled : State::disabled;
    }
  }

  std::optional<std::size_t> enabler_of(std::size_t i) const {
    if (!questions[i].enabled_when) return std::nullopt;
    const auto it = index.find(questions[i].enabled_when->question_id);
    if (it == index.end()) return std::nullopt;  // what it depended on was deleted
    return it->second;
  }

  bool holds(std::size_t i) const {
    const auto enabler = enabler_of(i);
    if (!enabler) return true;
    // A question that was not asked itself was not answered either. One that is still being visited closes a circle:
    // those are refused when questions are written, and one that got in all the same disables nothing.
    if (states[*enabler] == State::disabled) return false;
    const auto& answer = judgements[*enabler].answer;
    const auto& wanted = questions[i].enabled_when->answers;
    return answer && std::find(wanted.begin(), wanted.end(), *answer) != wanted.end();
  }
};

}  // namespace

void apply_enabled_when(const std::vector<Question>& questions, std::vector<Judgement>& judgements) {
  const auto depends = [](const Question& question) { return question.enabled_when.has_value(); };
  if (std::none_of(questions.begin(), questions.end(), depends)) return;
  Chain chain{questions, judgements, {}, std::vector<State>(questions.size(), State::unknown)};
  for (std::size_t i = 0; i < questions.size(); ++i) chain.index.emplace(questions[i].id, i);
  for (std::size_t i = 0; i < questions.size(); ++i) chain.settle(i);
  for (std::size_t i = 0; i < questions.size(); ++i) {
    if (chain.states[i] != State::disabled) continue;
    const Question& enabler = questions[*chain.enabler_of(i)];
    Judgement& judgement = judgements[i];
    judgement.answer.reset();
    judgement.not_applicable = true;
    judgement.confidence.reset();
    judgement.evidence.clear();
    judgement.rationale = "Not asked, because of the answer to “" + enabler.title + "”.";
  }
}

}  // namespace parlance::audit
