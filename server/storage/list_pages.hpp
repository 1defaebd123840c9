// Pages of lists: by number at any depth, by cursor, with totals, at a cost that stays flat as lists grow.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
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
  std::string columns;  // what a row reads, after its seq
  std::string from;     // tables; the listed one is `t`, or `seq_of` names what stands for its seq
  std::string where;    // conditions; ?1 is the organization, filters from ?5 on
  std::string seq_of = "t.seq";
  std::vector<std::variant<std::int64_t, std::string, org::Uuid>> filters{};
  bool filtered = false;  // false: the whole list, whose total is kept
};

// Remembers, for filtered and for deep lists, where every 512th row is and how many there are. Rows are only ever added
// at the end, so what is remembered is extended by what came since; when rows leave a list or move between filters its
// mark in the database changes, and it is made anew. Mark and rows are read in one snapshot, so a total is exact also
// when other processes write. Bounded, least recently used lists go first; thread-safe.
class ListDirectory {
 public:
  struct Entry {
    std::int64_t mark = 0;
    std::int64_t last_seq = 0;
    std::int64_t total = 0;
    std::vector<std::int64_t> anchors{};  // seq of rows 0, 512, 1024 …
  };
  static constexpr std::int64_t anchor_distance = 512;

  std::shared_ptr<const Entry> of(Connection&, const ListSpec&, bool in_write);

 private:
  static constexpr std::size_t entries_max = 512;
  using Slot = std::pair<std::string, std::shared_ptr<const Entry>>;

  std::mutex mutex_;
  std::list<Slot> slots_;
  std::map<std::string, std::list<Slot>::iterator, std::less<>> index_;
};

// Reads one page; `read(row)` makes a record of the columns, which start at 1.
template <class T>
org::Page<T> read_page(Connection& connection, ListDirectory& directory, const ListSpec& spec,
                       const org::PageRequest& request, bool in_write, const std::function<T(Query&)>& read);

// Keeps the whole list's total.
void count_rows(Connection&, std::int64_t org, std::string_view list, std::int64_t more);
// To be called when a row leaves a list (`gone` 1) or may match other filters than before (`gone` 0).
void mark_list(Connection&, std::int64_t org, std::string_view list, std::int64_t gone);

namespace detail {

struct PageStart {
  std::int64_t after = 0;   // rows with a greater seq
  std::int64_t offset = 0;  // of which this many are left out
  std::int64_t total = 0;
  std::int64_t page = 1;
  bool none = false;  // beyond the end
};
PageStart start_of(Connection&, ListDirectory&, const ListSpec&, const org::PageRequest&, bool in_write);
std::string page_sql(const ListSpec&);
void bind_filters(Query&, const ListSpec&);

}  // namespace detail

template <class T>
org::Page<T> read_page(Connection& connection, ListDirectory& directory, const ListSpec& spec,
                       const org::PageRequest& request, bool in_write, const std::function<T(Query&)>& read) {
  org::Page<T> page;
  page.page_size = request.page_size;
  const auto start = detail::start_of(connection, directory, spec, request, in_write);
  page.page = start.page;
  page.total = start.total;
  if (start.none) return page;
  Query rows(connection, detail::page_sql(spec));
  rows.bind(1, spec.org);
  rows.bind(2, start.after);
  rows.bind(3, request.page_size + 1);  // one more tells whether there is a next page
  rows.bind(4, start.offset);
  detail::bind_filters(rows, spec);
  std::int64_t last = 0;
  page.results.reserve(static_cast<std::size_t>(std::min<std::int64_t>(request.page_size, 64)));
  while (rows.step()) {
    if (static_cast<std::int64_t>(page.results.size()) == request.page_size) {
      page.next_cursor = org::Cursor{last, page.page + 1}.text();
      break;
    }
    last = rows.integer(0);
    page.results.push_back(read(rows));
  }
  return page;
}

}  // namespace parlance::server::storage
