// Quotes: whether cited words are really there.
#pragma once

#include <string_view>

#include "parlance/audit/message.hpp"

namespace parlance::audit {

// Contract section 3, Answer: a quote that is not in the cited message is `verified: false`. It stands there letter by
// letter: no folding, no trimming. Empty words prove nothing and stand nowhere.
bool quote_stands_in(const Message& message, std::string_view quote) noexcept;

}  // namespace parlance::audit
