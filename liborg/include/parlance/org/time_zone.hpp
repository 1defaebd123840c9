// Port: time zones by IANA name.
#pragma once

#include <string_view>

namespace parlance::org {

// Called from several threads at once.
class TimeZones {
 public:
  virtual ~TimeZones() = default;
  // True for a name of the IANA database ("Europe/Madrid", "UTC"), exactly spelled.
  virtual bool exists(std::string_view name) const = 0;
};

}  // namespace parlance::org
