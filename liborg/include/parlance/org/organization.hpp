// Organizations and their API keys.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "parlance/org/crypto.hpp"
#include "parlance/org/describe.hpp"
#include "parlance/org/language.hpp"

namespace parlance::org {

struct Organization {
  OrgId id;
  std::string name;
  std::string timezone = "UTC";  // IANA name
  Language language = Language::en;
  UtcTime created_at;
  UtcTime updated_at;
  bool operator==(const Organization&) const = default;
};

struct NewOrganization {
  std::string name;
  std::string timezone = "UTC";
  Language language = Language::en;
};

struct OrganizationChanges {
  Field<std::string> name;
  Field<std::string> timezone;
  Field<Language> language;
};

// An API key as it is kept: never the secret, only its SHA-256.
struct ApiKey {
  std::string public_id;  // the 8 characters after "plk_"
  OrgId organization;
  Sha256 secret_sha256{};
  UtcTime created_at;
  std::optional<UtcTime> expires_at;  // revoked: the instant it stopped; rotated with grace: when it will stop
  bool operator==(const ApiKey&) const = default;
};

// A key as it is shown, once, when issued or rotated.
struct IssuedKey {
  std::string public_id;
  std::string text;  // plk_<public id>_<secret>
};

template <>
struct Describe<NewOrganization> {
  static constexpr std::string_view name = "CreateOrganization";
  static constexpr auto fields =
      std::tuple{required("name", &NewOrganization::name, Text{1, 200}), field("timezone", &NewOrganization::timezone),
                 field("language", &NewOrganization::language)};
};
template <>
struct Describe<OrganizationChanges> {
  static constexpr std::string_view name = "UpdateOrganization";
  using ignored = Organization;
  static constexpr auto fields =
      std::tuple{field("name", &OrganizationChanges::name, Text{1, 200}),
                 field("timezone", &OrganizationChanges::timezone), field("language", &OrganizationChanges::language)};
};
template <>
struct Describe<Organization> {
  static constexpr std::string_view name = "Organization";
  static constexpr auto fields =
      std::tuple{field("id", &Organization::id),
                 field("name", &Organization::name, Text{1, 200}),
                 field("timezone", &Organization::timezone, NoRule{}, "IANA name."),
                 field("language", &Organization::language, NoRule{}, "What the embedded evaluator reads."),
                 field("createdAt", &Organization::created_at),
                 field("updatedAt", &Organization::updated_at)};
};

}  // namespace parlance::org
