// Questions without cues: answered on clear evidence, and never guessed.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "evaluator_support.hpp"

using namespace parlance::audit;
using namespace parlance::audit::testing;
using parlance::org::Language;

TEST_CASE("lexical: booleans are true or unknown", "[evaluator]") {
  struct Row {
    std::string title;
    SenderRole role;
    std::string content;
    bool yes;
    Language language = Language::en;
  };
  const std::string verify = "Did the employee verify the account number?";
  const Row row = GENERATE_COPY(values<Row>({
      {verify, employee, "Thanks, I have verified your account number.", true},
      {verify, SenderRole::agent, "Thanks, I have verified your account number.", true},
      {verify, customer, "I have verified my account number.", false},              // the wrong speaker
      {verify, employee, "I have not verified your account number.", false},        // negated
      {verify, employee, "I didn't verify the account number.", false},             // negated
      {verify, employee, "I can verify your account number.", false},               // a possibility
      {verify, employee, "Did I verify your account number?", false},               // a question
      {verify, employee, "I have verified your account.", false},                   // a part only
      {verify, employee, "I have verified it. Your account has a number.", false},  // spread over sentences
      {verify, employee, "What is your account number?", false},
      {"Did the employee ask for the account number?", employee, "What is your account number?", true},
      {"Did the employee ask for the account number?", employee, "Here is your account number.", false},
      {"Did the employee apologize?", employee, "I apologize.", false},  // one word is not enough
      {"Did the customer cancel the subscription?", customer, "I cancelled my subscription.", true},
      {"Did the customer cancel the subscription?", employee, "I cancelled your subscription.", false},
      {"?", employee, "Anything at all.", false},
      {"¿El agente confirmó la dirección de envío?", employee, "Ya he confirmado su dirección de envío.", true,
       Language::es},
      {"¿El agente confirmó la dirección de envío?", employee, "No he confirmado su dirección de envío.", false,
       Language::es},
      {"O atendente confirmou o endereço de entrega?", employee, "Confirmei o endereço de entrega.", true,
       Language::pt},
      {"O atendente confirmou o endereço de entrega?", employee, "Não confirmei o endereço de entrega.", false,
       Language::pt},
  }));
  INFO(row.title << " | " << row.content);
  const Judgement judgement =
      judged_one(titled(row.title), {{customer, "Hello"}, {row.role, row.content}}, row.language);
  CHECK(judgement.source == AnswerSource::lexical);
  CHECK(judgement.answer.has_value() == row.yes);
  CHECK(judgement.confidence.has_value() == row.yes);
  if (row.yes) {
    CHECK(judgement.answer == AnswerValue(true));
    CHECK(*judgement.confidence >= confidence::lexical_min);
    REQUIRE(judgement.evidence.size() == 1);
    CHECK(judgement.evidence.front().message_index == 1);
    CHECK(judgement.evidence.front().verified);
  } else {
    CHECK(judgement.evidence.empty());
    CHECK(judgement.rationale == "Nothing in the transcript answers this clearly.");
  }
}

TEST_CASE("lexical: the description supports, it does not decide", "[evaluator]") {
  Question asked = titled("Did the employee verify the account number?");
  const std::vector<Said> said = {{employee, "I verified the account number with the passport."}};
  const double alone = *judged_one(asked, said).confidence;
  asked.description = "For example against a passport.";
  CHECK(*judged_one(asked, said).confidence > alone);
  CHECK_FALSE(judged_one(asked, {{employee, "For example a passport."}}).answer);
}

TEST_CASE("lexical: an option is taken when it alone is named clearly", "[evaluator]") {
  Question asked = titled("Which service was the call about?", QuestionType::options);
  asked.allowed_answers = {"Hotel", "Flight", "Rental car", "Other"};
  const auto answer = [&](const std::vector<Said>& said) { return judged_one(asked, said).answer; };
  CHECK(answer({{customer, "I need a rental car."}}) == AnswerValue("Rental car"));
  CHECK(answer({{customer, "I need a hotel."}, {employee, "Which hotel?"}}) == AnswerValue("Hotel"));
  CHECK_FALSE(answer({{customer, "I need a hotel."}}));                                // said once
  CHECK_FALSE(answer({{customer, "A hotel, hotels!"}, {employee, "Or a flight?"}}));   // two are named
  CHECK_FALSE(answer({{customer, "I do not need a rental car."}}));                    // negated
  CHECK_FALSE(answer({{customer, "the other one"}, {employee, "Which other one?"}}));  // an everyday word
  CHECK_FALSE(answer({{customer, "Hello"}}));
}

TEST_CASE("lexical: a text is taken from one plain statement", "[evaluator]") {
  const Question asked = titled("What is the customer's account number?", QuestionType::text);
  const auto answer = [&](const std::vector<Said>& said) { return judged_one(asked, said).answer; };
  CHECK(answer({{customer, "My account number is AB 42, thanks."}}) == AnswerValue("AB 42"));
  CHECK_FALSE(answer({{employee, "My account number is AB 42."}}));
  CHECK_FALSE(answer({{customer, "My account number is not AB 42."}}));
  CHECK_FALSE(answer({{customer, "Maybe my account number is AB 42."}}));
  CHECK_FALSE(answer({{customer, "My account number is AB 42?"}}));
  CHECK_FALSE(answer({{customer, "My account number is 1."}, {customer, "My account number is 2."}}));
  CHECK_FALSE(answer({{customer, "My number is AB 42."}}));
  CHECK_FALSE(judged_one(titled("?", QuestionType::text), {{customer, "is this"}}).answer);
}

TEST_CASE("lexical: without clear evidence the default answer stands", "[evaluator]") {
  Question asked = titled("Did the employee verify the account number?");
  asked.default_answer = false;
  const Judgement judgement = judged_one(asked, {{employee, "Hello"}});
  CHECK(judgement.answer == AnswerValue(false));
  CHECK(judgement.confidence == confidence::default_answer);
  CHECK(judgement.evidence.empty());
}
