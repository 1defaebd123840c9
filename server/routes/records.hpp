// Answers of the API that are no records of a library.
#pragma once

#include <cstdint>
#include <string>

#include "parlance/audit/conversation.hpp"

namespace parlance::server::routes {

struct HealthReport {
  std::string status;
  std::string service;
  std::int64_t uptime_seconds = 0;
};

struct MessagesAccepted {
  audit::ConversationId conversation_id;
  audit::ConversationStatus status = audit::ConversationStatus::pending;
  std::int64_t message_count = 0;
};

}  // namespace parlance::server::routes

namespace parlance::org {

template <>
struct Describe<server::routes::HealthReport> {
  using T = server::routes::HealthReport;
  static constexpr std::string_view name = "Health";
  static constexpr auto fields =
      std::tuple{field("status", &T::status), field("service", &T::service),
                 field("uptimeSeconds", &T::uptime_seconds, NoRule{}, "Since the instance started.")};
};
template <>
struct Describe<server::routes::MessagesAccepted> {
  using T = server::routes::MessagesAccepted;
  static constexpr std::string_view name = "MessagesAccepted";
  static constexpr auto fields = std::tuple{field("conversationId", &T::conversation_id), field("status", &T::status),
                                            field("messageCount", &T::message_count)};
};

}  // namespace parlance::org
