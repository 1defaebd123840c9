// Working hours of the organization and of employees. Contract sections 2 and 7.9.
#include "server/routes/exchange.hpp"
#include "server/routes/routes.hpp"

namespace parlance::server::routes {
namespace {

constexpr std::string_view own_path = "/v1/working-hours";
constexpr std::string_view path = "/v1/employees/{employeeId}/working-hours";

http::Response missing(const http::Request& request) {
  return not_found("Employee", request.path_parameter("employeeId"));
}
std::optional<org::EmployeeId> id_of(const http::Request& request) {
  return org::EmployeeId::parse(request.path_parameter("employeeId"));
}

http::Response effective(const http::Request& request, org::WorkingHoursService& hours) {
  const auto id = id_of(request);
  if (!id) return missing(request);
  http::QueryReader query(request);
  const auto from = query.required<org::Date>("from"), to = query.required<org::Date>("to");
  if (const auto error = query.error()) return http::error_response(*error);
  return reply(hours.effective(request.organization, *id, *from, *to));
}

}  // namespace

void add_working_hours(Api& api, org::WorkingHoursService& hours) {
  api.add<None, org::WorkingHours>({"GET",
                                    own_path,
                                    "getWorkingHours",
                                    "Working hours",
                                    "Read the organization's working hours; 404 until they are set",
                                    200,
                                    {.not_found = true}},
                                   [&](http::Request& request) { return reply(hours.find(request.organization)); });
  api.add<org::WorkingHoursChanges, org::WorkingHours>(
      {"PUT", own_path, "setWorkingHours", "Working hours", "Set or change the organization's working hours"},
      [&](http::Request& request) {
        auto body = read_body<org::WorkingHoursChanges>(request);
        return reply(hours.set(request.organization, body.command, std::move(body.problems)));
      });
  api.add<None, org::WorkingHoursOverride>({"GET",
                                            path,
                                            "getEmployeeWorkingHours",
                                            "Working hours",
                                            "Read what an employee has instead of the organization's working hours",
                                            200,
                                            {.not_found = true}},
                                           [&](http::Request& request) {
                                             const auto id = id_of(request);
                                             return id ? reply(hours.find(request.organization, *id))
                                                       : missing(request);
                                           });
  api.add<org::WorkingHoursOverrideChanges, org::WorkingHoursOverride>(
      {"PUT",
       path,
       "setEmployeeWorkingHours",
       "Working hours",
       "Set or change what an employee has instead of the organization's working hours",
       200,
       {.not_found = true}},
      [&](http::Request& request) {
        const auto id = id_of(request);
        if (!id) return missing(request);
        auto body = read_body<org::WorkingHoursOverrideChanges>(request);
        return reply(hours.set(request.organization, *id, body.command, std::move(body.problems)));
      });
  api.add<None, None>({"DELETE",
                       path,
                       "removeEmployeeWorkingHours",
                       "Working hours",
                       "The employee works the organization's hours again",
                       204,
                       {.bad_request = true, .not_found = true}},
                      [&](http::Request& request) {
                        const auto id = id_of(request);
                        return id ? reply(hours.remove(request.organization, *id)) : missing(request);
                      });
  api.add<None, org::EffectiveSchedule>({"GET",
                                         "/v1/employees/{employeeId}/working-hours/effective",
                                         "getEffectiveWorkingHours",
                                         "Working hours",
                                         "When the employee works on up to 92 days, through changes of the clock",
                                         200,
                                         {.bad_request = true, .not_found = true},
                                         {{"from", "First day, YYYY-MM-DD; required."},
                                          {"to", "Last day, YYYY-MM-DD, at most 91 days later; required."}}},
                                        [&](http::Request& request) { return effective(request, hours); });
}

}  // namespace parlance::server::routes
