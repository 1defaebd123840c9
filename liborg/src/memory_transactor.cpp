#include "parlance/org/memory_transactor.hpp"

#include <mutex>

namespace parlance::org {
namespace {

// The transaction that runs on this thread.
thread_local const MemoryTransactor* running = nullptr;
thread_local bool running_writes = false;

}  // namespace

void MemoryTransactor::require_running() const {
  if (running != this) throw std::logic_error("a store was used outside a transaction");
}

void MemoryTransactor::on_undo(std::function<void()> undo) {
  if (running != this || !running_writes) throw std::logic_error("a change was made outside a write");
  undo_.push_back(std::move(undo));
}

void MemoryTransactor::after_commit(std::function<void()> action) {
  if (running != this || !running_writes) throw std::logic_error("after_commit outside a write");
  after_commit_.push_back(std::move(action));
}

void MemoryTransactor::run_write(const std::function<bool()>& body) {
  if (running == this && !running_writes) throw std::logic_error("a write inside a read");
  const auto undo_to = [this](std::size_t changes, std::size_t actions) {
    while (undo_.size() > changes) {
      undo_.back()();
      undo_.pop_back();
    }
    after_commit_.resize(actions);
  };
  if (running == this) {  // joins; its refusal undoes only itself
    const std::size_t changes = undo_.size(), actions = after_commit_.size();
    try {
      if (!body()) undo_to(changes, actions);
    } catch (...) {
      undo_to(changes, actions);
      throw;
    }
    return;
  }
  std::vector<std::function<void()>> actions;
  {
    const std::unique_lock lock(mutex_);
    running = this;
    running_writes = true;
    const auto leave = [&] {
      running = nullptr;
      running_writes = false;
    };
    try {
      if (!body()) undo_to(0, 0);
    } catch (...) {
      undo_to(0, 0);
      leave();
      throw;
    }
    leave();
    undo_.clear();
    actions.swap(after_commit_);
  }
  for (const auto& action : actions) action();
}

void MemoryTransactor::run_read(const std::function<void()>& body) {
  if (running == this) {
    body();
    return;
  }
  const std::shared_lock lock(mutex_);
  running = this;
  running_writes = false;
  try {
    body();
  } catch (...) {
    running = nullptr;
    throw;
  }
  running = nullptr;
}

}  // namespace parlance::org
