// The organization itself. Contract section 2.
#include "server/routes/exchange.hpp"
#include "server/routes/routes.hpp"

namespace parlance::server::routes {

void add_organization(Api& api, org::OrganizationService& organizations) {
  api.add<None, org::Organization>(
      {"GET", "/v1/organization", "getOrganization", "Organization", "Read the organization and its settings"},
      [&](http::Request& request) { return reply(organizations.find(request.organization)); });
  api.add<org::OrganizationChanges, org::Organization>(
      {"PUT", "/v1/organization", "updateOrganization", "Organization",
       "Change time zone, language, payment rules, team addresses and the MCP switch"},
      [&](http::Request& request) {
        auto body = read_body<org::OrganizationChanges>(request);
        return reply(organizations.update(request.organization, body.command, std::move(body.problems)));
      });
}

}  // namespace parlance::server::routes
