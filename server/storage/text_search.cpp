#include "server/storage/text_search.hpp"

#include "parlance/org/text.hpp"

namespace parlance::server::storage {

bool can_be_found(std::string_view term) {
  return term.find('\0') == std::string_view::npos && org::is_valid_utf8(term);
}

void add_search(ListSpec& spec, std::string_view index, std::string_view column, std::string_view term) {
  if (term.empty()) return;
  spec.filtered = true;
  if (!can_be_found(term)) {
    spec.where += " AND 0";
    return;
  }
  const std::string folded = org::fold_case(term);
  const std::string parameter = "?" + std::to_string(5 + spec.filters.size());
  if (org::code_points(folded) < indexed_term_min) {
    spec.where += " AND instr(t." + std::string(column) + ", " + parameter + ") > 0";
    spec.filters.emplace_back(folded);
    return;
  }
  // One quoted string is a phrase: its trigrams must follow each other, which is what containing means.
  std::string phrase = "\"";
  for (const char c : folded) {
    if (c == '"') phrase += '"';
    phrase += c;
  }
  phrase += '"';
  // The index gives its rows in their order, and starts behind a given one.
  spec.from = std::string(index) + " CROSS JOIN " + spec.from + " ON t.seq = " + std::string(index) + ".rowid";
  spec.where = std::string(index) + " MATCH " + parameter + " AND " + spec.where;
  spec.seq_of = std::string(index) + ".rowid";
  spec.filters.emplace_back(phrase);
}

void add_text(Connection& connection, std::string_view index, std::int64_t seq, std::string_view folded) {
  Query(connection, "INSERT INTO " + std::string(index) + " (rowid, text) VALUES (?1, ?2)", seq, folded).run();
}

void remove_text(Connection& connection, std::string_view index, std::int64_t seq, std::string_view folded) {
  const std::string name(index);
  Query(connection, "INSERT INTO " + name + " (" + name + ", rowid, text) VALUES ('delete', ?1, ?2)", seq, folded)
      .run();
}

}  // namespace parlance::server::storage
