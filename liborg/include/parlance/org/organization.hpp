// Organizations and their API keys.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "parlance/org/crypto.hpp"
#include "parlance/org/describe.hpp"
#include "parlance/org/language.hpp"
#include "parlance/org/payment_rules.hpp"

namespace parlance::org {

using TeamEmails = std::map<std::string, std::string>;  // by team
inline constexpr std::size_t teams_max = 100;
inline constexpr std::size_t team_name_max = 100;  // characters

struct Organization {
  OrgId id;
  std::string name;
  std::string timezone = "UTC";  // IANA name
  Language language = Language::en;
  UtcTime created_at{};
  UtcTime updated_at{};
  std::optional<PaymentRules> payment_rules{};
  TeamEmails team_emails{};  // where the e-mail tool may write to
  bool mcp_enabled = false;
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
  Field<std::optional<PaymentRules>> payment_rules;
  Field<TeamEmails> team_emails;
  Field<bool> mcp_enabled;
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
  static constexpr auto fields = std::tuple{field("name", &OrganizationChanges::name, Text{1, 200}),
                                            field("timezone", &OrganizationChanges::timezone),
                                            field("language", &OrganizationChanges::language),
                                            field("paymentRules", &OrganizationChanges::payment_rules),
                                            field("teamEmails", &OrganizationChanges::team_emails, NoRule{},
                                                  "Replaced whole; up to 100 teams, each with one address."),
                                            field("mcpEnabled", &OrganizationChanges::mcp_enabled)};
};
template <>
struct Describe<Organization> {
  static constexpr std::string_view name = "Organization";
  static constexpr auto fields = std::tuple{
      field("id", &Organization::id),
      field("name", &Organization::name, Text{1, 200}),
      field("timezone", &Organization::timezone, NoRule{}, "IANA name."),
      field("language", &Organization::language, NoRule{}, "What the embedded evaluator reads."),
      field("paymentRules", &Organization::payment_rules, NoRule{}, "Which days a customer may promise to pay on."),
      field("teamEmails", &Organization::team_emails, NoRule{}, "Where the e-mail tool may write to."),
      field("mcpEnabled", &Organization::mcp_enabled, NoRule{}, "Whether POST /mcp is there."),
      field("createdAt", &Organization::created_at),
      field("updatedAt", &Organization::updated_at)};
};

}  // namespace parlance::org
