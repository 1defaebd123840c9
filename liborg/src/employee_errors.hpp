// What is said of employees who are not there, or not any more.
#pragma once

#include "parlance/org/employee.hpp"
#include "parlance/org/result.hpp"

namespace parlance::org {

inline Error missing_employee(EmployeeId id) {
  return not_found("Employee", id.text());
}
// Contract section 2: a deleted employee cannot be changed or linked (400).
inline Error deleted_employee(EmployeeId id) {
  return invalid("Employee " + id.text() + " is deleted and cannot be changed");
}

}  // namespace parlance::org
