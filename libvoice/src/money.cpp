#include "parlance/voice/money.hpp"

#include <charconv>

namespace parlance::voice {
namespace {

Wide power_of_ten(int exponent) {
  Wide power = 1;
  for (; exponent > 0; --exponent) power *= 10;
  return power;
}

// 10³⁸ is the largest power of ten a Wide holds.
constexpr int wide_digits = 38;

}  // namespace

Decimal Decimal::of(double value) {
  char text[32];
  const char* end = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific).ptr;
  // [-]d[.ddd]e±xx
  Decimal out;
  const char* at = text;
  const bool negative = *at == '-';
  if (negative) ++at;
  int after_point = 0;
  for (bool point = false; *at != 'e'; ++at) {
    if (*at == '.') {
      point = true;
      continue;
    }
    out.digits = out.digits * 10 + (*at - '0');
    after_point += point;
  }
  ++at;
  if (*at == '+') ++at;  // from_chars takes no plus
  std::from_chars(at, end, out.exponent);
  out.exponent -= after_point;
  if (negative) out.digits = -out.digits;
  return out;
}

Wide Decimal::units(int decimals) const {
  const int shift = exponent + decimals;
  if (shift >= 0) return Wide{digits} * power_of_ten(shift);
  return -shift >= wide_digits ? 0 : digits / power_of_ten(-shift);
}

Wide rounded(Wide numerator, Wide denominator) {
  const Wide doubled = 2 * (numerator < 0 ? -numerator : numerator) + denominator;
  const Wide quotient = doubled / (2 * denominator);
  return numerator < 0 ? -quotient : quotient;
}

Cents cents_of(const Decimal& value, Wide numerator, Wide denominator) {
  const int shift = value.exponent + 2;
  if (shift >= 0) {
    return static_cast<Cents>(rounded(Wide{value.digits} * power_of_ten(shift) * numerator, denominator));
  }
  // More places than digits and cents account for: less than a tenth of a cent.
  if (-shift > 17) return 0;
  return static_cast<Cents>(rounded(Wide{value.digits} * numerator, denominator * power_of_ten(-shift)));
}

double number_of(Cents cents) {
  return static_cast<double>(cents) / 100.0;
}

}  // namespace parlance::voice
