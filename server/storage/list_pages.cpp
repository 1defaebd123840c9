#include "server/storage/list_pages.hpp"

namespace parlance::server::storage {
namespace {

struct ListRow {
  std::int64_t total = 0;
  std::int64_t mark = 0;
};
ListRow list_row(Connection& connection, const ListSpec& spec) {
  Query query(connection, "SELECT total, mark FROM lists WHERE org = ?1 AND list = ?2", spec.org, spec.list);
  if (!query.step()) return {};
  return {query.integer(0), query.integer(1)};
}

std::string key_of(const ListSpec& spec) {
  std::string key(spec.list);
  key += '\n' + std::to_string(spec.org) + '\n' + spec.from + '\n' + spec.where;
  for (const auto& filter : spec.filters) {
    key += '\n';
    if (const auto* number = std::get_if<std::int64_t>(&filter)) key += std::to_string(*number);
    if (const auto* text = std::get_if<std::string>(&filter)) key += std::to_string(text->size()) + ':' + *text;
    if (const auto* id = std::get_if<org::Uuid>(&filter)) key += id->text();
  }
  return key;
}

// Adds what lies behind the entry's last row.
void extend(Connection& connection, const ListSpec& spec, ListDirectory::Entry& entry) {
  Query rows(connection, "SELECT " + spec.seq_of + " FROM " + spec.from + " WHERE " + spec.where + " AND " +
                             spec.seq_of + " > ?2 ORDER BY " + spec.seq_of);
  rows.bind(1, spec.org);
  rows.bind(2, entry.last_seq);
  detail::bind_filters(rows, spec);
  while (rows.step()) {
    entry.last_seq = rows.integer(0);
    if (entry.total++ % ListDirectory::anchor_distance == 0) entry.anchors.push_back(entry.last_seq);
  }
}

}  // namespace

std::shared_ptr<const ListDirectory::Entry> ListDirectory::of(Connection& connection, const ListSpec& spec,
                                                              bool in_write) {
  const std::string key = key_of(spec);
  const std::int64_t mark = list_row(connection, spec).mark;
  std::shared_ptr<const Entry> known;
  {
    const std::lock_guard lock(mutex_);
    if (const auto it = index_.find(key); it != index_.end()) {
      slots_.splice(slots_.begin(), slots_, it->second);
      known = it->second->second;
    }
  }
  const bool usable = known && known->mark == mark;
  Entry entry = usable ? *known : Entry{mark};
  extend(connection, spec, entry);
  if (usable && entry.last_seq == known->last_seq) return known;
  auto made = std::make_shared<const Entry>(std::move(entry));
  // What a write sees may still be undone; what an older snapshot saw is no news.
  if (in_write || (known && known->mark > mark)) return made;
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

void count_rows(Connection& connection, std::int64_t org, std::string_view list, std::int64_t more) {
  Query(connection,
        "INSERT INTO lists (org, list, total, mark) VALUES (?1, ?2, ?3, 0) "
        "ON CONFLICT (org, list) DO UPDATE SET total = total + excluded.total",
        org, list, more)
      .run();
}

void mark_list(Connection& connection, std::int64_t org, std::string_view list, std::int64_t gone) {
  Query(connection, "UPDATE lists SET total = total - ?3, mark = mark + 1 WHERE org = ?1 AND list = ?2", org, list,
        gone)
      .run();
}

namespace detail {

PageStart start_of(Connection& connection, ListDirectory& directory, const ListSpec& spec,
                   const org::PageRequest& request, bool in_write) {
  // Up to here, skipping rows in the index costs less than remembering where they are.
  constexpr std::int64_t skipped_max = 1000;
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
    return start;
  }
  // Compared without multiplying: page numbers come from outside.
  if (request.page - 1 > start.total / request.page_size) {
    start.none = true;
    return start;
  }
  start.offset = (request.page - 1) * request.page_size;
  if (start.offset <= skipped_max) return start;
  if (!entry) entry = directory.of(connection, spec, in_write);
  const std::int64_t anchor = start.offset / ListDirectory::anchor_distance;
  if (anchor >= static_cast<std::int64_t>(entry->anchors.size())) {
    start.none = true;
    return start;
  }
  start.after = entry->anchors[static_cast<std::size_t>(anchor)] - 1;
  start.offset -= anchor * ListDirectory::anchor_distance;
  return start;
}

std::string page_sql(const ListSpec& spec) {
  return "SELECT " + spec.seq_of + ", " + spec.columns + " FROM " + spec.from + " WHERE " + spec.where + " AND " +
         spec.seq_of + " > ?2 ORDER BY " + spec.seq_of + " LIMIT ?3 OFFSET ?4";
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
