// A strict JSON parser and the compact tree it makes.
//
// Contract section 1, body: valid UTF-8, nesting ≤ 32, no duplicate key. Values are views into the document and into
// the text that was parsed: both must outlive them. A document belongs to one thread and can be parsed into again; it
// then keeps its memory, up to a bound. A node takes 16 bytes and at least two bytes of text, so a document costs at
// most eight times its text, whatever was sent.
#pragma once

#include <cstdint>
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
  std::string_view text() const;  // of a string, decoded
  // A number that is integral and fits ("3" and "3.0", not "3.5" or 2⁶³); nullopt for everything else.
  std::optional<std::int64_t> integer() const;
  double number() const;  // of an integer or a number: the nearest double, infinite when there is none

  // The members of an object or the elements of an array, in order; nothing for the other kinds.
  class Iterator {
   public:
    Iterator(const JsonDocument& document, std::uint32_t index, std::uint32_t gap)
        : document_(&document), index_(index), gap_(gap) {}
    JsonValue operator*() const { return {*document_, index_}; }
    Iterator& operator++();
    bool operator==(const Iterator& other) const { return index_ == other.index_; }

   private:
    const JsonDocument* document_;
    std::uint32_t index_;
    std::uint32_t gap_;
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
  // nullopt when `text` is one JSON value; otherwise what is wrong, to follow "body" in a sentence:
  // "is not valid JSON: syntax error at byte 17".
  std::optional<std::string> parse(std::string_view text);
  // After a parse that succeeded, until the next one.
  JsonValue root() const { return {*this, 0}; }
  // Forgets what was parsed, and gives back memory beyond what an ordinary body takes.
  void clear();
  std::size_t memory_bytes() const { return nodes_.capacity() * sizeof(Node) + decoded_.capacity(); }

 private:
  friend class JsonValue;
  friend class JsonValue::Iterator;
  friend class JsonBuilder;

  // In the order of the text; a member's key is a string that stands right before its value.
  struct Node {
    struct Children {
      std::uint32_t end;    // one past the last node of this value
      std::uint32_t count;  // members or elements
    };
    JsonKind kind = JsonKind::null;
    bool flag = false;         // of a boolean: its value; of a string: whether its text is in decoded_
    std::uint32_t offset = 0;  // of a string: where its text begins
    union {
      std::uint64_t length = 0;  // of a string
      std::int64_t integer;
      double number;
      Children children;
    };
  };
  static_assert(sizeof(Node) == 16);

  const Node& node(std::uint32_t index) const { return nodes_[index]; }
  std::string_view text_of(const Node& node) const {
    return {(node.flag ? decoded_.data() : source_.data()) + node.offset, node.length};
  }

  std::vector<Node> nodes_;
  std::string decoded_;  // one after another, the strings that were written with escapes
  std::string_view source_{};
};

// A key as a message shows it: what a client sent can be long, and is not cut inside a character.
std::string shown_key(std::string_view key);

// The navigation that readers do for every value.
inline JsonKind JsonValue::kind() const {
  return document_->node(index_).kind;
}
inline bool JsonValue::boolean() const {
  return document_->node(index_).flag;
}
inline std::string_view JsonValue::text() const {
  return document_->text_of(document_->node(index_));
}
inline std::string_view JsonValue::key() const {
  return document_->text_of(document_->node(index_ - 1));
}

inline JsonValue::Iterator& JsonValue::Iterator::operator++() {
  const auto& node = document_->node(index_);
  const bool nested = node.kind == JsonKind::array || node.kind == JsonKind::object;
  index_ = (nested ? node.children.end : index_ + 1) + gap_;
  return *this;
}

}  // namespace parlance::server::codec
