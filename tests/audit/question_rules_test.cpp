// What a question must be (contract section 3, Question and Cue).
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <limits>

#include "support/world.hpp"

using namespace parlance;
using namespace parlance::test;
using audit::NewQuestion;
using audit::QuestionType;

namespace {

using Tweak = std::function<void(NewQuestion&)>;

struct Row {
  std::string_view about;
  NewQuestion question;
  Tweak tweak;
  std::string_view said;
};

std::vector<std::string> many(std::size_t count) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < count; ++i) out.push_back("option " + std::to_string(i));
  return out;
}

audit::Cue cue(audit::AnswerValue answer, std::vector<std::string> phrases) {
  audit::Cue made;
  made.answer = std::move(answer);
  made.phrases = std::move(phrases);
  return made;
}

void check_all(const std::vector<Row>& rows) {
  World world;
  const auto quality = world.questionnaire();
  for (const Row& row : rows) {
    CAPTURE(row.about);
    NewQuestion question = row.question;
    question.questionnaire_id = quality.id;
    row.tweak(question);
    CHECK(said(world.questions.create(world.here, question)) == row.said);
  }
}

const NewQuestion yes_no = asking("Greeted?");
const NewQuestion pick = choosing("Reason?", {"billing", "delivery"});
const NewQuestion text = writing("Which order?");

}  // namespace

TEST_CASE("a question's fields are bounded") {
  const auto nan = std::numeric_limits<double>::quiet_NaN();
  check_all({
      {"plain", yes_no, [](auto&) {}, "ok"},
      {"no title", yes_no, [](auto& q) { q.title = ""; }, "invalid: title should not be empty"},
      {"longest title", yes_no, [](auto& q) { q.title = std::string(500, 'x'); }, "ok"},
      {"too long a title", yes_no, [](auto& q) { q.title = std::string(501, 'x'); },
       "invalid: title must be shorter than or equal to 500 characters"},
      {"longest guidance", yes_no, [](auto& q) { q.description = std::string(4000, 'x'); }, "ok"},
      {"too long a guidance", yes_no, [](auto& q) { q.description = std::string(4001, 'x'); },
       "invalid: description must be shorter than or equal to 4000 characters"},
      {"empty section", yes_no, [](auto& q) { q.section = ""; }, "invalid: section should not be empty"},
      {"longest section", yes_no, [](auto& q) { q.section = std::string(200, 'x'); }, "ok"},
      {"too long a section", yes_no, [](auto& q) { q.section = std::string(201, 'x'); },
       "invalid: section must be shorter than or equal to 200 characters"},
      {"no weight", yes_no, [](auto& q) { q.weight = 0; }, "ok"},
      {"below no weight", yes_no, [](auto& q) { q.weight = -0.001; }, "invalid: weight must not be less than 0"},
      {"a weight that is no number", yes_no, [=](auto& q) { q.weight = nan; },
       "invalid: weight must not be less than 0"},
      {"greatest weight", yes_no, [](auto& q) { q.weight = 1e6; }, "ok"},
      {"too great a weight", yes_no, [](auto& q) { q.weight = 1e6 + 1; },
       "invalid: weight must not be greater than 1000000"},
  });
}

TEST_CASE("allowed answers belong to options, 2 to 50 different ones") {
  check_all({
      {"options without", pick, [](auto& q) { q.allowed_answers.reset(); },
       "invalid: allowedAnswers should not be empty when type is options"},
      {"boolean with", yes_no,
       [](auto& q) {
         q.allowed_answers = Options{"a", "b"};
       },
       "invalid: allowedAnswers should not exist unless type is options"},
      {"text with", text,
       [](auto& q) {
         q.allowed_answers = Options{"a", "b"};
       },
       "invalid: allowedAnswers should not exist unless type is options"},
      {"none", pick, [](auto& q) { q.allowed_answers = Options{}; },
       "invalid: allowedAnswers must contain at least 2 elements"},
      {"one", pick, [](auto& q) { q.allowed_answers = Options{"a"}; },
       "invalid: allowedAnswers must contain at least 2 elements"},
      {"two", pick,
       [](auto& q) {
         q.allowed_answers = Options{"a", "b"};
       },
       "ok"},
      {"fifty", pick, [](auto& q) { q.allowed_answers = many(50); }, "ok"},
      {"fifty-one", pick, [](auto& q) { q.allowed_answers = many(51); },
       "invalid: allowedAnswers must contain no more than 50 elements"},
      {"one twice", pick,
       [](auto& q) {
         q.allowed_answers = Options{"a", "b", "a"};
       },
       "invalid: allowedAnswers must contain unique elements"},
      {"an empty one", pick,
       [](auto& q) {
         q.allowed_answers = Options{"a", " "};
       },
       "invalid: allowedAnswers.1 should not be empty"},
      {"too long a one", pick,
       [](auto& q) {
         q.allowed_answers = Options{"a", std::string(501, 'x')};
       },
       "invalid: allowedAnswers.1 must be shorter than or equal to 500 characters"},
  });
}

