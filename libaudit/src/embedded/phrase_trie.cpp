#include "embedded/phrase_trie.hpp"

#include <algorithm>

namespace parlance::audit::embedded {

PhraseTrie::PhraseTrie() : nodes_(1) {}

NodeId PhraseTrie::child(NodeId parent, const Piece& piece, Vocabulary& vocabulary) {
  const auto fresh = static_cast<NodeId>(nodes_.size());
  NodeId id = none;
  if (piece.kind == PieceKind::word) {
    const Token token = vocabulary.add(piece.folded);
    id = children_.try_emplace(std::uint64_t{parent} << 32 | token, fresh).first->second;
    if (id == fresh) nodes_.push_back({.parent = parent, .token = token});
    return id;
  }
  NodeId& slot = piece.kind == PieceKind::gap ? nodes_[parent].gap : nodes_[parent].capture;
  if (slot == none) {
    slot = fresh;
    nodes_.push_back({.parent = parent, .kind = piece.kind});
    captures_ |= piece.kind == PieceKind::capture;
    return fresh;
  }
  return slot;
}

bool PhraseTrie::add(std::span<const Piece> pieces, Vocabulary& vocabulary, Use use) {
  if (nodes_.size() + pieces.size() > nodes_max || ends_.size() >= nodes_max) return false;
  NodeId at = root;
  for (const Piece& piece : pieces) at = child(at, piece, vocabulary);
  nodes_[at].ends = true;
  ends_.emplace_back(at, use);
  return true;
}

void PhraseTrie::finish(const Vocabulary& vocabulary) {
  // Edges and uses move into flat arrays in the order of their states. A state's edges are sorted by token, its uses
  // stay in the order they were added.
  const std::size_t count = nodes_.size();
  nodes_.emplace_back();
  first_words_.assign(vocabulary.size() + 1, none);
  std::vector<std::uint64_t> keys;
  keys.reserve(children_.size());
  for (const auto& [key, to] : children_) {
    if (key >> 32 == root) first_words_[static_cast<Token>(key)] = to;
    keys.push_back(key);
  }
  std::sort(keys.begin(), keys.end());
  edges_.reserve(keys.size());
  std::stable_sort(ends_.begin(), ends_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  uses_.reserve(ends_.size());
  auto key = keys.begin();
  auto end = ends_.begin();
  for (std::size_t id = 0; id <= count; ++id) {
    nodes_[id].edges = static_cast<std::uint32_t>(edges_.size());
    nodes_[id].uses = static_cast<std::uint32_t>(uses_.size());
    for (; key != keys.end() && *key >> 32 == id; ++key) {
      edges_.push_back({static_cast<Token>(*key), children_.at(*key)});
    }
    for (; end != ends_.end() && end->first == id; ++end) uses_.push_back(end->second);
  }
  children_ = {};
  ends_ = {};
}

NodeId PhraseTrie::search(const Edge* edge, const Edge* end, Token token) {
  const Edge* found = std::lower_bound(edge, end, token, [](const Edge& e, Token t) { return e.token < t; });
  return found != end && found->token == token ? found->to : none;
}

std::size_t PhraseTrie::bytes() const {
  return nodes_.capacity() * sizeof(Node) + edges_.capacity() * sizeof(Edge) + uses_.capacity() * sizeof(Use) +
         first_words_.capacity() * sizeof(NodeId);
}

}  // namespace parlance::audit::embedded
