// In-memory twins of every storage port of liborg, for tests, examples and embedders that keep nothing on disk.
//
// Thread safe through their transactor; lists cost what the table holds.
#pragma once

#include <map>

#include "parlance/org/id_source.hpp"
#include "parlance/org/job_queue.hpp"
#include "parlance/org/memory_transactor.hpp"
#include "parlance/org/stores.hpp"

namespace parlance::org {

class MemoryOrganizationStore final : public OrganizationStore {
 public:
  explicit MemoryOrganizationStore(MemoryTransactor& transactor) : table_(transactor) {}
  std::optional<Organization> find(OrgId) const override;
  std::vector<Organization> all() const override;
  void insert(const Organization&) override;
  void update(const Organization&) override;

 private:
  MemoryTable<OrgId, Organization> table_;  // all under the nil organization: only the operator lists them
};

class MemoryApiKeyStore final : public ApiKeyStore {
 public:
  explicit MemoryApiKeyStore(MemoryTransactor& transactor) : table_(transactor) {}
  std::optional<ApiKey> find(std::string_view public_id) const override;
  std::vector<ApiKey> of(OrgId) const override;
  void insert(const ApiKey&) override;
  void update(const ApiKey&) override;

 private:
  MemoryTable<std::string, ApiKey> table_;  // under the nil organization: a key tells the organization
};

class MemoryDepartmentStore final : public DepartmentStore {
 public:
  explicit MemoryDepartmentStore(MemoryTransactor& transactor) : table_(transactor) {}
  std::optional<Department> find(OrgId, const DepartmentIdOrKey&) const override;
  std::optional<Department> find_by_name(OrgId, std::string_view name) const override;
  Page<Department> list(OrgId, const PageRequest&) const override;
  std::vector<Department> evaluating_transfers(OrgId) const override;
  void insert(OrgId, const Department&) override;
  void update(OrgId, const Department&) override;
  void remove(OrgId, DepartmentId, UtcTime) override;

 private:
  MarkedTable<DepartmentId, Department> table_;
};

class MemoryEmployeeStore final : public EmployeeStore {
 public:
  MemoryEmployeeStore(MemoryTransactor& transactor, const DepartmentStore& departments)
      : table_(transactor), departments_(departments) {}
  std::optional<Employee> find(OrgId, EmployeeId) const override;
  std::optional<Employee> find_by_external_id(OrgId, std::string_view external_id) const override;
  Page<Employee> list(OrgId, const EmployeeFilter&, const PageRequest&) const override;
  void insert(OrgId, const Employee&) override;
  void update(OrgId, const Employee&) override;
  void link(OrgId, EmployeeId, DepartmentId) override;
  void unlink(OrgId, EmployeeId, DepartmentId) override;

 private:
  Employee shown(OrgId, const Employee&) const;

  MemoryTable<EmployeeId, Employee> table_;
  const DepartmentStore& departments_;
};

class MemoryCustomerStore final : public CustomerStore {
 public:
  explicit MemoryCustomerStore(MemoryTransactor& transactor) : table_(transactor) {}
  std::optional<Customer> find(OrgId, CustomerId) const override;
  std::optional<Customer> find_by_external_id(OrgId, std::string_view external_id) const override;
  Page<Customer> list(OrgId, const CustomerFilter&, const PageRequest&) const override;
  void insert(OrgId, const Customer&) override;
  void update(OrgId, const Customer&) override;
  void remove(OrgId, CustomerId, UtcTime) override;

 private:
  MarkedTable<CustomerId, Customer> table_;
};

class MemoryProviderStore final : public ProviderStore {
 public:
  explicit MemoryProviderStore(MemoryTransactor& transactor) : table_(transactor) {}
  std::optional<Provider> find(OrgId, ProviderId) const override;
  std::optional<Provider> default_of(OrgId, Channel) const override;
  std::optional<Provider> oldest_of(OrgId, Channel) const override;
  Page<Provider> list(OrgId, const PageRequest&) const override;
  void insert(OrgId, const Provider&) override;
  void update(OrgId, const Provider&) override;
  void remove(OrgId, ProviderId, UtcTime) override;

 private:
  MarkedTable<ProviderId, Provider> table_;
};

class MemoryWorkingHoursStore final : public WorkingHoursStore {
 public:
  explicit MemoryWorkingHoursStore(MemoryTransactor& transactor) : all_(transactor), own_(transactor) {}

  std::optional<WorkingHours> find(OrgId) const override;
  void put(OrgId, const WorkingHours&) override;
  std::optional<WorkingHoursOverride> find(OrgId, EmployeeId) const override;
  void put(OrgId, EmployeeId, const WorkingHoursOverride&) override;
  void remove(OrgId, EmployeeId) override;

 private:
  MemoryTable<OrgId, WorkingHours> all_;
  MemoryTable<EmployeeId, std::optional<WorkingHoursOverride>> own_;
};

class MemoryJobQueue final : public JobQueue {
 public:
  MemoryJobQueue(MemoryTransactor& transactor, IdSource& ids) : transactor_(transactor), ids_(ids) {}
  using JobQueue::enqueue;
  void enqueue(OrgId, std::string_view kind, const Uuid& subject, UtcTime run_at, IfWaiting) override;
  std::vector<Job> lease(std::string_view kind, std::size_t limit, UtcTime now, UtcTime until) override;
  bool finish(const Job&) override;
  void fail(const Job&, std::string_view error, UtcTime run_at) override;
  std::optional<UtcTime> next_due(std::string_view kind) override;

 private:
  void put(const Job&);

  MemoryTransactor& transactor_;
  IdSource& ids_;
  std::map<JobId, Job> jobs_;  // a leased job's run_at is the end of its lease
};

}  // namespace parlance::org
