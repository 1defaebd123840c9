#include "parlance/audit/learning_service.hpp"

#include <algorithm>
#include <set>

#include "parlance/audit/learned_scorer.hpp"

namespace parlance::audit {

// The reviewed answers of one question.
struct LearningService::Labels {
  std::vector<ReviewedAnswer> reviewed;
  std::vector<LabelledDialogue> dialogues;  // as many of them as could be read
  bool wanted = false;
};

namespace {

// Transcripts are read this many at a time, so that no snapshot stays open for long.
constexpr std::size_t read_at_once = 64;

bool is_learnable(const Question& question) {
  return question.learning && question.type != QuestionType::text;
}

// A twentieth more labels, or the first that are enough.
bool has_news(std::size_t labels, std::int64_t trained_on) {
  if (labels < learning::labels_min) return false;
  return static_cast<std::int64_t>(labels) * 20 >= trained_on * 21;
}

}  // namespace

void apply_learned(const LearnedScorer& scorer, const std::vector<Question>& questions,
                   std::span<const Message> messages, std::vector<Judgement>& judgements) {
  auto learned = scorer.score(messages, judgements);
  for (std::size_t i = 0; i < std::min(learned.size(), judgements.size()); ++i) {
    if (!learned[i] || !learned[i]->answer || judgements[i].not_applicable) continue;
    // Allowed answers may have changed since it was trained.
    if (is_answer(*learned[i]->answer, questions[i].type, questions[i].allowed_answers)) {
      judgements[i] = std::move(*learned[i]);
    }
  }
}

// Features and the cues' answers of every dialogue that has a label, each read once.
void LearningService::read_dialogues(org::OrgId org, const Questionnaire& questionnaire,
                                     const std::vector<Question>& questions, std::vector<Labels>& labels) {
  std::map<ConversationId, std::vector<std::pair<std::size_t, const AnswerValue*>>> by_conversation;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (!labels[i].wanted) continue;
    for (const ReviewedAnswer& one : labels[i].reviewed) {
      by_conversation[one.conversation_id].emplace_back(i, &one.answer);
    }
  }
  std::map<org::Language, std::shared_ptr<const QuestionnaireSnapshot>> snapshots;
  const auto snapshot = [&](org::Language language) {
    auto& made = snapshots[language];
    if (!made) {
      made = std::make_shared<const QuestionnaireSnapshot>(
          QuestionnaireSnapshot{org, questionnaire.id, questionnaire.revision, language, questions});
    }
    return made;
  };
  struct Dialogue {
    std::vector<Message> messages;
    org::Language language = org::Language::en;
  };
  for (auto it = by_conversation.begin(); it != by_conversation.end();) {
    const auto first = it;
    std::vector<Dialogue> dialogues;
    ports_.transactor.read([&] {
      const auto organization = ports_.organizations.find(org);
      for (; it != by_conversation.end() && dialogues.size() < read_at_once; ++it) {
        Dialogue& dialogue = dialogues.emplace_back();
        const auto conversation = ports_.conversations.find(org, it->first);
        if (organization) dialogue.language = organization->language;
        if (conversation && conversation->language) dialogue.language = *conversation->language;
        dialogue.messages = ports_.conversations.messages(org, it->first);
      }
    });
    auto labelled = first;
    for (const Dialogue& dialogue : dialogues) {
      const auto& answers = (labelled++)->second;
      if (dialogue.messages.empty()) continue;
      const auto features = std::make_shared<const DialogueFeatures>(extract_features(dialogue.messages));
      const auto cues = ports_.evaluator.evaluate(snapshot(dialogue.language), dialogue.messages);
      for (const auto& [question, answer] : answers) {
        labels[question].dialogues.push_back(
            {features, *answer, question < cues.size() ? cues[question].answer : std::nullopt});
      }
    }
  }
}

