// Who counts as which speaker.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "parlance/audit/cue.hpp"
#include "parlance/audit/message.hpp"

namespace parlance::audit::embedded {

// The speaker a message belongs to besides `any`; `any` when to none. An agent and a bot speak for the organization as
// an employee does; the system speaks for nobody.
constexpr Speaker speaker_of(SenderRole role) {
  switch (role) {
    case SenderRole::employee:
    case SenderRole::agent:
    case SenderRole::bot:
      return Speaker::employee;
    case SenderRole::customer:
      return Speaker::customer;
    case SenderRole::system:
      break;
  }
  return Speaker::any;
}

constexpr bool fits(Speaker wanted, SenderRole role) {
  return wanted == Speaker::any || wanted == speaker_of(role);
}

// How many messages each speaker has, up to and with the present one, and in all.
class SpeakerCounts {
 public:
  void start(std::span<const Message> messages) {
    seen_ = total_ = {};
    for (const Message& message : messages) count(total_, message.sender_role);
  }
  void pass(const Message& message) { count(seen_, message.sender_role); }

  // Contract section 3, Cue `within`: the present message is one of that speaker's first, or one of their last.
  bool within(Speaker speaker, const CueWindow& window) const {
    const auto at = static_cast<std::size_t>(speaker);
    if (!window.first && !window.last) return true;
    return (window.first && seen_[at] <= *window.first) || (window.last && seen_[at] > total_[at] - *window.last);
  }

 private:
  using Counts = std::array<std::int64_t, 3>;  // by Speaker
  static void count(Counts& counts, SenderRole role) {
    ++counts[static_cast<std::size_t>(Speaker::any)];
    if (const Speaker speaker = speaker_of(role); speaker != Speaker::any) ++counts[static_cast<std::size_t>(speaker)];
  }

  Counts seen_{}, total_{};
};

}  // namespace parlance::audit::embedded
