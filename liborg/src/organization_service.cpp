#include "parlance/org/organization_service.hpp"

namespace parlance::org {
namespace {

constexpr std::string_view bad_zone = "must be an IANA time zone name, such as Europe/Madrid";

}  // namespace

OrganizationService::OrganizationService(Transactor& transactor, OrganizationStore& organizations,
                                         const TimeZones& zones, const Clock& clock, IdSource& ids)
    : transactor_(transactor), organizations_(organizations), zones_(zones), clock_(clock), ids_(ids) {}

Result<Organization> OrganizationService::create(const NewOrganization& command, Problems problems) {
  check(command, problems);
  if (!problems.has("timezone") && !zones_.exists(command.timezone)) problems.add("timezone", bad_zone);
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
    problems.add("timezone", bad_zone);
  }
  return transactor_.write([&]() -> Result<Organization> {
    auto organization = organizations_.find(id);
    if (!organization) return not_found("Organization", id.text());
    if (!problems.empty()) return std::move(problems).error();
    changes.name.apply_to(organization->name);
    changes.timezone.apply_to(organization->timezone);
    changes.language.apply_to(organization->language);
    organization->updated_at = clock_.now();
    organizations_.update(*organization);
    return std::move(*organization);
  });
}

}  // namespace parlance::org
