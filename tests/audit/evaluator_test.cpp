// Whole cues against a reading of the contract that is slow and obvious: speakers, `within`, `unless` and the order of
// cues, all at once and over transcripts of several messages.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <random>

#include "evaluator_support.hpp"

using namespace parlance::audit;
using namespace parlance::audit::testing;

namespace {

// Words that are their own stems.
const std::vector<std::string> words = {"alpha", "bravo", "kilo", "zulu"};

bool counts_for(Speaker speaker, SenderRole role) {
  switch (speaker) {
    case Speaker::any:
      return true;
    case Speaker::customer:
      return role == SenderRole::customer;
    case Speaker::employee:
      break;
  }
  return role == SenderRole::employee || role == SenderRole::agent || role == SenderRole::bot;
}

bool contains(const std::string& content, const std::string& phrase) {
  return (" " + content + " ").find(" " + phrase + " ") != std::string::npos;
}

// Contract section 3, Cue: `within` counts "that speaker's messages"; being in the first or in the last is enough.
bool in_window(const Cue& cue, const std::vector<Said>& said, std::size_t at) {
  if (!cue.within || (!cue.within->first && !cue.within->last)) return true;
  std::int64_t before = 0, after = 0;
  for (std::size_t i = 0; i < said.size(); ++i) {
    if (!counts_for(cue.speaker, said[i].first)) continue;
    before += i < at;
    after += i > at;
  }
  return (cue.within->first && before < *cue.within->first) || (cue.within->last && after < *cue.within->last);
}

struct Expected {
  AnswerValue answer;
  std::int64_t message = 0;
};

// Contract 7.5: the first listed cue with a match wins; `unless` looks at the same message.
std::optional<Expected> reference(const Question& asked, const std::vector<Said>& said) {
  for (const Cue& cue : asked.cues) {
    for (std::size_t i = 0; i < said.size(); ++i) {
      const auto in_message = [&](const std::string& phrase) { return contains(said[i].second, phrase); };
      if (!counts_for(cue.speaker, said[i].first) || !in_window(cue, said, i)) continue;
      if (std::none_of(cue.phrases.begin(), cue.phrases.end(), in_message)) continue;
      if (std::any_of(cue.unless.begin(), cue.unless.end(), in_message)) continue;
      return Expected{cue.answer, static_cast<std::int64_t>(i)};
    }
  }
  return std::nullopt;
}

class Draw {
 public:
  explicit Draw(std::uint32_t seed) : random_(seed) {}

  std::size_t below(std::size_t n) { return random_() % n; }
  std::string text(std::size_t count) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) out += (i ? " " : "") + words[below(words.size())];
    return out;
  }
  std::optional<std::int64_t> bound() {
    if (below(2)) return std::nullopt;
    return static_cast<std::int64_t>(1 + below(3));
  }
  Cue cue(std::size_t number) {
    Cue made;
    made.answer = "answer " + std::to_string(number);
    for (std::size_t n = 1 + below(2); n-- > 0;) made.phrases.push_back(text(2 + below(2)));
    made.speaker = static_cast<Speaker>(below(3));
    if (below(2)) made.within = CueWindow{bound(), bound()};
    for (std::size_t n = below(3); n-- > 0;) made.unless.push_back(text(1 + below(2)));
    return made;
  }
  std::vector<Said> said() {
    std::vector<Said> made;
    for (std::size_t n = below(9); n-- > 0;) {
      made.emplace_back(static_cast<SenderRole>(below(5)), text(1 + below(6)));
    }
    return made;
  }

 private:
  std::mt19937 random_;
};

}  // namespace

TEST_CASE("evaluator: whole cues agree with the obvious reading of the contract", "[evaluator]") {
  Draw draw(7);
  std::size_t matched = 0, later_cue = 0, compared = 0;
  for (int round = 0; round < 300; ++round) {
    // Many questions in one automaton, each with cues that share words with the others'.
    std::vector<Question> questions;
    for (int q = 0; q < 12; ++q) {
      std::vector<Cue> cues;
      for (std::size_t c = 0, n = 1 + draw.below(4); c < n; ++c) cues.push_back(draw.cue(c));
      questions.push_back(question(std::move(cues), QuestionType::text));
    }
    const auto asked = questionnaire(questions);
    EmbeddedEvaluator evaluator;
    for (int t = 0; t < 10; ++t) {
      const auto said = draw.said();
      const auto judgements = evaluator.evaluate(asked, transcript(said));
      for (std::size_t i = 0; i < questions.size(); ++i) {
        const auto expected = reference(questions[i], said);
        const Judgement& judgement = judgements[i];
        ++compared;
        matched += expected.has_value();
        later_cue += expected && expected->answer != questions[i].cues[0].answer;
        const bool agree =
            judgement.answer.has_value() == expected.has_value() &&
            (!expected || (*judgement.answer == expected->answer && judgement.evidence.size() == 1 &&
                           judgement.evidence[0].message_index == expected->message && judgement.evidence[0].verified));
        if (!agree) {
          INFO("round " << round << ", transcript " << t << ", question " << i);
          INFO((expected ? text_of(expected->answer) + " in " + std::to_string(expected->message) : "no match"));
          INFO(judgement.rationale);
          REQUIRE(agree);
        }
      }
    }
  }
  CHECK(compared == 36000);
  CHECK(matched > compared / 10);
  CHECK(later_cue > compared / 50);
}
