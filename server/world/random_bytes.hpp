#pragma once

#include <cstdint>
#include <span>

namespace parlance::server::world {

// From the system's generator. Throws std::system_error when there is none.
void fill_random(std::span<std::uint8_t> out);

}  // namespace parlance::server::world
