// Payment rules: on which days a customer may promise to pay. Contract sections 4 and 7.4.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "parlance/org/date.hpp"

namespace parlance::org {

struct PaymentRules {
  std::int64_t min_days = 0;  // calendar days from today
  std::int64_t max_days = 0;
  bool business_days_only = false;  // leaves out Saturdays, Sundays and the holidays
  std::optional<std::vector<Weekday>> allowed_weekdays;
  std::vector<Date> holidays;
  std::optional<WallTime> cutoff_time;  // from then on, today counts as tomorrow
  bool not_beyond_month_end = false;
  bool operator==(const PaymentRules&) const = default;
};

template <>
struct Describe<PaymentRules> {
  using T = PaymentRules;
  static constexpr std::string_view name = "PaymentRules";
  static constexpr auto fields = std::tuple{
      required("minDays", &T::min_days, Range<std::int64_t>{0, 366}, "The first day, counted from today."),
      required("maxDays", &T::max_days, Range<std::int64_t>{0, 366}, "The last day; not less than minDays."),
      field("businessDaysOnly", &T::business_days_only, NoRule{}, "Leaves out Saturdays, Sundays and holidays."),
      field("allowedWeekdays", &T::allowed_weekdays, Items<>{1, 7, true, {}}, "The only ones; all when null."),
      field("holidays", &T::holidays, Items<>{0, 400, true, {}}),
      field("cutoffTime", &T::cutoff_time, NoRule{}, "Local time from which on today counts as tomorrow."),
      field("notBeyondMonthEnd", &T::not_beyond_month_end, NoRule{}, "No day after the end of this month.")};
};

}  // namespace parlance::org
