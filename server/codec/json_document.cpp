#include "server/codec/json_document.hpp"

#include <algorithm>
#include <boost/json/basic_parser_impl.hpp>
#include <cmath>
#include <functional>

namespace parlance::server::codec {
namespace {

namespace json = boost::json;
using ErrorCode = boost::system::error_code;

// Memory that a thread's document keeps from one request to the next.
constexpr std::size_t nodes_kept = 4096;

}  // namespace

// Turns the parser's events into nodes, in the order of the text.
class JsonBuilder {
 public:
  static constexpr std::size_t max_object_size = SIZE_MAX;
  static constexpr std::size_t max_array_size = SIZE_MAX;
  static constexpr std::size_t max_key_size = SIZE_MAX;
  static constexpr std::size_t max_string_size = SIZE_MAX;

  JsonBuilder(JsonDocument& document, std::string_view source) : document_(document), source_(source) {}

  bool on_document_begin(ErrorCode&) { return true; }
  bool on_document_end(ErrorCode&) { return true; }
  bool on_object_begin(ErrorCode&) { return open(JsonKind::object); }
  bool on_object_end(std::size_t, ErrorCode& ec) {
    const std::uint32_t index = close();
    if (!has_duplicates(index)) return true;
    ec = json::error::syntax;
    return false;
  }
  bool on_array_begin(ErrorCode&) { return open(JsonKind::array); }
  bool on_array_end(std::size_t, ErrorCode&) {
    close();
    return true;
  }
  bool on_key_part(json::string_view part, std::size_t, ErrorCode&) { return gather(part); }
  bool on_key(json::string_view part, std::size_t, ErrorCode&) {
    key_ = whole(part);
    return true;
  }
  bool on_string_part(json::string_view part, std::size_t, ErrorCode&) { return gather(part); }
  bool on_string(json::string_view part, std::size_t, ErrorCode&) {
    const std::string_view text = whole(part);
    add(JsonKind::string).text = text;
    return true;
  }
  bool on_number_part(json::string_view part, ErrorCode&) { return gather(part); }
  bool on_int64(std::int64_t value, json::string_view part, ErrorCode&) {
    const std::string_view text = whole(part);
    auto& node = add(JsonKind::integer);
    node.integer = value;
    node.text = text;
    return true;
  }
  bool on_uint64(std::uint64_t value, json::string_view part, ErrorCode&) {
    return on_number(static_cast<double>(value), whole(part));
  }
  bool on_double(double value, json::string_view part, ErrorCode&) { return on_number(value, whole(part)); }
  bool on_bool(bool value, ErrorCode&) {
    add(JsonKind::boolean).flag = value;
    return true;
  }
  bool on_null(ErrorCode&) {
    add(JsonKind::null);
    return true;
  }
  bool on_comment_part(json::string_view, ErrorCode&) { return true; }
  bool on_comment(json::string_view, ErrorCode&) { return true; }

  const std::string& duplicate() const { return duplicate_; }

 private:
  using Node = JsonDocument::Node;

  bool on_number(double value, std::string_view text) {
    auto& node = add(JsonKind::number);
    node.number = value;
    node.text = text;
    return true;
  }
  Node& add(JsonKind kind) {
    auto& nodes = document_.nodes_;
    if (!open_.empty()) ++nodes[open_.back()].count;
    Node& node = nodes.emplace_back();
    node.kind = kind;
    node.key = key_;
    node.end = static_cast<std::uint32_t>(nodes.size());
    key_ = {};
    return node;
  }
  bool open(JsonKind kind) {
    add(kind);
    open_.push_back(static_cast<std::uint32_t>(document_.nodes_.size() - 1));
    return true;
  }
  std::uint32_t close() {
    const std::uint32_t index = open_.back();
    open_.pop_back();
    document_.nodes_[index].end = static_cast<std::uint32_t>(document_.nodes_.size());
    return index;
  }
  bool gather(json::string_view part) {
    gathered_.append(part.data(), part.size());
    gathering_ = true;
    return true;
  }
  // The text of a token: the source's own bytes where the parser hands those on, else a copy.
  std::string_view whole(json::string_view part) {
    const std::less_equal<const char*> not_after;
    const bool in_source =
        not_after(source_.data(), part.data()) && not_after(part.data() + part.size(), source_.data() + source_.size());
    if (!gathering_ && (in_source || part.empty())) return {part.data(), part.size()};
    gathered_.append(part.data(), part.size());
    gathering_ = false;
    document_.decoded_.push_back(std::move(gathered_));
    gathered_.clear();
    return document_.decoded_.back();
  }
  bool has_duplicates(std::uint32_t object) {
    const auto& nodes = document_.nodes_;
    keys_.clear();
    for (std::uint32_t i = object + 1; i < nodes[object].end; i = nodes[i].end) {
      // A few keys are compared as they come; many are sorted, so that a hostile object costs no square.
      if (nodes[object].count <= 16) {
        for (const auto& key : keys_) {
          if (key == nodes[i].key) {
            duplicate_ = key;
            return true;
          }
        }
      }
      keys_.push_back(nodes[i].key);
    }
    if (nodes[object].count <= 16) return false;
    std::sort(keys_.begin(), keys_.end());
    const auto twice = std::adjacent_find(keys_.begin(), keys_.end());
    if (twice == keys_.end()) return false;
    duplicate_ = *twice;
    return true;
  }

