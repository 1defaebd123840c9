// Learning from reviewers: from their answers in the store to the answers of the next evaluation.
#include <catch2/catch_test_macros.hpp>

#include "support/world.hpp"

using namespace parlance;
using namespace test;
using audit::AnswerSource;

namespace {

// Reviewers say yes where the customer speaks of a refund; the evaluator says no to everything.
struct Classroom : World {
  int made = 0;

  audit::ConversationId talk(bool refund) {
    const std::string number = std::to_string(made++);
    return evaluated(transcript(
        {says(audit::SenderRole::employee, "Good morning, number " + number, 1000),
         says(audit::SenderRole::customer, refund ? "I want my refund today" : "I have a question about my line", 2000),
         says(audit::SenderRole::employee, "One moment please", 3000)}));
  }
  void review(audit::ConversationId id, const char* title, audit::AnswerValue value) {
    audit::Correction correction;
    correction.answer = std::move(value);
    correct(id, title, correction);
  }
  void teach(const char* title, int labels) {
    for (int i = 0; i < labels; ++i) review(talk(i % 2 == 0), title, i % 2 == 0);
  }
  std::vector<audit::QuestionTraining> train() { return learning.train(here).value(); }
};

}  // namespace

TEST_CASE("what reviewers taught answers the next evaluation, and never overrules them") {
  Classroom world;
  const auto form = world.active({asking("Refund?"), asking("Other?")});
  world.evaluator.answers("Refund?", false);
  world.evaluator.answers("Other?", false);
  world.teach("Refund?", 60);
  auto before = world.talk(true);
  CHECK(world.answer(before, "Refund?").source == AnswerSource::cues);

  const auto trained = world.train();
  REQUIRE(trained.size() == 2);
  CHECK(trained[0].title == "Refund?");
  CHECK(trained[0].report.adopted);
  CHECK(trained[0].report.labels == 60);
  CHECK(trained[0].report.accuracy_cues == 0.5);
  CHECK(trained[0].report.accuracy_learned == 1);
  CHECK_FALSE(trained[1].report.adopted);

  const auto yes = world.talk(true), no = world.talk(false);
  CHECK(world.answered(yes, "Refund?") == "true");
  CHECK(world.answered(no, "Refund?") == "false");
  const auto answer = world.answer(yes, "Refund?");
  CHECK(answer.source == AnswerSource::learned);
  CHECK(answer.confidence.value() > 0.5);
  REQUIRE(answer.evidence.size() == 1);
  CHECK(answer.evidence[0].message_index == 1);
  CHECK(answer.evidence[0].verified);
  CHECK(world.answer(yes, "Other?").source == AnswerSource::cues);

  // A reviewer's word stands when the conversation is evaluated again; the others are answered anew.
  world.review(yes, "Refund?", false);
  world.evaluate_again(yes);
  CHECK(world.answered(yes, "Refund?") == "false");
  CHECK(world.answer(yes, "Refund?").source == AnswerSource::human);
  world.evaluate_again(before);
  CHECK(world.answered(before, "Refund?") == "true");
}

TEST_CASE("a question is learned from 50 labels on, and not when learning is off, nor as text") {
  Classroom world;
  auto off = asking("Off?");
  off.learning = false;
  world.active({asking("Refund?"), off, writing("Why?")});
  world.evaluator.answers("Refund?", false);
  world.evaluator.answers("Off?", false);
  world.teach("Refund?", 49);
  CHECK_FALSE(world.train()[0].report.adopted);
  const auto last = world.talk(true);
  world.review(last, "Refund?", true);
  const auto trained = world.train();
  CHECK(trained[0].report.adopted);
  CHECK(trained[1].report.reason == "learning is switched off");
  CHECK_FALSE(trained[2].report.adopted);

  audit::QuestionChanges changes;
  changes.learning = false;
  must(world.questions.update(world.here, world.question_called("Refund?").id, changes));
  CHECK(world.answer(world.talk(true), "Refund?").source == AnswerSource::cues);
  changes.learning = true;
  must(world.questions.update(world.here, world.question_called("Refund?").id, changes));
  CHECK(world.answer(world.talk(true), "Refund?").source == AnswerSource::learned);
}

