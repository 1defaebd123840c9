#include "parlance/audit/memory_stores.hpp"

#include <algorithm>

namespace parlance::audit {
namespace {

template <class T>
bool holds(const std::vector<T>& values, const T& value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

void add(QuestionDelta& sum, const QuestionDelta& delta) {
  sum.answers += delta.answers;
  sum.unanswered += delta.unanswered;
  sum.not_applicable += delta.not_applicable;
  sum.reviewed += delta.reviewed;
  sum.overridden += delta.overridden;
  for (const auto& [answer, count] : delta.distribution) {
    if ((sum.distribution[answer] += count) == 0) sum.distribution.erase(answer);
  }
  for (const auto& [employee, count] : delta.by_employee) {
    if ((sum.by_employee[employee] += count) == 0) sum.by_employee.erase(employee);
  }
}
void add(EmployeeDelta& sum, const EmployeeDelta& delta) {
  sum.conversations += delta.conversations;
  sum.answers += delta.answers;
  sum.critical_failures += delta.critical_failures;
  sum.scored += delta.scored;
  sum.score_micros += delta.score_micros;
  sum.judged += delta.judged;
  sum.passed += delta.passed;
  for (std::size_t i = 0; i < sum.by_status.size(); ++i) sum.by_status[i] += delta.by_status[i];
}

}  // namespace

Questionnaire MemoryQuestionnaireStore::shown(org::OrgId org, const Row& row) const {
  Questionnaire out = row.questionnaire;
  out.question_count = static_cast<std::int64_t>(questions_.of(org, out.id).size());
  return out;
}
std::optional<Questionnaire> MemoryQuestionnaireStore::find(org::OrgId org, QuestionnaireId id) const {
  const Row* row = table_.find(org, id);
  if (!row || row->deleted) return std::nullopt;
  return shown(org, *row);
}
org::Page<Questionnaire> MemoryQuestionnaireStore::list(org::OrgId org, const QuestionnaireFilter& filter,
                                                        const org::PageRequest& request) const {
  const std::string term = org::fold_case(filter.search_term);
  return table_.page<Questionnaire>(
      org, request,
      [&](const Row& row) {
        return !row.deleted && (!filter.status || row.questionnaire.status == *filter.status) &&
               org::fold_case(row.questionnaire.name).find(term) != std::string::npos;
      },
      [&](const Row& row) { return shown(org, row); });
}
std::vector<Questionnaire> MemoryQuestionnaireStore::active(org::OrgId org) const {
  std::vector<Questionnaire> out;
  table_.walk(org, 0, [&](std::int64_t, const Row& row) {
    if (!row.deleted && row.questionnaire.status == QuestionnaireStatus::active) out.push_back(shown(org, row));
    return true;
  });
  return out;
}
void MemoryQuestionnaireStore::insert(org::OrgId org, const Questionnaire& questionnaire) {
  table_.insert(org, questionnaire.id, {questionnaire});
}
void MemoryQuestionnaireStore::update(org::OrgId org, const Questionnaire& questionnaire) {
  const auto found = find(org, questionnaire.id);
  if (!found) return;
  Row row{questionnaire};
  row.questionnaire.model_version = found->model_version;
  table_.update(org, questionnaire.id, std::move(row));
}
void MemoryQuestionnaireStore::count_models_up(org::OrgId org, QuestionnaireId id) {
  const Row* found = table_.find(org, id);
  if (!found) throw std::logic_error("models of a questionnaire that is not there");
  Row row = *found;
  ++row.questionnaire.model_version;
  table_.update(org, id, std::move(row));
}
void MemoryQuestionnaireStore::remove(org::OrgId org, QuestionnaireId id, org::UtcTime at) {
  const Row* found = table_.find(org, id);
  if (!found) return;
  for (const Question& question : questions_.of(org, id)) questions_.remove(org, question.id, at);
  Row row = *found;
  row.deleted = true;
  row.questionnaire.updated_at = at;
  table_.update(org, id, row);
}

std::optional<Question> MemoryQuestionStore::find(org::OrgId org, QuestionId id) const {
  const Row* row = table_.find(org, id);
  if (!row || row->deleted) return std::nullopt;
  return row->question;
}
org::Page<Question> MemoryQuestionStore::list(org::OrgId org, const QuestionFilter& filter,
                                              const org::PageRequest& request) const {
  const std::string term = org::fold_case(filter.search_term);
  return table_.page<Question>(
      org, request,
      [&](const Row& row) {
        const Question& question = row.question;
        const auto& linked = question.alert_type_ids;
        return !row.deleted &&
               (filter.questionnaire_ids.empty() || holds(filter.questionnaire_ids, question.questionnaire_id)) &&
               (filter.types.empty() || holds(filter.types, question.type)) &&
               (filter.alert_type_ids.empty() ||
                std::any_of(linked.begin(), linked.end(),
                            [&](const AlertTypeId& id) { return holds(filter.alert_type_ids, id); })) &&
               org::fold_case(question.title).find(term) != std::string::npos;
      },
      [](const Row& row) { return row.question; });
}
std::vector<Question> MemoryQuestionStore::of(org::OrgId org, QuestionnaireId id) const {
  std::vector<Question> out;
  table_.walk(org, 0, [&](std::int64_t, const Row& row) {
    if (!row.deleted && row.question.questionnaire_id == id) out.push_back(row.question);
    return true;
  });
  return out;
}
void MemoryQuestionStore::insert(org::OrgId org, const Question& question) {
  table_.insert(org, question.id, {question});
}
void MemoryQuestionStore::update(org::OrgId org, const Question& question) {
  if (find(org, question.id)) table_.update(org, question.id, {question});
}
void MemoryQuestionStore::remove(org::OrgId org, QuestionId id, org::UtcTime at) {
  const Row* found = table_.find(org, id);
  if (!found) return;
  Row row = *found;
  row.deleted = true;
  row.question.updated_at = at;
  table_.update(org, id, row);
}

std::optional<AlertType> MemoryAlertTypeStore::find(org::OrgId org, AlertTypeId id) const {
  return table_.find(org, id);
}
std::optional<AlertType> MemoryAlertTypeStore::find_by_name(org::OrgId org, std::string_view name) const {
  const std::string folded = org::fold_case(name);
  return table_.find_if(org, [&](const AlertType& type) { return org::fold_case(type.name) == folded; });
}
org::Page<AlertType> MemoryAlertTypeStore::list(org::OrgId org, const org::PageRequest& request) const {
  return table_.page(org, request);
}
void MemoryAlertTypeStore::insert(org::OrgId org, const AlertType& type) {
  table_.insert(org, type.id, type);
}
void MemoryAlertTypeStore::update(org::OrgId org, const AlertType& type) {
  table_.update(org, type.id, type);
}
void MemoryAlertTypeStore::remove(org::OrgId org, AlertTypeId id, org::UtcTime) {
  table_.remove(org, id);
}

std::optional<Alert> MemoryAlertStore::find(org::OrgId org, AlertId id) const {
  return table_.find(org, id);
}
org::Page<Alert> MemoryAlertStore::list(org::OrgId org, QuestionnaireId questionnaire,
                                        const org::PageRequest& request) const {
  return table_.page(org, request, [&](const Alert& alert) { return alert.questionnaire_id == questionnaire; });
}
std::vector<Alert> MemoryAlertStore::active(org::OrgId org, QuestionnaireId questionnaire) const {
  std::vector<Alert> out;
  table_.walk(org, [&](const Alert& alert) {
    if (alert.questionnaire_id == questionnaire && alert.active) out.push_back(alert);
  });
  return out;
}
bool MemoryAlertStore::any_of(org::OrgId org, AlertTypeId type) const {
  return table_.find_if(org, [&](const Alert& alert) { return alert.alert_type_id == type; }).has_value();
}
void MemoryAlertStore::insert(org::OrgId org, const Alert& alert) {
  table_.insert(org, alert.id, alert);
}
void MemoryAlertStore::update(org::OrgId org, const Alert& alert) {
  table_.update(org, alert.id, alert);
}
void MemoryAlertStore::remove(org::OrgId org, AlertId id, org::UtcTime) {
  table_.remove(org, id);
}

std::optional<RaisedAlert> MemoryRaisedAlertStore::find(org::OrgId org, RaisedAlertId id) const {
  return table_.find(org, id);
}
std::vector<RaisedAlert> MemoryRaisedAlertStore::of(org::OrgId org, ConversationId id) const {
  std::vector<RaisedAlert> out;
  table_.walk(org, [&](const RaisedAlert& raised) {
    if (raised.conversation_id == id) out.push_back(raised);
  });
  return out;
}
org::Page<RaisedAlert> MemoryRaisedAlertStore::list(org::OrgId org, const RaisedAlertFilter& filter,
                                                    const org::PageRequest& request) const {
  const auto is = [](const auto& wanted, const auto& value) { return !wanted || *wanted == value; };
  return table_.page(org, request, [&](const RaisedAlert& raised) {
    return is(filter.status, raised.status) && is(filter.severity, raised.severity) &&
           is(filter.alert_type_id, raised.alert_type_id) && is(filter.employee_id, raised.employee_id) &&
           is(filter.conversation_id, raised.conversation_id);
  });
}
void MemoryRaisedAlertStore::insert(org::OrgId org, const RaisedAlert& raised) {
  table_.insert(org, raised.id, raised);
}
void MemoryRaisedAlertStore::update(org::OrgId org, const RaisedAlert& raised) {
  table_.update(org, raised.id, raised);
}
void MemoryRaisedAlertStore::remove(org::OrgId org, RaisedAlertId id) {
  table_.remove(org, id);
}

std::optional<Conversation> MemoryConversationStore::find(org::OrgId org, ConversationId id) const {
  const Row* row = table_.find(org, id);
  if (!row) return std::nullopt;
  return row->conversation;
}
std::optional<Conversation> MemoryConversationStore::find_by_external_id(org::OrgId org,
                                                                         std::string_view external_id) const {
  const Row* row =
      table_.find_if(org, [&](const Row& candidate) { return candidate.conversation.external_id == external_id; });
  if (!row) return std::nullopt;
  return row->conversation;
}
void MemoryConversationStore::insert(org::OrgId org, const Conversation& conversation) {
  table_.insert(org, conversation.id, {conversation, {}, {}, {}});
}
void MemoryConversationStore::update(org::OrgId org, const Conversation& conversation) {
  if (find(org, conversation.id)) change(org, conversation.id, [&](Row& row) { row.conversation = conversation; });
}
void MemoryConversationStore::change(org::OrgId org, ConversationId id, const std::function<void(Row&)>& change) {
  const Row* found = table_.find(org, id);
  if (!found) throw std::logic_error("a part of a conversation that is not there");
  Row row = *found;
  change(row);
  table_.update(org, id, std::move(row));
}

bool MemoryConversationStore::matches(const Row& row, const ConversationFilter& filter) {
  const Conversation& c = row.conversation;
  const auto is = [](const auto& wanted, const auto& value) { return !wanted || *wanted == value; };
  if (!is(filter.status, c.status) || !is(filter.employee_id, c.employee_id) ||
      !is(filter.provider_id, c.provider_id)) {
    return false;
  }
  if (filter.customer_id && c.customer_id != filter.customer_id) return false;
  if (filter.from && c.original_date_time < *filter.from) return false;
  if (filter.to && c.original_date_time >= *filter.to) return false;
  if (filter.min_score && !(c.score && *c.score >= *filter.min_score)) return false;
  if (filter.max_score && !(c.score && *c.score <= *filter.max_score)) return false;
  const auto any_message = [&](const auto& wanted) {
    return std::any_of(row.messages.begin(), row.messages.end(), wanted);
  };
  if (filter.department_id &&
      !any_message([&](const Message& message) { return message.department_id == filter.department_id; })) {
    return false;
  }
  if (filter.search_term.empty()) return true;
  const std::string words = org::folded_words(filter.search_term);
  if (words.empty()) return false;
  const auto last = words.find_last_of(' ') + 1;
  const bool unfinished = org::code_points(std::string_view(words).substr(last)) >= 3;
  const std::string phrase = " " + words + (unfinished ? "" : " ");
  return any_message([&](const Message& message) {
    return (" " + org::folded_words(message.content) + " ").find(phrase) != std::string::npos;
  });
}
org::Page<Conversation> MemoryConversationStore::list(org::OrgId org, const ConversationFilter& filter,
                                                      const org::PageRequest& request) const {
  return table_.page_newest_first<Conversation>(
      org, request, [&](const Row& row) { return matches(row, filter); },
      [](const Row& row) { return row.conversation; });
}
void MemoryConversationStore::add_messages(org::OrgId org, ConversationId id, const std::vector<Message>& messages) {
  change(org, id, [&](Row& row) { row.messages.insert(row.messages.end(), messages.begin(), messages.end()); });
}
std::vector<Message> MemoryConversationStore::messages(org::OrgId org, ConversationId id) const {
  const Row* row = table_.find(org, id);
  return row ? row->messages : std::vector<Message>{};
}
void MemoryConversationStore::add_transfer_events(org::OrgId org, ConversationId id,
                                                  const std::vector<TransferEvent>& events) {
  change(org, id, [&](Row& row) {
    row.transfer_events.insert(row.transfer_events.end(), events.begin(), events.end());
    std::stable_sort(row.transfer_events.begin(), row.transfer_events.end(),
                     [](const auto& a, const auto& b) { return a.original_date_time < b.original_date_time; });
  });
}
void MemoryConversationStore::replace_transfer_verdicts(org::OrgId org, ConversationId id,
                                                        const std::vector<TransferVerdict>& verdicts) {
  change(org, id, [&](Row& row) { row.transfer_verdicts = verdicts; });
}
std::vector<TransferVerdict> MemoryConversationStore::transfer_verdicts(org::OrgId org, ConversationId id) const {
  const Row* row = table_.find(org, id);
  return row ? row->transfer_verdicts : std::vector<TransferVerdict>{};
}
std::vector<TransferEvent> MemoryConversationStore::transfer_events(org::OrgId org, ConversationId id) const {
  const Row* row = table_.find(org, id);
  return row ? row->transfer_events : std::vector<TransferEvent>{};
}

std::vector<Answer> MemoryAnswerStore::of(org::OrgId org, ConversationId id) const {
  const Row* row = table_.find(org, id);
  return row ? row->answers : std::vector<Answer>{};
}
void MemoryAnswerStore::replace(org::OrgId org, ConversationId id, const std::vector<Answer>& answers) {
  if (table_.find(org, id)) {
    table_.update(org, id, {id, answers});
  } else {
    table_.insert(org, id, {id, answers});
  }
  for (const Answer& answer : answers) {
    if (!answered_.find(org, answer.question_id)) answered_.insert(org, answer.question_id, true);
  }
}
void MemoryAnswerStore::update(org::OrgId org, ConversationId id, const Answer& answer) {
  auto answers = of(org, id);
  for (Answer& old : answers) {
    if (old.id == answer.id) old = answer;
  }
  table_.update(org, id, {id, std::move(answers)});
}
std::vector<ReviewedAnswer> MemoryAnswerStore::reviewed(org::OrgId org, QuestionId id, std::size_t max) const {
  std::vector<ReviewedAnswer> out;
  table_.walk(org, 0, [&](std::int64_t, const Row& row) {
    for (const Answer& answer : row.answers) {
      const bool is_one =
          answer.question_id == id && answer.source == AnswerSource::human && answer.answer && !answer.not_applicable;
      if (is_one) out.push_back({row.conversation, *answer.answer});
    }
    return true;
  });
  // The table has them as they were first evaluated; conversations count by when they were made.
  std::stable_sort(out.begin(), out.end(),
                   [](const auto& a, const auto& b) { return a.conversation_id < b.conversation_id; });
  if (out.size() > max) out.erase(out.begin(), out.end() - static_cast<std::ptrdiff_t>(max));
  return out;
}
bool MemoryAnswerStore::any_of(org::OrgId org, QuestionId id) const {
  return answered_.find(org, id) != nullptr;
}

std::vector<StoredModel> MemoryLearnedModelStore::of(org::OrgId org, QuestionnaireId id) const {
  const auto* models = table_.find(org, id);
  return models ? *models : std::vector<StoredModel>{};
}
void MemoryLearnedModelStore::replace(org::OrgId org, QuestionnaireId id, const std::vector<StoredModel>& models) {
  questionnaires_.count_models_up(org, id);
  table_.find(org, id) ? table_.update(org, id, models) : table_.insert(org, id, models);
}

void MemoryStatisticsStore::add(org::OrgId org, const StatisticsDelta& delta) {
  const auto apply = [&](auto& table, const auto& changes) {
    for (const auto& [id, change] : changes) {
      const auto* old = table.find(org, id);
      auto sum = old ? *old : std::decay_t<decltype(change)>{};
      audit::add(sum, change);
      if (old) {
        table.update(org, id, std::move(sum));
      } else {
        table.insert(org, id, std::move(sum));
      }
    }
  };
  apply(questions_, delta.questions);
  apply(employees_, delta.employees);
}
QuestionDelta MemoryStatisticsStore::question(org::OrgId org, QuestionId id) const {
  const auto* sum = questions_.find(org, id);
  return sum ? *sum : QuestionDelta{};
}
EmployeeDelta MemoryStatisticsStore::employee(org::OrgId org, org::EmployeeId id) const {
  const auto* sum = employees_.find(org, id);
  return sum ? *sum : EmployeeDelta{};
}

}  // namespace parlance::audit
