// Alerts of a questionnaire, and the alerts that were raised. Contract section 3.
#include "server/routes/exchange.hpp"
#include "server/routes/routes.hpp"

namespace parlance::server::routes {
namespace {

constexpr std::string_view list_path = "/v1/questionnaires/{questionnaireId}/alerts";
constexpr std::string_view path = "/v1/questionnaires/{questionnaireId}/alerts/{alertId}";

http::Response missing_questionnaire(const http::Request& request) {
  return not_found("Questionnaire", request.path_parameter("questionnaireId"));
}

// What both ids of the path lead to; an id of another form is that of nothing.
template <class Act>
http::Response with_alert(const http::Request& request, audit::AlertService& alerts, Act act) {
  const auto questionnaire = audit::QuestionnaireId::parse(request.path_parameter("questionnaireId"));
  if (!questionnaire) return missing_questionnaire(request);
  const auto alert = audit::AlertId::parse(request.path_parameter("alertId"));
  if (alert) return act(*questionnaire, *alert);
  const auto found = alerts.find(request.organization, *questionnaire, {});
  const bool there = found.error().messages.front().starts_with("Alert ");
  return there ? not_found("Alert", request.path_parameter("alertId")) : http::error_response(found.error());
}

void add_definitions(Api& api, audit::AlertService& alerts) {
  api.add<audit::NewAlert, audit::Alert>(
      {"POST", list_path, "createAlert", "Alerts", "Create an alert of the questionnaire", 201, {.not_found = true}},
      [&](http::Request& request) {
        const auto id = audit::QuestionnaireId::parse(request.path_parameter("questionnaireId"));
        if (!id) return missing_questionnaire(request);
        auto body = read_body<audit::NewAlert>(request);
        return reply(alerts.create(request.organization, *id, body.command, std::move(body.problems)), 201);
      });
  api.add<None, org::Page<audit::Alert>>(
      {"GET", list_path, "listAlerts", "Alerts", "List the alerts of the questionnaire", 200, {.not_found = true}},
      [&](http::Request& request) {
        const auto id = audit::QuestionnaireId::parse(request.path_parameter("questionnaireId"));
        if (!id) return missing_questionnaire(request);
        http::QueryReader query(request);
        const auto page = query.page();
        if (const auto error = query.error()) return http::error_response(*error);
        return reply(alerts.list(request.organization, *id, page));
      });
  api.add<None, audit::Alert>({"GET", path, "getAlert", "Alerts", "Read an alert", 200, {.not_found = true}},
                              [&](http::Request& request) {
                                return with_alert(request, alerts, [&](auto questionnaire, auto id) {
                                  return reply(alerts.find(request.organization, questionnaire, id));
                                });
                              });
  api.add<audit::AlertChanges, audit::Alert>(
      {"PUT",
       path,
       "updateAlert",
       "Alerts",
       "Change an alert; it counts from the next evaluation or correction on",
       200,
       {.not_found = true}},
      [&](http::Request& request) {
        return with_alert(request, alerts, [&](auto questionnaire, auto id) {
          auto body = read_body<audit::AlertChanges>(request);
          return reply(alerts.update(request.organization, questionnaire, id, body.command, std::move(body.problems)));
        });
      });
  api.add<None, None>({"DELETE",
                       path,
                       "deleteAlert",
                       "Alerts",
                       "Delete an alert; where it was raised it stays until the conversation is evaluated or corrected",
                       204,
                       {.not_found = true}},
                      [&](http::Request& request) {
                        return with_alert(request, alerts, [&](auto questionnaire, auto id) {
                          return reply(alerts.remove(request.organization, questionnaire, id));
                        });
                      });
}

void add_raised(Api& api, audit::AlertService& alerts) {
  api.add<None, org::Page<audit::RaisedAlert>>({"GET",
                                                "/v1/conversations/{conversationId}/alerts",
                                                "listConversationAlerts",
                                                "Alerts",
                                                "Read the alerts that the conversation raised",
                                                200,
                                                {.not_found = true}},
                                               [&](http::Request& request) {
                                                 const auto text = request.path_parameter("conversationId");
                                                 const auto id = audit::ConversationId::parse(text);
                                                 if (!id) return not_found("Conversation", text);
                                                 http::QueryReader query(request);
                                                 const auto page = query.page();
                                                 if (const auto error = query.error())
                                                   return http::error_response(*error);
                                                 return reply_part(alerts.raised_of(request.organization, *id), page);
                                               });
  api.add<None, org::Page<audit::RaisedAlert>>({"GET",
                                                "/v1/alerts",
                                                "listRaisedAlerts",
                                                "Alerts",
                                                "List the alerts that were raised",
                                                200,
                                                {},
                                                {{"status", "One of open, acknowledged, resolved."},
                                                 {"severity", "One of info, warning, critical."},
                                                 {"alertTypeId", "UUID."},
                                                 {"employeeId", "UUID."},
                                                 {"conversationId", "UUID."}}},
                                               [&](http::Request& request) {
                                                 http::QueryReader query(request);
                                                 const auto page = query.page();
                                                 audit::RaisedAlertFilter filter;
                                                 filter.status = query.choice<audit::RaisedStatus>("status");
                                                 filter.severity = query.choice<audit::Severity>("severity");
                                                 filter.alert_type_id = query.id<audit::AlertTypeId>("alertTypeId");
                                                 filter.employee_id = query.id<org::EmployeeId>("employeeId");
                                                 filter.conversation_id =
                                                     query.id<audit::ConversationId>("conversationId");
                                                 if (const auto error = query.error())
                                                   return http::error_response(*error);
                                                 return reply(alerts.raised(request.organization, filter, page));
                                               });
  api.add<audit::RaisedAlertChanges, audit::RaisedAlert>(
      {"PUT",
       "/v1/alerts/{alertId}",
       "updateRaisedAlert",
       "Alerts",
       "Acknowledge, resolve or reopen a raised alert",
       200,
       {.not_found = true}},
      [&](http::Request& request) {
        const auto text = request.path_parameter("alertId");
        const auto id = audit::RaisedAlertId::parse(text);
        if (!id) return not_found("Alert", text);
        auto body = read_body<audit::RaisedAlertChanges>(request);
        return reply(alerts.set_status(request.organization, *id, body.command, std::move(body.problems)));
      });
}

}  // namespace

void add_alerts(Api& api, audit::AlertService& alerts) {
  add_definitions(api, alerts);
  add_raised(api, alerts);
}

}  // namespace parlance::server::routes
