#include "server/http/framing.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace parlance::server::http {
namespace {

constexpr std::size_t chunk_line_max = 1024;
constexpr std::size_t chunk_overhead_max = 16 * 1024;
constexpr std::size_t leading_lines_max = 8;

// RFC 9110 token characters.
constexpr std::array<bool, 256> token_characters = [] {
  std::array<bool, 256> table{};
  for (int c = '0'; c <= '9'; ++c) table[static_cast<std::size_t>(c)] = true;
  for (int c = 'A'; c <= 'Z'; ++c) table[static_cast<std::size_t>(c)] = true;
  for (int c = 'a'; c <= 'z'; ++c) table[static_cast<std::size_t>(c)] = true;
  for (const char c : std::string_view("!#$%&'*+-.^_`|~")) table[static_cast<unsigned char>(c)] = true;
  return table;
}();

bool is_token(char c) {
  return token_characters[static_cast<unsigned char>(c)];
}
bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return is_token(c); });
}
bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}
bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// Calls `use` for every element of a comma-separated list.
template <class Use>
void for_each_element(std::string_view list, Use use) {
  for (;;) {
    const std::size_t comma = list.find(',');
    use(trimmed(list.substr(0, comma)));
    if (comma == std::string_view::npos) return;
    list.remove_prefix(comma + 1);
  }
}

}  // namespace

void Framing::reset() {
  const FramingLimits* limits = limits_;
  std::string().swap(unchunked_);  // an assignment would keep its memory
  *this = Framing(*limits);
}

Framing::Progress Framing::refuse(int status, std::string_view message) {
  refusal_ = Refusal{status, message};
  return Progress::refused;
}

Framing::Progress Framing::advance(std::string_view input, Head& head) {
  discardable_ = 0;
  if (refusal_.status != 0) return Progress::refused;
  bool head_is_current = false;
  if (head_size_ == 0) {
    if (!scan_head(input)) return Progress::refused;
    if (head_size_ == 0) return Progress::head;
    if (!interpret(input.substr(0, head_size_), head)) return Progress::refused;
    head_is_current = true;
    if (chunked_) {
      unchunked_.assign(input.substr(0, head_size_));
      const Progress progress = take_chunks(input.substr(head_size_), head);
      discardable_ += head_size_;
      return progress;
    }
  } else if (chunked_) {
    return take_chunks(input, head);
  }
  if (input.size() - head_size_ < length_) return Progress::body;
  // The input may have moved since the head was read.
  if (!head_is_current && !parse_head(input.substr(0, head_size_), head)) return Progress::refused;
  body_ = input.substr(head_size_, length_);
  discardable_ = head_size_ + length_;
  return Progress::complete;
}

// Finds the empty line that ends the head. Looks at every byte once.
bool Framing::scan_head(std::string_view received) {
  // What is beyond the limit is not looked at, so that a refusal does not depend on how much came at once.
  const std::string_view input = received.substr(0, limits_->head_max);
  while (scanned_ < input.size()) {
    const std::size_t line_end = input.find('\n', scanned_);
    // Something that is not HTTP at all (a TLS handshake, say) is told so at its first byte.
    if (line_start_ == leading_ && !is_token(input[line_start_]) && input[line_start_] != '\r' &&
        input[line_start_] != '\n') {
      return refuse(400, "The request line is malformed"), false;
    }
    if (line_end == std::string_view::npos) {
      scanned_ = input.size();
      break;
    }
    scanned_ = line_end + 1;
    if (line_end == line_start_ || input[line_end - 1] != '\r') {
      return refuse(400, "Lines must end with CR LF"), false;
    }
    const bool is_empty = line_end - line_start_ == 1;
    if (is_empty && lines_ == 0) {
      // RFC 9112, 2.2: empty lines before the request line are ignored; a few of them.
      leading_ = line_start_ = scanned_;
      if (leading_ > 2 * leading_lines_max) return refuse(400, "The request line is malformed"), false;
      continue;
    }
    if (is_empty) {
      head_size_ = scanned_;
      break;
    }
    line_start_ = scanned_;
    if (++lines_ > limits_->header_lines_max + 1) {
      return refuse(431, "The request has too many header fields"), false;
    }
  }
  if (head_size_ == 0 && received.size() > limits_->head_max) {
    if (lines_ == 0) return refuse(414, "The request target is too long"), false;
    return refuse(431, "The header of the request is too large"), false;
  }
  return true;
}