std::vector<QuestionTraining> LearningService::train(org::OrgId org, const Questionnaire& questionnaire, Which which,
                                                     const Progress& progress, std::size_t& done, std::size_t total) {
  std::vector<Question> questions;
  std::vector<Labels> labels;
  std::vector<StoredModel> before;
  ports_.transactor.read([&] {
    questions = ports_.questions.of(org, questionnaire.id);
    before = ports_.models.of(org, questionnaire.id);
    labels.resize(questions.size());
    for (std::size_t i = 0; i < questions.size(); ++i) {
      if (!is_learnable(questions[i])) continue;
      labels[i].reviewed = ports_.answers.reviewed(org, questions[i].id, learned_labels_max);
      const auto known = std::find_if(before.begin(), before.end(),
                                      [&](const StoredModel& model) { return model.question_id == questions[i].id; });
      labels[i].wanted =
          which == Which::all || has_news(labels[i].reviewed.size(), known == before.end() ? 0 : known->labels);
    }
  });
  const auto wanted = [](const Labels& one) { return one.wanted; };
  if (which != Which::all && std::none_of(labels.begin(), labels.end(), wanted)) return {};
  read_dialogues(org, questionnaire, questions, labels);

  std::vector<QuestionTraining> trained;
  std::vector<StoredModel> models;
  const org::UtcTime now = ports_.clock.now();
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const Question& question = questions[i];
    const auto known = std::find_if(before.begin(), before.end(),
                                    [&](const StoredModel& model) { return model.question_id == question.id; });
    if (is_learnable(question) && !labels[i].wanted) {
      if (known != before.end()) models.push_back(*known);
      continue;
    }
    QuestionTraining& one = trained.emplace_back();
    one.question_id = question.id;
    one.title = question.title;
    if (!question.learning) {
      one.report.reason = "learning is switched off";
    } else {
      auto result = audit::train(question.type, labels[i].dialogues);
      one.report = std::move(result.report);
      if (question.type != QuestionType::text) {
        models.push_back({question.id, static_cast<std::int64_t>(labels[i].reviewed.size()), one.report.accuracy_cues,
                          one.report.accuracy_learned, result.model ? result.model->to_bytes() : std::string(), now});
      }
    }
    labels[i].dialogues.clear();
    ++done;
    if (progress) progress(one, done, total);
  }
  ports_.transactor.write([&] {
    // It may have been deleted meanwhile.
    if (ports_.questionnaires.find(org, questionnaire.id)) ports_.models.replace(org, questionnaire.id, models);
  });
  return trained;
}

org::Result<std::vector<QuestionTraining>> LearningService::train(org::OrgId org, const Progress& progress) {
  std::vector<Questionnaire> questionnaires;
  const auto found = ports_.transactor.read([&]() -> org::Result<void> {
    if (!ports_.organizations.find(org)) return org::not_found("Organization", org.text());
    questionnaires = ports_.questionnaires.active(org);
    return {};
  });
  if (!found) return found.error();
  std::size_t total = 0, done = 0;
  for (const auto& questionnaire : questionnaires) total += static_cast<std::size_t>(questionnaire.question_count);
  std::vector<QuestionTraining> all;
  for (const auto& questionnaire : questionnaires) {
    auto trained = train(org, questionnaire, Which::all, progress, done, total);
    std::move(trained.begin(), trained.end(), std::back_inserter(all));
  }
  return all;
}

void LearningService::run(std::span<const org::Job> jobs) {
  for (const org::Job& job : jobs) {
    const auto questionnaire = ports_.transactor.read(
        [&] { return ports_.questionnaires.find(job.organization, QuestionnaireId{job.subject}); });
    std::size_t done = 0;
    if (questionnaire && job.attempts <= org::job_attempts_max) {
      train(job.organization, *questionnaire, Which::those_with_new_labels, {}, done, 0);
    }
    // Answers that came meanwhile took the lease back: the job runs once more then. What was trained is no worse for
    // it.
    ports_.transactor.write([&] { (void)ports_.jobs.finish(job); });
  }
}

}  // namespace parlance::audit
