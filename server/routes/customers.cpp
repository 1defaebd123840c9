// Customers. Contract section 2.
#include "server/routes/exchange.hpp"
#include "server/routes/routes.hpp"

namespace parlance::server::routes {
namespace {

constexpr std::string_view path = "/v1/customers/{customerId}";

http::Response missing(const http::Request& request) {
  return not_found("Customer", request.path_parameter("customerId"));
}
std::optional<org::CustomerId> id_of(const http::Request& request) {
  return org::CustomerId::parse(request.path_parameter("customerId"));
}

}  // namespace

void add_customers(Api& api, org::CustomerService& customers) {
  api.add<org::NewCustomer, org::Customer>(
      {"POST", "/v1/customers", "createCustomer", "Customers", "Create a customer", 201, {.conflict = true}},
      [&](http::Request& request) {
        auto body = read_body<org::NewCustomer>(request);
        return reply(customers.create(request.organization, body.command, std::move(body.problems)), 201);
      });
  api.add<None, org::Page<org::Customer>>({"GET",
                                           "/v1/customers",
                                           "listCustomers",
                                           "Customers",
                                           "List customers",
                                           200,
                                           {},
                                           {{"externalId", "Only the customer with this external id."},
                                            {"searchTerm", "Only customers whose name contains the text."}}},
                                          [&](http::Request& request) {
                                            http::QueryReader query(request);
                                            const auto page = query.page();
                                            org::CustomerFilter filter;
                                            if (const auto id = query.text("externalId")) filter.external_id = *id;
                                            filter.search_term = query.text("searchTerm").value_or("");
                                            if (const auto error = query.error()) return http::error_response(*error);
                                            return reply(customers.list(request.organization, filter, page));
                                          });
  api.add<None, org::Customer>({"GET", path, "getCustomer", "Customers", "Read a customer", 200, {.not_found = true}},
                               [&](http::Request& request) {
                                 const auto id = id_of(request);
                                 return id ? reply(customers.find(request.organization, *id)) : missing(request);
                               });
  api.add<org::CustomerChanges, org::Customer>(
      {"PUT", path, "updateCustomer", "Customers", "Change a customer", 200, {.not_found = true, .conflict = true}},
      [&](http::Request& request) {
        const auto id = id_of(request);
        if (!id) return missing(request);
        auto body = read_body<org::CustomerChanges>(request);
        return reply(customers.update(request.organization, *id, body.command, std::move(body.problems)));
      });
  api.add<None, None>({"DELETE",
                       path,
                       "deleteCustomer",
                       "Customers",
                       "Delete a customer; conversations stay",
                       204,
                       {.not_found = true}},
                      [&](http::Request& request) {
                        const auto id = id_of(request);
                        return id ? reply(customers.remove(request.organization, *id)) : missing(request);
                      });
}

}  // namespace parlance::server::routes