bool Framing::parse_request_line(std::string_view line, Head& head) {
  const std::size_t first = line.find(' ');
  const std::size_t second = first == std::string_view::npos ? first : line.find(' ', first + 1);
  if (second == std::string_view::npos) return refuse(400, "The request line is malformed"), false;
  head.method = line.substr(0, first);
  head.target = line.substr(first + 1, second - first - 1);
  const std::string_view version = line.substr(second + 1);
  if (!is_token(head.method) || head.target.empty() ||
      std::any_of(head.target.begin(), head.target.end(), is_control)) {
    return refuse(400, "The request line is malformed"), false;
  }
  if (version != "HTTP/1.1" && version != "HTTP/1.0") {
    if (version.starts_with("HTTP/") && version.find(' ') == std::string_view::npos) {
      return refuse(505, "Only HTTP/1.1 and HTTP/1.0 are supported"), false;
    }
    return refuse(400, "The request line is malformed"), false;
  }
  head.minor_version = version.back() - '0';
  if (head.target.size() > limits_->target_max) return refuse(414, "The request target is too long"), false;
  return true;
}

bool Framing::parse_head(std::string_view head_bytes, Head& head) {
  head.fields.clear();
  head_bytes.remove_prefix(leading_);
  std::size_t end = head_bytes.find('\r');
  // Every line ends with CR LF, as scan_head saw; a CR elsewhere shows in the line's text or as a stray first byte.
  if (head_bytes[end + 1] != '\n') return refuse(400, "The request line is malformed"), false;
  if (!parse_request_line(head_bytes.substr(0, end), head)) return false;
  head_bytes.remove_prefix(end + 2);
  while (head_bytes.size() > 2) {
    end = head_bytes.find('\n') - 1;
    const std::string_view line = head_bytes.substr(0, end);
    head_bytes.remove_prefix(end + 2);
    const std::size_t colon = line.find(':');
    // Covers folded lines and white space before the colon too: neither is part of a token.
    if (colon == std::string_view::npos || !is_token(line.substr(0, colon))) {
      return refuse(400, "A header field is malformed"), false;
    }
    const std::string_view value = trimmed(line.substr(colon + 1));
    if (std::any_of(value.begin(), value.end(), [](char c) { return is_control(c) && c != '\t'; })) {
      return refuse(400, "A header field is malformed"), false;
    }
    head.fields.push_back({line.substr(0, colon), value});
  }
  return true;
}

// What the head says about the rest: how long the body is and what happens afterwards.
bool Framing::interpret(std::string_view head_bytes, Head& head) {
  if (!parse_head(head_bytes, head)) return false;
  bool has_length = false;
  bool has_host = false;
  keeps_alive_ = head.minor_version == 1;
  for (const HeaderField& field : head.fields)
    if (!interpret_field(field, has_length, has_host)) return false;
  if (chunked_ && has_length) {
    return refuse(400, "Content-Length and Transfer-Encoding must not be sent together"), false;
  }
  if (chunked_ && head.minor_version == 0) return refuse(400, "HTTP/1.0 has no Transfer-Encoding"), false;
  if (!has_host && head.minor_version == 1) return refuse(400, "The Host header is missing"), false;
  if (length_ > limits_->body_max) return refuse(413, "The request body is too large"), false;
  if (head.minor_version == 0) expects_continue_ = false;
  return true;
}

