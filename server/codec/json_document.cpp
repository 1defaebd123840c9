#include "server/codec/json_document.hpp"

#include <algorithm>
#include <array>
#include <boost/json/basic_parser_impl.hpp>
#include <charconv>
#include <cmath>
#include <cstring>
#include <functional>

#include "parlance/org/text.hpp"

namespace parlance::server::codec {
namespace {

namespace json = boost::json;
using ErrorCode = boost::system::error_code;

// What a thread's document keeps from one request to the next: enough for a transcript of some hundred messages.
constexpr std::size_t nodes_kept = 8192;
constexpr std::size_t decoded_kept = 65536;

// From this size on, nodes are counted before they are made: growing a large vector copies it again and again.
constexpr std::size_t counted_min = 65536;

// At least as many as `text` has nodes: before each but the first stands one of these.
std::size_t nodes_max(std::string_view text) {
  std::size_t count = 1;
  for (const char c : text) count += (c == ',') + (c == ':') + (c == '[') + (c == '{');
  return count;
}

// Objects with more members than this are sorted to find a duplicate, so that a hostile one costs no square.
constexpr std::uint32_t compared_pairwise_max = 24;

}  // namespace

// Turns the parser's events into nodes. The names of the events are Boost.JSON's.
class JsonBuilder {
 public:
  static constexpr std::size_t max_object_size = SIZE_MAX;
  static constexpr std::size_t max_array_size = SIZE_MAX;
  static constexpr std::size_t max_key_size = SIZE_MAX;
  static constexpr std::size_t max_string_size = SIZE_MAX;

  explicit JsonBuilder(JsonDocument& document) : document_(document) {}

  bool on_document_begin(ErrorCode&) { return true; }
  bool on_document_end(ErrorCode&) { return true; }
  bool on_object_begin(ErrorCode&) { return open(JsonKind::object); }
  bool on_object_end(std::size_t count, ErrorCode& ec) {
    const std::uint32_t object = close(count);
    if (!(count <= compared_pairwise_max ? find_duplicate_pairwise(object) : find_duplicate_sorted(object)))
      return true;
    ec = json::error::syntax;
    return false;
  }
  bool on_array_begin(ErrorCode&) { return open(JsonKind::array); }
  bool on_array_end(std::size_t count, ErrorCode&) {
    close(count);
    return true;
  }
  bool on_key_part(json::string_view part, std::size_t, ErrorCode&) { return gather(part); }
  bool on_key(json::string_view part, std::size_t, ErrorCode&) { return add_text(part); }
  bool on_string_part(json::string_view part, std::size_t, ErrorCode&) { return gather(part); }
  bool on_string(json::string_view part, std::size_t, ErrorCode&) { return add_text(part); }
  bool on_number_part(json::string_view, ErrorCode&) { return true; }
  bool on_int64(std::int64_t value, json::string_view, ErrorCode&) {
    add(JsonKind::integer).integer = value;
    return true;
  }
  bool on_uint64(std::uint64_t value, json::string_view, ErrorCode&) {  // only those beyond int64
    add(JsonKind::number).number = static_cast<double>(value);
    return true;
  }
  bool on_double(double approximation, json::string_view text, ErrorCode&) {
    // The parser's own value can be off by some units in the last place ("19.99"). from_chars refuses what no double
    // can hold; there the approximation is right: infinite, or zero.
    double value = approximation;
    std::from_chars(text.data(), text.data() + text.size(), value);
    add(JsonKind::number).number = value;
    return true;
  }
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

  const std::optional<std::string_view>& duplicate() const { return duplicate_; }

 private:
  using Node = JsonDocument::Node;

  Node& add(JsonKind kind) {
    Node& node = document_.nodes_.emplace_back();
    node.kind = kind;
    return node;
  }
  bool open(JsonKind kind) {
    open_[depth_++] = static_cast<std::uint32_t>(document_.nodes_.size());
    add(kind).children = {};
    return true;
  }
  std::uint32_t close(std::size_t count) {
    const std::uint32_t index = open_[--depth_];
    document_.nodes_[index].children = {static_cast<std::uint32_t>(document_.nodes_.size()),
                                        static_cast<std::uint32_t>(count)};
    return index;
  }
  bool gather(json::string_view part) {
    document_.decoded_.append(part.data(), part.size());
    gathered_ += part.size();
    return true;
  }
  // A string in one piece may be the source's own bytes, which are then not copied.
  bool add_text(json::string_view part) {
    const std::string_view source = document_.source_;
    const std::less_equal<const char*> not_after;
    const bool in_source =
        not_after(source.data(), part.data()) && not_after(part.data() + part.size(), source.data() + source.size());
    const bool decoded = gathered_ > 0 || (!in_source && !part.empty());
    if (decoded) gather(part);
    Node& node = add(JsonKind::string);
    node.flag = decoded;
    node.length = decoded ? gathered_ : part.size();
    if (decoded) {
      node.offset = static_cast<std::uint32_t>(document_.decoded_.size() - gathered_);
    } else if (!part.empty()) {
      node.offset = static_cast<std::uint32_t>(part.data() - source.data());
    }
    gathered_ = 0;
    return true;
  }

