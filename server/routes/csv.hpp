// Lists as CSV, for whoever sends `Accept: text/csv`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "server/http/router.hpp"

namespace parlance::server::routes {

// RFC 4180: a line of the columns' names, a line a record, CR LF. Nested values are JSON; null is empty. Text that a
// spreadsheet would take for a formula gets an apostrophe before it. `envelope`: a list envelope of the API.
std::string csv_of(std::string_view envelope, const std::vector<std::string_view>& columns);

// The handler of a list: its answer as CSV for those who prefer it. X-Total-Count and X-Next-Cursor carry what the
// envelope says beside the results.
http::Handler with_csv(http::Handler list, std::vector<std::string_view> columns);

}  // namespace parlance::server::routes
