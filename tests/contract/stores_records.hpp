// Records to store, for tests of the storage ports.
#pragma once

#include <string>

#include "contract/stores_fixtures.hpp"

namespace parlance::test {

// Records with every field set, in organizations of their own.
template <class Fixture>
struct Records {
  Fixture& f;
  org::OrgId org = add_org();

  org::OrgId add_org() {
    const org::OrgId id{f.ids.next()};
    f.transactor().write([&] { f.organizations.insert({id, "Org", "UTC", org::Language::es, {1}, {2}}); });
    return id;
  }
  org::Department department(std::string name) {
    const auto id = f.ids.next();
    return {{id}, {f.ids.next_key("DEP-").text}, std::move(name), "about", true, "transfers", {3}, {4}};
  }
  org::Employee employee(std::string name) {
    org::Employee e;
    e.id = {f.ids.next()};
    e.name = std::move(name);
    e.created_at = {5};
    e.updated_at = {6};
    return e;
  }
  org::Provider provider(org::Channel channel, bool is_default) {
    return {{f.ids.next()}, "Provider", channel, is_default, {7}, {8}};
  }
  audit::Questionnaire questionnaire(std::string name) {
    audit::Questionnaire q;
    q.id = {f.ids.next()};
    q.name = std::move(name);
    q.description = "";
    q.pass_score = 62.5;
    q.department_ids = {{f.ids.next()}, {f.ids.next()}};
    q.created_at = {9};
    return q;
  }
  audit::Question question(audit::QuestionnaireId of, std::string title) {
    audit::Question q;
    q.id = {f.ids.next()};
    q.questionnaire_id = of;
    q.title = std::move(title);
    return q;
  }
  audit::Question full_question(audit::QuestionnaireId of) {
    auto q = question(of, "¿Saludó? \"sí\"");
    q.description = "guidance";
    q.type = audit::QuestionType::options;
    q.allowed_answers = {"a", "b\n"};
    q.alert_type_ids = {{f.ids.next()}, {f.ids.next()}};
    q.section = "s";
    q.weight = 0.1;
    q.critical = q.allow_not_applicable = true;
    q.passing_answers.emplace();  // set, and empty
    q.enabled_when = audit::EnabledWhen{{f.ids.next()}, {true, std::string("x")}};
    q.cues = {{true, {"good * day"}, audit::Speaker::customer, audit::CueWindow{3, std::nullopt}, {"not"}}};
    q.default_answer = std::string("a");
    return q;
  }
  audit::Conversation conversation(const org::Provider& provider, const org::Employee& employee) {
    audit::Conversation c;
    c.id = {f.ids.next()};
    c.provider_id = provider.id;
    c.employee_id = employee.id;
    c.original_date_time = {1'700'000'000'000};
    return c;
  }
  template <class Body>
  auto write(Body body) {
    return f.transactor().write(body);
  }
  template <class Body>
  auto read(Body body) {
    return f.transactor().read(body);
  }
};

}  // namespace parlance::test
