// Query: one use of a prepared statement, with the project's types bound and read.
#pragma once

#include <cstring>
#include <optional>
#include <stdexcept>
#include <variant>

#include "parlance/org/crypto.hpp"
#include "parlance/org/describe.hpp"
#include "parlance/org/id.hpp"
#include "parlance/org/secret.hpp"
#include "parlance/org/time.hpp"
#include "server/storage/driver.hpp"

namespace parlance::server::storage {

// A parameter whose type is known only when the statement is put together.
using Bound = std::variant<std::int64_t, std::string, org::Uuid, double>;

// Text that is bound as the bytes it is.
struct Bytes {
  std::string_view text;
};

class Query {
 public:
  // A statement of the connection's, until the end of this object, with parameters in order. Text is not copied: it
  // must outlive the query.
  template <class... Values>
  Query(Connection& connection, std::string_view sql, const Values&... values)
      : connection_(connection), lease_(connection.take(sql)), statement_(lease_->statement.get()) {
    try {
      add(values...);
    } catch (...) {
      connection_.give_back(lease_);
      throw;
    }
  }
  ~Query() { connection_.give_back(lease_); }
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;

  bool step() { return statement_->step(); }
  // Back to before the first row, to bind and run again.
  void restart() { statement_->reset(); }
  // For statements that return no rows.
  void run() {
    while (statement_->step()) {
    }
  }

  // Further parameters, after those bound so far.
  template <class... Values>
  void add(const Values&... values) {
    (bind(++bound_, values), ...);
  }

  void bind(int parameter, std::int64_t value) { statement_->bind(parameter, value); }
  void bind(int parameter, int value) { statement_->bind(parameter, std::int64_t{value}); }
  void bind(int parameter, bool value) { statement_->bind(parameter, std::int64_t{value}); }
  void bind(int parameter, double value) { statement_->bind(parameter, value); }
  void bind(int parameter, std::string_view text) { statement_->bind(parameter, text); }
  void bind(int parameter, const char* text) { statement_->bind(parameter, std::string_view(text)); }
  void bind(int parameter, const std::string& text) { statement_->bind(parameter, std::string_view(text)); }
  void bind(int parameter, const org::Uuid& id) { statement_->bind_blob(parameter, id.bytes); }
  void bind(int parameter, const org::Sha256& hash) { statement_->bind_blob(parameter, hash); }
  void bind(int parameter, const org::UtcTime& time) { statement_->bind(parameter, time.ms); }
  void bind(int parameter, const org::UnixMs& time) { statement_->bind(parameter, time.ms); }
  template <class Tag>
  void bind(int parameter, const org::Id<Tag>& id) {
    bind(parameter, id.value);
  }
  // Enumerations are stored by the name they have in the interface, so that a person can read the table.
  template <org::NamedEnum E>
  void bind(int parameter, const E& value) {
    statement_->bind(parameter, org::text_of(value));
  }
  void bind(int parameter, const Bound& value) {
    std::visit([&](const auto& of_its_type) { bind(parameter, of_its_type); }, value);
  }
  void bind(int parameter, const Bytes& bytes) {
    statement_->bind_blob(parameter, {reinterpret_cast<const std::uint8_t*>(bytes.text.data()), bytes.text.size()});
  }
  void bind(int parameter, const org::SealedSecret* secret) {
    if (secret) {
      statement_->bind_blob(parameter,
                            {reinterpret_cast<const std::uint8_t*>(secret->bytes.data()), secret->bytes.size()});
    } else {
      statement_->bind_null(parameter);
    }
  }
  template <class T>
  void bind(int parameter, const std::optional<T>& value) {
    if (value) {
      bind(parameter, *value);
    } else {
      statement_->bind_null(parameter);
    }
  }

  bool is_null(int column) { return statement_->is_null(column); }
  std::int64_t integer(int column) { return statement_->integer(column); }
  bool flag(int column) { return statement_->integer(column) != 0; }
  double real(int column) { return statement_->real(column); }
  std::string_view view(int column) { return statement_->text(column); }
  std::string text(int column) { return std::string(statement_->text(column)); }
  std::optional<std::string> text_or_null(int column) {
    if (is_null(column)) return std::nullopt;
    return text(column);
  }
  org::UtcTime time(int column) { return {integer(column)}; }
  std::optional<org::UtcTime> time_or_null(int column) {
    if (is_null(column)) return std::nullopt;
    return time(column);
  }
  std::string blob(int column) {
    const auto view = statement_->blob(column);
    return {reinterpret_cast<const char*>(view.data()), view.size()};
  }
  template <class Bytes>
  Bytes bytes(int column) {
    const auto blob = statement_->blob(column);
    Bytes out{};
    if (blob.size() != out.size()) throw std::runtime_error("a stored value has the wrong size");
    std::memcpy(out.data(), blob.data(), blob.size());
    return out;
  }
  org::Uuid uuid(int column) { return {bytes<std::array<std::uint8_t, 16>>(column)}; }
  template <class Id>
  Id id(int column) {
    return Id{uuid(column)};
  }
  template <org::NamedEnum E>
  E choice(int column) {
    const auto value = org::parse_enum<E>(view(column));
    if (!value) throw std::runtime_error("a stored value is not one of those known: " + text(column));
    return *value;
  }

 private:
  Connection& connection_;
  Connection::Lease lease_;
  Statement* statement_;
  int bound_ = 0;
};

}  // namespace parlance::server::storage
