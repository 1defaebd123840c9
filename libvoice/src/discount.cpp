#include "parlance/voice/discount.hpp"

#include <algorithm>
#include <utility>

#include "parlance/voice/money.hpp"

namespace parlance::voice {
namespace {

// Percentages are counted in units of 10⁻¹⁸ percent, finer than any double's text between 0.01 and 100.
constexpr int percent_decimals = 18;
constexpr Wide one_percent = 1'000'000'000'000'000'000;

// What is left of `total` after a discount of `percent` / `parts`.
DiscountedAmount discounted(const Decimal& total, Wide percent, int parts) {
  const Wide whole = 100 * one_percent * parts;
  const Cents amount = cents_of(total, whole - percent, whole);
  // Contract 7.12: discountAmount = total − amount, so the three always add up.
  const Cents discount_amount = cents_of(total) - amount;
  // Contract 7.12: a ladder's discount is shown rounded to 2 decimals.
  const auto shown = static_cast<Cents>(rounded(percent, one_percent / 100 * parts));
  return {number_of(shown), number_of(discount_amount), number_of(amount)};
}

}  // namespace

org::Result<std::vector<DiscountedAmount>> discounted_amounts(const DiscountRequest& request, org::Problems problems) {
  check(request, problems);
  if (!problems.has("totalAmount")) {
    if (!(request.total_amount > 0)) {
      problems.add("totalAmount", "must be greater than 0");
    } else if (!(request.total_amount <= 1e12)) {
      problems.add("totalAmount", "must not be greater than 1000000000000");
    }
  }
  const bool pair = request.min_discount && request.max_discount;
  // Rule 5: only one bound of the pair is refused, even beside `discounts`.
  if (request.min_discount && !request.max_discount && !problems.has("maxDiscount")) {
    problems.add("maxDiscount", "must be sent with minDiscount");
  } else if (request.max_discount && !request.min_discount && !problems.has("minDiscount")) {
    problems.add("minDiscount", "must be sent with maxDiscount");
  } else if (!pair && !request.discounts && !problems.has("discounts") && !problems.has("minDiscount") &&
             !problems.has("maxDiscount")) {
    // Rule 1: send either `discounts` or the pair.
    problems.add("discounts", "should not be empty without minDiscount and maxDiscount");
  }
  if (pair && problems.empty() && *request.min_discount > *request.max_discount) {
    problems.add("minDiscount", "must not be greater than maxDiscount");
  }
  if (!problems.empty()) return std::move(problems).error();

  const Decimal total = Decimal::of(request.total_amount);
  const auto percent = [](double value) { return Decimal::of(value).units(percent_decimals); };
  std::vector<DiscountedAmount> out;
  // Rule 3: when both forms are sent, the pair is used.
  if (pair) {
    // Rule 2: a ladder of 4 discounts; evenly spaced, both bounds included, unrounded percentages used for the amounts.
    const Wide low = percent(*request.min_discount), high = percent(*request.max_discount);
    constexpr int steps = ladder_size - 1;
    for (int i = 0; i <= steps; ++i) out.push_back(discounted(total, low * (steps - i) + high * i, steps));
  } else {
    for (const double discount : *request.discounts) out.push_back(discounted(total, percent(discount), 1));
  }
  // Rule 4: ascending order of the amount after each discount; of two that round alike, the larger discount first.
  std::sort(out.begin(), out.end(), [](const DiscountedAmount& a, const DiscountedAmount& b) {
    return std::pair(a.amount, b.discount) < std::pair(b.amount, a.discount);
  });
  return out;
}

}  // namespace parlance::voice
