// A phrase taken apart.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::audit::embedded {

enum class PieceKind : std::uint8_t { word, gap, capture };

struct Piece {
  PieceKind kind = PieceKind::word;
  std::string folded;  // of a word
};

struct PhraseSyntax {
  std::vector<Piece> pieces;
  std::optional<std::string> problem;  // with one, the pieces are not to be used
};

PhraseSyntax parse_phrase(std::string_view phrase, bool captures);

}  // namespace parlance::audit::embedded