TEST_CASE("an option that a question does not offer any more is not given") {
  Classroom world;
  const auto form = world.active({choosing("Matter?", {"refund", "line"})});
  world.evaluator.answers("Matter?", std::string("line"));
  for (int i = 0; i < 60; ++i) {
    world.review(world.talk(i % 2 == 0), "Matter?", std::string(i % 2 == 0 ? "refund" : "line"));
  }
  CHECK(world.train()[0].report.adopted);
  CHECK(world.answered(world.talk(true), "Matter?") == "refund");
  audit::QuestionChanges changes;
  changes.allowed_answers = std::optional(Options{"line", "other"});
  must(world.questions.update(world.here, world.question_called("Matter?").id, changes));
  const auto id = world.talk(true);
  CHECK(world.answered(id, "Matter?") == "line");
  CHECK(world.answer(id, "Matter?").source == AnswerSource::cues);
}

TEST_CASE("corrections queue learning, which waits for more of them and for enough") {
  Classroom world;
  const auto form = world.active({asking("Refund?"), writing("Why?")});
  world.evaluator.answers("Refund?", false);
  world.evaluator.answers("Why?", std::string("because"));
  const auto due = [&] { return world.jobs.next_due(audit::learn_job); };
  const auto run = [&] {
    const auto now = world.clock.now();
    const auto jobs = world.jobs.lease(audit::learn_job, 1, now, org::UtcTime{now.ms + 1000});
    world.learning.run(jobs);
    return jobs.size();
  };
  const auto version = [&] { return world.questionnaires.find(world.here, form.id)->model_version; };
  const auto first = world.talk(true);
  world.review(first, "Why?", std::string("a refund"));
  CHECK_FALSE(due());
  world.review(first, "Refund?", true);
  const auto at = due();
  REQUIRE(at);
  CHECK(at->ms == world.clock.now().ms + audit::learn_delay_ms);
  world.clock.advance_ms(1000);
  world.review(first, "Refund?", true);
  CHECK(due() == at);  // not put off by every further one
  CHECK(run() == 0);
  world.clock.advance_ms(audit::learn_delay_ms);
  CHECK(run() == 1);
  CHECK_FALSE(due());
  CHECK(version() == 0);  // one label is not enough to train

  world.teach("Refund?", 60);
  world.clock.advance_ms(audit::learn_delay_ms);
  CHECK(run() == 1);
  CHECK(version() == 1);
  CHECK(world.answer(world.talk(true), "Refund?").source == AnswerSource::learned);
  // 61 labels: with 63 there is nothing new to speak of, with 65 there is.
  world.teach("Refund?", 2);
  world.clock.advance_ms(audit::learn_delay_ms);
  CHECK(run() == 1);
  CHECK(version() == 1);
  world.teach("Refund?", 2);
  world.clock.advance_ms(audit::learn_delay_ms);
  CHECK(run() == 1);
  CHECK(version() == 2);

  // Of a questionnaire that is gone, nothing is learned.
  world.teach("Refund?", 10);
  must(world.questionnaires.remove(world.here, form.id));
  world.clock.advance_ms(audit::learn_delay_ms);
  CHECK(run() == 1);
  CHECK_FALSE(due());
}

TEST_CASE("the same answers give the same model, also in another organization's neighbourhood") {
  std::vector<std::string> bytes;
  for (int i = 0; i < 2; ++i) {
    Classroom world;
    const auto form = world.active({asking("Refund?")});
    world.evaluator.answers("Refund?", false);
    world.teach("Refund?", 60);
    world.train();
    world.train();
    bytes.push_back(world.transactor.read([&] { return world.model_store.of(world.here, form.id)[0].bytes; }));
  }
  CHECK_FALSE(bytes[0].empty());
  CHECK(bytes[0] == bytes[1]);
}

TEST_CASE("an unknown organization cannot be trained, one without questionnaires has nothing to learn") {
  Classroom world;
  const auto nobody = unknown<org::OrgId>();
  CHECK(said(world.learning.train(nobody)) == "not found: Organization " + nobody.text() + " not found");
  CHECK(world.train().empty());
}
