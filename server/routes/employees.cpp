// Employees. Specification, Endpoints: Employees.
#include "server/routes/exchange.hpp"
#include "server/routes/routes.hpp"

namespace parlance::server::routes {
namespace {

constexpr std::string_view path = "/v1/employees/{employeeId}";
constexpr std::string_view department_path = "/v1/employees/{employeeId}/departments/{departmentId}";

http::Response missing(const http::Request& request) {
  return not_found("Employee", request.path_parameter("employeeId"));
}
std::optional<org::EmployeeId> id_of(const http::Request& request) {
  return org::EmployeeId::parse(request.path_parameter("employeeId"));
}

using Change = org::Result<org::Employee> (org::EmployeeService::*)(org::OrgId, org::EmployeeId,
                                                                    const org::DepartmentIdOrKey&);
http::Response change_department(const http::Request& request, org::EmployeeService& employees, Change change) {
  const auto id = id_of(request);
  if (!id) return missing(request);
  const auto text = request.path_parameter("departmentId");
  const auto department = org::parse_department_id_or_key(text);
  if (!department) {
    // An unknown employee is reported first, as for a department that only looks right.
    const auto employee = employees.find(request.organization, *id);
    return employee ? not_found("Department", text) : http::error_response(employee.error());
  }
  return reply((employees.*change)(request.organization, *id, *department));
}

}  // namespace

void add_employees(Api& api, org::EmployeeService& employees, audit::StatisticsService& statistics) {
  api.add<org::NewEmployee, org::Employee>(
      {"POST", "/v1/employees", "createEmployee", "Employees", "Create an employee", 201, {.conflict = true}},
      [&](http::Request& request) {
        auto body = read_body<org::NewEmployee>(request);
        return reply(employees.create(request.organization, body.command, std::move(body.problems)), 201);
      });
  api.add<None, org::Page<org::Employee>>(
      {"GET",
       "/v1/employees",
       "listEmployees",
       "Employees",
       "List employees",
       200,
       {.legacy_limit = true},
       {{"searchTerm", "Only employees whose name contains the text."},
        {"ignoreDeleted", "When true, deleted employees are left out.", "boolean"}}},
      [&](http::Request& request) {
        http::QueryReader query(request);
        const auto page = query.page(http::LegacyLimit::accepted);
        org::EmployeeFilter filter;
        filter.search_term = query.text("searchTerm").value_or("");
        filter.ignore_deleted = query.boolean("ignoreDeleted").value_or(false);
        if (const auto error = query.error()) return http::error_response(*error);
        auto response = reply(employees.list(request.organization, filter, page));
        query.mark_deprecations(response);
        return response;
      });
  api.add<None, org::Employee>(
      {"GET", path, "getEmployee", "Employees", "Read an employee, deleted ones too", 200, {.not_found = true}},
      [&](http::Request& request) {
        const auto id = id_of(request);
        return id ? reply(employees.find(request.organization, *id)) : missing(request);
      });
  api.add<org::EmployeeChanges, org::Employee>(
      {"PUT", path, "updateEmployee", "Employees", "Change an employee", 200, {.not_found = true, .conflict = true}},
      [&](http::Request& request) {
        const auto id = id_of(request);
        if (!id) return missing(request);
        auto body = read_body<org::EmployeeChanges>(request);
        return reply(employees.update(request.organization, *id, body.command, std::move(body.problems)));
      });
  api.add<None, None>({"DELETE",
                       path,
                       "deleteEmployee",
                       "Employees",
                       "Delete an employee; conversations stay",
                       204,
                       {.not_found = true}},
                      [&](http::Request& request) {
                        const auto id = id_of(request);
                        return id ? reply(employees.remove(request.organization, *id)) : missing(request);
                      });
  api.add<None, audit::EmployeeStatistics>({"GET",
                                            "/v1/employees/{employeeId}/stats",
                                            "getEmployeeStatistics",
                                            "Employees",
                                            "Conversations and answers recorded for the employee",
                                            200,
                                            {.not_found = true}},
                                           [&](http::Request& request) {
                                             const auto id = id_of(request);
                                             return id ? reply(statistics.employee(request.organization, *id))
                                                       : missing(request);
                                           });
  api.add<None, org::Employee>({"POST",
                                department_path,
                                "addEmployeeDepartment",
                                "Employees",
                                "Add a department to the employee",
                                200,
                                {.bad_request = true, .not_found = true}},
                               [&](http::Request& request) {
                                 return change_department(request, employees, &org::EmployeeService::add_department);
                               });
  // 200 with the employee, not 204 (specification, Employees).
  api.add<None, org::Employee>({"DELETE",
                                department_path,
                                "removeEmployeeDepartment",
                                "Employees",
                                "Remove a department from the employee",
                                200,
                                {.bad_request = true, .not_found = true}},
                               [&](http::Request& request) {
                                 return change_department(request, employees, &org::EmployeeService::remove_department);
                               });
}

}  // namespace parlance::server::routes
