// The transaction that runs on this thread: where stores find their connection.
#pragma once

#include <functional>
#include <vector>

#include "server/storage/driver.hpp"

namespace parlance::server::storage {

struct Transaction {
  const void* owner = nullptr;  // the transactor it belongs to
  Connection* connection = nullptr;
  bool writes = false;
  int depth = 0;  // of nested writes
  std::vector<std::function<void()>> after_commit{};
};

// Null outside of one.
Transaction*& current_transaction() noexcept;

// The connection of `owner`'s transaction on this thread. std::logic_error when there is none, or when it only reads.
Connection& reading(const void* owner);
Connection& writing(const void* owner);

}  // namespace parlance::server::storage
