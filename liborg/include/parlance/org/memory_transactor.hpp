// In-memory twin of the Transactor, and the table its stores are made of.
//
// For tests, examples and embedders that keep nothing on disk: one writer at a time, readers beside each other, and
// every change can be undone until its transaction ends.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <shared_mutex>
#include <stdexcept>
#include <utility>
#include <vector>

#include "parlance/org/id.hpp"
#include "parlance/org/page.hpp"
#include "parlance/org/transactor.hpp"

namespace parlance::org {

class MemoryTransactor final : public Transactor {
 public:
  void after_commit(std::function<void()> action) override;

  // For stores: the change just made can be taken back by `undo`. std::logic_error outside a write of this transactor.
  void on_undo(std::function<void()> undo);
  // For stores: std::logic_error unless a transaction of this transactor runs on this thread.
  void require_running() const;

 protected:
  void run_write(const std::function<bool()>& body) override;
  void run_read(const std::function<void()>& body) override;

 private:
  std::shared_mutex mutex_;
  std::vector<std::function<void()>> undo_;
  std::vector<std::function<void()>> after_commit_;
};

// Records of one kind, by organization and key, in the order they were inserted.
template <class Key, class Record>
class MemoryTable {
 public:
  explicit MemoryTable(MemoryTransactor& transactor) : transactor_(transactor) {}

  const Record* find(const OrgId& org, const Key& key) const {
    transactor_.require_running();
    const auto it = by_key_.find({org, key});
    return it == by_key_.end() ? nullptr : &rows_.at(it->second).record;
  }
  void insert(const OrgId& org, const Key& key, Record record) {
    // Before anything is to be undone: the record that has the key already must stay.
    if (find(org, key)) throw std::logic_error("duplicate key");
    const std::int64_t seq = ++last_seq_;
    transactor_.on_undo([this, org, key, seq] {
      by_key_.erase({org, key});
      rows_.erase(seq);
    });
    by_key_.emplace(std::pair{org, key}, seq);
    rows_.emplace(seq, Row{org, std::move(record)});
  }
  // A record that is not there stays absent.
  void update(const OrgId& org, const Key& key, Record record) {
    if (!find(org, key)) return;
    auto& row = rows_.at(by_key_.at({org, key}));
    transactor_.on_undo([&row, old = row.record] { row.record = old; });
    row.record = std::move(record);
  }
  // `visit(seq, record)` for each of the organization's records, oldest first, until it returns false.
  template <class Visit>
  void walk(const OrgId& org, std::int64_t after, Visit visit) const {
    transactor_.require_running();
    for (auto it = rows_.upper_bound(after); it != rows_.end(); ++it) {
      if (it->second.org == org && !visit(it->first, it->second.record)) return;
    }
  }
  template <class Wanted>
  const Record* find_if(const OrgId& org, Wanted wanted) const {
    const Record* found = nullptr;
    walk(org, 0, [&](std::int64_t, const Record& record) {
      if (wanted(record)) found = &record;
      return found == nullptr;
    });
    return found;
  }
  // The page of those records that are `wanted`, each as `show` makes it.
  template <class T, class Wanted, class Show>
  Page<T> page(const OrgId& org, const PageRequest& request, Wanted wanted, Show show) const {
    Page<T> out;
    out.page = request.page;
    out.page_size = request.page_size;
    std::int64_t after = 0, skip = (request.page - 1) * request.page_size, last = 0;
    if (request.cursor) {
      const auto cursor = Cursor::parse(*request.cursor);
      if (!cursor) throw std::invalid_argument("malformed cursor");
      after = cursor->position;
      out.page = cursor->page;
      skip = 0;
    }
    bool more = false;
    walk(org, 0, [&](std::int64_t seq, const Record& record) {
      if (!wanted(record)) return true;
      ++out.total;
      if (seq <= after || skip-- > 0) return true;
      if (static_cast<std::int64_t>(out.results.size()) < request.page_size) {
        out.results.push_back(show(record));
        last = seq;
      } else {
        more = true;
      }
      return true;
    });
    if (more) out.next_cursor = Cursor{last, out.page + 1}.text();
    return out;
  }

  // The same, newest first.
  template <class T, class Wanted, class Show>
  Page<T> page_newest_first(const OrgId& org, const PageRequest& request, Wanted wanted, Show show) const {
    Page<T> out;
    out.page = request.page;
    out.page_size = request.page_size;
    std::int64_t before = INT64_MAX, skip = (request.page - 1) * request.page_size, last = 0;
    if (request.cursor) {
      const auto cursor = Cursor::parse(*request.cursor);
      if (!cursor) throw std::invalid_argument("malformed cursor");
      before = cursor->position;
      out.page = cursor->page;
      skip = 0;
    }
    std::vector<std::pair<std::int64_t, const Record*>> found;
    walk(org, 0, [&](std::int64_t seq, const Record& record) {
      if (wanted(record)) found.emplace_back(seq, &record);
      return true;
    });
    out.total = static_cast<std::int64_t>(found.size());
    bool more = false;
    for (auto it = found.rbegin(); it != found.rend() && !more; ++it) {
      if (it->first >= before || skip-- > 0) continue;
      more = static_cast<std::int64_t>(out.results.size()) == request.page_size;
      if (more) break;
      out.results.push_back(show(*it->second));
      last = it->first;
    }
    if (more) out.next_cursor = Cursor{last, out.page + 1}.text();
    return out;
  }

 private:
  struct Row {
    OrgId org;
    Record record;
  };
  MemoryTransactor& transactor_;
  std::map<std::pair<OrgId, Key>, std::int64_t> by_key_;
  std::map<std::int64_t, Row> rows_;
  std::int64_t last_seq_ = 0;
};

// Records that are deleted by marking them: their keys stay taken, and every call leaves them out.
template <class Key, class Record>
class MarkedTable {
 public:
  explicit MarkedTable(MemoryTransactor& transactor) : table_(transactor) {}

  std::optional<Record> find(const OrgId& org, const Key& key) const { return there(table_.find(org, key)); }
  template <class Wanted>
  std::optional<Record> find_if(const OrgId& org, Wanted wanted) const {
    return there(table_.find_if(org, [&](const Row& row) { return !row.deleted && wanted(row.record); }));
  }
  template <class Wanted>
  Page<Record> page(const OrgId& org, const PageRequest& request, Wanted wanted) const {
    return table_.template page<Record>(
        org, request, [&](const Row& row) { return !row.deleted && wanted(row.record); },
        [](const Row& row) { return row.record; });
  }
  Page<Record> page(const OrgId& org, const PageRequest& request) const {
    return page(org, request, [](const Record&) { return true; });
  }
  // `visit(record)` for each that is there, oldest first.
  template <class Visit>
  void walk(const OrgId& org, Visit visit) const {
    table_.walk(org, 0, [&](std::int64_t, const Row& row) {
      if (!row.deleted) visit(row.record);
      return true;
    });
  }
  void insert(const OrgId& org, const Key& key, const Record& record) { table_.insert(org, key, {record}); }
  void update(const OrgId& org, const Key& key, const Record& record) {
    if (find(org, key)) table_.update(org, key, {record});
  }
  void remove(const OrgId& org, const Key& key) {
    if (auto record = find(org, key)) table_.update(org, key, {std::move(*record), true});
  }

 private:
  struct Row {
    Record record;
    bool deleted = false;
  };
  static std::optional<Record> there(const Row* row) {
    if (!row || row->deleted) return std::nullopt;
    return row->record;
  }
  MemoryTable<Key, Row> table_;
};

}  // namespace parlance::org
