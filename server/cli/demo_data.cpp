#include "server/cli/cli.hpp"
#include "server/cli/demo.hpp"

namespace parlance::server::cli {
namespace {

constexpr std::string_view demo_name = "Parlance demo";
constexpr std::string_view sample_external_id = "demo-conversation-1";

// The value of a Result that cannot be an Error unless the demo's own data breaks a rule.
template <class T>
T value_of(org::Result<T> result) {
  if (!result) refuse(result.error());
  return std::move(result).value();
}

audit::Cue cue(audit::AnswerValue answer, audit::Speaker speaker, std::vector<std::string> phrases,
               std::optional<audit::CueWindow> within = std::nullopt) {
  return audit::Cue{std::move(answer), std::move(phrases), speaker, within, {}};
}

std::vector<audit::NewQuestion> demo_questions(audit::QuestionnaireId questionnaire) {
  using audit::AnswerValue;
  using audit::Speaker;
  const auto boolean = [&](std::string title, std::string section, std::vector<audit::Cue> cues,
                           bool critical = false) {
    audit::NewQuestion question;
    question.title = std::move(title);
    question.questionnaire_id = questionnaire;
    question.section = std::move(section);
    question.critical = critical;
    question.passing_answers = std::vector<AnswerValue>{true};
    question.cues = std::move(cues);
    question.default_answer = AnswerValue(false);
    return question;
  };
  std::vector<audit::NewQuestion> questions;
  questions.push_back(
      boolean("Did the employee greet the customer?", "Opening",
              {cue(true, Speaker::employee,
                   {"good morning", "good afternoon", "good evening", "hello", "welcome to", "thank you for calling"},
                   audit::CueWindow{2, std::nullopt})}));
  questions.push_back(boolean(
      "Did the employee verify who they were talking to?", "Opening",
      {cue(true, Speaker::employee,
           {"date of birth", "confirm your * name", "last four digits", "verify your identity", "for security"})},
      true));
  audit::NewQuestion reason;
  reason.title = "Why did the customer call?";
  reason.type = audit::QuestionType::options;
  reason.allowed_answers = std::vector<std::string>{"billing", "delivery", "cancellation", "other"};
  reason.questionnaire_id = questionnaire;
  reason.section = "Content";
  reason.cues = {cue(std::string("billing"), Speaker::customer, {"charged", "invoice", "bill", "payment", "refund"}),
                 cue(std::string("delivery"), Speaker::customer, {"delivery", "package", "parcel", "order * arrive"}),
                 cue(std::string("cancellation"), Speaker::customer, {"cancel my", "close my account"})};
  reason.default_answer = AnswerValue(std::string("other"));
  questions.push_back(reason);
  audit::NewQuestion promise;
  promise.title = "When did the employee say it would be solved?";
  promise.type = audit::QuestionType::text;
  promise.questionnaire_id = questionnaire;
  promise.section = "Content";
  promise.cues = {
      cue(std::string("as promised"), Speaker::employee, {"back to you within {answer}", "account within {answer}"})};
  questions.push_back(promise);
  questions.push_back(boolean("Did the employee ask whether there was anything else?", "Closing",
                              {cue(true, Speaker::employee, {"anything else", "something else i can"})}));
  questions.push_back(boolean("Did the customer thank the employee?", "Closing",
                              {cue(true, Speaker::customer, {"thank you", "thanks", "appreciate"})}));
  return questions;
}

audit::NewTranscript demo_transcript(std::int64_t start_ms) {
  const std::pair<audit::SenderRole, const char*> lines[] = {
      {audit::SenderRole::employee, "Good morning, thank you for calling, this is Maria. How can I help you?"},
      {audit::SenderRole::customer, "Hi. I was charged twice for the same invoice this month."},
      {audit::SenderRole::employee, "I am sorry about that. For security, could you tell me your date of birth?"},
      {audit::SenderRole::customer, "It is the fourth of May, nineteen eighty-one."},
      {audit::SenderRole::employee,
       "Thank you. I see both payments. The second one will be back on your account within five "
       "working days."},
      {audit::SenderRole::customer, "That works for me."},
      {audit::SenderRole::employee, "Is there anything else I can do for you today?"},
      {audit::SenderRole::customer, "No, that is all. Thanks a lot!"},
      {audit::SenderRole::employee, "You are welcome. Have a nice day."},
  };
  audit::NewTranscript transcript;
  for (const auto& [role, content] : lines) {
    transcript.messages.push_back(
        {role, content, {start_ms + 9000 * static_cast<std::int64_t>(transcript.messages.size())}});
  }
  return transcript;
}

}  // namespace

std::optional<DemoIds> find_demo(Core& core) {
  for (const auto& organization : core.organizations.all()) {
    if (organization.name != demo_name) continue;
    // The conversation comes last: where it is, everything is.
    const auto conversation = core.transactor().read(
        [&] { return core.conversation_store().find_by_external_id(organization.id, sample_external_id); });
    const auto questions = core.questions.list(organization.id, {}, {});
    if (!conversation || questions.results.empty()) continue;
    return DemoIds{organization.id, conversation->employee_id, conversation->provider_id, questions.results.front().id,
                   conversation->id};
  }
  return std::nullopt;
}

DemoIds create_demo(Core& core) {
  DemoIds ids;
  ids.organization = value_of(core.organizations.create({std::string(demo_name), "Europe/Madrid"})).id;
  const org::OrgId org = ids.organization;
  const auto support = value_of(core.departments.create(org, {"Customer support"}));
  value_of(core.departments.create(
      org, {"Retention", std::nullopt, true, "Customers who want to cancel or have decided to leave."}));
  ids.employee = value_of(core.employees.create(org, {"Maria Lopez", "maria", "maria@example.com", support.id})).id;
  value_of(core.employees.create(org, {"Álvaro Núñez", "alvaro", std::nullopt, support.entity_key}));
  ids.provider = value_of(core.providers.create(org, {"Main phone line", org::Channel::phone})).id;

  const auto questionnaire =
      value_of(core.questionnaires.create(org, {"Customer service quality", "What every call should have.", {}, 70.0}));
  for (const auto& question : demo_questions(questionnaire.id)) {
    const auto created = value_of(core.questions.create(org, question));
    if (ids.question.is_nil()) ids.question = created.id;
  }
  audit::QuestionnaireChanges activate;
  activate.status = {audit::QuestionnaireStatus::active};
  value_of(core.questionnaires.update(org, questionnaire.id, activate));

  const std::int64_t start = core.clock().now().ms - 3'600'000;
  audit::NewConversation conversation;
  conversation.provider_id = ids.provider;
  conversation.employee_id = ids.employee;
  conversation.original_date_time = {start};
  conversation.external_id = std::string(sample_external_id);
  ids.conversation = value_of(core.conversations.create(org, conversation)).id;
  value_of(core.conversations.add_messages(org, ids.conversation, demo_transcript(start)));
  core.finish_evaluations();
  return ids;
}

}  // namespace parlance::server::cli
