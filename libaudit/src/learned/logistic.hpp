// The logistic function.
#pragma once

#include <cmath>

namespace parlance::audit::learned {

inline double logistic(double x) {
  return 1 / (1 + std::exp(-x));
}

}  // namespace parlance::audit::learned
