#include "server/world/iana_time_zones.hpp"

#include <date/tz.h>

#include <stdexcept>

namespace parlance::server::world {

bool IanaTimeZones::exists(std::string_view name) const {
  try {
    return date::locate_zone(name) != nullptr;
  } catch (const std::runtime_error&) {  // its way to say that there is no such zone
    return false;
  }
}

}  // namespace parlance::server::world
