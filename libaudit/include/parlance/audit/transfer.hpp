// Transfer events: which department and employee handled which part of a conversation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "parlance/audit/ids.hpp"
#include "parlance/org/describe.hpp"

namespace parlance::audit {

enum class TransferKind { requested, completed, failed, cancelled };

struct NewTransferEvent {
  TransferKind kind = TransferKind::requested;
  std::optional<std::string> transfer_id;  // groups the events of one attempt
  std::optional<org::DepartmentIdOrKey> from_department_id;
  org::DepartmentIdOrKey to_department_id;
  std::optional<org::EmployeeId> to_employee_id;
  org::UnixMs original_date_time;
  std::optional<std::string> reason;
};

// The body of POST …/transfer-events.
struct NewTransferEvents {
  std::vector<NewTransferEvent> transfer_events;
};
inline constexpr std::size_t transfer_events_max = 100;  // of a conversation

struct TransferEvent {
  TransferKind kind = TransferKind::requested;
  std::optional<std::string> transfer_id;
  std::optional<org::DepartmentId> from_department_id;
  org::DepartmentId to_department_id;
  std::optional<org::EmployeeId> to_employee_id;
  org::UnixMs original_date_time;
  std::optional<std::string> reason;
  bool operator==(const TransferEvent&) const = default;
};

}  // namespace parlance::audit

namespace parlance::org {

template <>
struct EnumText<audit::TransferKind> {
  static constexpr std::array values = {std::pair{audit::TransferKind::requested, std::string_view("requested")},
                                        std::pair{audit::TransferKind::completed, std::string_view("completed")},
                                        std::pair{audit::TransferKind::failed, std::string_view("failed")},
                                        std::pair{audit::TransferKind::cancelled, std::string_view("cancelled")}};
};
namespace detail {
template <class Owner>
constexpr auto transfer_event_fields() {
  return std::tuple{
      required("kind", &Owner::kind, NoRule{}, "`completed` hands over what follows; the others hand over nothing."),
      field("transferId", &Owner::transfer_id, Text{1, 128}, "Groups the events of one attempt."),
      field("fromDepartmentId", &Owner::from_department_id),
      required("toDepartmentId", &Owner::to_department_id),
      field("toEmployeeId", &Owner::to_employee_id),
      required("originalDateTime", &Owner::original_date_time),
      field("reason", &Owner::reason, Text{0, 1000})};
}
}  // namespace detail
template <>
struct Describe<audit::NewTransferEvent> {
  static constexpr std::string_view name = "CreateTransferEvent";
  static constexpr auto fields = detail::transfer_event_fields<audit::NewTransferEvent>();
};
template <>
struct Describe<audit::NewTransferEvents> {
  static constexpr std::string_view name = "AddTransferEvents";
  static constexpr auto fields = std::tuple{required("transferEvents", &audit::NewTransferEvents::transfer_events,
                                                     Items<>{1, audit::transfer_events_max, false, {}})};
};
template <>
struct Describe<audit::TransferEvent> {
  static constexpr std::string_view name = "TransferEvent";
  static constexpr auto fields = detail::transfer_event_fields<audit::TransferEvent>();
};

}  // namespace parlance::org
