// Alert types. Contract section 3.
#include "server/routes/exchange.hpp"
#include "server/routes/routes.hpp"

namespace parlance::server::routes {
namespace {

constexpr std::string_view path = "/v1/alert-types/{alertTypeId}";

http::Response missing(const http::Request& request) {
  return not_found("Alert type", request.path_parameter("alertTypeId"));
}
std::optional<audit::AlertTypeId> id_of(const http::Request& request) {
  return audit::AlertTypeId::parse(request.path_parameter("alertTypeId"));
}

}  // namespace

void add_alert_types(Api& api, audit::AlertTypeService& types) {
  api.add<audit::NewAlertType, audit::AlertType>(
      {"POST", "/v1/alert-types", "createAlertType", "Alerts", "Create an alert type", 201, {.conflict = true}},
      [&](http::Request& request) {
        auto body = read_body<audit::NewAlertType>(request);
        return reply(types.create(request.organization, body.command, std::move(body.problems)), 201);
      });
  api.add<None, org::Page<audit::AlertType>>(
      {"GET", "/v1/alert-types", "listAlertTypes", "Alerts", "List alert types", 200}, [&](http::Request& request) {
        http::QueryReader query(request);
        const auto page = query.page();
        if (const auto error = query.error()) return http::error_response(*error);
        return reply(types.list(request.organization, page));
      });
  api.add<None, audit::AlertType>(
      {"GET", path, "getAlertType", "Alerts", "Read an alert type", 200, {.not_found = true}},
      [&](http::Request& request) {
        const auto id = id_of(request);
        return id ? reply(types.find(request.organization, *id)) : missing(request);
      });
  api.add<audit::AlertTypeChanges, audit::AlertType>(
      {"PUT", path, "updateAlertType", "Alerts", "Change an alert type", 200, {.not_found = true, .conflict = true}},
      [&](http::Request& request) {
        const auto id = id_of(request);
        if (!id) return missing(request);
        auto body = read_body<audit::AlertTypeChanges>(request);
        return reply(types.update(request.organization, *id, body.command, std::move(body.problems)));
      });
  api.add<None, None>({"DELETE",
                       path,
                       "deleteAlertType",
                       "Alerts",
                       "Delete an alert type that no question uses",
                       204,
                       {.not_found = true, .conflict = true}},
                      [&](http::Request& request) {
                        const auto id = id_of(request);
                        return id ? reply(types.remove(request.organization, *id)) : missing(request);
                      });
}

}  // namespace parlance::server::routes
