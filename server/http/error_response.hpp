// Error answers: the only place that knows which status an error has and what its body looks like.
//
// The body is exactly {"statusCode", "message", "error"}; `message` is a list for validation errors and one string
// otherwise; `error` is the status's reason phrase.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parlance/org/result.hpp"
#include "server/http/response.hpp"

namespace parlance::server::http {

int status_of(org::ErrorKind kind) noexcept;
// "Not Found"; "Error" for a status that has no entry.
std::string_view reason_phrase(int status) noexcept;

// `message` as one string. For refusals that the shell itself decides on.
Response error_response(int status, std::string_view message);
// What a service, the codec or the query helpers refused.
Response error_response(const org::Error& error);

}  // namespace parlance::server::http
