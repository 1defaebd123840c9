// The automaton against a matcher that is slow and obvious.
#include <catch2/catch_test_macros.hpp>
#include <optional>
#include <random>
#include <sstream>

#include "evaluator_support.hpp"

using namespace parlance::audit;
using namespace parlance::audit::testing;

namespace {

// Words that are their own stems; one of them is in no phrase.
const std::vector<std::string> words = {"alpha", "bravo", "kilo", "zulu", "other"};

struct Text {
  std::vector<std::string> words;
  std::vector<bool> clause_ends;  // a comma after this word

  std::string content(std::size_t from, std::size_t to) const {
    std::string out;
    for (std::size_t i = from; i < to; ++i) {
      out += words[i];
      if (i + 1 < to) out += clause_ends[i] ? ", " : " ";
    }
    return out;
  }
};

struct Reference {
  const std::vector<std::string>& pieces;
  const Text& text;
  std::vector<std::size_t> taken;  // words per piece

  // Whether pieces from `piece` on can be exactly the words [at, end), each taking as few words as do.
  bool matches(std::size_t piece, std::size_t at, std::size_t end) {
    if (piece == pieces.size()) return at == end;
    const std::string& p = pieces[piece];
    if (p != "*" && p != "{answer}") {
      if (at >= end || text.words[at] != p) return false;
      taken[piece] = 1;
      return matches(piece + 1, at + 1, end);
    }
    const std::size_t most = p == "*" ? 4 : 6;
    for (std::size_t n = 1; n <= most && at + n <= end; ++n) {
      if (p == "{answer}" && n > 1 && text.clause_ends[at + n - 2]) return false;
      taken[piece] = n;
      if (matches(piece + 1, at + n, end)) return true;
    }
    return false;
  }

  struct Result {
    std::string quote, answer;
  };
  std::optional<Result> find() {
    for (std::size_t end = 1; end <= text.words.size(); ++end) {
      for (std::size_t begin = end; begin-- > 0;) {
        taken.assign(pieces.size(), 0);
        if (matches(0, begin, end)) return widen(begin, end);
      }
    }
    return std::nullopt;
  }
  Result widen(std::size_t begin, std::size_t end) {
    std::size_t from = begin, to = 0;
    bool captured = false;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      if (pieces[i] == "{answer}") {
        captured = true;
        to = from + taken[i];
        if (i + 1 == pieces.size()) {
          while (to - from < 6 && to < text.words.size() && !text.clause_ends[to - 1]) ++to;
          end = to;
        } else if (i == 0) {
          while (to - from < 6 && from > 0 && !text.clause_ends[from - 1]) --from;
          begin = from;
        }
        break;
      }
      from += taken[i];
    }
    return {text.content(begin, end), captured ? text.content(from, to) : "own"};
  }
};

std::vector<std::string> random_pieces(std::mt19937& random) {
  const std::size_t count = 1 + random() % 6;
  std::vector<std::string> pieces;
  bool captures = false, has_word = false;
  for (std::size_t i = 0; i < count; ++i) {
    const auto roll = random() % 10;
    if (roll < 3) {
      pieces.push_back("*");
    } else if (roll == 3 && !captures) {
      captures = true;
      pieces.push_back("{answer}");
    } else {
      has_word = true;
      pieces.push_back(words[random() % (words.size() - 1)]);
    }
  }
  if (!has_word) pieces.push_back("alpha");
  return pieces;
}

Text random_text(std::mt19937& random) {
  Text text;
  const std::size_t count = random() % 25;
  for (std::size_t i = 0; i < count; ++i) {
    text.words.push_back(words[random() % words.size()]);
    text.clause_ends.push_back(random() % 6 == 0);
  }
  return text;
}

std::string joined(const std::vector<std::string>& pieces) {
  std::string out;
  for (const auto& piece : pieces) out += (out.empty() ? "" : " ") + piece;
  return out;
}

}  // namespace

TEST_CASE("phrases: the automaton agrees with the obvious matcher", "[phrase]") {
  std::mt19937 random(20240611);
  std::size_t matched = 0, compared = 0;
  for (int round = 0; round < 400; ++round) {
    // Many phrases in one automaton, so that they share states, each its own question.
    std::vector<Question> questions;
    std::vector<std::vector<std::string>> phrases;
    for (int i = 0; i < 20; ++i) {
      phrases.push_back(random_pieces(random));
      questions.push_back(question({cue("own", {joined(phrases.back())})}, QuestionType::text));
    }
    const auto asked = questionnaire(std::move(questions));
    EmbeddedEvaluator evaluator;
    for (int t = 0; t < 10; ++t) {
      const Text text = random_text(random);
      const auto judgements = evaluator.evaluate(asked, transcript({{customer, text.content(0, text.words.size())}}));
      for (std::size_t i = 0; i < phrases.size(); ++i) {
        Reference reference{phrases[i], text, {}};
        const auto expected = reference.find();
        ++compared;
        const Judgement& judgement = judgements[i];
        const bool agree = judgement.answer.has_value() == expected.has_value() &&
                           (!expected || (judgement.evidence[0].quote == expected->quote &&
                                          *judgement.answer == AnswerValue(expected->answer)));
        matched += expected.has_value();
        if (!agree) {
          INFO(joined(phrases[i]) << " | " << text.content(0, text.words.size()));
          INFO((expected ? expected->quote + " / " + expected->answer : "no match"));
          INFO((judgement.answer ? judgement.evidence[0].quote + " / " + text_of(*judgement.answer) : "no match"));
          REQUIRE(agree);
        }
      }
    }
  }
  CHECK(compared == 80000);
  CHECK(matched > compared / 10);
  CHECK(matched < compared - compared / 10);
}
