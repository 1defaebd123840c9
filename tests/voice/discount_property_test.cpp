// What holds for every discount, whatever the numbers.
#include <catch2/catch_test_macros.hpp>
#include <charconv>
#include <cmath>
#include <random>
#include <string>

#include "parlance/voice/discount.hpp"

using namespace parlance::voice;

namespace {

// How many decimals the number has when it is written out, without an exponent.
std::size_t decimals(double value) {
  char text[400];
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed).ptr;
  const std::string_view whole(text, static_cast<std::size_t>(end - text));
  const auto point = whole.find('.');
  return point == std::string_view::npos ? 0 : whole.size() - point - 1;
}

std::int64_t cents(double value) {
  return std::llround(value * 100);
}

class Random {
 public:
  double total() {
    const double wide = std::pow(10.0, std::uniform_real_distribution(-3.0, 12.0)(engine_));
    return coin() ? std::max(0.01, static_cast<double>(std::llround(wide * 100)) / 100) : wide;
  }
  double percent() {
    if (coin()) return std::uniform_int_distribution(0, 100)(engine_);
    const double wide = std::uniform_real_distribution(0.0, 100.0)(engine_);
    return coin() ? std::round(wide * 100) / 100 : wide;
  }
  bool coin() { return engine_() & 1; }

 private:
  std::mt19937_64 engine_{20261119};
};

void check_row(const DiscountedAmount& row, double total, double discount) {
  CAPTURE(total, discount, row.discount, row.discount_amount, row.amount);
  // The sum always adds up.
  REQUIRE(cents(row.amount) + cents(row.discount_amount) == std::llround(total * 100));
  REQUIRE((row.amount >= 0 && row.discount_amount >= 0));
  REQUIRE((decimals(row.amount) <= 2 && decimals(row.discount_amount) <= 2 && decimals(row.discount) <= 2));
  // Right to the cent, give or take what the comparison itself loses in binary.
  const double exact = total * (100 - discount) / 100;
  REQUIRE(std::abs(row.amount - exact) <= 0.005 + total * 1e-15);
  REQUIRE(std::abs(row.discount - discount) <= 0.0050001);
}

}  // namespace

TEST_CASE("every discount of every total adds up to the cent") {
  Random random;
  for (int i = 0; i < 20'000; ++i) {
    const double total = random.total(), discount = random.percent();
    // A total on the half cent is rounded by its text, which this comparison in binary cannot follow.
    if (std::abs(std::remainder(total * 1000, 10)) > 4.99) continue;
    const auto rows = discounted_amounts({total, {{discount}}}).value();
    REQUIRE(rows.size() == 1);
    check_row(rows[0], total, discount);
  }
}

TEST_CASE("every ladder is ascending, evenly spaced and ends at its bounds") {
  Random random;
  for (int i = 0; i < 5'000; ++i) {
    const double total = random.total(), a = random.percent(), b = random.percent();
    if (std::abs(std::remainder(total * 1000, 10)) > 4.99) continue;
    const double low = std::min(a, b), high = std::max(a, b);
    const auto rows = discounted_amounts({total, {}, low, high}).value();
    REQUIRE(rows.size() == ladder_size);
    for (int step = 0; step < ladder_size; ++step) {
      const auto at = static_cast<std::size_t>(ladder_size - 1 - step);
      check_row(rows[at], total, low + (high - low) * step / (ladder_size - 1));
      if (at > 0) REQUIRE(rows[at - 1].amount <= rows[at].amount);
    }
    REQUIRE(rows.back() == discounted_amounts({total, {{low}}}).value()[0]);
    REQUIRE(rows.front() == discounted_amounts({total, {{high}}}).value()[0]);
  }
}
