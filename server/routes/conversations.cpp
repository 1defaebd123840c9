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