bool Framing::interpret_field(const HeaderField& field, bool& has_length, bool& has_host) {
  const std::string_view value = field.value;
  if (equals_ignoring_case(field.name, "Content-Length")) {
    const char* end = value.data() + value.size();
    const auto parsed = std::from_chars(value.data(), end, length_);
    if (parsed.ec == std::errc::result_out_of_range &&
        std::all_of(value.begin(), value.end(), [](char c) { return c >= '0' && c <= '9'; })) {
      return refuse(413, "The request body is too large"), false;
    }
    if (has_length || value.empty() || parsed.ec != std::errc{} || parsed.ptr != end) {
      return refuse(400, "Content-Length must be one number"), false;
    }
    has_length = true;
  } else if (equals_ignoring_case(field.name, "Transfer-Encoding")) {
    if (chunked_) return refuse(400, "Transfer-Encoding must be sent once"), false;
    if (!equals_ignoring_case(value, "chunked")) return refuse(501, "The only transfer coding is chunked"), false;
    chunked_ = true;
  } else if (equals_ignoring_case(field.name, "Host")) {
    if (has_host) return refuse(400, "The Host header must be sent once"), false;
    has_host = true;
  } else if (equals_ignoring_case(field.name, "Connection")) {
    for_each_element(value, [&](std::string_view option) {
      if (equals_ignoring_case(option, "close")) keeps_alive_ = false;
      if (equals_ignoring_case(option, "keep-alive")) keeps_alive_ = true;
    });
  } else if (equals_ignoring_case(field.name, "Expect")) {
    if (!equals_ignoring_case(value, "100-continue")) return refuse(417, "The only expectation is 100-continue"), false;
    expects_continue_ = true;
  }
  return true;
}

bool Framing::take_chunk_size(std::string_view line) {
  const std::size_t semicolon = line.find(';');
  const std::string_view digits = trimmed(line.substr(0, semicolon));
  const char* end = digits.data() + digits.size();
  const auto parsed = std::from_chars(digits.data(), end, chunk_left_, 16);
  // from_chars reads no "0x", no sign and no white space in front.
  if (digits.empty() || is_blank(line.front()) || parsed.ec != std::errc{} || parsed.ptr != end ||
      std::any_of(line.begin(), line.end(), [](char c) { return is_control(c) && c != '\t'; })) {
    return refuse(400, "A chunk of the body is malformed"), false;
  }
  overhead_ += line.size() - digits.size();
  const std::size_t decoded = unchunked_.size() - head_size_;
  if (chunk_left_ > limits_->body_max - decoded) return refuse(413, "The request body is too large"), false;
  chunk_state_ = chunk_left_ == 0 ? ChunkState::trailers : ChunkState::data;
  return true;
}

Framing::Progress Framing::take_chunks(std::string_view input, Head& head) {
  std::size_t used = 0;
  while (chunk_state_ != ChunkState::done) {
    const std::string_view rest = input.substr(used);
    if (chunk_state_ == ChunkState::data) {
      const std::size_t taken = std::min(chunk_left_, rest.size());
      unchunked_.append(rest.substr(0, taken));
      used += taken;
      chunk_left_ -= taken;
      if (chunk_left_ > 0) break;
      chunk_state_ = ChunkState::data_end;
      continue;
    }
    const std::size_t line_end = rest.substr(0, chunk_line_max).find('\n');
    if (line_end == std::string_view::npos) {
      if (rest.size() >= chunk_line_max) return refuse(400, "A chunk of the body is malformed");
      break;
    }
    if (line_end == 0 || rest[line_end - 1] != '\r') return refuse(400, "Lines must end with CR LF");
    const std::string_view line = rest.substr(0, line_end - 1);
    used += line_end + 1;
    switch (chunk_state_) {
      case ChunkState::size:
        if (line.empty()) return refuse(400, "A chunk of the body is malformed");
        if (!take_chunk_size(line)) return Progress::refused;
        break;
      case ChunkState::data_end:
        if (!line.empty()) return refuse(400, "A chunk of the body is malformed");
        chunk_state_ = ChunkState::size;
        break;
      default:  // trailers; nobody here wants them
        overhead_ += line.size() + 2;
        if (line.empty()) {
          chunk_state_ = ChunkState::done;
        } else if (!is_token(line.substr(0, line.find(':'))) || line.find(':') == std::string_view::npos ||
                   line.find('\r') != std::string_view::npos) {
          return refuse(400, "A trailer field is malformed");
        }
    }
    if (overhead_ > chunk_overhead_max) return refuse(400, "The body has too much chunk overhead");
  }
  discardable_ = used;
  if (chunk_state_ != ChunkState::done) return Progress::body;
  const std::string_view whole = unchunked_;
  if (!parse_head(whole.substr(0, head_size_), head)) return Progress::refused;
  body_ = whole.substr(head_size_);
  return Progress::complete;
}

}  // namespace parlance::server::http
