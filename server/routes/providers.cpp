// Providers. Specification, Endpoints: Conversations, messages, audio and providers.
#include "server/routes/exchange.hpp"
#include "server/routes/routes.hpp"

namespace parlance::server::routes {

void add_providers(Api& api, org::ProviderService& providers) {
  api.add<org::NewProvider, org::Provider>(
      {"POST", "/v1/providers", "createProvider", "Providers", "Create a communication channel", 201},
      [&](http::Request& request) {
        auto body = read_body<org::NewProvider>(request);
        return reply(providers.create(request.organization, body.command, std::move(body.problems)), 201);
      });
  api.add<None, org::Page<org::Provider>>(
      {"GET", "/v1/providers", "listProviders", "Providers", "List the organization's communication channels", 200},
      [&](http::Request& request) {
        http::QueryReader query(request);
        const auto page = query.page();
        if (const auto error = query.error()) return http::error_response(*error);
        return reply(providers.list(request.organization, page));
      });
}

}  // namespace parlance::server::routes
