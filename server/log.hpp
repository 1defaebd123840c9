// Log: what the server tells its operator, one JSON object a line.
//
// Thread-safe; every line is one write(2), so lines of several threads or processes on one descriptor never mix. Text
// is escaped, and bytes that are not UTF-8 are replaced, so that a caller's bytes cannot forge a line. Callers keep
// secrets (keys, transcript text, query strings) out of fields; nothing here can tell them apart. A failed write is
// ignored: logging must not take a request down.
#pragma once

#include <unistd.h>

#include <atomic>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <variant>

namespace parlance::server {

enum class LogLevel { error, warn, info, debug };

std::string_view text_of(LogLevel level);
// "error", "warn", "info" or "debug"; nullopt otherwise.
std::optional<LogLevel> parse_log_level(std::string_view text);

// Borrows its texts: they live until the call that takes the field returns.
struct LogField {
  std::string_view name;
  std::variant<std::string_view, std::int64_t, double, bool> value;

  LogField(std::string_view field_name, std::string_view text) : name(field_name), value(text) {}
  LogField(std::string_view field_name, const char* text) : name(field_name), value(std::string_view(text)) {}
  LogField(std::string_view field_name, bool flag) : name(field_name), value(flag) {}
  LogField(std::string_view field_name, double number) : name(field_name), value(number) {}
  template <std::integral N>
  LogField(std::string_view field_name, N number) : name(field_name), value(static_cast<std::int64_t>(number)) {}
};

class Log {
 public:
  using Fields = std::initializer_list<LogField>;

  // Lines above `level` are not written. The descriptor is borrowed.
  explicit Log(LogLevel level = LogLevel::info, int descriptor = STDERR_FILENO)
      : level_(level), descriptor_(descriptor) {}

  LogLevel level() const noexcept { return level_.load(std::memory_order_relaxed); }
  void set_level(LogLevel level) noexcept { level_.store(level, std::memory_order_relaxed); }
  // Ask before gathering fields that cost something.
  bool enabled(LogLevel level) const noexcept { return level <= this->level(); }

  void write(LogLevel level, std::string_view message, Fields fields = {}) const;

  void error(std::string_view message, Fields fields = {}) const { write(LogLevel::error, message, fields); }
  void warn(std::string_view message, Fields fields = {}) const { write(LogLevel::warn, message, fields); }
  void info(std::string_view message, Fields fields = {}) const { write(LogLevel::info, message, fields); }
  void debug(std::string_view message, Fields fields = {}) const { write(LogLevel::debug, message, fields); }

 private:
  std::atomic<LogLevel> level_;
  int descriptor_;
};

}  // namespace parlance::server
