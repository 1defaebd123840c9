// Customers: create, list, read, change, delete.
#pragma once

#include "parlance/org/clock.hpp"
#include "parlance/org/customer.hpp"
#include "parlance/org/id_source.hpp"
#include "parlance/org/stores.hpp"
#include "parlance/org/time_zone.hpp"
#include "parlance/org/transactor.hpp"

namespace parlance::org {

// Safe to call from several threads at once. Calls that take `Problems` add theirs to what the caller found already.
class CustomerService {
 public:
  CustomerService(Transactor& transactor, CustomerStore& customers, const TimeZones& zones, const Clock& clock,
                  IdSource& ids);

  // conflict when another customer has the external id.
  Result<Customer> create(OrgId, const NewCustomer&, Problems = {});
  Page<Customer> list(OrgId, const CustomerFilter&, const PageRequest&);
  Result<Customer> find(OrgId, CustomerId);
  Result<Customer> update(OrgId, CustomerId, const CustomerChanges&, Problems = {});
  // Its external id is free again; conversations that name it stay.
  Result<void> remove(OrgId, CustomerId);

 private:
  Transactor& transactor_;
  CustomerStore& customers_;
  const TimeZones& zones_;
  const Clock& clock_;
  IdSource& ids_;
};

}  // namespace parlance::org
