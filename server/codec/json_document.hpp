// A strict JSON parser and the compact tree it makes.
//
// Contract section 1, body: valid UTF-8, nesting ≤ 32, no duplicate key. Values are views into the document and, for
// text without escapes, into what was parsed: both must outlive them. A document belongs to one thread and can be
// parsed into again; it then keeps its memory, up to a bound.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::server::codec {

inline constexpr std::size_t nesting_max = 32;

enum class JsonKind : std::uint8_t { null, boolean, integer, number, string, array, object };

class JsonDocument;

class JsonValue {
 public:
  JsonValue(const JsonDocument& document, std::uint32_t index) : document_(&document), index_(index) {}

  JsonKind kind() const;
  bool is_null() const { return kind() == JsonKind::null; }
  bool boolean() const;           // of a boolean
  std::string_view text() const;  // of a string, decoded; of a number, as it was written
  // A number that is integral and fits ("3" and "3.0", not "3.5" or 2⁶³); nullopt for everything else.
  std::optional<std::int64_t> integer() const;
  double number() const;  // of an integer or a number; finite

  // The members of an object or the elements of an array, in order.
  class Iterator {
   public:
    Iterator(const JsonDocument& document, std::uint32_t index) : document_(&document), index_(index) {}
    JsonValue operator*() const { return {*document_, index_}; }
    Iterator& operator++();
    bool operator!=(const Iterator& other) const { return index_ != other.index_; }

   private:
    const JsonDocument* document_;
    std::uint32_t index_;
  };
  Iterator begin() const;
  Iterator end() const;
  std::size_t size() const;      // how many of them
  std::string_view key() const;  // of an object's member
  std::optional<JsonValue> find(std::string_view key) const;

 private:
  const JsonDocument* document_;
  std::uint32_t index_;
};

class JsonDocument {
 public:
  // nullopt when `text` is one JSON document; otherwise what is wrong, to follow "body" in a sentence.
  std::optional<std::string> parse(std::string_view text);
  JsonValue root() const { return {*this, 0}; }  // after a parse that succeeded

 private:
  friend class JsonValue;
  friend class JsonValue::Iterator;
  friend class JsonBuilder;

  struct Node {
    JsonKind kind = JsonKind::null;
    bool flag = false;
    std::uint32_t end = 0;    // one past the last node of this value
    std::uint32_t count = 0;  // children
    std::string_view key{};
    std::string_view text{};
    union {
      std::int64_t integer = 0;
      double number;
    };
  };

  std::vector<Node> nodes_;
  std::deque<std::string> decoded_;  // text with escapes; a deque keeps the views good
};

}  // namespace parlance::server::codec
