#include "parlance/org/customer_service.hpp"

#include "parlance/org/contact.hpp"
#include "parlance/org/text.hpp"

namespace parlance::org {
namespace {

Error missing(CustomerId id) {
  return not_found("Customer", id.text());
}
Error taken(const std::string& external_id) {
  return conflict("Customer with externalId " + external_id + " already exists");
}

std::size_t bytes_of(const MetadataValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return text->size();
  return std::holds_alternative<double>(value) ? sizeof(double) : 1;
}

// Contract section 2, Customer: metadata ≤ 64 keys, ≤ 16 KiB.
void check_metadata(const Metadata& metadata, Problems& problems) {
  if (problems.has("metadata")) return;
  if (metadata.size() > metadata_keys_max) {
    return problems.add("metadata", "must contain no more than " + std::to_string(metadata_keys_max) + " keys");
  }
  std::size_t bytes = 0;
  for (const auto& [key, value] : metadata) {
    bytes += key.size() + bytes_of(value);
    const std::size_t length = code_points(key);
    if (length == 0 || length > metadata_key_max) {
      return problems.add("metadata", "must have keys of 1 to " + std::to_string(metadata_key_max) + " characters");
    }
  }
  if (bytes > metadata_bytes_max) {
    problems.add("metadata", "must not be larger than " + std::to_string(metadata_bytes_max) + " bytes");
  }
}

// What bounds do not say. Fields that have a problem already are left alone.
void check_content(const CustomerContent& customer, const TimeZones& zones, Problems& problems) {
  if (customer.phone_number && !problems.has("phoneNumber") && !is_phone_number(*customer.phone_number)) {
    problems.add("phoneNumber", "must be a valid phone number (E.164)");
  }
  if (customer.email && !problems.has("email") && !looks_like_email(*customer.email)) {
    problems.add("email", "must be an email");
  }
  if (customer.timezone && !problems.has("timezone") && !zones.exists(*customer.timezone)) {
    problems.add("timezone", must_be_time_zone);
  }
  check_metadata(customer.metadata, problems);
}

}  // namespace

CustomerService::CustomerService(Transactor& transactor, CustomerStore& customers, const TimeZones& zones,
                                 const Clock& clock, IdSource& ids)
    : transactor_(transactor), customers_(customers), zones_(zones), clock_(clock), ids_(ids) {}

Result<Customer> CustomerService::create(OrgId org, const NewCustomer& command, Problems problems) {
  check(command, problems);
  check_content(command, zones_, problems);
  if (!problems.empty()) return std::move(problems).error();
  return transactor_.write([&]() -> Result<Customer> {
    if (customers_.find_by_external_id(org, command.external_id)) return taken(command.external_id);
    Customer customer;
    static_cast<CustomerContent&>(customer) = command;
    customer.id = {ids_.next()};
    customer.created_at = customer.updated_at = clock_.now();
    customers_.insert(org, customer);
    return customer;
  });
}

Page<Customer> CustomerService::list(OrgId org, const CustomerFilter& filter, const PageRequest& page) {
  return transactor_.read([&] { return customers_.list(org, filter, page); });
}

Result<Customer> CustomerService::find(OrgId org, CustomerId id) {
  return transactor_.read([&]() -> Result<Customer> {
    if (auto customer = customers_.find(org, id)) return std::move(*customer);
    return missing(id);
  });
}

Result<Customer> CustomerService::update(OrgId org, CustomerId id, const CustomerChanges& changes, Problems problems) {
  check(changes, problems);
  return transactor_.write([&]() -> Result<Customer> {
    auto customer = customers_.find(org, id);
    if (!customer) return missing(id);
    const std::string old_external_id = customer->external_id;
    changes.external_id.apply_to(customer->external_id);
    changes.name.apply_to(customer->name);
    changes.phone_number.apply_to(customer->phone_number);
    changes.email.apply_to(customer->email);
    changes.timezone.apply_to(customer->timezone);
    changes.metadata.apply_to(customer->metadata);
    changes.consent.apply_to(customer->consent);
    changes.do_not_call.apply_to(customer->do_not_call);
    check_content(*customer, zones_, problems);
    if (!problems.empty()) return std::move(problems).error();
    if (customer->external_id != old_external_id && customers_.find_by_external_id(org, customer->external_id)) {
      return taken(customer->external_id);
    }
    customer->updated_at = clock_.now();
    customers_.update(org, *customer);
    return std::move(*customer);
  });
}

Result<void> CustomerService::remove(OrgId org, CustomerId id) {
  return transactor_.write([&]() -> Result<void> {
    if (!customers_.find(org, id)) return missing(id);
    customers_.remove(org, id, clock_.now());
    return {};
  });
}

}  // namespace parlance::org
