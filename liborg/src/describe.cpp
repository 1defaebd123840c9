#include "parlance/org/describe.hpp"

#include <charconv>

namespace parlance::org {

std::string Path::text() const {
  std::string out = parent ? parent->text() : std::string();
  if (!parent) return out;
  if (!out.empty()) out += '.';
  if (name.empty()) {
    out += std::to_string(index);
  } else {
    out += name;
  }
  return out;
}

namespace detail {

void check_text(const Path& path, std::string_view value, Text rule, Problems& problems) {
  if (rule.min > 0 && !rule.blank_allowed && value.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    problems.add(path.text(), "should not be empty");
    return;
  }
  // Bytes bound code points from above, so nearly every text is decided without counting.
  if (value.size() <= rule.max && (rule.min == 0 || (rule.min == 1 && !value.empty()))) return;
  const std::size_t length = code_points(value);
  if (length < rule.min) {
    problems.add(path.text(), "must be longer than or equal to " + std::to_string(rule.min) + " characters");
  } else if (length > rule.max) {
    problems.add(path.text(), "must be shorter than or equal to " + std::to_string(rule.max) + " characters");
  }
}

void check_count(const Path& path, std::size_t count, std::size_t min, std::size_t max, Problems& problems) {
  if (count < min) {
    problems.add(path.text(), "must contain at least " + std::to_string(min) + " elements");
  } else if (count > max) {
    problems.add(path.text(), "must contain no more than " + std::to_string(max) + " elements");
  }
}

std::string number_text(double value) {
  char buffer[512];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed).ptr;
  return std::string(buffer, end);
}

}  // namespace detail
}  // namespace parlance::org
