// Rules for discounted-amount (specification, Agent tools; contract 7.12).
#include "parlance/voice/discount.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <limits>

using namespace parlance;
using voice::discounted_amounts;
using voice::DiscountedAmount;
using voice::DiscountRequest;

namespace {

using Rows = std::vector<DiscountedAmount>;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

// The messages of a refusal; empty for one that was not refused.
std::vector<std::string> problems_of(const DiscountRequest& request) {
  const auto result = discounted_amounts(request);
  if (result) return {};
  CHECK(result.error().kind == org::ErrorKind::invalid);
  return result.error().messages;
}

using Messages = std::vector<std::string>;

}  // namespace

TEST_CASE("a list of discounts becomes amounts in ascending order") {
  CHECK(discounted_amounts({100, {{10, 50, 30}}}).value() == Rows{{50, 50, 50}, {30, 30, 70}, {10, 10, 90}});
  CHECK(discounted_amounts({100, {{0}}}).value() == Rows{{0, 0, 100}});
  CHECK(discounted_amounts({100, {{100}}}).value() == Rows{{100, 100, 0}});
  CHECK(discounted_amounts({100, {{10, 10}}}).value() == Rows{{10, 10, 90}, {10, 10, 90}});
}

TEST_CASE("a pair of bounds becomes a ladder of 4 that includes both") {
  CHECK(discounted_amounts({100, {}, 10, 40}).value() == Rows{{40, 40, 60}, {30, 30, 70}, {20, 20, 80}, {10, 10, 90}});
  CHECK(discounted_amounts({100, {}, 0, 100}).value() ==
        Rows{{100, 100, 0}, {66.67, 66.67, 33.33}, {33.33, 33.33, 66.67}, {0, 0, 100}});
  CHECK(discounted_amounts({100, {}, 25, 25}).value() == Rows(4, {25, 25, 75}));
}

TEST_CASE("a ladder's amounts come from unrounded percentages") {
  // 10 to 20: the steps between are 13.333… and 16.666… percent. From the rounded 13.33 it would be 866700.
  const auto rows = discounted_amounts({1'000'000, {}, 10, 20}).value();
  CHECK(rows[1] == DiscountedAmount{16.67, 166666.67, 833333.33});
  CHECK(rows[2] == DiscountedAmount{13.33, 133333.33, 866666.67});
}

TEST_CASE("the pair is used when both forms are sent") {
  CHECK(discounted_amounts({100, {{99}}, 10, 40}).value() == discounted_amounts({100, {}, 10, 40}).value());
}

TEST_CASE("amounts are decimal, half away from zero") {
  struct Row {
    double total, discount;
    DiscountedAmount expected;
  };
  const auto row = GENERATE(values<Row>({
      {19.995, 0, {0, 0, 20}},
      {19.99, 50, {50, 9.99, 10}},      // 9.995 → 10.00
      {1.01, 50, {50, 0.5, 0.51}},      // 0.505 → 0.51
      {2.01, 50, {50, 1, 1.01}},        // 1.005 → 1.01
      {0.01, 50, {50, 0, 0.01}},        // 0.005 → 0.01
      {0.01, 50.01, {50.01, 0.01, 0}},  // 0.004999 → 0.00
      {0.001, 0, {0, 0, 0}},            //
      {10.005, 50, {50, 5.01, 5}},      // 5.0025 → 5.00 of 10.01
      {1e12, 0.01, {0.01, 1e8, 999.9e9}},
      {1e12, 33.333333333333336, {33.33, 333333333333.33, 666666666666.67}},
      {999999999999.99, 12.345, {12.35, 123450000000, 876549999999.99}},
      {1e12, 12.345678901234567, {12.35, 123456789012.35, 876543210987.65}},
  }));
  CAPTURE(row.total, row.discount);
  CHECK(discounted_amounts({row.total, {{row.discount}}}).value() == Rows{row.expected});
}

TEST_CASE("a total has to be above 0 and at most 10^12") {
  const Messages too_small{"totalAmount must be greater than 0"};
  const Messages too_large{"totalAmount must not be greater than 1000000000000"};
  CHECK(problems_of({0, {{1}}}) == too_small);
  CHECK(problems_of({-1, {{1}}}) == too_small);
  CHECK(problems_of({nan, {{1}}}) == too_small);
  CHECK(problems_of({-infinity, {{1}}}) == too_small);
  CHECK(problems_of({std::numeric_limits<double>::denorm_min(), {{1}}}).empty());
  CHECK(problems_of({0.01, {{1}}}).empty());
  CHECK(problems_of({1e12, {{1}}}).empty());
  CHECK(problems_of({1e12 + 0.001, {{1}}}) == too_large);
  CHECK(problems_of({infinity, {{1}}}) == too_large);
}

TEST_CASE("a discount is 0 to 100 percent, and there are 1 to 100 of them") {
  CHECK(problems_of({1, {{0, 100}}}).empty());
  CHECK(problems_of({1, {{-0.01, 5, 100.01, nan}}}) == Messages{"discounts.0 must not be less than 0",
                                                                "discounts.2 must not be greater than 100",
                                                                "discounts.3 must not be less than 0"});
  CHECK(problems_of({1, {std::vector<double>{}}}) == Messages{"discounts must contain at least 1 elements"});
  CHECK(problems_of({1, {std::vector<double>(100, 1.0)}}).empty());
  CHECK(problems_of({1, {std::vector<double>(101, 1.0)}}) ==
        Messages{"discounts must contain no more than 100 elements"});
}

TEST_CASE("either form has to be sent, and a pair in whole and in order") {
  const Messages neither{"discounts should not be empty without minDiscount and maxDiscount"};
  CHECK(problems_of({1}) == neither);
  CHECK(problems_of({1, {}, 10}) == Messages{"maxDiscount must be sent with minDiscount"});
  CHECK(problems_of({1, {}, {}, 10}) == Messages{"minDiscount must be sent with maxDiscount"});
  // Only one bound is refused even beside `discounts`.
  CHECK(problems_of({1, {{5}}, 10}) == Messages{"maxDiscount must be sent with minDiscount"});
  CHECK(problems_of({1, {{5}}, {}, 10}) == Messages{"minDiscount must be sent with maxDiscount"});
  CHECK(problems_of({1, {}, 10, 9.99}) == Messages{"minDiscount must not be greater than maxDiscount"});
  CHECK(problems_of({1, {}, 10, 10}).empty());
  CHECK(problems_of({1, {}, -1, 101}) ==
        Messages{"minDiscount must not be less than 0", "maxDiscount must not be greater than 100"});
  CHECK(problems_of({1, {{101}}, 10, 20}) == Messages{"discounts.0 must not be greater than 100"});
}

TEST_CASE("problems are told together, and those found before come first") {
  CHECK(problems_of({0, {{101}}, {}, 5}) == Messages{"discounts.0 must not be greater than 100",
                                                     "totalAmount must be greater than 0",
                                                     "minDiscount must be sent with maxDiscount"});
  org::Problems before;
  before.add("totalAmount", "must be a number");
  before.add("colour", "is no field");
  const auto refused = discounted_amounts({0, {{1}}}, std::move(before));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().messages == Messages{"totalAmount must be a number", "colour is no field"});
}
