// Departments.
#pragma once

#include <optional>
#include <string>

#include "parlance/org/describe.hpp"

namespace parlance::org {

struct Department {
  DepartmentId id;
  EntityKey entity_key;
  std::string name;  // unique among the organization's departments, as folded text
  std::optional<std::string> description;
  bool evaluate_transfer = false;
  std::optional<std::string> transfer_context;  // what a right transfer to this department is about
  UtcTime created_at;
  UtcTime updated_at;
  bool operator==(const Department&) const = default;
};

struct NewDepartment {
  std::string name;
  std::optional<std::string> description;
  bool evaluate_transfer = false;
  std::optional<std::string> transfer_context;
};

struct DepartmentChanges {
  Field<std::string> name;
  Field<std::optional<std::string>> description;
  Field<bool> evaluate_transfer;
  Field<std::optional<std::string>> transfer_context;
};

// A department as other records show it.
struct DepartmentRef {
  DepartmentId id;
  EntityKey entity_key;
  std::string name;
  bool operator==(const DepartmentRef&) const = default;
};

namespace detail {
template <class Owner, class Need>
constexpr auto department_fields(Need need) {
  return std::tuple{need("name", &Owner::name, Text{1, 200}, "Unique within the organization."),
                    field("description", &Owner::description, Text{0, 4000}),
                    field("evaluateTransfer", &Owner::evaluate_transfer, NoRule{},
                          "Whether transfers to this department are judged; needs `transferContext`."),
                    field("transferContext", &Owner::transfer_context, Text{0, 4000},
                          "What a right transfer to this department is about.")};
}
}  // namespace detail
template <>
struct Describe<NewDepartment> {
  static constexpr std::string_view name = "CreateDepartment";
  static constexpr auto fields =
      detail::department_fields<NewDepartment>([](auto n, auto m, auto r, auto d) { return required(n, m, r, d); });
};
template <>
struct Describe<DepartmentChanges> {
  static constexpr std::string_view name = "UpdateDepartment";
  using ignored = Department;
  static constexpr auto fields =
      detail::department_fields<DepartmentChanges>([](auto n, auto m, auto r, auto d) { return field(n, m, r, d); });
};
template <>
struct Describe<Department> {
  static constexpr std::string_view name = "Department";
  static constexpr auto fields = std::tuple_cat(
      std::tuple{field("id", &Department::id),
                 field("entityKey", &Department::entity_key, NoRule{}, "`DEP-` and 8 of [0-9A-Z].")},
      detail::department_fields<Department>([](auto n, auto m, auto r, auto d) { return field(n, m, r, d); }),
      std::tuple{field("createdAt", &Department::created_at), field("updatedAt", &Department::updated_at)});
};
template <>
struct Describe<DepartmentRef> {
  static constexpr std::string_view name = "DepartmentRef";
  static constexpr auto fields =
      std::tuple{field("id", &DepartmentRef::id), field("entityKey", &DepartmentRef::entity_key),
                 field("name", &DepartmentRef::name)};
};

}  // namespace parlance::org
