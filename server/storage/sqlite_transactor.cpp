#include "server/storage/sqlite_transactor.hpp"

#include <algorithm>
#include <stdexcept>

#include "server/storage/query.hpp"
#include "server/thread_name.hpp"

namespace parlance::server::storage {

Transaction*& current_transaction() noexcept {
  thread_local Transaction* current = nullptr;
  return current;
}

Connection& reading(const void* owner) {
  const Transaction* transaction = current_transaction();
  if (!transaction || transaction->owner != owner) throw std::logic_error("a store was used outside a transaction");
  return *transaction->connection;
}

Connection& writing(const void* owner) {
  Connection& connection = reading(owner);
  if (!current_transaction()->writes) throw std::logic_error("a change was made outside a write");
  return connection;
}

namespace {

// Makes a transaction current for a scope.
class Scope {
 public:
  explicit Scope(Transaction& transaction) : before_(current_transaction()) { current_transaction() = &transaction; }
  ~Scope() { current_transaction() = before_; }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

 private:
  Transaction* before_;
};

// Through the statement cache: a plain execute would parse the text every time.
void run(Connection& connection, std::string_view sql) {
  Query(connection, sql).run();
}

// SQLite may have rolled back by itself (disk full); then there is nothing left to roll back.
void roll_back(SqliteConnection& connection) noexcept {
  try {
    connection.execute("ROLLBACK");
  } catch (const std::exception&) {
  }
}

}  // namespace

SqliteTransactor::SqliteTransactor(const std::filesystem::path& file)
    : file_(file),
      writer_(file, Access::read_write),
      readers_max_(std::max(4u, 2 * std::thread::hardware_concurrency())),
      thread_([this] { write_until_stopped(); }) {}

SqliteTransactor::~SqliteTransactor() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  work_.notify_all();
  thread_.join();
}

void SqliteTransactor::after_commit(std::function<void()> action) {
  writing(this);
  current_transaction()->after_commit.push_back(std::move(action));
}

void SqliteTransactor::run_write(const std::function<bool()>& body) {
  if (Transaction* running = current_transaction(); running && running->owner == this) {
    if (!running->writes) throw std::logic_error("a write inside a read");
    // Joins; its refusal undoes only itself.
    const std::string name = "n" + std::to_string(++running->depth);
    const std::size_t actions = running->after_commit.size();
    const auto undo = [&] {
      running->after_commit.resize(actions);
      writer_.execute(("ROLLBACK TO " + name + "; RELEASE " + name).c_str());
      --running->depth;
    };
    writer_.execute(("SAVEPOINT " + name).c_str());
    bool keep = false;
    try {
      keep = body();
    } catch (...) {
      undo();
      throw;
    }
    if (!keep) return undo();
    writer_.execute(("RELEASE " + name).c_str());
    --running->depth;
    return;
  }
  // Shared with the writer, which still touches it after it has said that it is done.
  const auto waiter = std::make_shared<Waiter>();
  waiter->body = &body;
  {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return queue_.size() < queue_max || stopping_; });
    if (stopping_) throw std::runtime_error("the database is being closed");
    queue_.push_back(waiter);
    if (queue_.size() == 1) work_.notify_one();
  }
  waiter->done.wait(0, std::memory_order_acquire);
  if (waiter->fault) std::rethrow_exception(waiter->fault);
  for (const auto& action : waiter->after_commit) action();
}

void SqliteTransactor::write_until_stopped() {
  name_thread("writer");
  std::vector<std::shared_ptr<Waiter>> batch;
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      work_.wait(lock, [&] { return !queue_.empty() || stopping_; });
      if (queue_.empty()) return;  // stopping, and everything that was accepted is done
      const auto count = static_cast<std::ptrdiff_t>(std::min(queue_.size(), batch_max));
      batch.assign(queue_.begin(), queue_.begin() + count);
      queue_.erase(queue_.begin(), queue_.begin() + count);
    }
    if (batch.size() == batch_max) room_.notify_all();
    run_batch(batch);
    for (const auto& waiter : batch) {
      waiter->done.store(1, std::memory_order_release);
      waiter->done.notify_one();
    }
    batch.clear();
  }
}

// Runs one body inside the open transaction; false when it left nothing behind.
bool SqliteTransactor::run_one(Waiter& waiter, bool alone) {
  Transaction transaction{this, &writer_, true};
  const Scope scope(transaction);
  bool keep = false;
  try {
    if (!alone) run(writer_, "SAVEPOINT body");
    keep = (*waiter.body)();
  } catch (...) {
    waiter.fault = std::current_exception();
  }
  try {
    if (!alone && !keep) run(writer_, "ROLLBACK TO body");
    if (!alone) run(writer_, "RELEASE body");
  } catch (...) {
    if (!waiter.fault) waiter.fault = std::current_exception();
    throw;
  }
  if (keep) waiter.after_commit = std::move(transaction.after_commit);
  return keep;
}

void SqliteTransactor::run_batch(const std::vector<std::shared_ptr<Waiter>>& batch) {
  const bool alone = batch.size() == 1;
  try {
    run(writer_, "BEGIN IMMEDIATE");
    bool any = false;
    for (const auto& waiter : batch) any = run_one(*waiter, alone) || any;
    run(writer_, any ? "COMMIT" : "ROLLBACK");
    ++commits_;
  } catch (...) {
    // The commit failed, or the transaction is broken: nobody's change is there.
    const auto fault = std::current_exception();
    roll_back(writer_);
    for (const auto& waiter : batch) {
      waiter->after_commit.clear();
      if (!waiter->fault) waiter->fault = fault;
    }
  }
}

std::unique_ptr<SqliteConnection> SqliteTransactor::take_reader() {
  std::unique_lock lock(readers_mutex_);
  reader_back_.wait(lock, [&] { return !readers_.empty() || readers_made_ < readers_max_; });
  if (!readers_.empty()) {
    auto reader = std::move(readers_.back());
    readers_.pop_back();
    return reader;
  }
  ++readers_made_;
  lock.unlock();
  try {
    return std::make_unique<SqliteConnection>(file_, Access::read_only);
  } catch (...) {
    lock.lock();
    --readers_made_;
    throw;
  }
}

void SqliteTransactor::give_back(std::unique_ptr<SqliteConnection> reader) {
  {
    const std::lock_guard lock(readers_mutex_);
    readers_.push_back(std::move(reader));
  }
  reader_back_.notify_one();
}

void SqliteTransactor::run_read(const std::function<void()>& body) {
  if (const Transaction* running = current_transaction(); running && running->owner == this) return body();
  struct Reader {
    SqliteTransactor& self;
    std::unique_ptr<SqliteConnection> connection;
    ~Reader() { self.give_back(std::move(connection)); }
  } reader{*this, take_reader()};
  run(*reader.connection, "BEGIN");
  Transaction transaction{this, reader.connection.get(), false};
  const Scope scope(transaction);
  try {
    body();
  } catch (...) {
    roll_back(*reader.connection);
    throw;
  }
  run(*reader.connection, "COMMIT");
}

}  // namespace parlance::server::storage
