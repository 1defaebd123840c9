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
  constexpr std::int64_t year_0 = -62167219200000;
  const auto time = value.kind() == JsonKind::string ? org::UtcTime::parse(value.text()) : std::nullopt;
  // An offset can move a time out of the years 0 to 9999, which is all that can be written again.
  if (!time || time->ms < year_0 || time->ms > org::unix_ms_max)
    return problems.add(path.text(), "must be a valid ISO 8601 date string");
  out = *time;
}

void read_secret(JsonValue value, org::Secret& out, Problems& problems, const Path& path) {
  read_text(value, out.text, problems, path);
  if (out.text.size() > org::secret_bytes_max) {
    problems.add(path.text(), "must not be longer than " + std::to_string(org::secret_bytes_max) + " bytes");
  }
}

void read_key(JsonValue value, org::EntityKey& out, Problems& problems, const Path& path) {
  for (const auto prefix : {org::department_key_prefix, org::agent_key_prefix}) {
    auto key = value.kind() == JsonKind::string ? org::EntityKey::parse(value.text(), prefix) : std::nullopt;
    if (!key) continue;
    out = std::move(*key);
    return;
  }
  problems.add(path.text(), "must be a DEP- or AGT- key");
}

// "property colour should not exist"; inside something, "messages.3.property colour should not exist".
void unknown_field(std::string_view key, Problems& problems, const Path& path) {
  const std::string name = shown_key(key);
  std::string message = path.text();
  if (!message.empty()) message += '.';
  // Kept under a path that is no field's, however the key is spelt: it says nothing about the fields beside it.
  std::string place = "property " + message + name;
  message += "property ";
  message += name;
  message += " should not exist";
  problems.add_whole(std::move(place), std::move(message));
}

}  // namespace detail

JsonDocument& thread_document() {
  thread_local JsonDocument document;
  return document;
}

}  // namespace parlance::server::codec
