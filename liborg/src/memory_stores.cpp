#include "parlance/org/memory_stores.hpp"

#include <algorithm>

namespace parlance::org {
namespace {

template <class T>
std::optional<T> copy_of(const T* record) {
  if (record) return *record;
  return std::nullopt;
}

}  // namespace

std::optional<Organization> MemoryOrganizationStore::find(OrgId id) const {
  return copy_of(table_.find({}, id));
}
std::vector<Organization> MemoryOrganizationStore::all() const {
  std::vector<Organization> out;
  table_.walk({}, 0, [&](std::int64_t, const Organization& organization) {
    out.push_back(organization);
    return true;
  });
  return out;
}
void MemoryOrganizationStore::insert(const Organization& organization) {
  table_.insert({}, organization.id, organization);
}
void MemoryOrganizationStore::update(const Organization& organization) {
  table_.update({}, organization.id, organization);
}

std::optional<ApiKey> MemoryApiKeyStore::find(std::string_view public_id) const {
  return copy_of(table_.find({}, std::string(public_id)));
}
std::vector<ApiKey> MemoryApiKeyStore::of(OrgId org) const {
  std::vector<ApiKey> out;
  table_.walk({}, 0, [&](std::int64_t, const ApiKey& key) {
    if (key.organization == org) out.push_back(key);
    return true;
  });
  return out;
}
void MemoryApiKeyStore::insert(const ApiKey& key) {
  table_.insert({}, key.public_id, key);
}
void MemoryApiKeyStore::update(const ApiKey& key) {
  table_.update({}, key.public_id, key);
}

std::optional<Department> MemoryDepartmentStore::find(OrgId org, const DepartmentIdOrKey& id_or_key) const {
  if (const auto* id = std::get_if<DepartmentId>(&id_or_key)) return table_.find(org, *id);
  const auto& key = std::get<EntityKey>(id_or_key);
  return table_.find_if(org, [&](const Department& department) { return department.entity_key == key; });
}
std::optional<Department> MemoryDepartmentStore::find_by_name(OrgId org, std::string_view name) const {
  const std::string folded = fold_case(name);
  return table_.find_if(org, [&](const Department& department) { return fold_case(department.name) == folded; });
}
Page<Department> MemoryDepartmentStore::list(OrgId org, const PageRequest& request) const {
  return table_.page(org, request);
}
std::vector<Department> MemoryDepartmentStore::evaluating_transfers(OrgId org) const {
  std::vector<Department> out;
  table_.walk(org, [&](const Department& department) {
    if (department.evaluate_transfer) out.push_back(department);
  });
  return out;
}
void MemoryDepartmentStore::insert(OrgId org, const Department& department) {
  table_.insert(org, department.id, department);
}
void MemoryDepartmentStore::update(OrgId org, const Department& department) {
  table_.update(org, department.id, department);
}
void MemoryDepartmentStore::remove(OrgId org, DepartmentId id, UtcTime) {
  table_.remove(org, id);
}

// Departments are shown as they are now, without deleted ones; the row keeps only which they are.
Employee MemoryEmployeeStore::shown(OrgId org, const Employee& employee) const {
  Employee out = employee;
  out.departments.clear();
  for (const auto& ref : employee.departments) {
    if (const auto department = departments_.find(org, ref.id)) {
      out.departments.push_back({department->id, department->entity_key, department->name});
    }
  }
  return out;
}
std::optional<Employee> MemoryEmployeeStore::find(OrgId org, EmployeeId id) const {
  const auto* row = table_.find(org, id);
  if (!row) return std::nullopt;
  return shown(org, *row);
}
std::optional<Employee> MemoryEmployeeStore::find_by_external_id(OrgId org, std::string_view external_id) const {
  const auto* row = table_.find_if(org, [&](const Employee& employee) { return employee.external_id == external_id; });
  if (!row) return std::nullopt;
  return shown(org, *row);
}
Page<Employee> MemoryEmployeeStore::list(OrgId org, const EmployeeFilter& filter, const PageRequest& request) const {
  const std::string term = fold_case(filter.search_term);
  return table_.page<Employee>(
      org, request,
      [&](const Employee& employee) {
        return !(filter.ignore_deleted && employee.deleted) && fold_case(employee.name).find(term) != std::string::npos;
      },
      [&](const Employee& employee) { return shown(org, employee); });
}
void MemoryEmployeeStore::insert(OrgId org, const Employee& employee) {
  table_.insert(org, employee.id, employee);
}
void MemoryEmployeeStore::update(OrgId org, const Employee& employee) {
  const Employee* found = table_.find(org, employee.id);
  if (!found) return;
  Employee row = employee;
  row.departments = found->departments;
  table_.update(org, employee.id, std::move(row));
}
void MemoryEmployeeStore::link(OrgId org, EmployeeId id, DepartmentId department) {
  const Employee* found = table_.find(org, id);
  if (!found) return;
  Employee row = *found;
  for (const auto& ref : row.departments) {
    if (ref.id == department) return;
  }
  row.departments.push_back({department, {}, {}});
  table_.update(org, id, std::move(row));
}
void MemoryEmployeeStore::unlink(OrgId org, EmployeeId id, DepartmentId department) {
  const Employee* found = table_.find(org, id);
  if (!found) return;
  Employee row = *found;
  std::erase_if(row.departments, [&](const DepartmentRef& ref) { return ref.id == department; });
  table_.update(org, id, std::move(row));
}

std::optional<Customer> MemoryCustomerStore::find(OrgId org, CustomerId id) const {
  return table_.find(org, id);
}
std::optional<Customer> MemoryCustomerStore::find_by_external_id(OrgId org, std::string_view external_id) const {
  return table_.find_if(org, [&](const Customer& customer) { return customer.external_id == external_id; });
}
Page<Customer> MemoryCustomerStore::list(OrgId org, const CustomerFilter& filter, const PageRequest& request) const {
  const std::string term = fold_case(filter.search_term);
  return table_.page(org, request, [&](const Customer& customer) {
    return (!filter.external_id || customer.external_id == *filter.external_id) &&
           fold_case(customer.name).find(term) != std::string::npos;
  });
}
void MemoryCustomerStore::insert(OrgId org, const Customer& customer) {
  table_.insert(org, customer.id, customer);
}
void MemoryCustomerStore::update(OrgId org, const Customer& customer) {
  table_.update(org, customer.id, customer);
}
void MemoryCustomerStore::remove(OrgId org, CustomerId id, UtcTime) {
  table_.remove(org, id);
}

std::optional<Provider> MemoryProviderStore::find(OrgId org, ProviderId id) const {
  return table_.find(org, id);
}
std::optional<Provider> MemoryProviderStore::default_of(OrgId org, Channel channel) const {
  return table_.find_if(org,
                        [&](const Provider& provider) { return provider.channel == channel && provider.is_default; });
}
std::optional<Provider> MemoryProviderStore::oldest_of(OrgId org, Channel channel) const {
  return table_.find_if(org, [&](const Provider& provider) { return provider.channel == channel; });
}
Page<Provider> MemoryProviderStore::list(OrgId org, const PageRequest& request) const {
  return table_.page(org, request);
}
void MemoryProviderStore::insert(OrgId org, const Provider& provider) {
  table_.insert(org, provider.id, provider);
}
void MemoryProviderStore::update(OrgId org, const Provider& provider) {
  table_.update(org, provider.id, provider);
}
void MemoryProviderStore::remove(OrgId org, ProviderId id, UtcTime) {
  table_.remove(org, id);
}

std::optional<WorkingHours> MemoryWorkingHoursStore::find(OrgId org) const {
  const auto* hours = all_.find(org, org);
  return hours ? std::optional(*hours) : std::nullopt;
}
void MemoryWorkingHoursStore::put(OrgId org, const WorkingHours& hours) {
  all_.find(org, org) ? all_.update(org, org, hours) : all_.insert(org, org, hours);
}
std::optional<WorkingHoursOverride> MemoryWorkingHoursStore::find(OrgId org, EmployeeId id) const {
  const auto* hours = own_.find(org, id);
  return hours ? *hours : std::nullopt;
}
void MemoryWorkingHoursStore::put(OrgId org, EmployeeId id, const WorkingHoursOverride& hours) {
  own_.find(org, id) ? own_.update(org, id, hours) : own_.insert(org, id, hours);
}
void MemoryWorkingHoursStore::remove(OrgId org, EmployeeId id) {
  own_.update(org, id, std::nullopt);
}

void MemoryJobQueue::put(const Job& job) {
  const auto it = jobs_.find(job.id);
  if (it == jobs_.end()) {
    transactor_.on_undo([this, id = job.id] { jobs_.erase(id); });
  } else {
    transactor_.on_undo([this, old = it->second] { jobs_[old.id] = old; });
  }
  jobs_[job.id] = job;
}
void MemoryJobQueue::enqueue(OrgId org, std::string_view kind, const Uuid& subject, UtcTime run_at, IfWaiting waiting) {
  transactor_.on_undo([] {});
  for (const auto& [id, job] : jobs_) {
    if (job.kind == kind && job.subject == subject) {
      if (waiting == IfWaiting::keep && job.lease == Uuid{}) return;
      Job due = job;
      due.run_at = run_at;
      due.attempts = 0;
      due.last_error.clear();
      due.lease = {};
      put(due);
      return;
    }
  }
  put(Job{{ids_.next()}, org, std::string(kind), subject, run_at, 0, {}});
}
std::vector<Job> MemoryJobQueue::lease(std::string_view kind, std::size_t limit, UtcTime now, UtcTime until) {
  return transactor_.write([&] {
    std::vector<Job> due;
    for (const auto& [id, job] : jobs_) {
      if (job.kind == kind && job.run_at <= now) due.push_back(job);
    }
    std::stable_sort(due.begin(), due.end(), [](const Job& a, const Job& b) { return a.run_at < b.run_at; });
    if (due.size() > limit) due.resize(limit);
    const auto suspect =
        std::find_if(due.begin(), due.end(), [](const Job& job) { return job.attempts >= job_attempts_in_company; });
    if (suspect != due.end()) due.erase(suspect == due.begin() ? suspect + 1 : suspect, due.end());
    const Uuid token = ids_.next();
    for (Job& job : due) {
      job.lease = token;
      ++job.attempts;
      job.run_at = until;
      put(job);
    }
    return due;
  });
}
bool MemoryJobQueue::finish(const Job& job) {
  transactor_.on_undo([] {});  // also what is refused is a programming error outside a write
  const auto it = jobs_.find(job.id);
  if (it == jobs_.end() || it->second.lease != job.lease) return false;
  transactor_.on_undo([this, old = it->second] { jobs_[old.id] = old; });
  jobs_.erase(it);
  return true;
}
void MemoryJobQueue::fail(const Job& job, std::string_view error, UtcTime run_at) {
  transactor_.on_undo([] {});
  const auto it = jobs_.find(job.id);
  if (it == jobs_.end() || it->second.lease != job.lease) return;
  Job again = it->second;
  again.last_error = error;
  again.lease = {};
  again.run_at = run_at;
  put(again);
}
std::optional<UtcTime> MemoryJobQueue::next_due(std::string_view kind) {
  return transactor_.read([&] {
    std::optional<UtcTime> next;
    for (const auto& [id, job] : jobs_) {
      if (job.kind == kind && (!next || job.run_at < *next)) next = job.run_at;
    }
    return next;
  });
}

}  // namespace parlance::org
