#include "parlance/org/organization_service.hpp"

#include "parlance/org/contact.hpp"
#include "parlance/org/text.hpp"

namespace parlance::org {
namespace {

// Contract section 4, PaymentRules: maxDays minDays..366; a cut-off is a time of the day, which 24:00 is not.
void check_payment_rules(const PaymentRules& rules, Problems& problems) {
  const auto sound = [&](std::string_view field) { return !problems.has("paymentRules." + std::string(field)); };
  if (sound("minDays") && sound("maxDays") && rules.max_days < rules.min_days) {
    problems.add("paymentRules.maxDays", "must not be less than minDays");
  }
  if (rules.cutoff_time && sound("cutoffTime") && rules.cutoff_time->minutes == WallTime::day_end) {
    problems.add("paymentRules.cutoffTime", "must be before 24:00");
  }
}

void check_team_emails(const TeamEmails& emails, Problems& problems) {
  if (problems.has("teamEmails")) return;
  if (emails.size() > teams_max) {
    return problems.add("teamEmails", "must contain no more than " + std::to_string(teams_max) + " teams");
  }
  for (const auto& [team, address] : emails) {
    const std::size_t length = code_points(team);
    if (length == 0 || length > team_name_max) {
      return problems.add("teamEmails", "must name teams with 1 to " + std::to_string(team_name_max) + " characters");
    }
    if (address.size() > 320 || !looks_like_email(address)) problems.add("teamEmails." + team, "must be an email");
  }
}

}  // namespace

OrganizationService::OrganizationService(Transactor& transactor, OrganizationStore& organizations,
                                         const TimeZones& zones, const Clock& clock, IdSource& ids)
    : transactor_(transactor), organizations_(organizations), zones_(zones), clock_(clock), ids_(ids) {}

Result<Organization> OrganizationService::create(const NewOrganization& command, Problems problems) {
  check(command, problems);
  if (!problems.has("timezone") && !zones_.exists(command.timezone)) problems.add("timezone", must_be_time_zone);
  if (!problems.empty()) return std::move(problems).error();
  const UtcTime now = clock_.now();
  const Organization organization{{ids_.next()}, command.name, command.timezone, command.language, now, now};
  transactor_.write([&] { organizations_.insert(organization); });
  return organization;
}

Result<Organization> OrganizationService::find(OrgId id) {
  return transactor_.read([&]() -> Result<Organization> {
    if (auto organization = organizations_.find(id)) return std::move(*organization);
    return not_found("Organization", id.text());
  });
}

std::vector<Organization> OrganizationService::all() {
  return transactor_.read([&] { return organizations_.all(); });
}

Result<Organization> OrganizationService::update(OrgId id, const OrganizationChanges& changes, Problems problems) {
  check(changes, problems);
  if (changes.timezone.sent && !problems.has("timezone") && !zones_.exists(*changes.timezone.sent)) {
    problems.add("timezone", must_be_time_zone);
  }
  if (changes.payment_rules.sent && *changes.payment_rules.sent) {
    check_payment_rules(**changes.payment_rules.sent, problems);
  }
  if (changes.team_emails.sent) check_team_emails(*changes.team_emails.sent, problems);
  return transactor_.write([&]() -> Result<Organization> {
    auto organization = organizations_.find(id);
    if (!organization) return not_found("Organization", id.text());
    if (!problems.empty()) return std::move(problems).error();
    changes.name.apply_to(organization->name);
    changes.timezone.apply_to(organization->timezone);
    changes.language.apply_to(organization->language);
    changes.payment_rules.apply_to(organization->payment_rules);
    changes.team_emails.apply_to(organization->team_emails);
    changes.mcp_enabled.apply_to(organization->mcp_enabled);
    organization->updated_at = clock_.now();
    organizations_.update(*organization);
    return std::move(*organization);
  });
}

}  // namespace parlance::org
