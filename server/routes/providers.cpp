// Providers. Specification, Endpoints: Conversations, messages, audio and providers.
#include "server/routes/exchange.hpp"
#include "server/routes/routes.hpp"

namespace parlance::server::routes {
namespace {

constexpr std::string_view path = "/v1/providers/{providerId}";

http::Response missing(const http::Request& request) {
  return not_found("Provider", request.path_parameter("providerId"));
}
std::optional<org::ProviderId> id_of(const http::Request& request) {
  return org::ProviderId::parse(request.path_parameter("providerId"));
}

}  // namespace

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
  api.add<None, org::Provider>(
      {"GET", path, "getProvider", "Providers", "Read a communication channel", 200, {.not_found = true}},
      [&](http::Request& request) {
        const auto id = id_of(request);
        return id ? reply(providers.find(request.organization, *id)) : missing(request);
      });
  api.add<org::ProviderChanges, org::Provider>(
      {"PUT", path, "updateProvider", "Providers", "Change a communication channel", 200, {.not_found = true}},
      [&](http::Request& request) {
        const auto id = id_of(request);
        if (!id) return missing(request);
        auto body = read_body<org::ProviderChanges>(request);
        return reply(providers.update(request.organization, *id, body.command, std::move(body.problems)));
      });
  api.add<None, None>({"DELETE",
                       path,
                       "deleteProvider",
                       "Providers",
                       "Delete a communication channel; conversations stay",
                       204,
                       {.not_found = true}},
                      [&](http::Request& request) {
                        const auto id = id_of(request);
                        return id ? reply(providers.remove(request.organization, *id)) : missing(request);
                      });
}

}  // namespace parlance::server::routes
