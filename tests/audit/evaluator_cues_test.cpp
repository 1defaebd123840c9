#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "evaluator_support.hpp"
#include "parlance/audit/quote.hpp"

using namespace parlance::audit;
using namespace parlance::audit::testing;

TEST_CASE("cues: a match is answered, cited and explained", "[evaluator]") {
  auto asked = question({cue(true, {"something unsaid", "thanks for * calling"})});
  const Judgement judgement = judged_one(asked, {{customer, "Hello"}, {employee, "Well, thanks for your calling us!"}});
  CHECK(judgement.answer == AnswerValue(true));
  CHECK(judgement.source == AnswerSource::cues);
  CHECK(judgement.confidence == confidence::phrase_gap);
  CHECK_FALSE(judgement.not_applicable);
  CHECK(judgement.evidence == std::vector<Evidence>{{1, "thanks for your calling", true}});
  CHECK(judgement.rationale ==
        "The employee said “thanks for your calling” in message 1, which matches the cue “thanks for * calling”.");
}

TEST_CASE("cues: confidence tells how the answer was found", "[evaluator]") {
  const std::vector<Said> said = {{customer, "my name is Ana"}};
  const auto sure = [&](Question asked) { return judged_one(std::move(asked), said).confidence; };
  CHECK(sure(question({cue(true, {"name is"})})) == confidence::phrase);
  CHECK(sure(question({cue(true, {"my * is"})})) == confidence::phrase_gap);
  CHECK(sure(question({cue("x", {"my * is {answer}"})}, QuestionType::text)) == confidence::capture);
  auto with_default = question({cue(true, {"unsaid"})});
  with_default.default_answer = false;
  CHECK(sure(with_default) == confidence::default_answer);
  CHECK(sure(question({cue(true, {"unsaid"})})) == std::nullopt);
}

TEST_CASE("cues: without a match the default answer stands, or null", "[evaluator]") {
  auto asked = question({cue(true, {"thank you"})});
  const std::vector<Said> said = {{customer, "Hello"}};
  Judgement judgement = judged_one(asked, said);
  CHECK_FALSE(judgement.answer);
  CHECK_FALSE(judgement.confidence);
  CHECK(judgement.evidence.empty());
  CHECK(judgement.source == AnswerSource::cues);
  CHECK(judgement.rationale == "Nothing that matches a cue was said.");

  asked.default_answer = false;
  judgement = judged_one(asked, said);
  CHECK(judgement.answer == AnswerValue(false));
  CHECK(judgement.evidence.empty());
  CHECK(judgement.source == AnswerSource::cues);
  CHECK(judgement.rationale == "Nothing that matches a cue was said, so the default answer stands.");
}

TEST_CASE("cues: whose words count", "[evaluator]") {
  struct Row {
    Speaker speaker;
    SenderRole role;
    bool counts;
  };
  const Row row = GENERATE(values<Row>({
      {Speaker::employee, SenderRole::employee, true},
      {Speaker::employee, SenderRole::agent, true},
      {Speaker::employee, SenderRole::bot, true},
      {Speaker::employee, SenderRole::customer, false},
      {Speaker::employee, SenderRole::system, false},
      {Speaker::customer, SenderRole::customer, true},
      {Speaker::customer, SenderRole::employee, false},
      {Speaker::customer, SenderRole::agent, false},
      {Speaker::customer, SenderRole::bot, false},
      {Speaker::customer, SenderRole::system, false},
      {Speaker::any, SenderRole::employee, true},
      {Speaker::any, SenderRole::customer, true},
      {Speaker::any, SenderRole::system, true},
  }));
  Cue listening = cue(true, {"hello"});
  listening.speaker = row.speaker;
  CHECK(judged_one(question({listening}), {{row.role, "hello"}}).answer.has_value() == row.counts);
}

TEST_CASE("cues: within the first or last messages of that speaker", "[evaluator]") {
  // The employee speaks in 1, 3, 5, 7 and an agent, on the same side, in 8; the system in 9.
  std::vector<Said> said;
  for (int i = 0; i < 8; ++i) said.emplace_back(i % 2 ? employee : customer, "word" + std::to_string(i));
  said.emplace_back(SenderRole::agent, "word8");
  said.emplace_back(SenderRole::system, "word9");
  struct Row {
    Speaker speaker;
    std::optional<std::int64_t> first, last;
    std::string heard;  // digits of the messages that count
  };
  const auto none = std::nullopt;
  const Row row = GENERATE_COPY(values<Row>({
      {Speaker::employee, 1, none, "1"},
      {Speaker::employee, 2, none, "13"},
      {Speaker::employee, none, 1, "8"},
      {Speaker::employee, none, 2, "78"},
      {Speaker::employee, 1, 1, "18"},
      {Speaker::employee, 3, 3, "13578"},
      {Speaker::employee, 10000, none, "13578"},
      {Speaker::employee, none, 10000, "13578"},
      {Speaker::customer, 1, none, "0"},
      {Speaker::customer, none, 1, "6"},
      {Speaker::any, 1, none, "0"},
      {Speaker::any, 2, none, "01"},
      {Speaker::any, none, 1, "9"},
      {Speaker::any, none, 2, "89"},
      {Speaker::employee, none, none, "13578"},
  }));
  std::string heard;
  for (std::size_t i = 0; i < said.size(); ++i) {
    Cue listening = cue(true, {"word" + std::to_string(i)});
    listening.speaker = row.speaker;
    listening.within = CueWindow{row.first, row.last};
    if (judged_one(question({listening}), said).answer) heard += std::to_string(i);
  }
  CHECK(heard == row.heard);
}