TEST_CASE("passing answers are answers of the question") {
  check_all({
      {"none passes", yes_no, [](auto& q) { q.passing_answers = Values{}; }, "ok"},
      {"true", yes_no, [](auto& q) { q.passing_answers = Values{true}; }, "ok"},
      {"both", yes_no,
       [](auto& q) {
         q.passing_answers = Values{true, false};
       },
       "ok"},
      {"twice", yes_no,
       [](auto& q) {
         q.passing_answers = Values{true, true};
       },
       "invalid: passingAnswers must contain unique elements"},
      {"text for a boolean", yes_no,
       [](auto& q) {
         q.passing_answers = Values{true, "true"};
       },
       "invalid: passingAnswers.1 must be a boolean value"},
      {"an option", pick, [](auto& q) { q.passing_answers = Values{"billing"}; }, "ok"},
      {"no option", pick,
       [](auto& q) {
         q.passing_answers = Values{"Billing", true};
       },
       "invalid: passingAnswers.0 must be one of the following values: billing, delivery | passingAnswers.1 must be "
       "one of the following values: billing, delivery"},
      {"any text", text, [](auto& q) { q.passing_answers = Values{"42"}; }, "ok"},
      {"a boolean for a text", text, [](auto& q) { q.passing_answers = Values{true}; },
       "invalid: passingAnswers.0 must be a string"},
  });
}

TEST_CASE("a default answer is an answer of the question") {
  check_all({
      {"boolean", yes_no, [](auto& q) { q.default_answer = false; }, "ok"},
      {"text for a boolean", yes_no, [](auto& q) { q.default_answer = "no"; },
       "invalid: defaultAnswer must be a boolean value"},
      {"an option", pick, [](auto& q) { q.default_answer = "delivery"; }, "ok"},
      {"no option", pick, [](auto& q) { q.default_answer = "other"; },
       "invalid: defaultAnswer must be one of the following values: billing, delivery"},
      {"empty text", text, [](auto& q) { q.default_answer = ""; }, "invalid: defaultAnswer should not be empty"},
      {"longest text", text, [](auto& q) { q.default_answer = std::string(500, 'x'); }, "ok"},
      {"too long a text", text, [](auto& q) { q.default_answer = std::string(501, 'x'); },
       "invalid: defaultAnswer must be shorter than or equal to 500 characters"},
  });
}

TEST_CASE("cues have an answer of the question and phrases to listen for") {
  const auto with = [](audit::Cue made) { return [made](NewQuestion& q) { q.cues = {made}; }; };
  auto windowed = cue(true, {"hello"});
  windowed.within = audit::CueWindow{0, 10001};
  auto in_window = cue(true, {"hello"});
  in_window.within = audit::CueWindow{1, 10000};
  auto unless = cue(true, {"hello"});
  unless.unless = {"not", ""};
  check_all({
      {"a phrase", yes_no, with(cue(true, {"good morning"})), "ok"},
      {"no phrases", yes_no, with(cue(true, {})), "invalid: cues.0.phrases must contain at least 1 elements"},
      {"64 phrases", yes_no, with(cue(true, many(64))), "ok"},
      {"65 phrases", yes_no, with(cue(true, many(65))),
       "invalid: cues.0.phrases must contain no more than 64 elements"},
      {"an empty phrase", yes_no, with(cue(true, {"a", ""})), "invalid: cues.0.phrases.1 should not be empty"},
      {"a long phrase", yes_no, with(cue(true, {std::string(201, 'x')})),
       "invalid: cues.0.phrases.0 must be shorter than or equal to 200 characters"},
      {"another answer", yes_no, with(cue("true", {"hello"})), "invalid: cues.0.answer must be a boolean value"},
      {"an option", pick, with(cue("billing", {"invoice"})), "ok"},
      {"no option", pick, with(cue("refund", {"invoice"})),
       "invalid: cues.0.answer must be one of the following values: billing, delivery"},
      {"outside its window", yes_no, with(windowed),
       "invalid: cues.0.within.first must not be less than 1 | cues.0.within.last must not be greater than 10000"},
      {"at the ends of its window", yes_no, with(in_window), "ok"},
      {"an empty unless", yes_no, with(unless), "invalid: cues.0.unless.1 should not be empty"},
      {"32 cues", yes_no, [](auto& q) { q.cues.assign(32, cue(true, {"a"})); }, "ok"},
      {"33 cues", yes_no, [](auto& q) { q.cues.assign(33, cue(true, {"a"})); },
       "invalid: cues must contain no more than 32 elements"},
  });
}

TEST_CASE("all problems of a question are told at once, and a bad type silences what depends on it") {
  World world;
  NewQuestion question = choosing("", {"a", "b"});
  question.passing_answers = Values{true};
  question.default_answer = "c";
  question.questionnaire_id = unknown<audit::QuestionnaireId>();
  CHECK(said(world.questions.create(world.here, question)) ==
        "invalid: title should not be empty | passingAnswers.0 must be one of the following values: a, b | "
        "defaultAnswer must be one of the following values: a, b | questionnaireId must be an existing questionnaire");
  org::Problems problems;
  problems.add("type", "must be one of the following values: boolean, options, text");
  question.title = "A?";
  question.questionnaire_id = world.questionnaire().id;
  CHECK(said(world.questions.create(world.here, question, problems)) ==
        "invalid: type must be one of the following values: boolean, options, text");
}

TEST_CASE("what can be an answer depends on the type") {
  const std::optional<Options> allowed = Options{"billing", "delivery"};
  using audit::is_answer;
  CHECK(is_answer(true, QuestionType::boolean, {}));
  CHECK(is_answer(false, QuestionType::boolean, {}));
  CHECK_FALSE(is_answer("true", QuestionType::boolean, {}));
  CHECK(is_answer("billing", QuestionType::options, allowed));
  CHECK_FALSE(is_answer("BILLING", QuestionType::options, allowed));
  CHECK_FALSE(is_answer("", QuestionType::options, allowed));
  CHECK_FALSE(is_answer(true, QuestionType::options, allowed));
  CHECK(is_answer("anything", QuestionType::text, {}));
  CHECK_FALSE(is_answer(false, QuestionType::text, {}));
}
