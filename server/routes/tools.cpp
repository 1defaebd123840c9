// Agent tools. Specification, Endpoints: Agent tools.
#include "parlance/voice/discount.hpp"
#include "server/routes/exchange.hpp"
#include "server/routes/routes.hpp"

namespace parlance::server::routes {

void add_tools(Api& api) {
  api.add<voice::DiscountRequest, std::vector<voice::DiscountedAmount>>(
      {"POST", "/v1/tools/discounted-amount", "discountedAmount", "Tools",
       "The amount after each discount of a list or a ladder, ascending", 200},
      [](http::Request& request) {
        auto body = read_body<voice::DiscountRequest>(request);
        return reply(voice::discounted_amounts(body.command, std::move(body.problems)));
      });
}

}  // namespace parlance::server::routes
