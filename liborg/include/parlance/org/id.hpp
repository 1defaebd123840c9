// Identifiers: UUIDs, made distinct per kind of resource so that they do not mix.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace parlance::org {

struct Uuid {
  std::array<std::uint8_t, 16> bytes{};

  // Canonical text, 8-4-4-4-12 hexadecimal digits; upper case is read, lower case is written.
  static std::optional<Uuid> parse(std::string_view text) noexcept;
  void write_to(char out[36]) const noexcept;
  std::string text() const;
  bool is_nil() const noexcept { return *this == Uuid{}; }

  auto operator<=>(const Uuid&) const = default;
};

// An id of one kind of resource. `Tag` is any type, usually the (incomplete) tag of the record.
template <class Tag>
struct Id {
  Uuid value{};

  static std::optional<Id> parse(std::string_view text) noexcept {
    if (auto uuid = Uuid::parse(text)) return Id{*uuid};
    return std::nullopt;
  }
  std::string text() const { return value.text(); }
  bool is_nil() const noexcept { return value.is_nil(); }

  auto operator<=>(const Id&) const = default;
};

using OrgId = Id<struct OrganizationTag>;
using EmployeeId = Id<struct EmployeeTag>;
using DepartmentId = Id<struct DepartmentTag>;
using ProviderId = Id<struct ProviderTag>;
using CustomerId = Id<struct CustomerTag>;

}  // namespace parlance::org

template <>
struct std::hash<parlance::org::Uuid> {
  std::size_t operator()(const parlance::org::Uuid& id) const noexcept {
    // The last eight bytes of a version 7 UUID are random.
    std::uint64_t h;
    std::memcpy(&h, id.bytes.data() + 8, sizeof h);
    return static_cast<std::size_t>(h);
  }
};
template <class Tag>
struct std::hash<parlance::org::Id<Tag>> {
  std::size_t operator()(const parlance::org::Id<Tag>& id) const noexcept {
    return std::hash<parlance::org::Uuid>{}(id.value);
  }
};
