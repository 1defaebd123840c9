// The one piece of JSON that the HTTP shell writes by itself: strings, in error bodies and log lines.
#pragma once

#include <string>
#include <string_view>

namespace parlance::server::http {

// Appends `text` as a JSON string with its quotes. Any bytes are accepted; each byte that is not part of valid UTF-8
// becomes U+FFFD, so the output is valid JSON whatever a client sent.
void append_json_string(std::string& out, std::string_view text);

}  // namespace parlance::server::http
