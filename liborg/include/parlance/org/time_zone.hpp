// Port: time zones by IANA name.
#pragma once

#include <string_view>

#include "parlance/org/date.hpp"
#include "parlance/org/time.hpp"

namespace parlance::org {

// When the clocks of a zone show one time. Mostly once: then both are the same.
struct Instants {
  UtcTime first;  // the clock went back: the earlier of both occurrences
  UtcTime last;   // and the later one. The clock jumped over it: both are the moment it jumped
  bool operator==(const Instants&) const = default;
};

// What the clocks of a zone show at one moment.
struct LocalTime {
  Date date;
  WallTime time;  // its minute; never 24:00
  bool operator==(const LocalTime&) const = default;
};

// Called from several threads at once. Names that do not exist are std::invalid_argument but for exists().
class TimeZones {
 public:
  virtual ~TimeZones() = default;
  // True for a name of the IANA database ("Europe/Madrid", "UTC"), exactly spelled.
  virtual bool exists(std::string_view name) const = 0;
  virtual Instants instants_of(std::string_view name, Date, WallTime) const = 0;
  virtual LocalTime local(std::string_view name, UtcTime) const = 0;
};

inline constexpr std::string_view must_be_time_zone = "must be an IANA time zone name, such as Europe/Madrid";

}  // namespace parlance::org
