// Decimal numbers and the rounding of amounts.
#include "parlance/voice/money.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

using namespace parlance::voice;

TEST_CASE("a decimal is what the shortest text of a double says") {
  struct Row {
    double value;
    std::int64_t digits;
    int exponent;
  };
  const auto row = GENERATE(values<Row>({
      {0, 0, 0},
      {1, 1, 0},
      {19.995, 19995, -3},
      {0.1, 1, -1},
      {100, 1, 2},
      {1e12, 1, 12},
      {999999999999.99, 99999999999999, -2},
      {0.30000000000000004, 30000000000000004, -17},
      {1e-300, 1, -300},
      {5e-324, 5, -324},
      {-2.5, -25, -1},
  }));
  CAPTURE(row.value);
  CHECK(Decimal::of(row.value) == Decimal{row.digits, row.exponent});
}

TEST_CASE("units of a decimal are cut off below the last") {
  CHECK(Decimal::of(19.995).units(3) == 19995);
  CHECK(Decimal::of(19.995).units(2) == 1999);
  CHECK(Decimal::of(19.995).units(0) == 19);
  CHECK(Decimal::of(-19.995).units(2) == -1999);
  CHECK(Decimal::of(100).units(18) == Wide{100'000'000'000} * 1'000'000'000);
  CHECK(Decimal::of(1e-19).units(18) == 0);
  CHECK(Decimal::of(1e-300).units(18) == 0);
}

TEST_CASE("ratios are rounded half away from zero") {
  struct Row {
    int numerator, denominator, expected;
  };
  const auto row = GENERATE(values<Row>({
      {0, 2, 0},
      {1, 2, 1},
      {-1, 2, -1},
      {3, 2, 2},
      {-3, 2, -2},
      {49, 100, 0},
      {50, 100, 1},
      {-49, 100, 0},
      {-50, 100, -1},
      {1, 3, 0},
      {2, 3, 1},
      {5, 3, 2},
  }));
  CAPTURE(row.numerator, row.denominator);
  CHECK(rounded(row.numerator, row.denominator) == row.expected);
}

TEST_CASE("an amount is rounded to cents, half away from zero") {
  struct Row {
    double value;
    Cents cents;
  };
  const auto row = GENERATE(values<Row>({
      {19.995, 2000},  // its binary value is below the half
      {19.994999999999, 1999},
      {1.005, 101},
      {2.675, 268},
      {0.004999999999999999, 0},
      {0.005, 1},
      {-0.005, -1},
      {0.001, 0},
      {1e-20, 0},
      {1e-300, 0},
      {1e12, 100'000'000'000'000},
      {999999999999.995, 100'000'000'000'000},
      {999999999999.994, 99'999'999'999'999},
  }));
  CAPTURE(row.value);
  CHECK(cents_of(Decimal::of(row.value)) == row.cents);
}

TEST_CASE("a share of an amount is exact up to 10^12") {
  CHECK(cents_of(Decimal::of(100), 1, 3) == 3333);
  CHECK(cents_of(Decimal::of(100), 2, 3) == 6667);
  CHECK(cents_of(Decimal::of(1e12), 1, 3) == 33'333'333'333'333);
  const Wide denominator = Wide{300'000'000'000'000} * 1'000'000;
  CHECK(cents_of(Decimal::of(1e12), denominator - 1, denominator) == 100'000'000'000'000);
  CHECK(cents_of(Decimal::of(0.12345678901234567), denominator, denominator) == 12);
}

TEST_CASE("the number of an amount in cents is the nearest double of its decimal") {
  CHECK(number_of(2000) == 20.0);
  CHECK(number_of(1) == 0.01);
  CHECK(number_of(99'999'999'999'999) == 999999999999.99);
  CHECK(number_of(-5) == -0.05);
}
