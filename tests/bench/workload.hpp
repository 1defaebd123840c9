// What the measuring programs measure with: a questionnaire of 10 questions with 8 phrases each, and dialogues of 20
// messages.
#pragma once

#include "dialogues.hpp"

namespace parlance::bench {

inline constexpr std::size_t messages_each = 20;

inline std::shared_ptr<const audit::QuestionnaireSnapshot> ten_questions() {
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

// Those of the file, each cut or repeated to `messages_each` messages; without a file, made-up ones.
inline std::vector<std::vector<audit::Message>> conversations(const char* path) {
  std::vector<Dialogue> dialogues;
  if (path) {
    dialogues = read_dialogues(path);
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

}  // namespace parlance::bench
