#include "server/world/random_bytes.hpp"

#include <sys/random.h>

#include <cerrno>
#include <system_error>

namespace parlance::server::world {

void fill_random(std::span<std::uint8_t> out) {
  while (!out.empty()) {
    const auto got = getrandom(out.data(), out.size(), 0);
    if (got < 0) {
      if (errno == EINTR) continue;
      throw std::system_error(errno, std::generic_category(), "getrandom");
    }
    out = out.subspan(static_cast<std::size_t>(got));
  }
}

}  // namespace parlance::server::world
