#include "parlance/audit/alert_type_service.hpp"

#include "parlance/org/text.hpp"

namespace parlance::audit {
namespace {

org::Error missing(AlertTypeId id) {
  return org::not_found("Alert type", id.text());
}
org::Error taken(const std::string& name) {
  return org::conflict("Alert type with name " + name + " already exists");
}

}  // namespace

AlertTypeService::AlertTypeService(org::Transactor& transactor, AlertTypeStore& alert_types, QuestionStore& questions,
                                   AlertStore& alerts, const org::Clock& clock, org::IdSource& ids)
    : transactor_(transactor),
      alert_types_(alert_types),
      questions_(questions),
      alerts_(alerts),
      clock_(clock),
      ids_(ids) {}

org::Result<AlertType> AlertTypeService::create(org::OrgId org, const NewAlertType& command, org::Problems problems) {
  check(command, problems);
  if (!problems.empty()) return std::move(problems).error();
  return transactor_.write([&]() -> org::Result<AlertType> {
    if (alert_types_.find_by_name(org, command.name)) return taken(command.name);
    const org::UtcTime now = clock_.now();
    const AlertType type{{ids_.next()}, command.name, command.severity, command.description, now, now};
    alert_types_.insert(org, type);
    return type;
  });
}

org::Page<AlertType> AlertTypeService::list(org::OrgId org, const org::PageRequest& page) {
  return transactor_.read([&] { return alert_types_.list(org, page); });
}

org::Result<AlertType> AlertTypeService::find(org::OrgId org, AlertTypeId id) {
  return transactor_.read([&]() -> org::Result<AlertType> {
    if (auto type = alert_types_.find(org, id)) return std::move(*type);
    return missing(id);
  });
}

org::Result<AlertType> AlertTypeService::update(org::OrgId org, AlertTypeId id, const AlertTypeChanges& changes,
                                                org::Problems problems) {
  check(changes, problems);
  return transactor_.write([&]() -> org::Result<AlertType> {
    auto type = alert_types_.find(org, id);
    if (!type) return missing(id);
    if (!problems.empty()) return std::move(problems).error();
    changes.name.apply_to(type->name);
    changes.severity.apply_to(type->severity);
    changes.description.apply_to(type->description);
    // Its own name in another case is free.
    if (const auto holder = alert_types_.find_by_name(org, type->name); holder && holder->id != id) {
      return taken(type->name);
    }
    type->updated_at = clock_.now();
    alert_types_.update(org, *type);
    return std::move(*type);
  });
}

org::Result<void> AlertTypeService::remove(org::OrgId org, AlertTypeId id) {
  return transactor_.write([&]() -> org::Result<void> {
    if (!alert_types_.find(org, id)) return missing(id);
    QuestionFilter naming_it;
    naming_it.alert_type_ids = {id};
    const auto questions = questions_.list(org, naming_it, {});
    if (questions.total > 0) {
      return org::conflict("Alert type " + id.text() + " is used by " + std::to_string(questions.total) +
                           (questions.total == 1 ? " question" : " questions") + ", so it cannot be deleted");
    }
    if (alerts_.any_of(org, id)) {
      return org::conflict("Alert type " + id.text() + " is used by an alert, so it cannot be deleted");
    }
    alert_types_.remove(org, id, clock_.now());
    return {};
  });
}

}  // namespace parlance::audit