  template <class Visit>
  void for_each_key(std::uint32_t object, Visit visit) const {
    const JsonValue value(document_, object);
    for (const JsonValue member : value) visit(member.key());
  }
  bool find_duplicate_pairwise(std::uint32_t object) {
    std::array<std::string_view, compared_pairwise_max> keys;
    std::size_t count = 0;
    for_each_key(object, [&](std::string_view key) {
      for (std::size_t i = 0; i < count; ++i) {
        if (keys[i] == key) duplicate_ = key;
      }
      keys[count++] = key;
    });
    return duplicate_.has_value();
  }
  bool find_duplicate_sorted(std::uint32_t object) {
    keys_.clear();
    for_each_key(object, [&](std::string_view key) { keys_.push_back(key); });
    // By length first, which tells most keys apart without reading them.
    std::sort(keys_.begin(), keys_.end(), [](std::string_view a, std::string_view b) {
      return a.size() != b.size() ? a.size() < b.size() : std::memcmp(a.data(), b.data(), a.size()) < 0;
    });
    const auto twice = std::adjacent_find(keys_.begin(), keys_.end());
    if (twice != keys_.end()) duplicate_ = *twice;
    return duplicate_.has_value();
  }

  JsonDocument& document_;
  std::size_t gathered_ = 0;  // bytes of the current string at the end of decoded_
  std::array<std::uint32_t, nesting_max> open_{};
  std::size_t depth_ = 0;
  std::vector<std::string_view> keys_;
  std::optional<std::string_view> duplicate_;
};

std::optional<std::string> JsonDocument::parse(std::string_view text) {
  clear();
  if (text.size() > UINT32_MAX) return "is too long";
  source_ = text;
  if (text.size() >= counted_min) nodes_.reserve(nodes_max(text));
  json::parse_options options;
  options.max_depth = nesting_max;
  json::basic_parser<JsonBuilder> parser(options, *this);
  ErrorCode error;
  const std::size_t used = parser.write_some(false, text.data(), text.size(), error);
  if (!error && used < text.size()) error = json::error::extra_data;
  if (!error) return std::nullopt;

  const std::string at = " at byte " + std::to_string(used);
  if (const auto& key = parser.handler().duplicate()) {
    return "is not valid JSON: the key " + shown_key(*key) + " stands twice in one object";
  }
  if (error == json::error::too_deep) return "must not be nested deeper than 32 levels";
  if (error == json::error::extra_data) return "is not valid JSON: something follows its end" + at;
  if (error == json::error::incomplete) return "is not valid JSON: it ends too early" + at;
  if (used < text.size() && (text[used] & 0x80) && !org::is_valid_utf8(text)) {
    return "is not valid JSON: invalid UTF-8" + at;
  }
  return "is not valid JSON: " + error.message() + at;
}

void JsonDocument::clear() {
  nodes_.clear();
  decoded_.clear();
  source_ = {};
  // Assigning an empty one would keep the memory.
  if (nodes_.capacity() > nodes_kept) std::vector<Node>().swap(nodes_);
  if (decoded_.capacity() > decoded_kept) std::string().swap(decoded_);
}

std::string shown_key(std::string_view key) {
  constexpr std::size_t shown_max = 100;
  std::string out(key.substr(0, shown_max));
  while (!org::is_valid_utf8(out)) out.pop_back();
  return out;
}

std::optional<std::int64_t> JsonValue::integer() const {
  const auto& node = document_->node(index_);
  if (node.kind == JsonKind::integer) return node.integer;
  // Bounds that a double holds exactly; 2⁶³ itself does not fit any more.
  if (node.kind == JsonKind::number && node.number >= -0x1p63 && node.number < 0x1p63 &&
      std::trunc(node.number) == node.number) {
    return static_cast<std::int64_t>(node.number);
  }
  return std::nullopt;
}

double JsonValue::number() const {
  const auto& node = document_->node(index_);
  return node.kind == JsonKind::integer ? static_cast<double>(node.integer) : node.number;
}

std::size_t JsonValue::size() const {
  const auto& node = document_->node(index_);
  return node.kind == JsonKind::array || node.kind == JsonKind::object ? node.children.count : 0;
}

// Iterators stand at values; in an object each has its key before it.
JsonValue::Iterator JsonValue::begin() const {
  const std::uint32_t gap = kind() == JsonKind::object ? 1 : 0;
  return {*document_, index_ + 1 + gap, gap};
}
JsonValue::Iterator JsonValue::end() const {
  const auto& node = document_->node(index_);
  const std::uint32_t gap = node.kind == JsonKind::object ? 1 : 0;
  return {*document_, (gap || node.kind == JsonKind::array ? node.children.end : index_ + 1) + gap, gap};
}

std::optional<JsonValue> JsonValue::find(std::string_view wanted) const {
  if (kind() != JsonKind::object) return std::nullopt;
  for (const JsonValue member : *this) {
    if (member.key() == wanted) return member;
  }
  return std::nullopt;
}

}  // namespace parlance::server::codec
