// SQLite transactions: group commit for writers, snapshots for readers.
#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <filesystem>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "parlance/org/transactor.hpp"
#include "server/storage/sqlite_driver.hpp"
#include "server/storage/transaction.hpp"

namespace parlance::server::storage {

// One thread owns the only writing connection. It takes every body that waits into one BEGIN IMMEDIATE … COMMIT, each
// in a savepoint of its own, syncs once and then answers them all; batches form by themselves while a commit runs.
// Readers each take a connection from a small pool and see one WAL snapshot. Other processes may write to the same
// file: the writer then waits for its turn.
class SqliteTransactor final : public org::Transactor {
 public:
  // The database must have its schema already.
  explicit SqliteTransactor(const std::filesystem::path& file);
  ~SqliteTransactor() override;

  void after_commit(std::function<void()> action) override;

  // How many commits were made, for tests and measurements of how writes share them.
  std::uint64_t commits() const { return commits_; }

 protected:
  void run_write(const std::function<bool()>& body) override;
  void run_read(const std::function<void()>& body) override;

 private:
  struct Waiter {
    const std::function<bool()>* body = nullptr;
    std::exception_ptr fault{};
    std::vector<std::function<void()>> after_commit{};
    std::atomic<int> done{0};  // of the size that a waiter can be woken by alone
  };
  static constexpr std::size_t batch_max = 256;
  static constexpr std::size_t queue_max = 4096;

  void write_until_stopped();
  void run_batch(const std::vector<std::shared_ptr<Waiter>>& batch);
  bool run_one(Waiter& waiter, bool alone);
  std::unique_ptr<SqliteConnection> take_reader();
  void give_back(std::unique_ptr<SqliteConnection> reader);

  std::filesystem::path file_;
  SqliteConnection writer_;
  std::mutex mutex_;
  std::condition_variable work_;
  std::condition_variable room_;
  std::vector<std::shared_ptr<Waiter>> queue_;
  bool stopping_ = false;
  std::atomic<std::uint64_t> commits_{0};

  std::size_t readers_max_;
  std::mutex readers_mutex_;
  std::condition_variable reader_back_;
  std::vector<std::unique_ptr<SqliteConnection>> readers_;  // last in, first out: the hottest cache is used next
  std::size_t readers_made_ = 0;

  std::thread thread_;
};

}  // namespace parlance::server::storage
