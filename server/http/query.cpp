#include "server/http/query.hpp"

#include <charconv>
#include <limits>

namespace parlance::server::http {

std::optional<std::string_view> QueryReader::first(std::string_view name) const {
  for (const auto& [known, value] : request_.query())
    if (known == name) return value;
  return std::nullopt;
}

std::optional<std::string_view> QueryReader::text(std::string_view name) const {
  const auto value = first(name);
  return value && !value->empty() ? value : std::nullopt;
}

std::vector<std::string_view> QueryReader::elements(std::string_view name) const {
  std::vector<std::string_view> out;
  for (const auto& [known, value] : request_.query()) {
    if (known != name || value.empty()) continue;
    std::string_view rest = value;
    for (;;) {
      const std::size_t comma = rest.find(',');
      out.push_back(rest.substr(0, comma));
      if (comma == std::string_view::npos) break;
      rest.remove_prefix(comma + 1);
    }
  }
  return out;
}

std::optional<std::int64_t> QueryReader::bounded(std::string_view name, std::int64_t min, std::int64_t max) {
  const auto value = first(name);
  if (!value) return std::nullopt;
  std::int64_t number = 0;
  const char* end = value->data() + value->size();
  const auto parsed = std::from_chars(value->data(), end, number);
  // A number too large for an integer is still a number: it is out of bounds, not malformed.
  const bool overflows = parsed.ec == std::errc::result_out_of_range;
  if (overflows)
    number =
        value->starts_with('-') ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
  if (value->empty() || parsed.ptr != end || (parsed.ec != std::errc{} && !overflows)) {
    problems_.add(std::string(name), "must be an integer number");
  } else if (number < min) {
    problems_.add(std::string(name), "must not be less than " + std::to_string(min));
  } else if (number > max || overflows) {
    problems_.add(std::string(name), "must not be greater than " + std::to_string(max));
  } else {
    return number;
  }
  return std::nullopt;
}

std::optional<std::int64_t> QueryReader::integer(std::string_view name, std::int64_t min, std::int64_t max) {
  return text(name) ? bounded(name, min, max) : std::nullopt;
}

std::optional<double> QueryReader::number(std::string_view name, double min, double max) {
  const auto value = text(name);
  if (!value) return std::nullopt;
  double number = 0;
  const char* end = value->data() + value->size();
  const auto parsed = std::from_chars(value->data(), end, number);
  if (parsed.ec != std::errc{} || parsed.ptr != end || !(number >= min && number <= max)) {
    problems_.add(std::string(name),
                  "must be a number from " + org::detail::number_text(min) + " to " + org::detail::number_text(max));
    return std::nullopt;
  }
  return number;
}

std::optional<bool> QueryReader::boolean(std::string_view name) {
  const auto value = text(name);
  if (!value) return std::nullopt;
  if (*value == "true") return true;
  if (*value == "false") return false;
  problems_.add(std::string(name), "must be a boolean value");
  return std::nullopt;
}

org::PageRequest QueryReader::page(LegacyLimit limit) {
  org::PageRequest out;
  // A page beyond any list is an empty page; the bound keeps the arithmetic of whoever multiplies it from overflowing.
  constexpr std::int64_t page_max = std::numeric_limits<std::int64_t>::max() / org::page_size_max;
  out.page = bounded("page", org::page_first, page_max).value_or(out.page);
  std::string_view size_name = "pageSize";
  if (limit == LegacyLimit::accepted && first("limit")) {
    used_limit_ = true;
    if (!first("pageSize")) size_name = "limit";
  }
  out.page_size = bounded(size_name, 1, org::page_size_max).value_or(out.page_size);
  if (const auto cursor = first("cursor")) {
    if (org::Cursor::parse(*cursor)) {
      out.cursor = std::string(*cursor);
    } else {
      problems_.add("cursor", "must be a value of nextCursor");
    }
  }
  return out;
}

std::optional<org::Error> QueryReader::error() {
  if (problems_.empty()) return std::nullopt;
  return std::move(problems_).error();
}

void QueryReader::mark_deprecations(Response& response) const {
  if (used_limit_) response.set_header("Deprecation", "true");
}

}  // namespace parlance::server::http
