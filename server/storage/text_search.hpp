// Text search: rows whose folded text contains a folded term.
#pragma once

#include <string_view>

#include "server/storage/list_pages.hpp"

namespace parlance::server::storage {

// Terms shorter than this have no index and are looked for row by row, in the list's order.
inline constexpr std::size_t indexed_term_min = 3;  // characters

// Whether any text could contain the term: none has a NUL or half a character in it. The index would take the one for
// the end of what is looked for, and comparing bytes would find the other inside whole characters.
bool can_be_found(std::string_view term);

// Narrows a list over table `t` to rows whose `column` contains the term (case ignored, everything else literal).
// `index` is the search table of that column. Call it before other filters are added; an empty term changes nothing.
void add_search(ListSpec& spec, std::string_view index, std::string_view column, std::string_view term);

// Keep the index of a row's folded text. `remove_text` needs the text as it was added.
void add_text(Connection&, std::string_view index, std::int64_t seq, std::string_view folded);
void remove_text(Connection&, std::string_view index, std::int64_t seq, std::string_view folded);

}  // namespace parlance::server::storage
