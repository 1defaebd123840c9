// All phrases of a questionnaire as one automaton over words.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "embedded/phrase_syntax.hpp"
#include "embedded/vocabulary.hpp"

namespace parlance::audit::embedded {

// What a phrase is for, and where it is written: the phrase-th phrase of a cue of a question.
enum class Purpose : std::uint8_t { cue, unless, option, statement };
struct Use {
  std::uint32_t question = 0;
  std::uint16_t cue = 0;
  std::uint16_t phrase = 0;
  Purpose purpose = Purpose::cue;
};

using NodeId = std::uint32_t;

// A trie of pieces: phrases that begin alike share their beginning, so the states alive at a word do not multiply with
// the number of phrases. A gap or a capture is a state that stays alive for a bounded number of words; `TrieScan` keeps
// the number of words it has taken as bits, one per count, so overlapping attempts stay one state.
//
// Built by one thread (add, then finish), then read by many.
class PhraseTrie {
 public:
  static constexpr NodeId root = 0;
  static constexpr NodeId none = 0;  // no state leads back to the root
  // A questionnaire whose phrases need more is listened to in part only; 200 questions with 32 cues of 64 phrases fit.
  static constexpr std::size_t nodes_max = std::size_t{4} << 20;

  struct Node {
    NodeId parent = root;
    Token token = unknown_token;  // of a word
    NodeId gap = none;            // the child that is a gap
    NodeId capture = none;        // the child that is a capture
    std::uint32_t edges = 0;      // the first of its edges to words
    std::uint32_t uses = 0;       // the first of the phrases that end here
    PieceKind kind = PieceKind::word;
    bool ends = false;  // some phrase ends here
  };
  struct Edge {
    Token token = unknown_token;
    NodeId to = none;
  };

  PhraseTrie();
  // False when there is no room left.
  bool add(std::span<const Piece> pieces, Vocabulary& vocabulary, Use use);
  void finish(const Vocabulary& vocabulary);

  const Node& node(NodeId id) const { return nodes_[id]; }
  std::size_t size() const { return nodes_.size() - 1; }
  std::span<const Use> uses(NodeId id) const {
    return {uses_.data() + nodes_[id].uses, uses_.data() + nodes_[id + 1].uses};
  }
  NodeId first_word(Token token) const { return first_words_[token]; }
  NodeId next_word(NodeId from, Token token) const {
    const Edge* edge = edges_.data() + nodes_[from].edges;
    const Edge* const end = edges_.data() + nodes_[from + 1].edges;
    if (end - edge > 8) return search(edge, end, token);
    for (; edge != end; ++edge) {
      if (edge->token == token) return edge->to;
    }
    return none;
  }
  bool captures() const { return captures_; }
  std::size_t bytes() const;

 private:
  static NodeId search(const Edge* edge, const Edge* end, Token token);
  NodeId child(NodeId parent, const Piece& piece, Vocabulary& vocabulary);

  std::vector<Node> nodes_;  // after finish(), one more at the end bounds the last one's edges and uses
  std::vector<Edge> edges_;
  std::vector<Use> uses_;
  std::vector<NodeId> first_words_;  // by token: what the root leads to
  bool captures_ = false;
  // While building.
  std::unordered_map<std::uint64_t, NodeId> children_;
  std::vector<std::pair<NodeId, Use>> ends_;
};

}  // namespace parlance::audit::embedded
