// Entity keys: the short names some resources have beside their id, `DEP-` or `AGT-` and 8 of [0-9A-Z].
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "parlance/org/id.hpp"

namespace parlance::org {

struct EntityKey {
  std::string text;  // with its prefix; "" is no key

  // nullopt unless `text` is `prefix` ("DEP-") followed by exactly 8 of [0-9A-Z].
  static std::optional<EntityKey> parse(std::string_view text, std::string_view prefix);

  auto operator<=>(const EntityKey&) const = default;
};

inline constexpr std::string_view department_key_prefix = "DEP-";
inline constexpr std::string_view agent_key_prefix = "AGT-";

// What a path or body that accepts either form carries.
template <class Tag>
using IdOrKey = std::variant<Id<Tag>, EntityKey>;
using DepartmentIdOrKey = IdOrKey<DepartmentTag>;

// nullopt when `text` is neither.
std::optional<DepartmentIdOrKey> parse_department_id_or_key(std::string_view text);
std::string text_of(const DepartmentIdOrKey& id_or_key);

}  // namespace parlance::org
