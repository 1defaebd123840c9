// Money: decimal numbers without binary drift, and the one rounding rule for amounts.
#pragma once

#include <cstdint>

namespace parlance::voice {

__extension__ using Wide = __int128;

// digits × 10^exponent: the number that the shortest text of a double names. The text is what a client wrote, its
// binary value is not: 19.995 is read as 19.995 and not as 19.99499….
struct Decimal {
  std::int64_t digits = 0;  // 17 decimal digits at most
  int exponent = 0;

  static Decimal of(double value);  // precondition: finite

  // In units of 10^-`decimals`; what is finer than a unit is cut off. Precondition: the result has at most 38 digits.
  Wide units(int decimals) const;
  bool operator==(const Decimal&) const = default;
};

// Amounts have 2 decimals; they are counted in hundredths.
using Cents = std::int64_t;

// `numerator` ÷ `denominator`, rounded half away from zero. Precondition: denominator > 0, 2 × both fit.
Wide rounded(Wide numerator, Wide denominator);

// `value` × `numerator` ÷ `denominator`, rounded to cents, half away from zero. Precondition: |value| ≤ 10¹², and
// 0 ≤ numerator ≤ denominator ≤ 4 × 10²⁰.
Cents cents_of(const Decimal& value, Wide numerator = 1, Wide denominator = 1);

// The double whose shortest text is the decimal: at most 2 decimals, no exponent up to 10¹² and beyond.
double number_of(Cents cents);

}  // namespace parlance::voice
