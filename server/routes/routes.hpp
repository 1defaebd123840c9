// The API's table of contents: one function per resource, each naming exactly the services it needs.
#pragma once

#include "parlance/audit/alert_service.hpp"
#include "parlance/audit/alert_type_service.hpp"
#include "parlance/audit/conversation_service.hpp"
#include "parlance/audit/question_service.hpp"
#include "parlance/audit/questionnaire_service.hpp"
#include "parlance/audit/statistics_service.hpp"
#include "parlance/org/customer_service.hpp"
#include "parlance/org/department_service.hpp"
#include "parlance/org/employee_service.hpp"
#include "parlance/org/organization_service.hpp"
#include "parlance/org/provider_service.hpp"
#include "parlance/org/working_hours_service.hpp"
#include "server/routes/api.hpp"

namespace parlance::server::routes {

// Services are borrowed for the router's life.
void add_health(Api&);
void add_organization(Api&, org::OrganizationService&);
void add_departments(Api&, org::DepartmentService&);
void add_employees(Api&, org::EmployeeService&, audit::StatisticsService&);
void add_customers(Api&, org::CustomerService&);
void add_providers(Api&, org::ProviderService&);
void add_working_hours(Api&, org::WorkingHoursService&);
void add_questionnaires(Api&, audit::QuestionnaireService&, audit::QuestionService&);
void add_questions(Api&, audit::QuestionService&, audit::StatisticsService&);
void add_alert_types(Api&, audit::AlertTypeService&);
void add_alerts(Api&, audit::AlertService&);
void add_conversations(Api&, audit::ConversationService&);
void add_answers(Api&, audit::ConversationService&);
void add_tools(Api&);

}  // namespace parlance::server::routes
