#include "server/http/request.hpp"

#include <algorithm>

namespace parlance::server::http {
namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char letter = lower(c);
  if (letter >= 'a' && letter <= 'f') return letter - 'a' + 10;
  return -1;
}

std::string decoded_or_as_sent(std::string_view text) {
  if (auto decoded = percent_decode(text, true)) return *std::move(decoded);
  return std::string(text);
}

}  // namespace

bool equals_ignoring_case(std::string_view left, std::string_view right) noexcept {
  return left.size() == right.size() &&
         std::equal(left.begin(), left.end(), right.begin(), [](char a, char b) { return lower(a) == lower(b); });
}

std::optional<std::string> percent_decode(std::string_view text, bool plus_is_space) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') {
      if (text.size() - i < 3) return std::nullopt;
      const int high = hex_digit(text[i + 1]);
      const int low = hex_digit(text[i + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      out += static_cast<char>(high * 16 + low);
      i += 2;
    } else {
      out += plus_is_space && text[i] == '+' ? ' ' : text[i];
    }
  }
  return out;
}

QueryParameters parse_query(std::string_view query) {
  QueryParameters out;
  while (!query.empty()) {
    const std::size_t ampersand = query.find('&');
    const std::string_view pair = query.substr(0, ampersand);
    query = ampersand == std::string_view::npos ? std::string_view{} : query.substr(ampersand + 1);
    if (pair.empty()) continue;
    const std::size_t equals = pair.find('=');
    const std::string_view value = equals == std::string_view::npos ? std::string_view{} : pair.substr(equals + 1);
    out.emplace_back(decoded_or_as_sent(pair.substr(0, equals)), decoded_or_as_sent(value));
  }
  return out;
}

Request::Request(std::string_view request_method, std::string_view request_target,
                 std::span<const HeaderField> header_fields, std::string_view request_body)
    : method(request_method), target(request_target), headers(header_fields), body(request_body) {
  std::string_view without_fragment = target.substr(0, target.find('#'));
  // The absolute form, "http://host/path", which a server must understand although only proxies are sent it.
  if (const std::size_t scheme = without_fragment.find("://"); !without_fragment.starts_with('/') && scheme <= 5) {
    const std::size_t slash = without_fragment.find('/', scheme + 3);
    without_fragment = slash == std::string_view::npos ? "/" : without_fragment.substr(slash);
  }
  const std::size_t question = without_fragment.find('?');
  path = without_fragment.substr(0, question);
  if (question != std::string_view::npos) query_string = without_fragment.substr(question + 1);
}

std::optional<std::string_view> Request::header(std::string_view name) const {
  for (const HeaderField& field : headers)
    if (equals_ignoring_case(field.name, name)) return field.value;
  return std::nullopt;
}

std::string Request::joined_header(std::string_view name) const {
  std::string out;
  for (const HeaderField& field : headers) {
    if (!equals_ignoring_case(field.name, name)) continue;
    if (!out.empty()) out += ", ";
    out += field.value;
  }
  return out;
}

const QueryParameters& Request::query() const {
  if (!query_) query_ = parse_query(query_string);
  return *query_;
}

std::string_view Request::path_parameter(std::string_view name) const {
  for (std::size_t i = 0; i < parameter_count_; ++i)
    if (parameters_[i].first == name) return parameters_[i].second;
  return {};
}

void Request::add_path_parameter(std::string_view name, std::string_view value) {
  if (parameter_count_ < parameters_.size()) parameters_[parameter_count_++] = {name, value};
}

std::string_view Request::keep(std::string text) {
  return *kept_.emplace_back(std::make_unique<std::string>(std::move(text)));
}

}  // namespace parlance::server::http
