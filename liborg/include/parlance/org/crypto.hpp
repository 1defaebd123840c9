// Port: the hash under which secrets are kept.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace parlance::org {

using Sha256 = std::array<std::uint8_t, 32>;

// Called from several threads at once.
class Hasher {
 public:
  virtual ~Hasher() = default;
  virtual Sha256 sha256(std::string_view bytes) const = 0;
};

}  // namespace parlance::org
