// Departments. Specification, Endpoints: Departments.
#include "server/routes/exchange.hpp"
#include "server/routes/routes.hpp"

namespace parlance::server::routes {
namespace {

constexpr std::string_view path = "/v1/departments/{departmentId}";

// UUID or DEP- key; anything else names no department.
http::Response missing(const http::Request& request) {
  return not_found("Department", request.path_parameter("departmentId"));
}
std::optional<org::DepartmentIdOrKey> id_of(const http::Request& request) {
  return org::parse_department_id_or_key(request.path_parameter("departmentId"));
}

}  // namespace

void add_departments(Api& api, org::DepartmentService& departments) {
  api.add<org::NewDepartment, org::Department>(
      {"POST", "/v1/departments", "createDepartment", "Departments", "Create a department", 201, {.conflict = true}},
      [&](http::Request& request) {
        auto body = read_body<org::NewDepartment>(request);
        return reply(departments.create(request.organization, body.command, std::move(body.problems)), 201);
      });
  api.add<None, org::Page<org::Department>>(
      {"GET", "/v1/departments", "listDepartments", "Departments", "List departments", 200, {.legacy_limit = true}},
      [&](http::Request& request) {
        http::QueryReader query(request);
        const auto page = query.page(http::LegacyLimit::accepted);
        if (const auto error = query.error()) return http::error_response(*error);
        auto response = reply(departments.list(request.organization, page));
        query.mark_deprecations(response);
        return response;
      });
  api.add<None, org::Department>(
      {"GET", path, "getDepartment", "Departments", "Read a department by id or key", 200, {.not_found = true}},
      [&](http::Request& request) {
        const auto id = id_of(request);
        return id ? reply(departments.find(request.organization, *id)) : missing(request);
      });
  api.add<org::DepartmentChanges, org::Department>(
      {"PUT",
       path,
       "updateDepartment",
       "Departments",
       "Change a department",
       200,
       {.not_found = true, .conflict = true}},
      [&](http::Request& request) {
        const auto id = id_of(request);
        if (!id) return missing(request);
        auto body = read_body<org::DepartmentChanges>(request);
        return reply(departments.update(request.organization, *id, body.command, std::move(body.problems)));
      });
  api.add<None, None>({"DELETE",
                       path,
                       "deleteDepartment",
                       "Departments",
                       "Delete a department; its employees stay, without it",
                       204,
                       {.not_found = true}},
                      [&](http::Request& request) {
                        const auto id = id_of(request);
                        return id ? reply(departments.remove(request.organization, *id)) : missing(request);
                      });
}

}  // namespace parlance::server::routes
