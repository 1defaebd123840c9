// The vocabulary of stories about organization data: an organization in memory, its services, and a stranger's.
#pragma once

#include <string>
#include <utility>

#include "parlance/org/customer_service.hpp"
#include "parlance/org/department_service.hpp"
#include "parlance/org/employee_service.hpp"
#include "parlance/org/key_service.hpp"
#include "parlance/org/memory_stores.hpp"
#include "parlance/org/organization_service.hpp"
#include "parlance/org/provider_service.hpp"
#include "parlance/org/working_hours_service.hpp"
#include "said.hpp"
#include "server/world/iana_time_zones.hpp"

namespace parlance::test {

// Seals so that a test can see what was sealed for whom; opens under the same context only.
class PlainSecretBox final : public org::SecretBox {
 public:
  org::SealedSecret seal(const org::Secret& secret, std::string_view context) override {
    return {"sealed " + std::string(context) + "\n" + secret.text};
  }
  org::Secret open(const org::SealedSecret& sealed, std::string_view context) override {
    const std::string head = "sealed " + std::string(context) + "\n";
    if (!sealed.bytes.starts_with(head)) throw std::runtime_error("sealed for somebody else");
    return {sealed.bytes.substr(head.size())};
  }
};

// Mixes every byte into every place; no hash for secrets, but one that tells texts apart.
class PlainHasher final : public org::Hasher {
 public:
  org::Sha256 sha256(std::string_view bytes) const override {
    org::Sha256 out{};
    std::uint64_t state = 1469598103934665603u;
    for (const char c : bytes) state = (state ^ static_cast<std::uint8_t>(c)) * 1099511628211u;
    for (auto& byte : out) {
      state = (state ^ 0x9E) * 1099511628211u;
      byte = static_cast<std::uint8_t>(state >> 32);
    }
    return out;
  }
};

inline constexpr org::UtcTime some_day{1'795'082'400'000};  // 2026-11-19T10:00:00.000Z

struct OrgWorld {
  org::ManualClock clock{some_day};
  org::SequenceIds ids;
  org::MemoryTransactor transactor;
  server::world::IanaTimeZones zones;
  PlainHasher hasher;
  PlainSecretBox secrets;

  org::MemoryOrganizationStore organization_store{transactor};
  org::MemoryApiKeyStore key_store{transactor};
  org::MemoryDepartmentStore department_store{transactor};
  org::MemoryEmployeeStore employee_store{transactor, department_store};
  org::MemoryCustomerStore customer_store{transactor};
  org::MemoryProviderStore provider_store{transactor};
  org::MemoryWorkingHoursStore working_hours_store{transactor};

  org::OrganizationService organizations{transactor, organization_store, zones, clock, ids};
  org::KeyService keys{transactor, organization_store, key_store, clock, ids, hasher};
  org::DepartmentService departments{transactor, department_store, clock, ids};
  org::EmployeeService employees{transactor, employee_store, department_store, clock, ids};
  org::CustomerService customers{transactor, customer_store, zones, clock, ids};
  org::ProviderService providers{transactor, provider_store, secrets, clock, ids};
  org::WorkingHoursService working_hours{transactor, working_hours_store, organization_store, employee_store, zones,
                                         clock};

  org::OrgId here = organizations.create({"Here"}).value().id;
  org::OrgId elsewhere = organizations.create({"Elsewhere"}).value().id;

  org::Department department(std::string name) { return departments.create(here, {std::move(name)}).value(); }
  org::Employee employee(std::string name) { return employees.create(here, {std::move(name)}).value(); }
  org::Employee employee(std::string name, org::DepartmentId department) {
    return employees.create(here, {std::move(name), {}, {}, department}).value();
  }
  org::Provider provider(std::string name, org::Channel channel = org::Channel::phone) {
    return providers.create(here, {std::move(name), channel, false, {}}).value();
  }

  // Employees as they are now, by name, in the order of the list.
  std::string names(const org::EmployeeFilter& filter = {}) {
    std::string out;
    for (const auto& employee : employees.list(here, filter, {}).results) {
      out += (out.empty() ? "" : ", ") + employee.name;
    }
    return out;
  }
  std::string departments_of(org::EmployeeId id) {
    std::string out;
    const auto employee = employees.find(here, id).value();
    for (const auto& department : employee.departments) {
      out += (out.empty() ? "" : ", ") + department.name;
    }
    return out;
  }
};

// An id that nothing has.
template <class Id>
Id unknown() {
  return *Id::parse("0190ffff-ffff-7fff-8fff-ffffffffffff");
}

}  // namespace parlance::test
