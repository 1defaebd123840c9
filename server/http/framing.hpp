// Framing: where one HTTP/1.1 request starts and ends in a stream of bytes.
//
// Pure: bytes in, decision out; no socket, no clock. It is strict wherever two readers of the same bytes could disagree
// (request smuggling): Content-Length given twice or not a number, Content-Length beside Transfer-Encoding, any
// transfer coding but one "chunked", line ends other than CR LF, folded lines, white space before a colon, control
// characters. RFC 9112 lets a server repair some of these; refusing them all is simpler and as legal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "server/http/request.hpp"

namespace parlance::server::http {

struct FramingLimits {
  std::size_t head_max = 16 * 1024;
  std::size_t header_lines_max = 100;
  std::size_t target_max = 8 * 1024;
  std::size_t body_max = 8 * 1024 * 1024;
};

struct Head {
  std::string_view method{};
  std::string_view target{};
  int minor_version = 1;  // HTTP/1.0 or HTTP/1.1
  std::vector<HeaderField> fields{};
};

// Why bytes are not a request. After a refusal the stream has no further request boundary: answer and close.
struct Refusal {
  int status = 0;
  std::string_view message{};  // a literal
};

// Reads one request; `reset` makes it ready for the next.
class Framing {
 public:
  enum class Progress {
    head,      // the head is not complete
    body,      // the head is complete and acceptable, the body is not there yet
    complete,  // one whole request
    refused,
  };

  explicit Framing(const FramingLimits& limits) : limits_(&limits) {}

  // `input`: everything received since the start of the request, less what `discardable` let go. On `complete`, `head`
  // is filled in and views into `input` or into this object, as does body(). Time is linear in the bytes received,
  // however they are cut up.
  Progress advance(std::string_view input, Head& head);

  // Bytes at the front of the last `input` that are not needed any more: of a chunked body what has been decoded, of a
  // complete request all its bytes. The caller drops them before it calls `advance` again.
  std::size_t discardable() const noexcept { return discardable_; }

  // After `complete`.
  std::string_view body() const noexcept { return body_; }
  bool keeps_alive() const noexcept { return keeps_alive_; }
  // From `body` on: the client waits for "100 Continue" before it sends the body.
  bool expects_continue() const noexcept { return expects_continue_; }
  // After `refused`.
  const Refusal& refusal() const noexcept { return refusal_; }
  // Memory held beside `input`.
  std::size_t held_bytes() const noexcept { return unchunked_.capacity(); }

  void reset();

 private:
  enum class ChunkState { size, data, data_end, trailers, done };

  Progress refuse(int status, std::string_view message);
  bool scan_head(std::string_view input);
  bool interpret(std::string_view head_bytes, Head& head);
  bool interpret_field(const HeaderField& field, bool& has_length, bool& has_host);
  bool parse_head(std::string_view head_bytes, Head& head);
  bool parse_request_line(std::string_view line, Head& head);
  Progress take_chunks(std::string_view input, Head& head);
  bool take_chunk_size(std::string_view line);

  const FramingLimits* limits_;
  Refusal refusal_{};
  std::size_t scanned_ = 0;  // bytes of the head already looked at
  std::size_t line_start_ = 0;
  std::size_t lines_ = 0;
  std::size_t leading_ = 0;    // empty lines before the request line
  std::size_t head_size_ = 0;  // 0 until the head is complete
  std::size_t length_ = 0;
  std::size_t discardable_ = 0;
  std::string_view body_{};
  bool chunked_ = false;
  bool keeps_alive_ = true;
  bool expects_continue_ = false;

  ChunkState chunk_state_ = ChunkState::size;
  std::size_t chunk_left_ = 0;
  std::size_t overhead_ = 0;  // bytes of chunk extensions and trailers
  std::string unchunked_{};   // the head, then the decoded body
};

}  // namespace parlance::server::http
