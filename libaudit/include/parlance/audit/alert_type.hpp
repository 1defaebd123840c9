// Alert types: what kinds of alert an organization knows, and how serious each is.
#pragma once

#include <optional>
#include <string>

#include "parlance/audit/ids.hpp"
#include "parlance/org/describe.hpp"

namespace parlance::audit {

enum class Severity { info, warning, critical };

struct AlertType {
  AlertTypeId id;
  std::string name;  // unique within the organization, case ignored
  Severity severity = Severity::info;
  std::optional<std::string> description;
  org::UtcTime created_at;
  org::UtcTime updated_at;
  bool operator==(const AlertType&) const = default;
};

struct NewAlertType {
  std::string name;
  Severity severity = Severity::info;
  std::optional<std::string> description;
};

struct AlertTypeChanges {
  org::Field<std::string> name;
  org::Field<Severity> severity;
  org::Field<std::optional<std::string>> description;
};

}  // namespace parlance::audit

namespace parlance::org {

template <>
struct EnumText<audit::Severity> {
  static constexpr std::array values = {std::pair{audit::Severity::info, std::string_view("info")},
                                        std::pair{audit::Severity::warning, std::string_view("warning")},
                                        std::pair{audit::Severity::critical, std::string_view("critical")}};
};
template <>
struct Describe<audit::NewAlertType> {
  using T = audit::NewAlertType;
  static constexpr std::string_view name = "CreateAlertType";
  static constexpr auto fields =
      std::tuple{required("name", &T::name, Text{1, 200}, "Unique."), required("severity", &T::severity),
                 field("description", &T::description, Text{0, 4000})};
};
template <>
struct Describe<audit::AlertTypeChanges> {
  using T = audit::AlertTypeChanges;
  static constexpr std::string_view name = "UpdateAlertType";
  using ignored = audit::AlertType;
  static constexpr auto fields =
      std::tuple{field("name", &T::name, Text{1, 200}, "Unique."), field("severity", &T::severity),
                 field("description", &T::description, Text{0, 4000})};
};
template <>
struct Describe<audit::AlertType> {
  using T = audit::AlertType;
  static constexpr std::string_view name = "AlertType";
  static constexpr auto fields = std::tuple{field("id", &T::id),
                                            field("name", &T::name, Text{1, 200}),
                                            field("severity", &T::severity),
                                            field("description", &T::description, Text{0, 4000}),
                                            field("createdAt", &T::created_at),
                                            field("updatedAt", &T::updated_at)};
};

}  // namespace parlance::org
