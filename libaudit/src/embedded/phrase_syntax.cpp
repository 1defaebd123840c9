#include "embedded/phrase_syntax.hpp"

#include <algorithm>

#include "embedded/word_scanner.hpp"
#include "parlance/audit/phrase.hpp"

namespace parlance::audit {
namespace embedded {
namespace {

constexpr std::string_view capture_text = "{answer}";

bool is_space_or_end(std::string_view text, std::size_t at) {
  return at >= text.size() || text[at] == ' ' || (text[at] >= '\t' && text[at] <= '\r');
}

// "{name}" at `at`: its length; 0 when the brace is mere punctuation.
std::size_t placeholder_length(std::string_view text, std::size_t at) {
  const std::size_t end = text.find_first_of("{}", at + 1);
  return end != std::string_view::npos && text[end] == '}' && end > at + 1 ? end + 1 - at : 0;
}

void add_words(std::string_view text, PhraseSyntax& syntax) {
  WordScanner words(text);
  while (words.next()) syntax.pieces.push_back({PieceKind::word, std::string(words.folded())});
}

}  // namespace

PhraseSyntax parse_phrase(std::string_view phrase, bool captures) {
  PhraseSyntax syntax;
  const auto refuse = [&](std::string problem) {
    if (!syntax.problem) syntax.problem = std::move(problem);
  };
  std::size_t pending = 0;  // words from here on are not taken yet
  for (std::size_t at = 0; at < phrase.size();) {
    if (phrase[at] == '*') {
      if ((at > 0 && !is_space_or_end(phrase, at - 1)) || !is_space_or_end(phrase, at + 1)) {
        refuse("must have a space on both sides of `*`, which stands for whole words");
      }
      add_words(phrase.substr(pending, at - pending), syntax);
      syntax.pieces.push_back({PieceKind::gap, {}});
      pending = ++at;
    } else if (const std::size_t length = phrase[at] == '{' ? placeholder_length(phrase, at) : 0) {
      if (phrase.substr(at, length) != capture_text) {
        refuse("must not contain " + std::string(phrase.substr(at, length)) + "; the only placeholder is `{answer}`");
      } else if (!captures) {
        refuse("must not contain `{answer}`, which captures in the phrases of a text question only");
      }
      add_words(phrase.substr(pending, at - pending), syntax);
      syntax.pieces.push_back({PieceKind::capture, {}});
      at += length;
      pending = at;
    } else {
      ++at;
    }
  }
  add_words(phrase.substr(pending), syntax);

  const auto count = [&](PieceKind kind) {
    return std::count_if(syntax.pieces.begin(), syntax.pieces.end(), [&](const Piece& p) { return p.kind == kind; });
  };
  if (count(PieceKind::capture) > 1) refuse("must contain `{answer}` at most once");
  if (count(PieceKind::word) == 0) refuse("must contain at least one word");
  return syntax;
}

}  // namespace embedded

std::optional<std::string> phrase_problem(std::string_view phrase, QuestionType type) {
  return embedded::parse_phrase(phrase, type == QuestionType::text).problem;
}

}  // namespace parlance::audit
