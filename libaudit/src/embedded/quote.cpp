#include "parlance/audit/quote.hpp"

namespace parlance::audit {

bool quote_stands_in(const Message& message, std::string_view quote) noexcept {
  return !quote.empty() && std::string_view(message.content).find(quote) != std::string_view::npos;
}

}  // namespace parlance::audit
