#include "parlance/audit/conversation.hpp"

namespace parlance::audit {

std::optional<ConversationStatus> next_status(ConversationStatus from, ConversationEvent event) {
  using S = ConversationStatus;
  using E = ConversationEvent;
  struct Transition {
    S from;
    E event;
    S to;
  };
  // The one table of state and event. What is not listed is refused: a PENDING conversation is neither archived nor
  // re-evaluated, and nothing leaves ARCHIVED.
  static constexpr Transition table[] = {
      {S::pending, E::evaluation_completed, S::completed},
      {S::pending, E::evaluation_partial, S::partially_completed},
      {S::pending, E::evaluation_failed, S::failed},
      {S::completed, E::reevaluation_requested, S::pending},
      {S::completed, E::archive_requested, S::archived},
      {S::completed, E::answers_completed, S::completed},
      {S::completed, E::answers_missing, S::partially_completed},
      {S::partially_completed, E::reevaluation_requested, S::pending},
      {S::partially_completed, E::archive_requested, S::archived},
      {S::partially_completed, E::answers_completed, S::completed},
      {S::partially_completed, E::answers_missing, S::partially_completed},
      {S::failed, E::reevaluation_requested, S::pending},
      {S::failed, E::archive_requested, S::archived},
  };
  for (const auto& row : table) {
    if (row.from == from && row.event == event) return row.to;
  }
  return std::nullopt;
}

}  // namespace parlance::audit
