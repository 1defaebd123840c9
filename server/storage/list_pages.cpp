#include "server/storage/list_pages.hpp"

#include <bit>

namespace parlance::server::storage {
namespace {

struct ListRow {
  std::int64_t total = 0;
  std::int64_t last_seq = 0;
  std::int64_t mark = 0;
};
ListRow list_row(Connection& connection, const ListSpec& spec) {
  if (spec.end) return {spec.total.value_or(0), *spec.end, 0};
  Query query(connection, "SELECT total, last_seq, mark FROM lists WHERE org = ?1 AND list = ?2", spec.org, spec.list);
  if (!query.step()) return {};
  return {query.integer(0), query.integer(1), query.integer(2)};
}

std::string key_of(const ListSpec& spec) {
  std::string key(spec.list);
  key += '\n' + std::to_string(spec.org) + '\n' + spec.from + '\n' + spec.where;
  for (const auto& filter : spec.filters) {
    key += '\n';
    if (const auto* number = std::get_if<std::int64_t>(&filter)) key += std::to_string(*number);
    if (const auto* text = std::get_if<std::string>(&filter)) key += std::to_string(text->size()) + ':' + *text;
    if (const auto* id = std::get_if<org::Uuid>(&filter)) key += id->text();
    if (const auto* real = std::get_if<double>(&filter)) key += std::to_string(std::bit_cast<std::uint64_t>(*real));
  }
  return key;
}

// Takes back what lies behind `end`: a snapshot may be older than the one that an entry was last extended in.
void cut(ListDirectory::Entry& entry, std::int64_t end) {
  while (!entry.anchors.empty() && entry.anchors.back() > end) entry.anchors.pop_back();
  while (!entry.head.empty() && entry.head.back() > end) entry.head.pop_back();
  // Between the last anchor and the end, rows are found again.
  entry.seen_to = entry.anchors.empty() ? 0 : entry.anchors.back();
  entry.total = entry.anchors.empty()
                    ? 0
                    : (static_cast<std::int64_t>(entry.anchors.size()) - 1) * ListDirectory::anchor_distance + 1;
  if (static_cast<std::int64_t>(entry.head.size()) > entry.total)
    entry.head.resize(static_cast<std::size_t>(entry.total));
}

// Adds what lies behind what was seen.
void extend(Connection& connection, const ListSpec& spec, std::int64_t end, ListDirectory::Entry& entry) {
  Query rows(connection, "SELECT " + spec.seq_of + " FROM " + spec.from + " WHERE " + spec.where + " AND " +
                             spec.seq_of + " > ?2 ORDER BY " + spec.seq_of);
  rows.bind(1, spec.org);
  rows.bind(2, entry.seen_to);
  detail::bind_filters(rows, spec);
  while (rows.step()) {
    const std::int64_t seq = rows.integer(0);
    if (entry.total < ListDirectory::anchor_distance) entry.head.push_back(seq);
    if (entry.total++ % ListDirectory::anchor_distance == 0) entry.anchors.push_back(seq);
  }
  entry.seen_to = end;
}

}  // namespace

std::shared_ptr<const ListDirectory::Entry> ListDirectory::of(Connection& connection, const ListSpec& spec,
                                                              bool in_write) {
  const std::string key = key_of(spec);
  const ListRow row = list_row(connection, spec);
  std::shared_ptr<const Entry> known;
  {
    const std::lock_guard lock(mutex_);
    if (const auto it = index_.find(key); it != index_.end()) {
      slots_.splice(slots_.begin(), slots_, it->second);
      known = it->second->second;
    }
  }
  const bool usable = known && known->mark == row.mark;
  if (usable && known->seen_to == row.last_seq) return known;
  Entry entry = usable ? *known : Entry{row.mark};
  const bool older = entry.seen_to > row.last_seq;
  if (older) cut(entry, row.last_seq);
  extend(connection, spec, row.last_seq, entry);
  auto made = std::make_shared<const Entry>(std::move(entry));
  // What a write sees may still be undone; what an older snapshot saw is no news.
  if (in_write || older || (known && known->mark > row.mark)) return made;
  const std::lock_guard lock(mutex_);
  if (const auto it = index_.find(key); it != index_.end()) {
    it->second->second = made;
    return made;
  }
  slots_.emplace_front(key, made);
  index_.emplace(key, slots_.begin());
  if (slots_.size() > entries_max) {
    index_.erase(slots_.back().first);
    slots_.pop_back();
  }
  return made;
}

void count_row(Connection& connection, std::int64_t org, std::string_view list, std::int64_t seq) {
  Query(connection,
        "INSERT INTO lists (org, list, total, last_seq, mark) VALUES (?1, ?2, 1, ?3, 0) "
        "ON CONFLICT (org, list) DO UPDATE SET total = total + 1, last_seq = excluded.last_seq",
        org, list, seq)
      .run();
}

void mark_list(Connection& connection, std::int64_t org, std::string_view list, std::int64_t gone) {
  Query(connection, "UPDATE lists SET total = total - ?3, mark = mark + 1 WHERE org = ?1 AND list = ?2", org, list,
        gone)
      .run();
}

namespace detail {
namespace {

// Up to here, skipping rows in the index costs less than remembering where they are.
constexpr std::int64_t skipped_max = 1000;

// A page that lies within the remembered first rows; false when it does not, or is not known to.
bool remembered_page(const ListDirectory::Entry& entry, std::int64_t begin, std::int64_t page_size, PageStart& start) {
  const auto known = static_cast<std::int64_t>(entry.head.size());
  const std::int64_t end = std::min(begin + page_size, entry.total);
  if (begin > end || end > known) return false;
  start.remembered = true;
  start.seqs.assign(entry.head.begin() + begin, entry.head.begin() + end);
  start.more = end < entry.total;
  return true;
}

}  // namespace

PageStart start_of(Connection& connection, ListDirectory& directory, const ListSpec& spec,
                   const org::PageRequest& request, bool in_write) {
  PageStart start;
  start.page = request.page;
  std::shared_ptr<const ListDirectory::Entry> entry;
  if (spec.filtered) {
    entry = directory.of(connection, spec, in_write);
    start.total = entry->total;
  } else {
    start.total = list_row(connection, spec).total;
  }
  if (request.cursor) {
    const auto cursor = org::Cursor::parse(*request.cursor);
    if (!cursor) throw std::invalid_argument("malformed cursor");
    start.after = cursor->position;
    start.page = cursor->page;
    if (entry) {
      const auto next = std::upper_bound(entry->head.begin(), entry->head.end(), cursor->position);
      remembered_page(*entry, next - entry->head.begin(), request.page_size, start);
    }
    return start;
  }
  // Compared without multiplying: page numbers come from outside.
  if (request.page - 1 > start.total / request.page_size) {
    start.remembered = true;  // that there is nothing
    return start;
  }
  start.offset = (request.page - 1) * request.page_size;
  if (entry && remembered_page(*entry, start.offset, request.page_size, start)) return start;
  if (start.offset <= skipped_max) return start;
  const std::int64_t behind = start.total - start.offset - request.page_size;
  if (!spec.filtered && behind <= skipped_max) {
    start.from_end = std::max<std::int64_t>(behind, 0);
    return start;
  }
  if (!entry) entry = directory.of(connection, spec, in_write);
  const std::int64_t anchor = start.offset / ListDirectory::anchor_distance;
  if (anchor >= static_cast<std::int64_t>(entry->anchors.size())) {
    start.remembered = true;
    return start;
  }
  start.after = entry->anchors[static_cast<std::size_t>(anchor)] - 1;
  start.offset -= anchor * ListDirectory::anchor_distance;
  return start;
}

// Newest first. Near the newest, rows are skipped in the index; a deep page is the same rows in ascending order, found
// from where every 512th is remembered, and turned around.
PageStart newest_first_start_of(Connection& connection, ListDirectory& directory, const ListSpec& spec,
                                const org::PageRequest& request, bool in_write) {
  PageStart start;
  start.page = request.page;
  std::shared_ptr<const ListDirectory::Entry> entry;
  if (spec.total) {
    start.total = *spec.total;
  } else if (!spec.filtered) {
    start.total = list_row(connection, spec).total;
  } else {
    entry = directory.of(connection, spec, in_write);
    start.total = entry->total;
  }
  if (request.cursor) {
    const auto cursor = org::Cursor::parse(*request.cursor);
    if (!cursor) throw std::invalid_argument("malformed cursor");
    start.before = cursor->position;
    start.page = cursor->page;
    return start;
  }
  // Compared without multiplying: page numbers come from outside.
  if (request.page - 1 > start.total / request.page_size || start.total == (request.page - 1) * request.page_size) {
    start.remembered = true;
    return start;
  }
  const std::int64_t skipped = (request.page - 1) * request.page_size;
  if (skipped <= skipped_max || spec.skips) {
    start.offset = skipped;
    return start;
  }
  const std::int64_t first = std::max<std::int64_t>(start.total - skipped - request.page_size, 0);
  start.rows = start.total - skipped - first;
  start.more = first > 0;
  start.offset = first;
  if (first <= skipped_max) return start;
  if (!entry) entry = directory.of(connection, spec, in_write);
  const std::int64_t anchor = first / ListDirectory::anchor_distance;
  if (anchor >= static_cast<std::int64_t>(entry->anchors.size())) {
    start.remembered = true;
    return start;
  }
  start.after = entry->anchors[static_cast<std::size_t>(anchor)] - 1;
  start.offset = first - anchor * ListDirectory::anchor_distance;
  return start;
}

std::string newest_first_sql(const ListSpec& spec) {
  // Which rows they are is found in the indexes alone; only those of the page are read.
  return "SELECT t.seq, " + spec.columns + " FROM " + spec.table + " t WHERE t.seq IN (SELECT " + spec.seq_of +
         " FROM " + spec.from + " WHERE " + spec.where + " AND " + spec.seq_of + " < ?2 ORDER BY " + spec.seq_of +
         " DESC LIMIT ?3 OFFSET ?4) ORDER BY t.seq DESC";
}

std::string page_sql(const ListSpec& spec, bool backwards) {
  return "SELECT " + spec.seq_of + ", " + spec.columns + " FROM " + spec.from + " WHERE " + spec.where + " AND " +
         spec.seq_of + " > ?2 ORDER BY " + spec.seq_of + (backwards ? " DESC" : "") + " LIMIT ?3 OFFSET ?4";
}

std::string row_sql(const ListSpec& spec) {
  return "SELECT t.seq, " + spec.columns + " FROM " + spec.table + " t WHERE t.seq = ?1";
}

void bind_filters(Query& query, const ListSpec& spec) {
  int parameter = 4;
  for (const auto& filter : spec.filters) {
    ++parameter;
    std::visit([&](const auto& value) { query.bind(parameter, value); }, filter);
  }
}

}  // namespace detail
}  // namespace parlance::server::storage
