// Identifiers of the audit module.
#pragma once

#include "parlance/org/id.hpp"

namespace parlance::audit {

using QuestionnaireId = org::Id<struct QuestionnaireTag>;
using QuestionId = org::Id<struct QuestionTag>;
using ConversationId = org::Id<struct ConversationTag>;
using AnswerId = org::Id<struct AnswerTag>;
using AlertTypeId = org::Id<struct AlertTypeTag>;
using AlertId = org::Id<struct AlertTag>;
using RaisedAlertId = org::Id<struct RaisedAlertTag>;

}  // namespace parlance::audit
