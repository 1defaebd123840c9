#include "server/log.hpp"

#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <string>

#include "parlance/org/time.hpp"
#include "server/http/json_text.hpp"

namespace parlance::server {
namespace {

constexpr std::array<std::string_view, 4> names{"error", "warn", "info", "debug"};

template <class N>
void append_number(std::string& out, N number) {
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  out.append(digits.data(), end.ptr);
}

void append_value(std::string& out, const LogField& field) {
  if (const auto* text = std::get_if<std::string_view>(&field.value)) {
    http::append_json_string(out, *text);
  } else if (const auto* integer = std::get_if<std::int64_t>(&field.value)) {
    append_number(out, *integer);
  } else if (const auto* flag = std::get_if<bool>(&field.value)) {
    out += *flag ? "true" : "false";
  } else if (const double number = std::get<double>(field.value); std::isfinite(number)) {
    append_number(out, number);
  } else {
    out += "null";
  }
}

}  // namespace

std::string_view text_of(LogLevel level) {
  return names[static_cast<std::size_t>(level)];
}

std::optional<LogLevel> parse_log_level(std::string_view text) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == text) return static_cast<LogLevel>(i);
  return std::nullopt;
}

void Log::write(LogLevel level, std::string_view message, Fields fields) const {
  if (!enabled(level)) return;
  using std::chrono::duration_cast, std::chrono::milliseconds, std::chrono::system_clock;
  const org::UtcTime now{duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count()};
  std::array<char, 24> time;
  now.write_to(time.data());

  std::string line = R"({"time":")";
  line.append(time.data(), time.size());
  line += R"(","level":")";
  line += text_of(level);
  line += R"(","message":)";
  http::append_json_string(line, message);
  for (const LogField& field : fields) {
    line += ',';
    http::append_json_string(line, field.name);
    line += ':';
    append_value(line, field);
  }
  line += "}\n";
  [[maybe_unused]] const auto written = ::write(descriptor_, line.data(), line.size());
}

}  // namespace parlance::server
