// Connection: one client's socket, what was read from it and not understood yet, and what it has not taken yet.
//
// Internal to the engine. Owned by one worker at a time; only `deadline` and `phase` are read by others (the sweeper).
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <list>
#include <string>
#include <string_view>

#include "server/http/address.hpp"
#include "server/http/framing.hpp"

namespace parlance::server::http {

using SteadyTime = std::chrono::steady_clock::time_point;

// Empties a string and gives its memory back, which assigning an empty one does not.
void release(std::string& text);

class Connection {
 public:
  enum class Phase : std::uint8_t {
    idle,       // between requests
    head,       // part of a head was read
    body,       // a head was read, its body is on its way
    writing,    // an answer waits for the client to take it
    lingering,  // answered for the last time; reads on so that the client can read the answer
  };

  // Takes the descriptor over; it is closed by the destructor.
  Connection(int descriptor, const IpAddress& peer, const FramingLimits& limits)
      : framing(limits), descriptor_(descriptor), peer_(peer) {}
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  int descriptor() const noexcept { return descriptor_; }
  const IpAddress& peer() const noexcept { return peer_; }

  // Sends at once what the socket takes and keeps the rest; never blocks. After a failure everything is dropped.
  void write(std::string_view bytes);
  // Sends kept output. True when nothing is left.
  bool flush();
  bool has_output() const noexcept { return output_sent_ < output_.size(); }
  bool failed() const noexcept { return failed_; }
  std::uint64_t bytes_sent() const noexcept { return bytes_sent_; }

  std::size_t held_bytes() const noexcept { return input.capacity() + output_.capacity() + framing.held_bytes(); }

  // Ownership against the sweeper. A worker claims a connection before it touches it, which fails when the deadline was
  // enforced first; `park` gives it back.
  bool claim() noexcept { return deadline_.exchange(owned, std::memory_order_acq_rel) != expired; }
  void park(Phase phase, SteadyTime deadline) noexcept;
  // True when the deadline has passed and nobody owned the connection; its owner-to-be will see it as expired.
  bool expire(SteadyTime now) noexcept;
  // A hint, for the sweeper: right at the time when it was parked.
  bool is_parked_idle() const noexcept;

  // State of the worker that owns the connection.
  Framing framing;
  std::string input{};        // received and not consumed; starts where the current request does
  Phase phase = Phase::idle;  // of the current request
  SteadyTime phase_start{};
  std::uint64_t phase_bytes = 0;  // received in the body, or sent before the answer
  bool closes = false;            // after the output is flushed
  bool lingers = false;           // when it closes
  bool continue_sent = false;
  std::size_t charged = 0;                     // of held_bytes, what the engine has accounted for
  std::list<Connection>::iterator position{};  // in the registry

 private:
  static constexpr std::int64_t owned = std::numeric_limits<std::int64_t>::max();
  static constexpr std::int64_t expired = std::numeric_limits<std::int64_t>::min();

  int descriptor_;
  IpAddress peer_;
  std::atomic<std::int64_t> deadline_{owned};  // nanoseconds of the steady clock
  std::atomic<Phase> parked_phase_{Phase::idle};
  std::string output_{};
  std::size_t output_sent_ = 0;
  std::uint64_t bytes_sent_ = 0;
  bool failed_ = false;
};

}  // namespace parlance::server::http
