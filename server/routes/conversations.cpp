// Conversations and their messages. Specification, Endpoints: Conversations, messages, audio and providers.
#include "server/routes/exchange.hpp"
#include "server/routes/records.hpp"
#include "server/routes/routes.hpp"

namespace parlance::server::routes {
namespace {

http::Response missing(const http::Request& request) {
  return not_found("Conversation", request.path_parameter("conversationId"));
}
std::optional<audit::ConversationId> id_of(const http::Request& request) {
  return audit::ConversationId::parse(request.path_parameter("conversationId"));
}

audit::ConversationFilter filter_of(http::QueryReader& query) {
  audit::ConversationFilter filter;
  filter.status = query.choice<audit::ConversationStatus>("status");
  filter.employee_id = query.id<org::EmployeeId>("employeeId");
  if (const auto customer = query.text("customerId")) filter.customer_id = std::string(*customer);
  filter.department_id = query.id<org::DepartmentId>("departmentId");
  filter.provider_id = query.id<org::ProviderId>("providerId");
  if (const auto from = query.integer("from", 0, org::unix_ms_max)) filter.from = org::UnixMs{*from};
  if (const auto to = query.integer("to", 0, org::unix_ms_max)) filter.to = org::UnixMs{*to};
  filter.min_score = query.number("minScore", 0, 100);
  filter.max_score = query.number("maxScore", 0, 100);
  filter.search_term = std::string(query.text("searchTerm").value_or(""));
  return filter;
}

// A list of parts of one conversation: `read` gives all of them, the page is cut from that.
template <class Read>
http::Response list_of(http::Request& request, Read read) {
  const auto id = id_of(request);
  if (!id) return missing(request);
  http::QueryReader query(request);
  const auto page = query.page();
  if (const auto error = query.error()) return http::error_response(*error);
  return reply_part(read(request.organization, *id), page);
}

}  // namespace

void add_conversations(Api& api, audit::ConversationService& conversations) {
  api.add<audit::NewConversation, audit::Conversation>(
      {"POST",
       "/v1/conversations",
       "createConversation",
       "Conversations",
       "Register a conversation",
       201,
       {.conflict = true}},
      [&](http::Request& request) {
        auto body = read_body<audit::NewConversation>(request);
        return reply(conversations.create(request.organization, body.command, std::move(body.problems)), 201);
      });
  api.add<None, org::Page<audit::Conversation>>(
      {"GET",
       "/v1/conversations",
       "listConversations",
       "Conversations",
       "List conversations, newest first",
       200,
       {},
       {{"status", "One of PENDING, COMPLETED, PARTIALLY_COMPLETED, FAILED, ARCHIVED."},
        {"employeeId", "UUID."},
        {"customerId", "As the conversation was given it."},
        {"departmentId", "UUID; conversations of which the department handled some part."},
        {"providerId", "UUID."},
        {"from", "originalDateTime from this on, Unix milliseconds.", "integer"},
        {"to", "originalDateTime before this, Unix milliseconds.", "integer"},
        {"minScore", "0 to 100.", "number"},
        {"maxScore", "0 to 100.", "number"},
        {"searchTerm",
         "Words of one message of the transcript, in this order; the last may be unfinished from 3 letters on."}}},
      [&](http::Request& request) {
        http::QueryReader query(request);
        const auto page = query.page();
        const auto filter = filter_of(query);
        if (const auto error = query.error()) return http::error_response(*error);
        return reply(conversations.list(request.organization, filter, page));
      });
  api.add<audit::NewTransferEvents, org::Page<audit::TransferEvent>>(
      {"POST",
       "/v1/conversations/{conversationId}/transfer-events",
       "addTransferEvents",
       "Conversations",
       "Add transfer events before the transcript; answers those that the conversation has then",
       200,
       {.not_found = true, .conflict = true}},
      [&](http::Request& request) {
        const auto id = id_of(request);
        if (!id) return missing(request);
        auto body = read_body<audit::NewTransferEvents>(request);
        org::PageRequest all;
        all.page_size = static_cast<std::int64_t>(audit::transfer_events_max);
        return reply_part(
            conversations.add_transfer_events(request.organization, *id, body.command, std::move(body.problems)), all);
      });
  api.add<None, org::Page<audit::TransferVerdict>>(
      {"GET",
       "/v1/conversations/{conversationId}/transfers",
       "listTransferVerdicts",
       "Conversations",
       "Read whether transfers to departments with evaluateTransfer were correct",
       200,
       {.not_found = true}},
      [&](http::Request& request) {
        return list_of(request, [&](auto org, auto id) { return conversations.transfers(org, id); });
      });
  api.add<None, audit::Conversation>({"GET",
                                      "/v1/conversations/{conversationId}",
                                      "getConversation",
                                      "Conversations",
                                      "Read a conversation",
                                      200,
                                      {.not_found = true}},
                                     [&](http::Request& request) {
                                       const auto id = id_of(request);
                                       return id ? reply(conversations.find(request.organization, *id))
                                                 : missing(request);
                                     });
  api.add<audit::NewTranscript, MessagesAccepted>(
      {"POST",
       "/v1/conversations/{conversationId}/messages",
       "addMessages",
       "Conversations",
       "Add the whole transcript; the evaluation runs after this call",
       202,
       {.not_found = true, .conflict = true}},
      [&](http::Request& request) {
        const auto id = id_of(request);
        if (!id) return missing(request);
        auto body = read_body<audit::NewTranscript>(request);
        const auto conversation =
            conversations.add_messages(request.organization, *id, body.command, std::move(body.problems));
        if (!conversation) return http::error_response(conversation.error());
        return reply(MessagesAccepted{conversation->id, conversation->status, conversation->message_count}, 202);
      });
  api.add<None, org::Page<audit::Message>>(
      {"GET",
       "/v1/conversations/{conversationId}/messages",
       "listMessages",
       "Conversations",
       "Read the transcript, in its order",
       200,
       {.not_found = true}},
      [&](http::Request& request) {
        return list_of(request, [&](auto org, auto id) { return conversations.messages(org, id); });
      });
  api.add<None, org::Page<audit::TransferEvent>>(
      {"GET",
       "/v1/conversations/{conversationId}/transfer-events",
       "listTransferEvents",
       "Conversations",
       "Read the transfer events, by time",
       200,
       {.not_found = true}},
      [&](http::Request& request) {
        return list_of(request, [&](auto org, auto id) { return conversations.transfer_events(org, id); });
      });
  api.add<None, audit::Conversation>({"POST",
                                      "/v1/conversations/{conversationId}/archive",
                                      "archiveConversation",
                                      "Conversations",
                                      "Archive an evaluated conversation; nothing leaves the archive",
                                      200,
                                      {.not_found = true, .conflict = true}},
                                     [&](http::Request& request) {
                                       const auto id = id_of(request);
                                       return id ? reply(conversations.archive(request.organization, *id))
                                                 : missing(request);
                                     });
  api.add<None, audit::Conversation>(
      {"POST",
       "/v1/conversations/{conversationId}/reevaluate",
       "reevaluateConversation",
       "Conversations",
       "Evaluate again with the questionnaires as they are now; answers a reviewer gave are kept",
       202,
       {.not_found = true, .conflict = true}},
      [&](http::Request& request) {
        const auto id = id_of(request);
        return id ? reply(conversations.reevaluate(request.organization, *id), 202) : missing(request);
      });
}

void add_answers(Api& api, audit::ConversationService& conversations) {
  api.add<None, org::Page<audit::Answer>>(
      {"GET",
       "/v1/conversations/{conversationId}/answers",
       "listAnswers",
       "Answers",
       "Read the answers with their evidence",
       200,
       {.not_found = true}},
      [&](http::Request& request) {
        return list_of(request, [&](auto org, auto id) { return conversations.answers(org, id); });
      });
  api.add<audit::Correction, audit::Answer>(
      {"PUT",
       "/v1/conversations/{conversationId}/answers/{answerId}",
       "correctAnswer",
       "Answers",
       "A reviewer's correction; the replaced answer stays in the history",
       200,
       {.not_found = true, .conflict = true}},
      [&](http::Request& request) {
        const auto id = id_of(request);
        if (!id) return missing(request);
        const auto text = request.path_parameter("answerId");
        const auto answer = audit::AnswerId::parse(text);
        if (!answer) {
          const auto found = conversations.find(request.organization, *id);
          return found ? not_found("Answer", text) : http::error_response(found.error());
        }
        auto body = read_body<audit::Correction>(request);
        return reply(conversations.correct(request.organization, *id, *answer, body.command, std::move(body.problems)));
      });
}

}  // namespace parlance::server::routes
