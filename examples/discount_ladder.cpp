// The discount ladder that a voice agent offers: four steps between two bounds.
#include <cstdio>

#include "parlance/voice/discount.hpp"

int main() {
  const auto ladder =
      parlance::voice::discounted_amounts({.total_amount = 100, .min_discount = 10, .max_discount = 40});
  if (!ladder) return 1;
  for (const auto& step : *ladder) std::printf("%.0f %% off: %.2f left to pay\n", step.discount, step.amount);
}
