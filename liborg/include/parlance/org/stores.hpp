// Storage ports of organization data.
//
// Every call names the organization first: a record of another organization is absent, so a cross-tenant read cannot be
// written down. Calls are made inside a running Transactor transaction, from several threads at once; a call outside
// one is a programming error (std::logic_error), and so is a change inside a read. A miss is an empty optional; a fault
// is thrown. Lists are in creation order, oldest first, stable under inserts; `total` counts the filtered list.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "parlance/org/customer.hpp"
#include "parlance/org/department.hpp"
#include "parlance/org/employee.hpp"
#include "parlance/org/organization.hpp"
#include "parlance/org/page.hpp"
#include "parlance/org/provider.hpp"
#include "parlance/org/working_hours.hpp"

namespace parlance::org {

class OrganizationStore {
 public:
  virtual ~OrganizationStore() = default;
  virtual std::optional<Organization> find(OrgId) const = 0;
  virtual std::vector<Organization> all() const = 0;  // for the operator, never for a client
  virtual void insert(const Organization&) = 0;
  virtual void update(const Organization&) = 0;
};

class ApiKeyStore {
 public:
  virtual ~ApiKeyStore() = default;
  // By the public id alone: this is what tells which organization a caller belongs to.
  virtual std::optional<ApiKey> find(std::string_view public_id) const = 0;
  virtual std::vector<ApiKey> of(OrgId) const = 0;  // oldest first, expired ones too
  virtual void insert(const ApiKey&) = 0;
  virtual void update(const ApiKey&) = 0;
};

class DepartmentStore {
 public:
  virtual ~DepartmentStore() = default;
  // Deleted departments are absent from every call.
  virtual std::optional<Department> find(OrgId, const DepartmentIdOrKey&) const = 0;
  virtual std::optional<Department> find_by_name(OrgId, std::string_view name) const = 0;  // as folded text
  virtual Page<Department> list(OrgId, const PageRequest&) const = 0;
  virtual std::vector<Department> evaluating_transfers(OrgId) const = 0;  // those with evaluateTransfer, oldest first
  virtual void insert(OrgId, const Department&) = 0;
  virtual void update(OrgId, const Department&) = 0;
  virtual void remove(OrgId, DepartmentId, UtcTime) = 0;  // and from every employee
};

// The part of the employee store that other modules need.
class EmployeeReader {
 public:
  virtual ~EmployeeReader() = default;
  virtual std::optional<Employee> find(OrgId, EmployeeId) const = 0;  // deleted ones too
  virtual std::optional<Employee> find_by_external_id(OrgId, std::string_view external_id) const = 0;
};

class EmployeeStore : public EmployeeReader {
 public:
  virtual Page<Employee> list(OrgId, const EmployeeFilter&, const PageRequest&) const = 0;
  virtual void insert(OrgId, const Employee&) = 0;           // `departments` are linked in their order
  virtual void update(OrgId, const Employee&) = 0;           // everything but `departments`
  virtual void link(OrgId, EmployeeId, DepartmentId) = 0;    // a second link is none
  virtual void unlink(OrgId, EmployeeId, DepartmentId) = 0;  // a missing link is none
};

class CustomerStore {
 public:
  virtual ~CustomerStore() = default;
  // Deleted customers are absent from every call.
  virtual std::optional<Customer> find(OrgId, CustomerId) const = 0;
  virtual std::optional<Customer> find_by_external_id(OrgId, std::string_view external_id) const = 0;
  virtual Page<Customer> list(OrgId, const CustomerFilter&, const PageRequest&) const = 0;
  virtual void insert(OrgId, const Customer&) = 0;
  virtual void update(OrgId, const Customer&) = 0;
  virtual void remove(OrgId, CustomerId, UtcTime) = 0;
};

class ProviderReader {
 public:
  virtual ~ProviderReader() = default;
  virtual std::optional<Provider> find(OrgId, ProviderId) const = 0;  // deleted ones are absent
};

class ProviderStore : public ProviderReader {
 public:
  virtual Page<Provider> list(OrgId, const PageRequest&) const = 0;
  virtual std::optional<Provider> default_of(OrgId, Channel) const = 0;
  virtual std::optional<Provider> oldest_of(OrgId, Channel) const = 0;
  virtual void insert(OrgId, const Provider&) = 0;
  virtual void update(OrgId, const Provider&) = 0;
  virtual void remove(OrgId, ProviderId, UtcTime) = 0;  // which is no default any more then
};

class WorkingHoursStore {
 public:
  virtual ~WorkingHoursStore() = default;
  virtual std::optional<WorkingHours> find(OrgId) const = 0;
  virtual void put(OrgId, const WorkingHours&) = 0;  // in place of what is there
  virtual std::optional<WorkingHoursOverride> find(OrgId, EmployeeId) const = 0;
  virtual void put(OrgId, EmployeeId, const WorkingHoursOverride&) = 0;
  virtual void remove(OrgId, EmployeeId) = 0;
};

}  // namespace parlance::org
