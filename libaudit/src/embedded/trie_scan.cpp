#include "embedded/trie_scan.hpp"

#include <algorithm>

#include "parlance/audit/phrase.hpp"

namespace parlance::audit::embedded {
namespace {

constexpr std::uint32_t gap_mask = (1u << gap_words_max) - 1;
constexpr std::uint32_t capture_mask = (1u << capture_words_max) - 1;

}  // namespace

bool TrieScan::same_clause(std::string_view content, std::size_t word) const {
  return word > 0 && !ends_clause(content, words_[word - 1].end, words_[word].begin);
}

void TrieScan::enter(const PhraseTrie& trie, NodeId node, std::uint32_t taken, std::uint32_t word) {
  Entered& entered = entered_[node];
  if (entered.step == step_) {
    next_[entered.at].taken |= taken;
    return;
  }
  entered.step = step_;
  entered.at = static_cast<std::uint32_t>(next_.size());
  next_.push_back({node, taken});
  if (trie.node(node).ends && entered.message != message_) {
    entered.message = message_;
    hits_.push_back({node, word});
  }
}

bool TrieScan::read_ahead(WordScanner& scanner, const Vocabulary& vocabulary) {
  const std::size_t first = words_.size();
  std::size_t count = 0;
  bool more = true;
  while (count < ahead_max && (more = scanner.next())) {
    Word& word = words_.emplace_back();
    word.begin = static_cast<std::uint32_t>(scanner.begin());
    word.end = static_cast<std::uint32_t>(scanner.end());
    Ahead& ahead = ahead_[count++];
    if (const WordKey* key = scanner.key()) {
      ahead.key = *key;
      ahead.slot = &vocabulary.place(*key, tokens_);
      __builtin_prefetch(ahead.slot);
    } else {
      ahead.slot = nullptr;
      word.token = vocabulary.find(scanner.folded());
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (ahead_[i].slot) words_[first + i].token = vocabulary.find(ahead_[i].key, *ahead_[i].slot);
  }
  return more;
}

void TrieScan::read(std::string_view content, const Vocabulary& vocabulary, const PhraseTrie& trie) {
  if (entered_.size() < trie.size()) entered_.resize(trie.size());
  words_.clear();
  hits_.clear();
  alive_.clear();
  ++message_;
  const PhraseTrie::Node& root = trie.node(PhraseTrie::root);
  const bool open_start = root.gap != PhraseTrie::none || root.capture != PhraseTrie::none;
  WordScanner scanner(content);
  std::size_t word = 0;
  for (bool more = true; more;) {
    more = read_ahead(scanner, vocabulary);
    for (; word < words_.size(); ++word) {
      if (words_[word].token == unknown_token && alive_.empty() && !open_start) continue;
      follow(trie, content, static_cast<std::uint32_t>(word));
      if (steps > steps_max) return;
    }
  }
}

void TrieScan::follow(const PhraseTrie& trie, std::string_view content, std::uint32_t word) {
  const Token token = words_[word].token;
  ++step_;
  next_.clear();
  const auto enter_open = [&](const PhraseTrie::Node& from) {
    if (from.gap != PhraseTrie::none) enter(trie, from.gap, 1, word);
    if (from.capture != PhraseTrie::none) enter(trie, from.capture, 1, word);
  };
  enter_open(trie.node(PhraseTrie::root));
  if (const NodeId to = trie.first_word(token)) enter(trie, to, 0, word);
  for (const Alive& state : alive_) {
    const PhraseTrie::Node& from = trie.node(state.node);
    enter_open(from);
    if (token != unknown_token) {
      if (const NodeId to = trie.next_word(state.node, token)) enter(trie, to, 0, word);
    }
    if (from.kind == PieceKind::gap) {
      if (const auto taken = (state.taken << 1) & gap_mask) enter(trie, state.node, taken, word);
    } else if (from.kind == PieceKind::capture) {
      const auto taken = (state.taken << 1) & capture_mask;
      if (taken && same_clause(content, word)) enter(trie, state.node, taken, word);
    }
  }
  steps += next_.size();
  alive_.swap(next_);
}

Span TrieScan::locate(std::string_view content, const PhraseTrie& trie, Hit hit) {
  path_.clear();
  for (NodeId id = hit.node; id != PhraseTrie::root; id = trie.node(id).parent) path_.push_back(id);
  std::reverse(path_.begin(), path_.end());

  const auto kind = [&](std::size_t piece) { return trie.node(path_[piece]).kind; };
  const auto words_max = [&](std::size_t piece) {
    return kind(piece) == PieceKind::word ? 1 : kind(piece) == PieceKind::gap ? gap_words_max : capture_words_max;
  };
  std::size_t window = 0;
  for (std::size_t i = 0; i < path_.size(); ++i) window += words_max(i);
  const std::size_t end = hit.word + 1;  // one past the last word
  window = std::min(window, end);
  const std::size_t low = end - window;

  // reach(i, p): pieces i… can be the words from low + p up to the end.
  const std::size_t width = window + 1;
  reach_.assign((path_.size() + 1) * width, 0);
  const auto reach = [&](std::size_t piece, std::size_t p) -> std::uint8_t& { return reach_[piece * width + p]; };
  reach(path_.size(), window) = 1;
  for (std::size_t i = path_.size(); i-- > 0;) {
    for (std::size_t p = 0; p < window; ++p) {
      if (kind(i) == PieceKind::word) {
        reach(i, p) = words_[low + p].token == trie.node(path_[i]).token && reach(i + 1, p + 1);
        continue;
      }
      for (std::size_t n = 1; n <= words_max(i) && p + n <= window; ++n) {
        if (kind(i) == PieceKind::capture && n > 1 && !same_clause(content, low + p + n - 1)) break;
        if (reach(i + 1, p + n)) {
          reach(i, p) = static_cast<std::uint8_t>(n);  // as few words as do
          break;
        }
      }
    }
  }
  std::size_t p = window;
  while (p > 0 && !reach(0, p)) --p;

  std::size_t first = low + p, last = end - 1;
  std::size_t capture_first = 0, capture_count = 0;
  Span span;
  for (std::size_t i = 0; i < path_.size(); ++i) {
    const std::size_t taken = kind(i) == PieceKind::word ? 1 : reach(i, p);
    if (kind(i) == PieceKind::gap) ++span.gaps;
    if (kind(i) == PieceKind::capture) {
      capture_first = low + p;
      capture_count = taken;
      if (i + 1 == path_.size()) {
        while (capture_count < capture_words_max && last + 1 < words_.size() && same_clause(content, last + 1)) {
          ++last;
          ++capture_count;
        }
      } else if (i == 0) {
        while (capture_count < capture_words_max && first > 0 && same_clause(content, first)) {
          --first;
          --capture_first;
          ++capture_count;
        }
      }
    }
    p += taken;
  }
  span.begin = words_[first].begin;
  span.end = words_[last].end;
  if (capture_count > 0) {
    span.capture_begin = words_[capture_first].begin;
    span.capture_end = words_[capture_first + capture_count - 1].end;
  }
  return span;
}

void TrieScan::trim() {
  static constexpr std::size_t kept_max = std::size_t{1} << 16;
  if (entered_.size() > kept_max) {
    // New entries count as never entered: the serial numbers go on.
    entered_ = std::vector<Entered>();
    alive_ = next_ = std::vector<Alive>();
  }
  if (words_.capacity() > kept_max) words_ = std::vector<Word>();
}

}  // namespace parlance::audit::embedded
