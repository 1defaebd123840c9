// Employees.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "parlance/org/department.hpp"

namespace parlance::org {

struct Employee {
  EmployeeId id;
  std::string name;
  std::optional<std::string> external_id;  // unique within the organization
  std::optional<std::string> email;
  std::vector<DepartmentRef> departments;  // in the order they were added; deleted ones are left out
  bool deleted = false;
  std::optional<UtcTime> deleted_at;
  UtcTime created_at;
  UtcTime updated_at;
  bool operator==(const Employee&) const = default;
};

struct NewEmployee {
  std::string name;
  std::optional<std::string> external_id;
  std::optional<std::string> email;
  std::optional<DepartmentIdOrKey> department_id;
};

struct EmployeeChanges {
  Field<std::string> name;
  Field<std::optional<std::string>> external_id;
  Field<std::optional<std::string>> email;
};

struct EmployeeFilter {
  std::string search_term;      // name contains it, over folded text; "" is no filter
  bool ignore_deleted = false;  // leave deleted employees out
};

namespace detail {
template <class Owner, class Need>
constexpr auto employee_fields(Need need) {
  return std::tuple{need("name", &Owner::name, Text{1, 200}, "The name that searchTerm looks through."),
                    field("externalId", &Owner::external_id, Text{1, 128}, "The client's own id, unique."),
                    field("email", &Owner::email, Text{3, 254})};
}
}  // namespace detail
template <>
struct Describe<NewEmployee> {
  static constexpr std::string_view name = "CreateEmployee";
  static constexpr auto fields = std::tuple_cat(
      detail::employee_fields<NewEmployee>([](auto n, auto m, auto r, auto d) { return required(n, m, r, d); }),
      std::tuple{field("departmentId", &NewEmployee::department_id, NoRule{}, "UUID or `DEP-` key.")});
};
template <>
struct Describe<EmployeeChanges> {
  static constexpr std::string_view name = "UpdateEmployee";
  using ignored = Employee;
  static constexpr auto fields =
      detail::employee_fields<EmployeeChanges>([](auto n, auto m, auto r, auto d) { return field(n, m, r, d); });
};
template <>
struct Describe<Employee> {
  static constexpr std::string_view name = "Employee";
  static constexpr auto fields = std::tuple_cat(
      std::tuple{field("id", &Employee::id)},
      detail::employee_fields<Employee>([](auto n, auto m, auto r, auto d) { return field(n, m, r, d); }),
      std::tuple{field("departments", &Employee::departments), field("deleted", &Employee::deleted),
                 field("deletedAt", &Employee::deleted_at), field("createdAt", &Employee::created_at),
                 field("updatedAt", &Employee::updated_at)});
};

}  // namespace parlance::org
