#include "parlance/audit/conversation_service.hpp"

#include <algorithm>

#include "parlance/audit/handling.hpp"

namespace parlance::audit {
namespace {

org::Error missing(ConversationId id) {
  return org::not_found("Conversation", id.text());
}
org::Error wrong_state(const Conversation& conversation, std::string_view action) {
  return org::conflict("Conversation " + conversation.id.text() + " is " +
                       std::string(org::text_of(conversation.status)) + " and cannot be " + std::string(action));
}

// Order: originalDateTime, ties by position.
std::vector<Message> in_order(const std::vector<NewMessage>& sent) {
  std::vector<Message> messages;
  messages.reserve(sent.size());
  for (const NewMessage& message : sent) messages.push_back(Message{message, 0, std::nullopt, std::nullopt});
  const auto earlier = [](const Message& a, const Message& b) { return a.original_date_time < b.original_date_time; };
  if (!std::is_sorted(messages.begin(), messages.end(), earlier)) {
    std::stable_sort(messages.begin(), messages.end(), earlier);
  }
  for (std::size_t i = 0; i < messages.size(); ++i) messages[i].index = static_cast<std::int64_t>(i);
  return messages;
}

// Resolves the ids of transfer events; unknown ones are invalid and name their field. `known`: events that the
// conversation has already.
std::vector<TransferEvent> resolve(org::OrgId org, const std::vector<NewTransferEvent>& sent,
                                   const std::vector<TransferEvent>& known, const ConversationPorts& ports,
                                   org::Problems& problems) {
  std::vector<TransferEvent> events;
  for (std::size_t i = 0; i < sent.size(); ++i) {
    const NewTransferEvent& from = sent[i];
    const std::string path = "transferEvents." + std::to_string(i) + ".";
    TransferEvent event{from.kind,           from.transfer_id,        std::nullopt, {},
                        from.to_employee_id, from.original_date_time, from.reason};
    if (problems.has("transferEvents." + std::to_string(i))) continue;
    if (const auto department = ports.departments.find(org, from.to_department_id)) {
      event.to_department_id = department->id;
    } else {
      problems.add(path + "toDepartmentId", "must be an existing department");
    }
    if (from.from_department_id) {
      if (const auto department = ports.departments.find(org, *from.from_department_id)) {
        event.from_department_id = department->id;
      } else {
        problems.add(path + "fromDepartmentId", "must be an existing department");
      }
    }
    if (from.to_employee_id) {
      const auto employee = ports.employees.find(org, *from.to_employee_id);
      if (!employee || employee->deleted) problems.add(path + "toEmployeeId", "must be an existing employee");
    }
    events.push_back(std::move(event));
  }
  if (problems.has("transferEvents")) return events;
  auto all = known;
  all.insert(all.end(), events.begin(), events.end());
  if (all.size() > transfer_events_max) {
    problems.add("transferEvents", "must contain no more than " + std::to_string(transfer_events_max) +
                                       " elements, with those that were added before");
  } else {
    check_attempts(all, problems, known.size());
  }
  return events;
}

bool has_transcript(const Conversation& conversation) {
  return conversation.status != ConversationStatus::pending || conversation.message_count > 0 || conversation.audio;
}

}  // namespace

org::Result<Conversation> ConversationService::create(org::OrgId org, const NewConversation& command,
                                                      org::Problems problems) {
  check(command, problems);
  return ports_.transactor.write([&]() -> org::Result<Conversation> {
    if (!problems.has("providerId") && !ports_.providers.find(org, command.provider_id)) {
      problems.add("providerId", "must be an existing provider");
    }
    if (!problems.has("employeeId")) {
      const auto employee = ports_.employees.find(org, command.employee_id);
      if (!employee) {
        problems.add("employeeId", "must be an existing employee");
      } else if (employee->deleted) {
        problems.add("employeeId", "must be an employee who is not deleted");
      } else if (employee->departments.empty()) {
        // Employees, Rules: an employee must belong to a department before a conversation can be created for them.
        problems.add("employeeId", "must be an employee who belongs to a department");
      }
    }
    if (!problems.empty()) return std::move(problems).error();
    if (command.external_id && ports_.conversations.find_by_external_id(org, *command.external_id)) {
      return org::conflict("Conversation with externalId " + *command.external_id + " already exists");
    }
    Conversation conversation;
    conversation.id = {ports_.ids.next()};
    conversation.provider_id = command.provider_id;
    conversation.employee_id = command.employee_id;
    conversation.customer_id = command.customer_id;
    conversation.original_date_time = command.original_date_time;
    conversation.external_id = command.external_id;
    conversation.language = command.language;
    conversation.created_at = conversation.updated_at = ports_.clock.now();
    ports_.conversations.insert(org, conversation);
    StatisticsDelta delta;
    delta.count(conversation, 1);
    ports_.statistics.add(org, delta);
    return conversation;
  });
}

org::Result<Conversation> ConversationService::find(org::OrgId org, ConversationId id) {
  return ports_.transactor.read([&]() -> org::Result<Conversation> {
    if (auto conversation = ports_.conversations.find(org, id)) return std::move(*conversation);
    return missing(id);
  });
}

org::Result<Conversation> ConversationService::add_messages(org::OrgId org, ConversationId id,
                                                            const NewTranscript& transcript, org::Problems problems) {
  check(transcript, problems);
  auto messages = in_order(transcript.messages);
  return ports_.transactor.write([&]() -> org::Result<Conversation> {
    auto conversation = ports_.conversations.find(org, id);
    if (!conversation) return missing(id);
    auto known = ports_.conversations.transfer_events(org, id);
    // Of a conversation that is refused anyway, what it has is no reason to find fault with what is sent.
    if (has_transcript(*conversation)) known.clear();
    const auto events = resolve(org, transcript.transfer_events, known, ports_, problems);
    if (!problems.empty()) return std::move(problems).error();
    // A second transcript, or one after audio, is 409.
    if (has_transcript(*conversation)) {
      return org::conflict("Conversation " + id.text() + " already has its transcript");
    }
    Handler first{conversation->employee_id, std::nullopt};
    if (const auto employee = ports_.employees.find(org, conversation->employee_id);
        employee && !employee->departments.empty()) {
      first.department = employee->departments.front().id;
    }
    known.insert(known.end(), events.begin(), events.end());
    derive_handlers(first, known, messages);
    ports_.conversations.add_messages(org, id, messages);
    if (!events.empty()) ports_.conversations.add_transfer_events(org, id, events);
    const org::UtcTime now = ports_.clock.now();
    conversation->message_count = static_cast<std::int64_t>(messages.size());
    conversation->updated_at = now;
    ports_.conversations.update(org, *conversation);
    ports_.jobs.enqueue(org, evaluate_job, id.value, now);
    return std::move(*conversation);
  });
}

org::Result<std::vector<Message>> ConversationService::messages(org::OrgId org, ConversationId id) {
  return ports_.transactor.read([&]() -> org::Result<std::vector<Message>> {
    if (!ports_.conversations.find(org, id)) return missing(id);
    return ports_.conversations.messages(org, id);
  });
}

// Contract section 3: while PENDING and before the transcript, else 409.
org::Result<std::vector<TransferEvent>> ConversationService::add_transfer_events(org::OrgId org, ConversationId id,
                                                                                 const NewTransferEvents& command,
                                                                                 org::Problems problems) {
  check(command, problems);
  return ports_.transactor.write([&]() -> org::Result<std::vector<TransferEvent>> {
    auto conversation = ports_.conversations.find(org, id);
    if (!conversation) return missing(id);
    auto known = ports_.conversations.transfer_events(org, id);
    if (has_transcript(*conversation)) known.clear();
    const auto events = resolve(org, command.transfer_events, known, ports_, problems);
    if (!problems.empty()) return std::move(problems).error();
    if (has_transcript(*conversation)) {
      return org::conflict("Conversation " + id.text() + " already has its transcript; send transfer events before it");
    }
    ports_.conversations.add_transfer_events(org, id, events);
    conversation->updated_at = ports_.clock.now();
    ports_.conversations.update(org, *conversation);
    return ports_.conversations.transfer_events(org, id);
  });
}

org::Result<std::vector<TransferVerdict>> ConversationService::transfers(org::OrgId org, ConversationId id) {
  return ports_.transactor.read([&]() -> org::Result<std::vector<TransferVerdict>> {
    if (!ports_.conversations.find(org, id)) return missing(id);
    return ports_.conversations.transfer_verdicts(org, id);
  });
}

org::Page<Conversation> ConversationService::list(org::OrgId org, const ConversationFilter& filter,
                                                  const org::PageRequest& page) {
  // What was evaluated is found.
  if (!filter.search_term.empty() &&
      ports_.transactor.read([&] { return ports_.conversations.has_unindexed_transcripts(); })) {
    index_transcripts(search_backlog_max);
  }
  return ports_.transactor.read([&] { return ports_.conversations.list(org, filter, page); });
}

std::size_t ConversationService::index_transcripts(std::size_t max) {
  return ports_.transactor.write([&] { return ports_.conversations.index_transcripts(max); });
}

org::Result<std::vector<TransferEvent>> ConversationService::transfer_events(org::OrgId org, ConversationId id) {
  return ports_.transactor.read([&]() -> org::Result<std::vector<TransferEvent>> {
    if (!ports_.conversations.find(org, id)) return missing(id);
    return ports_.conversations.transfer_events(org, id);
  });
}

org::Result<Conversation> ConversationService::archive(org::OrgId org, ConversationId id) {
  return ports_.transactor.write([&]() -> org::Result<Conversation> {
    auto conversation = ports_.conversations.find(org, id);
    if (!conversation) return missing(id);
    const auto status = next_status(conversation->status, ConversationEvent::archive_requested);
    if (!status) return wrong_state(*conversation, "archived");
    StatisticsDelta delta;
    delta.count(*conversation, -1);
    conversation->status = *status;
    conversation->updated_at = ports_.clock.now();
    delta.count(*conversation, 1);
    ports_.statistics.add(org, delta);
    ports_.conversations.update(org, *conversation);
    return std::move(*conversation);
  });
}

org::Result<Conversation> ConversationService::reevaluate(org::OrgId org, ConversationId id) {
  return ports_.transactor.write([&]() -> org::Result<Conversation> {
    auto conversation = ports_.conversations.find(org, id);
    if (!conversation) return missing(id);
    const auto status = next_status(conversation->status, ConversationEvent::reevaluation_requested);
    if (!status) return wrong_state(*conversation, "evaluated again");
    StatisticsDelta delta;
    delta.count(*conversation, -1);
    conversation->status = *status;
    conversation->status_reason.reset();
    conversation->updated_at = ports_.clock.now();
    delta.count(*conversation, 1);
    ports_.statistics.add(org, delta);
    ports_.conversations.update(org, *conversation);
    ports_.jobs.enqueue(org, evaluate_job, id.value, conversation->updated_at);
    return std::move(*conversation);
  });
}

org::Result<std::vector<Answer>> ConversationService::answers(org::OrgId org, ConversationId id) {
  return ports_.transactor.read([&]() -> org::Result<std::vector<Answer>> {
    if (!ports_.conversations.find(org, id)) return missing(id);
    return ports_.answers.of(org, id);
  });
}

}  // namespace parlance::audit
