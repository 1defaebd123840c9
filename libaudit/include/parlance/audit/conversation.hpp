// Conversations and their states.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "parlance/audit/ids.hpp"
#include "parlance/org/describe.hpp"
#include "parlance/org/language.hpp"

namespace parlance::audit {

enum class ConversationStatus { pending, completed, partially_completed, failed, archived };
inline constexpr std::size_t conversation_status_count = 5;

// What happens to a conversation. The one table of (status, event) is next_status, below.
enum class ConversationEvent {
  evaluation_completed,  // every question has an answer or is not applicable
  evaluation_partial,    // some have none
  evaluation_failed,     // nothing could be evaluated
  reevaluation_requested,
  archive_requested,
  answers_completed,  // a correction gave the last missing answer
  answers_missing,    // a correction left one without
};

// nullopt: the event does not belong in this state.
std::optional<ConversationStatus> next_status(ConversationStatus, ConversationEvent);

struct AudioFile {
  std::string file_name;
  std::string content_type;
  std::int64_t file_size = 0;  // bytes
  org::UtcTime received_at;
  bool operator==(const AudioFile&) const = default;
};

struct NewConversation {
  org::ProviderId provider_id;
  org::EmployeeId employee_id;
  std::optional<std::string> customer_id;  // the client's reference to its customer; not looked up
  org::UnixMs original_date_time;
  std::optional<std::string> external_id;
  std::optional<org::Language> language;
};

struct Conversation {
  ConversationId id;
  ConversationStatus status = ConversationStatus::pending;
  std::optional<std::string> status_reason;
  org::ProviderId provider_id;
  org::EmployeeId employee_id;
  std::optional<std::string> customer_id;
  org::UnixMs original_date_time;
  std::optional<std::string> external_id;  // unique within the organization
  std::optional<org::Language> language;   // the organization's when unset
  std::int64_t message_count = 0;
  std::optional<std::int64_t> duration_seconds;
  std::optional<AudioFile> audio;
  std::optional<double> score;  // 0..100
  std::optional<bool> passed;
  std::optional<org::UtcTime> evaluated_at;
  org::UtcTime created_at;
  org::UtcTime updated_at;
  bool operator==(const Conversation&) const = default;
};

// Every condition that is set must hold.
struct ConversationFilter {
  std::optional<ConversationStatus> status;
  std::optional<org::EmployeeId> employee_id;
  std::optional<std::string> customer_id;
  std::optional<org::DepartmentId> department_id;  // which handled some part of it
  std::optional<org::ProviderId> provider_id;
  // Contract 7.13: originalDateTime, half-open.
  std::optional<org::UnixMs> from, to;
  std::optional<double> min_score, max_score;  // both included; without a score: no match
  // Words of one message of the transcript, in this order; the last may be unfinished from 3 letters on. Case is
  // ignored, and so is what stands between words.
  std::string search_term;
};

}  // namespace parlance::audit

namespace parlance::org {

template <>
struct EnumText<audit::ConversationStatus> {
  static constexpr std::array values = {
      std::pair{audit::ConversationStatus::pending, std::string_view("PENDING")},
      std::pair{audit::ConversationStatus::completed, std::string_view("COMPLETED")},
      std::pair{audit::ConversationStatus::partially_completed, std::string_view("PARTIALLY_COMPLETED")},
      std::pair{audit::ConversationStatus::failed, std::string_view("FAILED")},
      std::pair{audit::ConversationStatus::archived, std::string_view("ARCHIVED")}};
};
namespace detail {
template <class Owner>
constexpr auto conversation_fields() {
  return std::tuple{
      required("providerId", &Owner::provider_id),
      required("employeeId", &Owner::employee_id, NoRule{}, "An employee who belongs to a department."),
      field("customerId", &Owner::customer_id, Text{1, 128},
            "The client's reference to its customer: an id or external id; it is kept, not looked up."),
      required("originalDateTime", &Owner::original_date_time, NoRule{}, "When it began, Unix milliseconds."),
      field("externalId", &Owner::external_id, Text{1, 128}, "The client's own id, unique."),
      field("language", &Owner::language, NoRule{}, "The organization's when null.")};
}
}  // namespace detail
template <>
struct Describe<audit::AudioFile> {
  static constexpr std::string_view name = "AudioFile";
  static constexpr auto fields =
      std::tuple{field("fileName", &audit::AudioFile::file_name), field("contentType", &audit::AudioFile::content_type),
                 field("fileSize", &audit::AudioFile::file_size), field("receivedAt", &audit::AudioFile::received_at)};
};
template <>
struct Describe<audit::NewConversation> {
  static constexpr std::string_view name = "CreateConversation";
  static constexpr auto fields = detail::conversation_fields<audit::NewConversation>();
};
template <>
struct Describe<audit::Conversation> {
  static constexpr std::string_view name = "Conversation";
  static constexpr auto fields = std::tuple_cat(
      std::tuple{field("id", &audit::Conversation::id), field("status", &audit::Conversation::status),
                 field("statusReason", &audit::Conversation::status_reason, NoRule{}, "Why, in a person's words.")},
      detail::conversation_fields<audit::Conversation>(),
      std::tuple{
          field("messageCount", &audit::Conversation::message_count),
          field("durationSeconds", &audit::Conversation::duration_seconds), field("audio", &audit::Conversation::audio),
          field("score", &audit::Conversation::score, NoRule{}, "0 to 100; null when nothing is scored."),
          field("passed", &audit::Conversation::passed, NoRule{}, "Score at or above the pass score."),
          field("evaluatedAt", &audit::Conversation::evaluated_at),
          field("createdAt", &audit::Conversation::created_at), field("updatedAt", &audit::Conversation::updated_at)});
};

}  // namespace parlance::org
