#include "parlance/org/entity_key.hpp"

#include <algorithm>

namespace parlance::org {

std::optional<EntityKey> EntityKey::parse(std::string_view text, std::string_view prefix) {
  if (text.size() != prefix.size() + 8 || !text.starts_with(prefix)) return std::nullopt;
  const auto suffix = text.substr(prefix.size());
  const bool ok = std::all_of(suffix.begin(), suffix.end(),
                              [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z'); });
  if (!ok) return std::nullopt;
  return EntityKey{std::string(text)};
}

std::optional<DepartmentIdOrKey> parse_department_id_or_key(std::string_view text) {
  if (auto id = DepartmentId::parse(text)) return DepartmentIdOrKey(*id);
  if (auto key = EntityKey::parse(text, department_key_prefix)) return DepartmentIdOrKey(std::move(*key));
  return std::nullopt;
}

std::string text_of(const DepartmentIdOrKey& id_or_key) {
  if (const auto* id = std::get_if<DepartmentId>(&id_or_key)) return id->text();
  return std::get<EntityKey>(id_or_key).text;
}

}  // namespace parlance::org
