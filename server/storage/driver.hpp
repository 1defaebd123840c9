// What the stores need of a database engine: prepared statements on a connection.
//
// SQL is written once, in the stores, in the subset that engines share (`?1` placeholders, RETURNING, ON CONFLICT, ids
// as 16 bytes, times as integer milliseconds). An engine brings a driver, its migrations and its text search.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

namespace parlance::server::storage {

// Parameters count from 1, columns from 0. Text and blobs bound must live until the statement is reset; those read live
// until the next step.
class Statement {
 public:
  virtual ~Statement() = default;
  virtual void bind_null(int parameter) = 0;
  virtual void bind(int parameter, std::int64_t value) = 0;
  virtual void bind(int parameter, double value) = 0;
  virtual void bind(int parameter, std::string_view text) = 0;
  virtual void bind_blob(int parameter, std::span<const std::uint8_t> bytes) = 0;
  virtual bool step() = 0;  // true: a row is there
  virtual bool is_null(int column) = 0;
  virtual std::int64_t integer(int column) = 0;
  virtual double real(int column) = 0;
  virtual std::string_view text(int column) = 0;
  virtual std::span<const std::uint8_t> blob(int column) = 0;
  virtual void reset() = 0;
};

// Used by one thread at a time. Faults are thrown.
class Connection {
 public:
  virtual ~Connection() = default;
  virtual std::unique_ptr<Statement> prepare(std::string_view sql) = 0;
  virtual void execute(const char* sql) = 0;  // statements without parameters or rows
  virtual std::int64_t last_inserted_seq() const = 0;
  virtual std::int64_t changed_rows() const = 0;  // by the last statement

  // Statements are kept, as preparing one costs three times what running it does; the least recently used go first,
  // as filters come in any number of forms.
  static constexpr std::size_t statements_max = 256;
  std::size_t statements_kept() const { return statements_.size(); }

 protected:
  // For a driver's destructor: statements must go before the connection they were prepared on.
  void forget_statements();

 private:
  friend class Query;
  struct Kept {
    std::string sql;
    std::unique_ptr<Statement> statement;
    bool in_use = false;
  };
  using Lease = std::list<Kept>::iterator;

  // The same text may be in use further up the stack; then a second statement is prepared.
  Lease take(std::string_view sql);
  void give_back(Lease) noexcept;

  std::list<Kept> statements_;  // most recently used first
  std::unordered_map<std::string_view, Lease> by_sql_;
};

}  // namespace parlance::server::storage
