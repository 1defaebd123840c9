#include "parlance/voice/discount.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace parlance::voice {
namespace {

__extension__ using Wide = __int128;

// A decimal number: units × 10⁻⁹. Finer parts of what was sent are cut off; they are below any coin.
constexpr int decimals = 9;
constexpr std::int64_t one = 1'000'000'000;

// Reads the shortest text of the number instead of its binary value, so that 19.995 is 19.995.
Wide decimal_of(double value) {
  char text[512];
  const char* end = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed).ptr;
  Wide units = 0;
  int after_point = -1;
  for (const char* c = text; c != end; ++c) {
    if (*c == '.') {
      after_point = 0;
      continue;
    }
    if (after_point == decimals) break;
    if (after_point >= 0) ++after_point;
    units = units * 10 + (*c - '0');
  }
  for (int i = std::max(after_point, 0); i < decimals; ++i) units *= 10;
  return units;
}

// `numerator` / `denominator`, half away from zero; both are never negative here.
Wide rounded(Wide numerator, Wide denominator) {
  return (2 * numerator + denominator) / (2 * denominator);
}

// Cents, as the double whose shortest text has at most two decimals.
double shown(Wide cents) {
  return static_cast<double>(static_cast<std::int64_t>(cents)) / 100.0;
}

// What is left of `total` after a discount of `percent` / `parts`, in cents.
DiscountedAmount discounted(Wide total, Wide percent, Wide parts) {
  const Wide left = rounded(total * (100 * one * parts - percent), 100 * one * parts * (one / 100));
  const Wide whole = rounded(total, one / 100);
  return {shown(rounded(percent, parts * (one / 100))), shown(whole - left), shown(left)};
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

  const Wide total = decimal_of(request.total_amount);
  std::vector<DiscountedAmount> out;
  // Rule 3: when both forms are sent, the pair is used.
  if (pair) {
    // Rule 2: a ladder of 4 discounts; evenly spaced, both bounds included, unrounded percentages used for the amounts.
    const Wide low = decimal_of(*request.min_discount), high = decimal_of(*request.max_discount);
    constexpr int steps = ladder_size - 1;
    for (int i = 0; i <= steps; ++i) out.push_back(discounted(total, low * (steps - i) + high * i, steps));
  } else {
    for (const double percent : *request.discounts) out.push_back(discounted(total, decimal_of(percent), 1));
  }
  // Rule 4: ascending by amount.
  std::stable_sort(out.begin(), out.end(),
                   [](const DiscountedAmount& a, const DiscountedAmount& b) { return a.amount < b.amount; });
  return out;
}

}  // namespace parlance::voice
