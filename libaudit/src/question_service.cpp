#include "parlance/audit/question_service.hpp"

#include "parlance/audit/phrase.hpp"

namespace parlance::audit {
namespace {

org::Error missing(QuestionId id) {
  return org::not_found("Question", id.text());
}

void check_phrases(const std::string& path, const std::vector<std::string>& phrases, QuestionType type,
                   org::Problems& problems) {
  for (std::size_t i = 0; i < phrases.size(); ++i) {
    const std::string phrase_path = path + "." + std::to_string(i);
    if (problems.has(phrase_path)) continue;
    if (const auto problem = phrase_problem(phrases[i], type)) problems.add(phrase_path, *problem);
  }
}

}  // namespace

void check_content(const QuestionContent& question, org::Problems& problems) {
  if (problems.has("type")) return;
  // Contract section 3: allowedAnswers exactly with options (else 400).
  if (!problems.has("allowedAnswers")) {
    if (question.type == QuestionType::options && !question.allowed_answers) {
      problems.add("allowedAnswers", "should not be empty when type is options");
    } else if (question.type != QuestionType::options && question.allowed_answers) {
      problems.add("allowedAnswers", "should not exist unless type is options");
    }
  }
  if (problems.has("allowedAnswers")) return;
  const auto check_value = [&](const std::string& path, const AnswerValue& value) {
    if (!problems.has(path) && !is_answer(value, question.type, question.allowed_answers)) {
      problems.add(path, answer_rule(question.type, question.allowed_answers));
    }
  };
  if (question.passing_answers) {
    for (std::size_t i = 0; i < question.passing_answers->size(); ++i) {
      check_value("passingAnswers." + std::to_string(i), (*question.passing_answers)[i]);
    }
  }
  for (std::size_t i = 0; i < question.cues.size(); ++i) {
    const std::string path = "cues." + std::to_string(i);
    check_value(path + ".answer", question.cues[i].answer);
    check_phrases(path + ".phrases", question.cues[i].phrases, question.type, problems);
    check_phrases(path + ".unless", question.cues[i].unless, QuestionType::boolean, problems);
  }
  if (question.default_answer) check_value("defaultAnswer", *question.default_answer);
}

QuestionService::QuestionService(org::Transactor& transactor, QuestionStore& questions,
                                 QuestionnaireStore& questionnaires, AlertTypeStore& alert_types, AnswerStore& answers,
                                 const org::Clock& clock, org::IdSource& ids)
    : transactor_(transactor),
      questions_(questions),
      questionnaires_(questionnaires),
      alert_types_(alert_types),
      answers_(answers),
      clock_(clock),
      ids_(ids) {}

// Contract 7.2: unknown ids inside a body are 400 naming the field. `before` is the question as it was, null for a new
// one.
void QuestionService::check_links(org::OrgId org, const QuestionContent& content, const Question* before,
                                  org::Problems& problems) {
  const QuestionId self = before ? before->id : QuestionId{};
  if (problems.has("questionnaireId")) return;
  if (!questionnaires_.find(org, content.questionnaire_id)) {
    problems.add("questionnaireId", "must be an existing questionnaire");
    return;
  }
  if (!problems.has("alertTypeIds")) {
    for (std::size_t i = 0; i < content.alert_type_ids.size(); ++i) {
      const std::string path = "alertTypeIds." + std::to_string(i);
      if (!problems.has(path) && !alert_types_.find(org, content.alert_type_ids[i])) {
        problems.add(path, "must be an existing alert type");
      }
    }
  }
  if (!content.enabled_when || problems.has("enabledWhen")) return;
  // What it depends on may have been deleted or moved since: no reason to refuse a change of something else.
  if (before && content.enabled_when == before->enabled_when && content.questionnaire_id == before->questionnaire_id) {
    return;
  }
  const auto enabler = questions_.find(org, content.enabled_when->question_id);
  if (!enabler || enabler->questionnaire_id != content.questionnaire_id || enabler->id == self) {
    problems.add("enabledWhen.questionId", "must be another question of the same questionnaire");
    return;
  }
  for (std::size_t i = 0; i < content.enabled_when->answers.size(); ++i) {
    if (!is_answer(content.enabled_when->answers[i], enabler->type, enabler->allowed_answers)) {
      problems.add("enabledWhen.answers." + std::to_string(i), "must be an answer of the question it depends on");
    }
  }
  // Following the chain from the enabler must not lead back here; its length is bounded, as every link is a read.
  auto link = enabler;
  for (int length = 1; link && link->enabled_when; ++length) {
    if (length == enabled_when_chain_max) {
      problems.add("enabledWhen.questionId",
                   "must not depend on more than " + std::to_string(enabled_when_chain_max) + " questions in a row");
      return;
    }
    if (link->enabled_when->question_id == self) {
      problems.add("enabledWhen.questionId", "must not make questions depend on each other in a circle");
      return;
    }
    link = questions_.find(org, link->enabled_when->question_id);
  }
}

// Questions that depend on this one wait for answers that it must go on offering: otherwise they were never asked
// again.
void QuestionService::check_dependents(org::OrgId org, const Question& question, const Question& before,
                                       org::Problems& problems) {
  if (question.type == before.type && question.allowed_answers == before.allowed_answers) return;
  for (const Question& other : questions_.of(org, before.questionnaire_id)) {
    if (!other.enabled_when || other.enabled_when->question_id != question.id) continue;
    for (const AnswerValue& answer : other.enabled_when->answers) {
      if (is_answer(answer, question.type, question.allowed_answers)) continue;
      problems.add(question.type == before.type ? "allowedAnswers" : "type",
                   "must keep the answers that question " + other.id.text() + " depends on (enabledWhen)");
      return;
    }
  }
}

// Contract section 3: a change to an active questionnaire or its questions is a new revision.
void QuestionService::new_revision(org::OrgId org, QuestionnaireId id) {
  auto questionnaire = questionnaires_.find(org, id);
  if (!questionnaire || questionnaire->status != QuestionnaireStatus::active) return;
  ++questionnaire->revision;
  questionnaire->updated_at = clock_.now();
  questionnaires_.update(org, *questionnaire);
}

org::Result<Question> QuestionService::create(org::OrgId org, const NewQuestion& command, org::Problems problems) {
  check(command, problems);
  check_content(command, problems);
  return transactor_.write([&]() -> org::Result<Question> {
    check_links(org, command, nullptr, problems);
    if (!problems.empty()) return std::move(problems).error();
    Question question;
    static_cast<QuestionContent&>(question) = command;
    question.id = {ids_.next()};
    question.created_at = question.updated_at = clock_.now();
    questions_.insert(org, question);
    new_revision(org, question.questionnaire_id);
    return question;
  });
}

org::Page<Question> QuestionService::list(org::OrgId org, const QuestionFilter& filter, const org::PageRequest& page) {
  return transactor_.read([&] { return questions_.list(org, filter, page); });
}

org::Result<Question> QuestionService::find(org::OrgId org, QuestionId id) {
  return transactor_.read([&]() -> org::Result<Question> {
    if (auto question = questions_.find(org, id)) return std::move(*question);
    return missing(id);
  });
}

org::Result<Question> QuestionService::update(org::OrgId org, QuestionId id, const QuestionChanges& changes,
                                              org::Problems problems) {
  check(changes, problems);
  return transactor_.write([&]() -> org::Result<Question> {
    auto question = questions_.find(org, id);
    if (!question) return missing(id);
    const Question before = *question;
    changes.title.apply_to(question->title);
    changes.description.apply_to(question->description);
    changes.type.apply_to(question->type);
    changes.allowed_answers.apply_to(question->allowed_answers);
    changes.questionnaire_id.apply_to(question->questionnaire_id);
    changes.alert_type_ids.apply_to(question->alert_type_ids);
    changes.section.apply_to(question->section);
    changes.weight.apply_to(question->weight);
    changes.critical.apply_to(question->critical);
    changes.allow_not_applicable.apply_to(question->allow_not_applicable);
    changes.passing_answers.apply_to(question->passing_answers);
    changes.enabled_when.apply_to(question->enabled_when);
    changes.cues.apply_to(question->cues);
    changes.default_answer.apply_to(question->default_answer);
    changes.learning.apply_to(question->learning);
    check_content(*question, problems);
    check_links(org, *question, &before, problems);
    if (problems.empty()) check_dependents(org, *question, before, problems);
    if (!problems.empty()) return std::move(problems).error();
    // Contract section 3: type is fixed once answers exist (409).
    if (question->type != before.type && answers_.any_of(org, id)) {
      return org::conflict("Question " + id.text() + " has answers, so its type cannot change");
    }
    if (*question == before) return std::move(*question);
    question->updated_at = clock_.now();
    questions_.update(org, *question);
    new_revision(org, question->questionnaire_id);
    if (before.questionnaire_id != question->questionnaire_id) new_revision(org, before.questionnaire_id);
    return std::move(*question);
  });
}

org::Result<void> QuestionService::remove(org::OrgId org, QuestionId id) {
  return transactor_.write([&]() -> org::Result<void> {
    const auto question = questions_.find(org, id);
    if (!question) return missing(id);
    questions_.remove(org, id, clock_.now());
    new_revision(org, question->questionnaire_id);
    return {};
  });
}

}  // namespace parlance::audit
