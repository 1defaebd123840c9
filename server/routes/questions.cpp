// Questions. Specification, Endpoints: Questions.
#include "server/routes/exchange.hpp"
#include "server/routes/routes.hpp"

namespace parlance::server::routes {
namespace {

constexpr std::string_view path = "/v1/questions/{questionId}";

http::Response missing(const http::Request& request) {
  return not_found("Question", request.path_parameter("questionId"));
}
std::optional<audit::QuestionId> id_of(const http::Request& request) {
  return audit::QuestionId::parse(request.path_parameter("questionId"));
}

}  // namespace

void add_questions(Api& api, audit::QuestionService& questions, audit::StatisticsService& statistics) {
  api.add<audit::NewQuestion, audit::Question>(
      {"POST", "/v1/questions", "createQuestion", "Questions", "Create a question", 201}, [&](http::Request& request) {
        auto body = read_body<audit::NewQuestion>(request);
        return reply(questions.create(request.organization, body.command, std::move(body.problems)), 201);
      });
  api.add<None, org::Page<audit::Question>>({"GET",
                                             "/v1/questions",
                                             "listQuestions",
                                             "Questions",
                                             "List questions",
                                             200,
                                             {.legacy_limit = true},
                                             {{"searchTerm", "Only questions whose title contains the text."},
                                              {"questionnaireIds", "UUIDs, comma-separated."},
                                              {"types", "Values from boolean, options, text, comma-separated."},
                                              {"alertTypeIds", "UUIDs, comma-separated."}}},
                                            [&](http::Request& request) {
                                              http::QueryReader query(request);
                                              const auto page = query.page(http::LegacyLimit::accepted);
                                              audit::QuestionFilter filter;
                                              filter.search_term = query.text("searchTerm").value_or("");
                                              filter.questionnaire_ids =
                                                  query.ids<audit::QuestionnaireId>("questionnaireIds");
                                              filter.types = query.choices<audit::QuestionType>("types");
                                              filter.alert_type_ids = query.ids<audit::AlertTypeId>("alertTypeIds");
                                              if (const auto error = query.error()) return http::error_response(*error);
                                              auto response = reply(questions.list(request.organization, filter, page));
                                              query.mark_deprecations(response);
                                              return response;
                                            });
  api.add<None, audit::Question>({"GET", path, "getQuestion", "Questions", "Read a question", 200, {.not_found = true}},
                                 [&](http::Request& request) {
                                   const auto id = id_of(request);
                                   return id ? reply(questions.find(request.organization, *id)) : missing(request);
                                 });
  api.add<audit::QuestionChanges, audit::Question>(
      {"PUT", path, "updateQuestion", "Questions", "Change a question", 200, {.not_found = true, .conflict = true}},
      [&](http::Request& request) {
        const auto id = id_of(request);
        if (!id) return missing(request);
        auto body = read_body<audit::QuestionChanges>(request);
        return reply(questions.update(request.organization, *id, body.command, std::move(body.problems)));
      });
  api.add<None, None>({"DELETE",
                       path,
                       "deleteQuestion",
                       "Questions",
                       "Delete a question; recorded answers stay",
                       204,
                       {.not_found = true}},
                      [&](http::Request& request) {
                        const auto id = id_of(request);
                        return id ? reply(questions.remove(request.organization, *id)) : missing(request);
                      });
  api.add<None, audit::QuestionStatistics>({"GET",
                                            "/v1/questions/{questionId}/stats",
                                            "getQuestionStatistics",
                                            "Questions",
                                            "How it was answered, and by how many employees",
                                            200,
                                            {.not_found = true}},
                                           [&](http::Request& request) {
                                             const auto id = id_of(request);
                                             return id ? reply(statistics.question(request.organization, *id))
                                                       : missing(request);
                                           });
}

}  // namespace parlance::server::routes
