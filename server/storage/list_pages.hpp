// Pages of lists: by number at any depth, by cursor, with totals, at a cost that stays flat as lists grow.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "parlance/org/page.hpp"
#include "server/storage/query.hpp"

namespace parlance::server::storage {

// What is listed: one list of one organization, possibly filtered.
struct ListSpec {
  std::string_view list;  // "questions": names its row in `lists`
  std::int64_t org = 0;
  std::string columns;  // what a row reads, after its seq; of `t` only
  std::string table;    // the listed one
  std::string from;     // tables; the listed one is `t`, or `seq_of` names what stands for its seq
  std::string where;    // conditions; ?1 is the organization, filters from ?5 on
  std::string seq_of = "t.seq";
  std::vector<Bound> filters{};
  bool filtered = false;  // false: the whole list, whose total is kept
  bool newest_first = false;
  std::optional<std::int64_t> total{};  // where it is kept elsewhere …
  std::optional<std::int64_t> end{};    // … with the last seq; such a list is only ever added to
  bool skips = false;  // newest first only: whether deep pages skip rows rather than remember where they are
};

// Remembers, for filtered and for deep lists, where the first 512 rows and every 512th row are, and how many there are.
// Rows are only ever added at the end, so what is remembered is extended by what came since; when rows leave a list or
// move between filters its mark in the database changes, and it is made anew. Mark, end of the list and rows are read
// in one snapshot, so a total is exact also when other processes write. Bounded, least recently used lists go first;
// thread-safe.
class ListDirectory {
 public:
  static constexpr std::int64_t anchor_distance = 512;

  struct Entry {
    std::int64_t mark = 0;
    std::int64_t seen_to = 0;  // no row up to this seq is unknown
    std::int64_t total = 0;
    std::vector<std::int64_t> head{};     // seqs of the first rows, anchor_distance at most
    std::vector<std::int64_t> anchors{};  // seqs of rows 0, 512, 1024 …
  };

  std::shared_ptr<const Entry> of(Connection&, const ListSpec&, bool in_write);

 private:
  static constexpr std::size_t entries_max = 256;
  using Slot = std::pair<std::string, std::shared_ptr<const Entry>>;

  std::mutex mutex_;
  std::list<Slot> slots_;
  std::map<std::string, std::list<Slot>::iterator, std::less<>> index_;
};

// Reads one page; `read(row)` makes a record of the columns, which start at 1.
template <class T>
org::Page<T> read_page(Connection& connection, ListDirectory& directory, const ListSpec& spec,
                       const org::PageRequest& request, bool in_write, const std::function<T(Query&)>& read);

// To be called when a row was added at the end of a list.
void count_row(Connection&, std::int64_t org, std::string_view list, std::int64_t seq);
// To be called when a row leaves a list (`gone` 1) or may match other filters than before (`gone` 0).
void mark_list(Connection&, std::int64_t org, std::string_view list, std::int64_t gone);

namespace detail {

// Where the rows of a page are found.
struct PageStart {
  std::int64_t total = 0;
  std::int64_t page = 1;
  std::int64_t after = 0;            // rows with a greater seq …
  std::int64_t offset = 0;           // … of which this many are left out
  std::int64_t from_end = -1;        // ≥ 0: the page is read backwards, and this many rows follow it
  std::int64_t before = INT64_MAX;   // newest first: rows with a smaller seq …
  std::int64_t rows = 0;             // … or, where this is set, this many in ascending order, to be turned around
  std::vector<std::int64_t> seqs{};  // of its rows, where they are remembered: then nothing is looked for
  bool remembered = false;
  bool more = false;  // with `remembered`: whether rows follow
};
PageStart start_of(Connection&, ListDirectory&, const ListSpec&, const org::PageRequest&, bool in_write);
PageStart newest_first_start_of(Connection&, ListDirectory&, const ListSpec&, const org::PageRequest&, bool in_write);
std::string page_sql(const ListSpec&, bool backwards);
std::string newest_first_sql(const ListSpec&);
std::string row_sql(const ListSpec&);
void bind_filters(Query&, const ListSpec&);

}  // namespace detail

template <class T>
org::Page<T> read_newest_first(Connection& connection, ListDirectory& directory, const ListSpec& spec,
                               const org::PageRequest& request, bool in_write, const std::function<T(Query&)>& read) {
  org::Page<T> page;
  page.page_size = request.page_size;
  const auto start = detail::newest_first_start_of(connection, directory, spec, request, in_write);
  page.page = start.page;
  page.total = start.total;
  if (start.remembered) return page;  // that there is nothing
  const bool ascending = start.rows > 0;
  Query rows(connection, ascending ? detail::page_sql(spec, false) : detail::newest_first_sql(spec));
  rows.bind(1, spec.org);
  rows.bind(2, ascending ? start.after : start.before);
  rows.bind(3, ascending ? start.rows : request.page_size + 1);
  rows.bind(4, start.offset);
  detail::bind_filters(rows, spec);
  bool more = start.more;
  std::int64_t last = 0;
  while (rows.step()) {
    if (static_cast<std::int64_t>(page.results.size()) == request.page_size) {
      more = true;
      break;
    }
    if (!ascending || last == 0) last = rows.integer(0);
    page.results.push_back(read(rows));
  }
  if (ascending) std::reverse(page.results.begin(), page.results.end());
  if (more && !page.results.empty()) page.next_cursor = org::Cursor{last, page.page + 1}.text();
  return page;
}

template <class T>
org::Page<T> read_page(Connection& connection, ListDirectory& directory, const ListSpec& spec,
                       const org::PageRequest& request, bool in_write, const std::function<T(Query&)>& read) {
  if (spec.newest_first) return read_newest_first<T>(connection, directory, spec, request, in_write, read);
  org::Page<T> page;
  page.page_size = request.page_size;
  const auto start = detail::start_of(connection, directory, spec, request, in_write);
  page.page = start.page;
  page.total = start.total;
  std::int64_t last = 0;
  bool more = start.more;
  if (start.remembered) {
    for (const std::int64_t seq : start.seqs) {
      Query row(connection, detail::row_sql(spec), seq);
      if (row.step()) page.results.push_back(read(row));
      last = seq;
    }
  } else {
    const bool backwards = start.from_end >= 0;
    Query rows(connection, detail::page_sql(spec, backwards));
    rows.bind(1, spec.org);
    rows.bind(2, start.after);
    // One more than asked for tells whether there is a next page.
    rows.bind(3, backwards ? std::min(request.page_size, start.total - start.offset) : request.page_size + 1);
    rows.bind(4, backwards ? start.from_end : start.offset);
    detail::bind_filters(rows, spec);
    while (rows.step()) {
      if (static_cast<std::int64_t>(page.results.size()) == request.page_size) {
        more = true;
        break;
      }
      if (!backwards || last == 0) last = rows.integer(0);
      page.results.push_back(read(rows));
    }
    if (backwards) {
      std::reverse(page.results.begin(), page.results.end());
      more = start.from_end > 0;
    }
  }
  if (more && !page.results.empty()) page.next_cursor = org::Cursor{last, page.page + 1}.text();
  return page;
}

}  // namespace parlance::server::storage
