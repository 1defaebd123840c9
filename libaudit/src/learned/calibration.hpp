// From scores to probabilities.
#pragma once

#include <cstdint>
#include <span>

namespace parlance::audit::learned {

// The probability of a score s is logistic(slope * s + offset).
struct Calibration {
  double slope = 1;
  double offset = 0;

  double probability(double score) const;
};

// Platt's scaling, fitted by Newton's method to scores of examples the model was not trained on.
Calibration calibrate(std::span<const double> scores, std::span<const std::uint8_t> positive);

}  // namespace parlance::audit::learned
