// Phrases and transcripts made to be slow: time and memory stay bounded. Limits are generous, for slow machines and
// sanitizers; an exponential matcher would miss them by far.
#include <catch2/catch_test_macros.hpp>
#include <chrono>

#include "evaluator_support.hpp"

using namespace parlance::audit;
using namespace parlance::audit::testing;

namespace {

template <class Work>
double seconds(Work work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::string repeated(const std::string& word, std::size_t bytes) {
  std::string text;
  while (text.size() + word.size() < bytes) text += word;
  return text;
}

}  // namespace

TEST_CASE("hostile: phrases full of `*`", "[phrase]") {
  std::string phrase = "a";
  while (phrase.size() < 190) phrase += " * a";
  std::string never = "a";
  while (never.size() < 190) never += " *";
  never += " z";
  const std::vector<Said> said(20, {employee, repeated("a ", 32768)});
  CHECK(seconds([&] {
          const auto judgements = judged({question({cue(true, {phrase})}), question({cue(true, {never})})}, said);
          CHECK(judgements[0].answer);
          CHECK_FALSE(judgements[1].answer);
        }) < 30);
}

TEST_CASE("hostile: captures among `*`", "[phrase]") {
  std::string phrase = "a";
  for (int i = 0; i < 20; ++i) phrase += " * a";
  const auto asked = question({cue("own", {phrase + " {answer} " + phrase + " z"})}, QuestionType::text);
  CHECK(seconds([&] { CHECK_FALSE(judged_one(asked, {20, {employee, repeated("a ", 32768)}}).answer); }) < 30);
}

TEST_CASE("hostile: as many cues and phrases as there may be", "[phrase]") {
  std::vector<Question> questions;
  for (int q = 0; q < 200; ++q) {
    std::vector<Cue> cues;
    for (int c = 0; c < 32; ++c) {
      std::vector<std::string> phrases;
      for (int p = 0; p < 64; ++p) {
        phrases.push_back("w" + std::to_string((q * 7 + p) % 500) + " * w" + std::to_string(c * 64 + p) + " q" +
                          std::to_string(q));
      }
      cues.push_back(cue(true, std::move(phrases)));
    }
    questions.push_back(question(std::move(cues)));
  }
  const auto asked = questionnaire(std::move(questions));
  EmbeddedEvaluator evaluator;
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "w" + std::to_string(i % 700) + " ";
  const auto said = transcript({{employee, text}, {employee, "w0 then w0 q0"}});
  CHECK(seconds([&] { CHECK(evaluator.evaluate(asked, said)[0].answer); }) < 60);
  CHECK(seconds([&] { CHECK(evaluator.evaluate(asked, said)[0].answer); }) < 30);
}

TEST_CASE("hostile: more phrases than are listened to leave their questions open", "[phrase]") {
  // Phrases of distinct words need a state per word: 80 questions of 2,048 phrases of 50 words are twice what fits.
  std::vector<Question> questions;
  for (int q = 0; q < 80; ++q) {
    std::vector<Cue> cues;
    for (int c = 0; c < 32; ++c) {
      std::vector<std::string> phrases;
      for (int p = 0; p < 64; ++p) {
        std::string phrase = "q" + std::to_string(q) + " c" + std::to_string(c) + " p" + std::to_string(p);
        for (int i = 0; i < 47; ++i) phrase += " a";
        phrases.push_back(std::move(phrase));
      }
      cues.push_back(cue(true, std::move(phrases)));
    }
    questions.push_back(question(std::move(cues)));
    questions.back().default_answer = false;
  }
  const auto judgements = judged(std::move(questions), {{employee, "hello"}});
  CHECK(judgements.front().answer == AnswerValue(false));
  CHECK_FALSE(judgements.back().answer);
  CHECK(judgements.back().rationale == "The cues are too many to be looked for in the whole transcript.");
}

TEST_CASE("hostile: work beyond the limit leaves open what is not settled", "[phrase]") {
  // Every phrase over {a, b, *} of 12 pieces: a text of a and b keeps thousands of states alive at every word.
  std::vector<Question> questions;
  for (int q = 0; q < 16; ++q) {
    std::vector<Cue> cues;
    for (int c = 0; c < 32; ++c) {
      std::vector<std::string> phrases;
      for (int p = 0; p < 64; ++p) {
        std::string phrase = "a";
        for (int bits = (q * 32 + c) * 64 + p, i = 0; i < 15; ++i, bits >>= 1) phrase += bits & 1 ? " b *" : " * a";
        phrases.push_back(phrase + " z");
      }
      cues.push_back(cue(true, std::move(phrases)));
    }
    questions.push_back(question(std::move(cues)));
    questions.back().default_answer = false;
  }
  questions.push_back(question({cue(true, {"hello"})}));
  std::vector<Said> said(50, {employee, repeated("a b b a ", 32768)});
  said[0].second = "hello";
  std::vector<Judgement> judgements;
  CHECK(seconds([&] { judgements = judged(std::move(questions), said); }) < 120);
  CHECK_FALSE(judgements.front().answer);
  CHECK(judgements.front().rationale == "The cues are too many to be looked for in the whole transcript.");
  CHECK(judgements.back().answer == AnswerValue(true));
}

TEST_CASE("hostile: a thousand of the longest messages", "[phrase]") {
  const auto asked = questionnaire(
      {question({cue(true, {"thank * much", "never said"})}), titled("Did the employee verify the account number?")});
  const std::string long_word(32768, 'x');
  const std::string marks = "e" + repeated("\xCC\x81", 32000);
  const std::string emoji = repeated("👋", 32000);
  const std::string invalid(32768, '\xFF');
  const std::string words = repeated("thank you not ", 32768);
  auto said = transcript(std::vector<Said>(1000, {employee, ""}));
  const std::string* contents[] = {&long_word, &marks, &emoji, &invalid, &words};
  for (std::size_t i = 0; i < said.size(); ++i) said[i].content = *contents[i % 5];
  EmbeddedEvaluator evaluator;
  CHECK(seconds([&] { CHECK_FALSE(evaluator.evaluate(asked, said)[0].answer); }) < 60);
}
