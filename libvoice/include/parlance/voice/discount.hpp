// Discounted amounts: what a debt comes to after each discount of a list or a ladder.
#pragma once

#include <optional>
#include <vector>

#include "parlance/org/describe.hpp"
#include "parlance/org/problems.hpp"
#include "parlance/org/result.hpp"

namespace parlance::voice {

// Specification, discounted-amount request. Percentages are 0 to 100.
struct DiscountRequest {
  double total_amount = 0;
  std::optional<std::vector<double>> discounts;
  std::optional<double> min_discount;
  std::optional<double> max_discount;
};

// Amounts and the shown discount have at most 2 decimals; discount_amount + amount is the total rounded to 2 decimals.
struct DiscountedAmount {
  double discount = 0;
  double discount_amount = 0;
  double amount = 0;
  bool operator==(const DiscountedAmount&) const = default;
};

inline constexpr int ladder_size = 4;

// Rules for discounted-amount 1 to 5. Decimal arithmetic on the shortest text of each number, rounded half away from
// zero: 19.995 is 20.00. Pure; safe from any thread.
org::Result<std::vector<DiscountedAmount>> discounted_amounts(const DiscountRequest&, org::Problems = {});

}  // namespace parlance::voice

namespace parlance::org {

template <>
struct Describe<voice::DiscountRequest> {
  using T = voice::DiscountRequest;
  static constexpr std::string_view name = "DiscountedAmountRequest";
  static constexpr auto fields =
      std::tuple{required("totalAmount", &T::total_amount, NoRule{}, "More than 0, at most 10¹²."),
                 field("discounts", &T::discounts, Items<Range<double>>{1, 100, false, {0, 100}}, "Percentages."),
                 field("minDiscount", &T::min_discount, Range<double>{0, 100}, "With maxDiscount: a ladder of 4."),
                 field("maxDiscount", &T::max_discount, Range<double>{0, 100})};
};
template <>
struct Describe<voice::DiscountedAmount> {
  using T = voice::DiscountedAmount;
  static constexpr std::string_view name = "DiscountedAmount";
  static constexpr auto fields =
      std::tuple{field("discount", &T::discount, NoRule{}, "Percentage, rounded to 2 decimals."),
                 field("discountAmount", &T::discount_amount, NoRule{}, "Total less amount."),
                 field("amount", &T::amount, NoRule{}, "What is left to pay, rounded to 2 decimals.")};
};

}  // namespace parlance::org
