#include "parlance/audit/handling.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace parlance::audit {

void derive_handlers(const Handler& first, std::vector<TransferEvent> events, std::vector<Message>& messages) {
  std::erase_if(events, [](const TransferEvent& event) { return event.kind != TransferKind::completed; });
  std::stable_sort(events.begin(), events.end(), [](const TransferEvent& a, const TransferEvent& b) {
    return a.original_date_time < b.original_date_time;
  });
  Handler now = first;
  auto next = events.begin();
  for (Message& message : messages) {
    for (; next != events.end() && next->original_date_time <= message.original_date_time; ++next) {
      now = Handler{next->to_employee_id, next->to_department_id};
    }
    message.employee_id = now.employee;
    message.department_id = now.department;
  }
}

void check_attempts(const std::vector<TransferEvent>& events, org::Problems& problems, std::size_t known) {
  struct Attempt {
    bool requested = false, ended = false;
  };
  std::map<std::string, Attempt> attempts;
  std::vector<std::size_t> order(events.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return events[a].original_date_time < events[b].original_date_time;
  });
  for (const std::size_t i : order) {
    const TransferEvent& event = events[i];
    // The prefix keeps a transferId that looks like a department id in an attempt of its own.
    Attempt& attempt = attempts[event.transfer_id ? "t" + *event.transfer_id : "d" + event.to_department_id.text()];
    const auto refuse = [&, i](const char* rule) {
      if (i >= known) return problems.add("transferEvents." + std::to_string(i - known) + ".kind", rule);
      // What was accepted is right by itself: one of the new events came in between.
      if (!problems.has("transferEvents")) problems.add("transferEvents", "must fit those that were added before");
    };
    if (event.kind == TransferKind::requested) {
      // An attempt without a transferId may be followed by another one to the same department.
      if (attempt.ended && !event.transfer_id) attempt = {};
      if (attempt.requested) refuse("must not be requested twice in one transfer");
      attempt.requested = true;
      continue;
    }
    if (!attempt.requested) {
      refuse("must follow the requested event of its transfer");
    } else if (attempt.ended) {
      refuse("must be the only end of its transfer");
    }
    attempt.ended = true;
  }
}

}  // namespace parlance::audit
