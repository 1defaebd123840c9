// The system's time zone database, behind the TimeZones port.
#pragma once

#include "parlance/org/time_zone.hpp"

namespace parlance::server::world {

class IanaTimeZones final : public org::TimeZones {
 public:
  bool exists(std::string_view name) const override;
  org::Instants instants_of(std::string_view name, org::Date, org::WallTime) const override;
  org::LocalTime local(std::string_view name, org::UtcTime) const override;
};

}  // namespace parlance::server::world
