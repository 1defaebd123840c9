// Questionnaires and their questions. Specification, Endpoints: Questionnaires; contract section 3.
#include "server/routes/exchange.hpp"
#include "server/routes/routes.hpp"

namespace parlance::server::routes {
namespace {

constexpr std::string_view path = "/v1/questionnaires/{questionnaireId}";
constexpr std::string_view questions_path = "/v1/questionnaires/{questionnaireId}/questions";

http::Response missing(const http::Request& request) {
  return not_found("Questionnaire", request.path_parameter("questionnaireId"));
}
std::optional<audit::QuestionnaireId> id_of(const http::Request& request) {
  return audit::QuestionnaireId::parse(request.path_parameter("questionnaireId"));
}

}  // namespace

void add_questionnaires(Api& api, audit::QuestionnaireService& questionnaires, audit::QuestionService& questions) {
  api.add<audit::NewQuestionnaire, audit::Questionnaire>(
      {"POST", "/v1/questionnaires", "createQuestionnaire", "Questionnaires",
       "Create a questionnaire; it is a draft, whatever status is sent", 201},
      [&](http::Request& request) {
        auto body = read_body<audit::NewQuestionnaire>(request);
        return reply(questionnaires.create(request.organization, body.command, std::move(body.problems)), 201);
      });
  api.add<None, org::Page<audit::Questionnaire>>(
      {"GET",
       "/v1/questionnaires",
       "listQuestionnaires",
       "Questionnaires",
       "List questionnaires",
       200,
       {},
       {{"status", "Only questionnaires in this status: draft or active."},
        {"searchTerm", "Only questionnaires whose name contains the text."}}},
      [&](http::Request& request) {
        http::QueryReader query(request);
        const auto page = query.page();
        audit::QuestionnaireFilter filter;
        filter.status = query.choice<audit::QuestionnaireStatus>("status");
        filter.search_term = query.text("searchTerm").value_or("");
        if (const auto error = query.error()) return http::error_response(*error);
        return reply(questionnaires.list(request.organization, filter, page));
      });
  api.add<None, audit::Questionnaire>(
      {"GET", path, "getQuestionnaire", "Questionnaires", "Read a questionnaire", 200, {.not_found = true}},
      [&](http::Request& request) {
        const auto id = id_of(request);
        return id ? reply(questionnaires.find(request.organization, *id)) : missing(request);
      });
  api.add<audit::QuestionnaireChanges, audit::Questionnaire>(
      {"PUT",
       path,
       "updateQuestionnaire",
       "Questionnaires",
       "Change, activate or deactivate a questionnaire",
       200,
       {.not_found = true}},
      [&](http::Request& request) {
        const auto id = id_of(request);
        if (!id) return missing(request);
        auto body = read_body<audit::QuestionnaireChanges>(request);
        return reply(questionnaires.update(request.organization, *id, body.command, std::move(body.problems)));
      });
  api.add<None, None>({"DELETE",
                       path,
                       "deleteQuestionnaire",
                       "Questionnaires",
                       "Delete a questionnaire and its questions; recorded answers stay",
                       204,
                       {.not_found = true}},
                      [&](http::Request& request) {
                        const auto id = id_of(request);
                        return id ? reply(questionnaires.remove(request.organization, *id)) : missing(request);
                      });

  // The same records and rules as /v1/questions (contract section 3); the questionnaire comes from the path.
  api.add<audit::NewQuestion, audit::Question>(
      {"POST",
       questions_path,
       "createQuestionnaireQuestion",
       "Questionnaires",
       "Create a question of the questionnaire; a questionnaireId sent must be the same",
       201,
       {.not_found = true}},
      [&](http::Request& request) {
        const auto id = id_of(request);
        if (!id) return missing(request);
        if (const auto found = questionnaires.find(request.organization, *id); !found) {
          return http::error_response(found.error());
        }
        auto body = read_body<audit::NewQuestion>(request, "questionnaireId");
        if (body.command.questionnaire_id.is_nil()) body.command.questionnaire_id = *id;
        if (body.command.questionnaire_id != *id) {
          body.problems.add("questionnaireId", "must be the questionnaire of the path");
        }
        return reply(questions.create(request.organization, body.command, std::move(body.problems)), 201);
      });
  api.add<None, org::Page<audit::Question>>({"GET",
                                             questions_path,
                                             "listQuestionnaireQuestions",
                                             "Questionnaires",
                                             "List the questions of the questionnaire",
                                             200,
                                             {.not_found = true}},
                                            [&](http::Request& request) {
                                              const auto id = id_of(request);
                                              if (!id) return missing(request);
                                              http::QueryReader query(request);
                                              const auto page = query.page();
                                              if (const auto error = query.error()) return http::error_response(*error);
                                              if (const auto found = questionnaires.find(request.organization, *id);
                                                  !found) {
                                                return http::error_response(found.error());
                                              }
                                              audit::QuestionFilter filter;
                                              filter.questionnaire_ids = {*id};
                                              return reply(questions.list(request.organization, filter, page));
                                            });
}

}  // namespace parlance::server::routes
