// Every record the libraries describe.
#pragma once

#include <tuple>

#include "parlance/audit/answer.hpp"
#include "parlance/audit/conversation.hpp"
#include "parlance/audit/message.hpp"
#include "parlance/audit/question.hpp"
#include "parlance/audit/questionnaire.hpp"
#include "parlance/audit/statistics.hpp"
#include "parlance/audit/transfer.hpp"
#include "parlance/org/department.hpp"
#include "parlance/org/employee.hpp"
#include "parlance/org/organization.hpp"
#include "parlance/org/provider.hpp"
#include "parlance/org/working_hours.hpp"

namespace parlance::server::codec::test {

// What is sent.
using Commands = std::tuple<org::NewDepartment, org::DepartmentChanges, org::NewEmployee, org::EmployeeChanges,
                            org::NewOrganization, org::OrganizationChanges, org::NewProvider, audit::NewConversation,
                            audit::NewMessage, audit::NewTransferEvent, audit::NewTranscript, audit::NewQuestion,
                            audit::QuestionChanges, audit::NewQuestionnaire, audit::QuestionnaireChanges,
                            audit::Correction, audit::Cue, audit::CueWindow, audit::EnabledWhen>;
// What is answered.
using Records =
    std::tuple<org::Department, org::DepartmentRef, org::Employee, org::Organization, org::PaymentRules, org::Provider,
               org::WorkingHours, org::WorkingHoursOverride, org::EffectiveSchedule, audit::AudioFile,
               audit::Conversation, audit::Message, audit::TransferEvent, audit::Question, audit::Questionnaire,
               audit::Evidence, audit::Override, audit::Answer, audit::AnswerCount, audit::QuestionStatistics,
               audit::StatusCounts, audit::EmployeeStatistics, audit::Cue, audit::CueWindow, audit::EnabledWhen>;

}  // namespace parlance::server::codec::test
