// Field<T>: a field of an update, sent or not sent.
#pragma once

#include <optional>
#include <utility>

namespace parlance::org {

// Specification, Partial update: fields that are sent change; fields not sent keep their value.
// Field<std::optional<T>> tells "sent as null" from "not sent".
template <class T>
struct Field {
  std::optional<T> sent;

  Field() = default;
  Field(T value) : sent(std::move(value)) {}

  bool is_sent() const noexcept { return sent.has_value(); }
  void apply_to(T& target) const {
    if (sent) target = *sent;
  }
  bool operator==(const Field&) const = default;
};

}  // namespace parlance::org
