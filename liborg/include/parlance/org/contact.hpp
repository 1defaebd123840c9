// How people are reached: the forms that addresses have.
#pragma once

#include <string_view>

namespace parlance::org {

// Good enough to catch a field that holds something else; whether mail arrives is known only by sending one.
bool looks_like_email(std::string_view text);

// E.164 (contract, Phone): a plus sign, then 7 to 15 digits, the first of which is not 0.
bool is_phone_number(std::string_view text);

// The name or address of a host, without a port: letters, digits, dots, hyphens, colons of IPv6.
bool is_host(std::string_view text);

}  // namespace parlance::org
