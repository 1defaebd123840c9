// Who handled which part of a conversation.
#pragma once

#include <optional>
#include <vector>

#include "parlance/audit/message.hpp"
#include "parlance/audit/transfer.hpp"

namespace parlance::audit {

struct Handler {
  std::optional<org::EmployeeId> employee;
  std::optional<org::DepartmentId> department;
  bool operator==(const Handler&) const = default;
};

// Contract 7.7, pure: a conversation starts with `first`; a `completed` transfer hands what follows (messages of its
// own millisecond included) to its department and employee, or to nobody in particular when it names none; the other
// kinds hand over nothing. `events` in any order; sets employee_id and department_id of every message.
void derive_handlers(const Handler& first, std::vector<TransferEvent> events, std::vector<Message>& messages);

// Within one attempt (the same transferId; without one, the same toDepartmentId): `requested` first, then at most one
// other kind, not earlier. Adds a problem per event that breaks it, at `transferEvents.<n>`. `events` in the order they
// were sent; the first `known` of them were accepted earlier, and n counts from the one after.
void check_attempts(const std::vector<TransferEvent>& events, org::Problems& problems, std::size_t known = 0);

}  // namespace parlance::audit
