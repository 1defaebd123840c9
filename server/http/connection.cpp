#include "server/http/connection.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

namespace parlance::server::http {
namespace {

std::int64_t nanoseconds(SteadyTime time) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count();
}

}  // namespace

void release(std::string& text) {
  std::string().swap(text);
}

Connection::~Connection() {
  ::close(descriptor_);
}

void Connection::write(std::string_view bytes) {
  if (failed_) return;
  if (!has_output()) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (sent >= 0) {
        bytes.remove_prefix(static_cast<std::size_t>(sent));
        bytes_sent_ += static_cast<std::uint64_t>(sent);
      } else if (errno == EAGAIN) {
        break;
      } else if (errno != EINTR) {
        failed_ = true;
        return;
      }
    }
  }
  output_.append(bytes);
}

bool Connection::flush() {
  while (has_output() && !failed_) {
    const ssize_t sent =
        ::send(descriptor_, output_.data() + output_sent_, output_.size() - output_sent_, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) {
      output_sent_ += static_cast<std::size_t>(sent);
      bytes_sent_ += static_cast<std::uint64_t>(sent);
    } else if (errno == EAGAIN) {
      return false;
    } else if (errno != EINTR) {
      failed_ = true;
    }
  }
  release(output_);
  output_sent_ = 0;
  return true;
}

void Connection::park(Phase new_phase, SteadyTime deadline) noexcept {
  parked_phase_.store(new_phase, std::memory_order_relaxed);
  deadline_.store(nanoseconds(deadline), std::memory_order_release);
}

bool Connection::expire(SteadyTime now) noexcept {
  std::int64_t deadline = deadline_.load(std::memory_order_acquire);
  // Owned connections have the greatest deadline there is.
  if (deadline == expired || deadline > nanoseconds(now)) return false;
  return deadline_.compare_exchange_strong(deadline, expired, std::memory_order_acq_rel);
}

bool Connection::is_parked_idle() const noexcept {
  const std::int64_t deadline = deadline_.load(std::memory_order_acquire);
  return deadline != owned && deadline != expired && parked_phase_.load(std::memory_order_relaxed) == Phase::idle;
}

}  // namespace parlance::server::http