TEST_CASE("cues: `unless` looks at the same message", "[evaluator]") {
  Cue listening = cue(true, {"is booked"});
  listening.unless = {"not yet", "almost * done"};
  const auto heard = [&](const std::vector<Said>& said) { return judged_one(question({listening}), said); };
  CHECK(heard({{employee, "it is booked"}}).answer);
  CHECK_FALSE(heard({{employee, "it is booked, or not yet"}}).answer);
  CHECK_FALSE(heard({{employee, "Not yet: it is booked"}}).answer);
  CHECK_FALSE(heard({{employee, "it is booked, almost all done"}}).answer);
  CHECK(heard({{employee, "it is booked, almost done"}}).answer);
  CHECK(heard({{employee, "not yet"}, {employee, "it is booked"}}).answer);
  CHECK(heard({{employee, "it is booked"}, {employee, "not yet"}}).answer);
  // A later message without the exception counts.
  const Judgement judgement = heard({{employee, "it is booked, not yet"}, {employee, "it is booked"}});
  REQUIRE(judgement.answer);
  CHECK(judgement.evidence.front().message_index == 1);
}

TEST_CASE("cues: `unless` of one cue leaves the others alone", "[evaluator]") {
  Cue first = cue(true, {"booked"});
  first.unless = {"almost"};
  const auto judgement = judged_one(question({first, cue(false, {"booked"})}), {{employee, "almost booked"}});
  CHECK(judgement.answer == AnswerValue(false));
}

TEST_CASE("cues: the first listed cue wins over an earlier message", "[evaluator]") {
  const auto asked = question({cue("late", {"second thing"}), cue("early", {"first thing"})}, QuestionType::text);
  Judgement judgement = judged_one(asked, {{employee, "the first thing"}, {employee, "the second thing"}});
  CHECK(judgement.answer == AnswerValue("late"));
  CHECK(judgement.evidence.front().message_index == 1);
  judgement = judged_one(asked, {{employee, "the first thing"}, {employee, "the third thing"}});
  CHECK(judgement.answer == AnswerValue("early"));
}

TEST_CASE("cues: of one cue the first match is cited", "[evaluator]") {
  const auto asked = question({cue(true, {"bye", "hello", "hello there"})});
  Judgement judgement = judged_one(asked, {{employee, "hello there, bye"}, {employee, "bye"}});
  CHECK(judgement.evidence.front() == Evidence{0, "hello", true});
  judgement = judged_one(question({cue(true, {"good bye", "bye"})}), {{employee, "good bye"}});
  CHECK(judgement.evidence.front().quote == "good bye");
  judgement = judged_one(question({cue(true, {"bye", "good bye"})}), {{employee, "good bye"}});
  CHECK(judgement.evidence.front().quote == "bye");
}

TEST_CASE("cues: the index cited is the message's own", "[evaluator]") {
  auto messages = transcript({{employee, "hello"}});
  messages[0].index = 17;
  EmbeddedEvaluator evaluator;
  const auto judgements = evaluator.evaluate(questionnaire({question({cue(true, {"hello"})})}), messages);
  CHECK(judgements[0].evidence.front().message_index == 17);
}

TEST_CASE("cues: a phrase with a problem matches nothing", "[evaluator]") {
  CHECK_FALSE(judged_one(question({cue(true, {"", "*", "hel*", "{answer} hello", "{name} hello"})}),
                         {{employee, "oh hello you"}})
                  .answer);
}

TEST_CASE("cues: options and text questions carry their answers", "[evaluator]") {
  CHECK(judged_one(question({cue("Hotel", {"a room"}), cue("Flight", {"a seat"})}, QuestionType::options),
                   {{customer, "I want a seat"}})
            .answer == AnswerValue("Flight"));
  const auto judgement = judged_one(question({cue("unknown", {"my name is {answer}"})}, QuestionType::text),
                                    {{customer, "Hi, my name is Ana Torres."}});
  CHECK(judgement.answer == AnswerValue("Ana Torres"));
  CHECK(judgement.evidence.front().quote == "my name is Ana Torres");
}

TEST_CASE("cues: one judgement per question, in their order", "[evaluator]") {
  const auto judgements =
      judged({question({cue(true, {"unsaid"})}), question({cue(true, {"hello"})}), titled("?")}, {{employee, "hello"}});
  REQUIRE(judgements.size() == 3);
  CHECK_FALSE(judgements[0].answer);
  CHECK(judgements[1].answer == AnswerValue(true));
  CHECK(judgements[2].source == AnswerSource::lexical);
  CHECK(judged({}, {{employee, "hello"}}).empty());
}

TEST_CASE("cues: a long quote is whole in the evidence and shortened in the rationale", "[evaluator]") {
  std::string text = "start";
  for (int i = 0; i < 4; ++i) text += " é" + std::string(100, 'x');
  text += " stop";
  const auto judgement = judged_one(question({cue(true, {"start * stop"})}), {{employee, text}});
  CHECK(judgement.evidence.front().quote == text);
  CHECK(judgement.rationale.size() < 300);
  CHECK(judgement.rationale.find("…”") != std::string::npos);
}

TEST_CASE("quotes stand in a message letter by letter", "[evaluator]") {
  const Message message = transcript({{employee, "Have a nice day"}}).front();
  CHECK(quote_stands_in(message, "Have a nice day"));
  CHECK(quote_stands_in(message, "nice"));
  CHECK(quote_stands_in(message, "ve a"));
  CHECK_FALSE(quote_stands_in(message, "Nice"));
  CHECK_FALSE(quote_stands_in(message, "nice  day"));
  CHECK_FALSE(quote_stands_in(message, "nice day."));
  CHECK_FALSE(quote_stands_in(message, ""));
}
