// How many conversations a second the embedded evaluator judges, on one core and in memory.
//   evaluator_bench [DIALOGUES.jsonl [SECONDS]]
// 10 questions of 8 phrases each; every dialogue has 20 messages: longer ones are cut, shorter ones repeated. Without a
// file, made-up dialogues of the same size are used. The time includes the judgements: answers, rationales, evidence.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "dialogues.hpp"
#include "parlance/audit/embedded_evaluator.hpp"

namespace {

using namespace parlance;

constexpr std::size_t messages_each = 20;

std::shared_ptr<const audit::QuestionnaireSnapshot> ten_questions() {
  using audit::Speaker;
  struct Row {
    Speaker speaker;
    std::vector<std::string> phrases;
  };
  const std::vector<Row> rows = {
      {Speaker::employee,
       {"please confirm", "is that correct", "following details", "verify", "to confirm", "is this right",
        "double check", "make sure"}},
      {Speaker::employee,
       {"anything else", "something else i can", "what else", "further assistance", "any other * help",
        "assist you further", "more requests", "any further"}},
      {Speaker::employee,
       {"has been booked", "have booked", "is confirmed", "successfully * booked", "is reserved", "have purchased",
        "all set", "was successful"}},
      {Speaker::employee,
       {"couldn't * book", "unable to", "was not able", "failed", "could not make", "not available",
        "didn't go through", "unsuccessful"}},
      {Speaker::customer,
       {"thank you", "thanks", "many thanks", "appreciate it", "thanks a lot", "grateful", "thank * much",
        "great help"}},
      {Speaker::customer,
       {"no thank", "not right now", "not now", "no that's", "nothing else", "maybe later", "don't want", "not yet"}},
      {Speaker::customer,
       {"something else", "any other", "another one", "different one", "what other", "other options", "anything else",
        "some other"}},
      {Speaker::employee,
       {"have a * day", "goodbye", "good bye", "have a good one", "take care", "see you", "bye", "enjoy your * day"}},
      {Speaker::any,
       {"phone number", "street address", "how much", "what time", "how long", "total cost", "per night",
        "where is it"}},
      {Speaker::customer,
       {"speak to * manager", "complaint", "very unhappy", "not acceptable", "cancel my account", "terrible service",
        "waste of time", "want a refund"}}};
  auto questionnaire = std::make_shared<audit::QuestionnaireSnapshot>();
  for (const Row& row : rows) {
    audit::Question& question = questionnaire->questions.emplace_back();
    audit::Cue& cue = question.cues.emplace_back();
    cue.speaker = row.speaker;
    cue.phrases = row.phrases;
    question.default_answer = false;
  }
  return questionnaire;
}

std::vector<std::vector<audit::Message>> conversations(const char* path) {
  std::vector<bench::Dialogue> dialogues;
  if (path) {
    dialogues = bench::read_dialogues(path);
  } else {
    for (int d = 0; d < 100; ++d) {
      auto& dialogue = dialogues.emplace_back();
      for (int m = 0; m < 10; ++m) {
        audit::Message& message = dialogue.messages.emplace_back();
        message.sender_role = m % 2 ? audit::SenderRole::employee : audit::SenderRole::customer;
        message.content =
            m % 2 ? "Please confirm that you want a table for " + std::to_string(d) + " at half past six."
                  : "I would like to reserve a table at place number " + std::to_string(d * m) + ", thanks.";
      }
    }
  }
  std::vector<std::vector<audit::Message>> out;
  for (const auto& dialogue : dialogues) {
    auto& messages = out.emplace_back();
    for (std::size_t i = 0; i < messages_each; ++i) {
      messages.push_back(dialogue.messages[i % dialogue.messages.size()]);
      messages.back().index = static_cast<std::int64_t>(i);
    }
  }
  return out;
}

}  // namespace

int main(int argc, char** argv) try {
  const auto questionnaire = ten_questions();
  const auto all = conversations(argc > 1 ? argv[1] : nullptr);
  const double wanted = argc > 2 ? std::atof(argv[2]) : 3;
  std::size_t bytes = 0;
  for (const auto& messages : all) {
    for (const auto& message : messages) bytes += message.content.size();
  }

  audit::EmbeddedEvaluator evaluator;
  std::size_t judged = 0, answered = 0;
  double seconds = 0;
  const auto start = std::chrono::steady_clock::now();
  const std::clock_t cpu_start = std::clock();
  while (seconds < wanted) {
    for (const auto& messages : all) {
      for (const auto& judgement : evaluator.evaluate(questionnaire, messages)) answered += !judgement.evidence.empty();
      ++judged;
    }
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  // Where other programs compete for the cores, processor time says more than the clock on the wall.
  const double cpu = static_cast<double>(std::clock() - cpu_start) / CLOCKS_PER_SEC;
  const auto count = static_cast<double>(judged);
  const double megabytes = static_cast<double>(bytes) / static_cast<double>(all.size()) * count / 1e6;
  std::printf(
      "%.0f dialogues/s of processor time (%.0f/s elapsed): %.2f us each, %.0f MB/s of text, %.1f cited answers\n",
      count / cpu, count / seconds, cpu / count * 1e6, megabytes / cpu, static_cast<double>(answered) / count);
} catch (const std::exception& e) {
  std::fprintf(stderr, "evaluator_bench: %s\n", e.what());
  return 1;
}
