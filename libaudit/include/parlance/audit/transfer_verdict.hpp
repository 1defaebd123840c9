// Transfer verdicts: was a transfer to a department the right one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "parlance/audit/evaluator.hpp"
#include "parlance/audit/message.hpp"
#include "parlance/audit/transfer.hpp"

namespace parlance::audit {

enum class Verdict { correct, incorrect, uncertain };

struct TransferVerdict {
  std::optional<std::string> transfer_id;
  std::int64_t event_index = 0;  // of the event that handed over, in the list of transfer events
  org::DepartmentId to_department_id;
  Verdict verdict = Verdict::uncertain;
  double confidence = 0;  // 0..1
  std::string rationale;  // one sentence a person understands
  std::vector<Evidence> evidence;
  bool operator==(const TransferVerdict&) const = default;
};

// A department with `evaluateTransfer`: what it is there for.
struct TransferTarget {
  org::DepartmentId id;
  std::string name;
  std::string context;  // its transferContext
};

// Read lexically, by the stems of content words. What the customer said is held against the context of the department
// that got the conversation and against those of the other judged departments:
// - fewer than 3 content words said, or none of the context's, or as many of another department's: uncertain;
// - at least 2 words of its context (1 when the context has fewer than 4), and more than of any other's: correct;
// - at least 2 words of another's context and at most half as many of its own: incorrect; so are words that the context
//   itself excludes in a sentence with a negation ("Not for invoices"), when they are more than those it includes.
// Confidence grows from 0.6 by 0.1 with each word beyond what the verdict needs, up to 0.9; of an uncertain one it is
// 0.5. Evidence are the messages whose words decided, at most 3, in transcript order. Pure.
struct TransferJudgement {
  Verdict verdict = Verdict::uncertain;
  double confidence = 0.5;
  std::string rationale;
  std::vector<Evidence> evidence;
};
TransferJudgement judge_transfer(org::Language language, const TransferTarget& target,
                                 std::span<const TransferTarget> others, std::span<const Message> before);

// A verdict for each `completed` event that hands over to one of the targets, from what the customer said before it
// (contract section 3; nothing is judged that handed over nothing). `events` by time, `messages` in transcript order.
std::vector<TransferVerdict> judge_transfers(org::Language language, const std::vector<TransferEvent>& events,
                                             const std::vector<TransferTarget>& targets,
                                             std::span<const Message> messages);

}  // namespace parlance::audit

namespace parlance::org {

template <>
struct EnumText<audit::Verdict> {
  static constexpr std::array values = {std::pair{audit::Verdict::correct, std::string_view("correct")},
                                        std::pair{audit::Verdict::incorrect, std::string_view("incorrect")},
                                        std::pair{audit::Verdict::uncertain, std::string_view("uncertain")}};
};
template <>
struct Describe<audit::TransferVerdict> {
  using T = audit::TransferVerdict;
  static constexpr std::string_view name = "TransferVerdict";
  static constexpr auto fields = std::tuple{
      field("transferId", &T::transfer_id),
      field("eventIndex", &T::event_index, NoRule{}, "The event that handed over, in the list of transfer events."),
      field("toDepartmentId", &T::to_department_id),
      field("verdict", &T::verdict, NoRule{}, "`uncertain` when there is too little to go on."),
      field("confidence", &T::confidence, NoRule{}, "0 to 1."),
      field("rationale", &T::rationale),
      field("evidence", &T::evidence, NoRule{}, "What the customer said that decided it.")};
};

}  // namespace parlance::org
