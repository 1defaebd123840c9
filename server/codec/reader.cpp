#include "server/codec/reader.hpp"

namespace parlance::server::codec {
namespace detail {

void read_text(JsonValue value, std::string& out, Problems& problems, const Path& path) {
  if (value.kind() != JsonKind::string) return problems.add(path.text(), "must be a string");
  // Legal JSON, but no text: databases and C programs would end it there.
  if (value.text().find('\0') != std::string_view::npos) {
    return problems.add(path.text(), "must not contain NUL characters");
  }
  out.assign(value.text());
}

void read_time(JsonValue value, org::UtcTime& out, Problems& problems, const Path& path) {
  const auto time = value.kind() == JsonKind::string ? org::UtcTime::parse(value.text()) : std::nullopt;
  if (!time) return problems.add(path.text(), "must be a valid ISO 8601 date string");
  out = *time;
}

// "property colour should not exist"; inside something, "messages.3.property colour should not exist".
void unknown_field(std::string_view key, Problems& problems, const Path& path) {
  constexpr std::size_t shown_max = 100;
  std::string name(key.substr(0, shown_max));
  while (!org::is_valid_utf8(name)) name.pop_back();  // not cut inside a character
  std::string prefix = path.text();
  if (!prefix.empty()) prefix += '.';
  problems.add_whole(prefix + name, prefix + "property " + name + " should not exist");
}

}  // namespace detail

JsonDocument& thread_document() {
  thread_local JsonDocument document;
  return document;
}

}  // namespace parlance::server::codec
