// Unicode text: what counts as a character, and what counts as the same text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace parlance::org {

bool is_valid_utf8(std::string_view text) noexcept;

// Number of code points. Precondition: valid UTF-8.
std::size_t code_points(std::string_view text) noexcept;

// Unicode simple case folding, code point by code point ("ÁRBOL" and "árbol" fold alike; accents stay).
// searchTerm compares folded text; unique names are unique as folded text.
std::string fold_case(std::string_view text);

// The words of a text (runs of letters, marks and digits), folded as fold_case does, one space between them. Text
// search over transcripts compares these.
std::string folded_words(std::string_view text);

}  // namespace parlance::org
