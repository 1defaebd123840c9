// Logistic regression over features that are there or not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace parlance::audit::learned {

// The examples by feature: which of them have it.
struct Columns {
  std::vector<std::uint32_t> starts{0};  // by column, and one more
  std::vector<std::uint32_t> rows;

  std::size_t size() const { return starts.size() - 1; }
  std::span<const std::uint32_t> column(std::size_t i) const {
    return {rows.data() + starts[i], rows.data() + starts[i + 1]};
  }
};

// The elastic net: l1 drops features that say little, l2 shares the weight among those that say the same. The columns
// from `free_from` on are spared l1 and have an l2 of their own.
struct Penalty {
  double l1 = 0.5;
  double l2 = 0.5;
  std::size_t free_from = 0;
  double free_l2 = 0.5;
};

struct Regression {
  double bias = 0;
  std::vector<double> weights;  // by column
};

// Minimizes the sum of the losses and the penalty by coordinate descent. Deterministic.
Regression fit(const Columns& columns, std::span<const std::uint8_t> positive, const Penalty& penalty);

}  // namespace parlance::audit::learned
