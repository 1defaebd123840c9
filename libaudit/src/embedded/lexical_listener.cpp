#include "embedded/lexical_listener.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "embedded/speakers.hpp"
#include "parlance/audit/embedded_evaluator.hpp"

namespace parlance::audit::embedded {
namespace {

constexpr std::uint64_t title_bits = 0xFFFFFFFF;

// A sentence that says what the title asks has nearly all of the title's weight, and more than one word of it.
constexpr double overlap_min = 0.85;
constexpr std::uint32_t title_words_min = 2;

std::uint8_t flags_between(const LexicalIndex& index, std::span<const Word> words, std::size_t first, std::size_t end) {
  std::uint8_t flags = 0;
  for (std::size_t i = first; i < end; ++i) flags |= index.flags(words[i].token);
  return flags;
}

bool is_question(std::string_view content, std::span<const Word> words, std::size_t end) {
  const std::size_t from = words[end - 1].end;
  const std::size_t to = end < words.size() ? words[end].begin : content.size();
  return content.substr(from, to - from).find('?') != std::string_view::npos;
}

std::size_t sentence_start(std::string_view content, std::span<const Word> words, std::size_t word) {
  while (word > 0 && !ends_sentence(content, words[word - 1].end, words[word].begin)) --word;
  return word;
}
std::size_t sentence_end(std::string_view content, std::span<const Word> words, std::size_t word) {
  ++word;
  while (word < words.size() && !ends_sentence(content, words[word - 1].end, words[word].begin)) ++word;
  return word;
}

}  // namespace

void LexicalListener::start(const CompiledQuestionnaire& compiled) {
  booleans_.assign(compiled.lexical->questions().size(), {});
  named_.clear();
  sentences_ = 0;
}

void LexicalListener::hear(const CompiledQuestionnaire& compiled, const Message& message, std::uint32_t position,
                           TrieScan& scan) {
  const LexicalIndex& index = *compiled.lexical;
  const auto words = scan.words();
  for (std::size_t first = 0; first < words.size();) {
    ++sentence_;
    ++sentences_;
    touched_.clear();
    std::size_t i = first;
    for (; i < words.size(); ++i) {
      if (i > first && ends_sentence(message.content, words[i - 1].end, words[i].begin)) break;
      const auto& mentions = index.mentions(words[i].token);
      scan.steps += mentions.size();
      for (const LexicalIndex::Mention& mention : mentions) {
        Boolean& state = booleans_[mention.question];
        if (state.sentence != sentence_) {
          state.sentence = sentence_;
          state.words = 0;
          state.first = static_cast<std::uint32_t>(i);
          touched_.push_back(mention.question);
        }
        state.words |= std::uint64_t{1} << mention.bit;
        state.last = static_cast<std::uint32_t>(i);
      }
    }
    end_sentence(compiled, message, position, words, first, i);
    first = i;
  }

  for (const Hit& hit : scan.hits()) {
    for (const Use& use : compiled.trie.uses(hit.node)) {
      if (use.purpose != Purpose::option && use.purpose != Purpose::statement) continue;
      if (!fits(compiled.questions[use.question].speaker, message.sender_role)) continue;
      const std::size_t start = sentence_start(message.content, words, hit.word);
      const std::size_t end = sentence_end(message.content, words, hit.word);
      const std::uint8_t flags = flags_between(index, words, start, end);
      scan.steps += end - start + named_.size();
      // "I do not want the hotel" names the hotel, but not as the answer; "is the number …?" states nothing.
      if (flags & LexicalIndex::negation) continue;
      if (use.purpose == Purpose::statement &&
          ((flags & LexicalIndex::hypothetical) || is_question(message.content, words, end))) {
        continue;
      }
      const auto same = std::find_if(named_.begin(), named_.end(), [&](const Named& n) {
        return n.question == use.question && n.option == use.phrase;
      });
      if (same != named_.end()) {
        ++same->messages;
      } else {
        const bool several_words = compiled.trie.node(hit.node).parent != PhraseTrie::root;
        named_.push_back(
            {use.question, use.phrase, 1, position, several_words, scan.locate(message.content, compiled.trie, hit)});
      }
    }
  }
}

void LexicalListener::end_sentence(const CompiledQuestionnaire& compiled, const Message& message,
                                   std::uint32_t position, std::span<const Word> words, std::size_t first,
                                   std::size_t end) {
  if (touched_.empty()) return;
  const LexicalIndex& index = *compiled.lexical;
  const std::uint8_t flags = flags_between(index, words, first, end);
  const bool question = is_question(message.content, words, end);
  for (const std::uint32_t at : touched_) {
    const LexicalQuestion& asked = index.questions()[at];
    Boolean& state = booleans_[at];
    for (std::uint32_t bit = 0; bit < asked.title_words; ++bit) state.said[bit] += state.words >> bit & 1;
    const auto count = static_cast<std::uint32_t>(std::popcount(state.words & title_bits));
    if (count < title_words_min || count <= state.best_count) continue;
    if (!fits(asked.speaker, message.sender_role)) continue;
    // Negation turns the sentence around. Where the title wants something asked, the sentence has to ask; where it
    // wants something said or done, a question or a mere possibility does not say it.
    if (flags & LexicalIndex::negation) continue;
    if (asked.asks != question) continue;
    if (!asked.asks && (flags & LexicalIndex::hypothetical)) continue;
    state.best_words = state.words;
    state.best_count = count;
    state.message = position;
    state.span = {words[state.first].begin, words[state.last].end, 0, 0, 0};
  }
}

std::optional<LexicalAnswer> LexicalListener::boolean(const LexicalQuestion& asked, const Boolean& state) const {
  if (state.best_count < title_words_min) return std::nullopt;
  // A word that is said all the time tells little, one that is never said is missed most.
  double all = 0, heard = 0;
  for (std::uint32_t bit = 0; bit < asked.title_words; ++bit) {
    const double weight = std::log(1 + (1.0 + sentences_) / (1.0 + state.said[bit]));
    all += weight;
    if (state.best_words >> bit & 1) heard += weight;
  }
  const double overlap = heard / all;
  if (overlap < overlap_min) return std::nullopt;
  const double support = asked.description_words == 0
                             ? 0
                             : std::popcount(state.best_words >> 32) / static_cast<double>(asked.description_words);
  const double sure = 0.4 + 0.25 * overlap + 0.1 * support;
  if (sure < confidence::lexical_min) return std::nullopt;
  return LexicalAnswer{sure, 0, state.message, state.span};
}

std::optional<LexicalAnswer> LexicalListener::answer(const CompiledQuestionnaire& compiled, const Question& question,
                                                     std::uint32_t index) const {
  if (question.type == QuestionType::boolean) {
    const auto& asked = compiled.lexical->questions();
    const auto it = std::lower_bound(asked.begin(), asked.end(), index,
                                     [](const LexicalQuestion& q, std::uint32_t i) { return q.question < i; });
    return boolean(*it, booleans_[static_cast<std::size_t>(it - asked.begin())]);
  }
  // Of an options question one option may be named and no other: once is enough for a name of several words, a single
  // word has to come up again. Of a text question, one statement may be made.
  const Named* only = nullptr;
  for (const Named& named : named_) {
    if (named.question != index) continue;
    if (only) return std::nullopt;
    only = &named;
  }
  if (!only) return std::nullopt;
  const bool statement = question.type == QuestionType::text;
  if (statement && (!only->span.captured() || only->messages > 1)) return std::nullopt;
  const double sure = statement || only->several_words || only->messages >= 2 ? 0.65 : 0.5;
  if (sure < confidence::lexical_min) return std::nullopt;
  return LexicalAnswer{sure, only->option, only->message, only->span};
}

}  // namespace parlance::audit::embedded