  JsonDocument& document_;
  std::string_view source_;
  std::string_view key_{};
  std::string gathered_;
  bool gathering_ = false;
  std::vector<std::uint32_t> open_;
  std::vector<std::string_view> keys_;
  std::string duplicate_;
};

std::optional<std::string> JsonDocument::parse(std::string_view text) {
  nodes_.clear();
  decoded_.clear();
  if (nodes_.capacity() > nodes_kept) nodes_ = {};
  json::parse_options options;
  // The outermost value counts as level 1 for the contract and as 0 for the parser's own bound on what it holds.
  options.max_depth = nesting_max;
  json::basic_parser<JsonBuilder> parser(options, *this, text);
  ErrorCode error;
  const std::size_t used = parser.write_some(false, text.data(), text.size(), error);
  if (!error && used < text.size()) error = json::error::extra_data;
  if (!error) return std::nullopt;
  if (!parser.handler().duplicate().empty()) {
    return "must not have the key " + parser.handler().duplicate().substr(0, 100) + " twice in one object";
  }
  if (error == json::error::too_deep) return "must not be nested deeper than 32 levels";
  if (error == json::error::extra_data) return "must be one JSON value with nothing after it";
  if (error == json::error::incomplete) return "must be valid JSON: it ends too early";
  return "must be valid JSON: " + error.message() + " at byte " + std::to_string(used);
}

JsonKind JsonValue::kind() const {
  return document_->nodes_[index_].kind;
}
bool JsonValue::boolean() const {
  return document_->nodes_[index_].flag;
}
std::string_view JsonValue::text() const {
  return document_->nodes_[index_].text;
}
std::string_view JsonValue::key() const {
  return document_->nodes_[index_].key;
}
std::size_t JsonValue::size() const {
  return document_->nodes_[index_].count;
}

std::optional<std::int64_t> JsonValue::integer() const {
  const auto& node = document_->nodes_[index_];
  if (node.kind == JsonKind::integer) return node.integer;
  // Bounds that a double holds exactly; 2⁶³ itself does not fit any more.
  if (node.kind == JsonKind::number && node.number >= -0x1p63 && node.number < 0x1p63 &&
      std::trunc(node.number) == node.number) {
    return static_cast<std::int64_t>(node.number);
  }
  return std::nullopt;
}

double JsonValue::number() const {
  const auto& node = document_->nodes_[index_];
  return node.kind == JsonKind::integer ? static_cast<double>(node.integer) : node.number;
}

JsonValue::Iterator JsonValue::begin() const {
  return {*document_, index_ + 1};
}
JsonValue::Iterator JsonValue::end() const {
  return {*document_, document_->nodes_[index_].end};
}

JsonValue::Iterator& JsonValue::Iterator::operator++() {
  index_ = document_->nodes_[index_].end;
  return *this;
}

std::optional<JsonValue> JsonValue::find(std::string_view wanted) const {
  if (kind() != JsonKind::object) return std::nullopt;
  for (const JsonValue member : *this) {
    if (member.key() == wanted) return member;
  }
  return std::nullopt;
}

}  // namespace parlance::server::codec
