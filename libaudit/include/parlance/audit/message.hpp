// Messages: the transcript of a conversation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "parlance/audit/transfer.hpp"
#include "parlance/org/describe.hpp"
#include "parlance/org/id.hpp"
#include "parlance/org/time.hpp"

namespace parlance::audit {

enum class SenderRole { employee, customer, agent, bot, system };

struct NewMessage {
  SenderRole sender_role = SenderRole::employee;
  std::string content;
  org::UnixMs original_date_time;
  bool operator==(const NewMessage&) const = default;
};

struct Message : NewMessage {
  std::int64_t index = 0;                          // from 0, by originalDateTime, ties by position in the request
  std::optional<org::EmployeeId> employee_id;      // who handled it, derived
  std::optional<org::DepartmentId> department_id;  // of whom, derived
  bool operator==(const Message&) const = default;
};

// The body of POST …/messages.
struct NewTranscript {
  std::vector<NewMessage> messages;
  std::vector<NewTransferEvent> transfer_events;
};

}  // namespace parlance::audit

namespace parlance::org {

template <>
struct EnumText<audit::SenderRole> {
  static constexpr std::array values = {std::pair{audit::SenderRole::employee, std::string_view("employee")},
                                        std::pair{audit::SenderRole::customer, std::string_view("customer")},
                                        std::pair{audit::SenderRole::agent, std::string_view("agent")},
                                        std::pair{audit::SenderRole::bot, std::string_view("bot")},
                                        std::pair{audit::SenderRole::system, std::string_view("system")}};
};
namespace detail {
template <class Owner>
constexpr auto message_fields() {
  return std::tuple{required("senderRole", &Owner::sender_role, NoRule{}, "Who wrote or said it."),
                    required("content", &Owner::content, Text{1, 32768, true}, "What was written or said."),
                    required("originalDateTime", &Owner::original_date_time, NoRule{}, "When, Unix milliseconds.")};
}
}  // namespace detail
template <>
struct Describe<audit::NewMessage> {
  static constexpr std::string_view name = "CreateMessage";
  static constexpr auto fields = detail::message_fields<audit::NewMessage>();
};
template <>
struct Describe<audit::Message> {
  static constexpr std::string_view name = "Message";
  static constexpr auto fields = std::tuple_cat(
      std::tuple{field("index", &audit::Message::index, NoRule{}, "Position in the transcript, from 0.")},
      detail::message_fields<audit::Message>(),
      std::tuple{
          field("employeeId", &audit::Message::employee_id, NoRule{}, "The employee who handled this part."),
          field("departmentId", &audit::Message::department_id, NoRule{}, "The department that handled this part.")});
};
template <>
struct Describe<audit::NewTranscript> {
  static constexpr std::string_view name = "AddMessages";
  static constexpr auto fields = std::tuple{
      required("messages", &audit::NewTranscript::messages, Items<>{1, 10000, false, {}},
               "The whole transcript, in one request."),
      field("transferEvents", &audit::NewTranscript::transfer_events, Items<>{0, audit::transfer_events_max, false, {}},
            "Which department and employee took over when.")};
};

}  // namespace parlance::org
