#include "server/storage/driver.hpp"

namespace parlance::server::storage {

void Connection::forget_statements() {
  by_sql_.clear();
  statements_.clear();
}

Connection::Lease Connection::take(std::string_view sql) {
  const auto known = by_sql_.find(sql);
  if (known != by_sql_.end() && !known->second->in_use) {
    statements_.splice(statements_.begin(), statements_, known->second);
    known->second->in_use = true;
    return known->second;
  }
  statements_.push_front({std::string(sql), prepare(sql), true});
  const Lease made = statements_.begin();
  by_sql_.try_emplace(made->sql, made);
  return made;
}

void Connection::give_back(Lease lease) noexcept {
  lease->statement->reset();
  lease->in_use = false;
  const auto known = by_sql_.find(lease->sql);
  if (known == by_sql_.end() || known->second != lease) {
    statements_.erase(lease);
    return;
  }
  if (statements_.size() <= statements_max) return;
  const auto oldest = std::prev(statements_.end());
  if (oldest->in_use) return;
  if (const auto it = by_sql_.find(oldest->sql); it != by_sql_.end() && it->second == oldest) by_sql_.erase(it);
  statements_.erase(oldest);
}

}  // namespace parlance::server::storage
