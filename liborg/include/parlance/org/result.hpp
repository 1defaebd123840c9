// Result<T>: a value, or the Error that says why there is none.
//
// One channel per purpose, in the whole project: an absent record is an empty optional; a refusal that the caller can
// act on is an Error in a Result; a fault of the machine (disk, network, a bug) is an exception.
// The member names are those of std::expected, to become an alias once every compiler we support has it.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace parlance::org {

// Why something was refused, in the domain's words. What each kind means on a wire is the shell's business.
enum class ErrorKind {
  invalid,      // the request itself is wrong; one message per invalid field
  not_found,    // no such resource in this organization
  conflict,     // well-formed, but at odds with the state of the resource
  unavailable,  // cannot be done now; the same request may succeed later
};

struct Error {
  ErrorKind kind = ErrorKind::invalid;
  std::vector<std::string> messages;  // never empty; more than one only for `invalid`

  bool operator==(const Error&) const = default;
};

// "Conversation 0190… not found": names the missing resource and its id (specification, Errors 3).
inline Error not_found(std::string_view resource, std::string_view id) {
  return Error{ErrorKind::not_found, {std::string(resource) + " " + std::string(id) + " not found"}};
}
inline Error invalid(std::string message) {
  return Error{ErrorKind::invalid, {std::move(message)}};
}
inline Error conflict(std::string message) {
  return Error{ErrorKind::conflict, {std::move(message)}};
}

template <class T>
class [[nodiscard]] Result {
 public:
  using value_type = T;
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  // Precondition: has_value() for the first group, !has_value() for error(); std::bad_variant_access otherwise.
  T& value() & { return std::get<0>(state_); }
  const T& value() const& { return std::get<0>(state_); }
  T&& value() && { return std::get<0>(std::move(state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  const Error& error() const& { return std::get<1>(state_); }
  Error&& error() && { return std::get<1>(std::move(state_)); }

 private:
  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  using value_type = void;
  Result() = default;
  Result(Error error) : error_(std::move(error)), failed_(true) {}

  bool has_value() const noexcept { return !failed_; }
  explicit operator bool() const noexcept { return has_value(); }
  const Error& error() const& { return error_; }
  Error&& error() && { return std::move(error_); }

 private:
  Error error_;
  bool failed_ = false;
};

}  // namespace parlance::org
