#include "learned/logistic_regression.hpp"

#include <algorithm>
#include <cmath>

#include "learned/logistic.hpp"

namespace parlance::audit::learned {
namespace {

// Coordinate descent with a trust region for each coordinate (Genkin, Lewis and Madigan, 2007): the step may not leave
// the region within which the curvature was bounded, so the objective never rises.
class Descent {
 public:
  Descent(const Columns& columns, std::span<const std::uint8_t> positive, const Penalty& penalty)
      : columns_(columns),
        positive_(positive),
        penalty_(penalty),
        margin_(positive.size(), 0.0),
        probability_(positive.size(), 0.5),
        region_(columns.size(), 1.0) {
    fitted_.weights.assign(columns.size(), 0.0);
  }

  Regression run() {
    for (int round = 0; round < rounds_max; ++round) {
      double change = step_bias();
      for (std::size_t j = 0; j < columns_.size(); ++j) change = std::max(change, step(j));
      if (change < enough) break;
      // Most weights are and stay zero: the others are settled before all are looked at again.
      for (int i = 0; i < active_rounds_max; ++i) {
        change = step_bias();
        for (std::size_t j = 0; j < columns_.size(); ++j) {
          if (fitted_.weights[j] != 0) change = std::max(change, step(j));
        }
        if (change < enough) break;
      }
    }
    return std::move(fitted_);
  }

 private:
  static constexpr int rounds_max = 50, active_rounds_max = 20;
  static constexpr double enough = 0.01;

  double step_bias() {
    double gradient = 0, curvature = 1e-9;
    for (std::size_t i = 0; i < margin_.size(); ++i) {
      gradient += probability_[i] - positive_[i];
      curvature += bound(margin_[i], bias_region_);
    }
    const double by = std::clamp(-gradient / curvature, -bias_region_, bias_region_);
    bias_region_ = std::max(2 * std::abs(by), bias_region_ / 2);
    fitted_.bias += by;
    for (std::uint32_t i = 0; i < margin_.size(); ++i) move(i, by);
    return std::abs(by);
  }

  double step(std::size_t j) {
    double& weight = fitted_.weights[j];
    const bool is_free = j >= penalty_.free_from;
    const double l1 = is_free ? 0.0 : penalty_.l1, l2 = is_free ? penalty_.free_l2 : penalty_.l2;
    double gradient = l2 * weight;
    for (const std::uint32_t i : columns_.column(j)) gradient += probability_[i] - positive_[i];
    if (weight == 0 && std::abs(gradient) <= l1) return 0;
    double curvature = l2;
    for (const std::uint32_t i : columns_.column(j)) curvature += bound(margin_[i], region_[j]);
    if (curvature <= 0) return 0;
    // From zero, the weight leaves to the side the loss falls to.
    const double side = weight != 0 ? std::copysign(1.0, weight) : -std::copysign(1.0, gradient);
    double by = -(gradient + side * l1) / curvature;
    if ((weight + by) * side < 0) by = -weight;  // a weight stops at zero before it changes sign
    by = std::clamp(by, -region_[j], region_[j]);
    region_[j] = std::max(2 * std::abs(by), region_[j] / 2);
    if (by == 0) return 0;
    weight += by;
    for (const std::uint32_t i : columns_.column(j)) move(i, by);
    return std::abs(by);
  }

  void move(std::uint32_t i, double by) {
    margin_[i] += by;
    probability_[i] = logistic(margin_[i]);
  }

  // The greatest curvature of the loss within `region` of a margin.
  static double bound(double margin, double region) {
    const double distance = std::abs(margin) - region;
    if (distance <= 0) return 0.25;
    const double p = logistic(distance);
    return p * (1 - p);
  }

  const Columns& columns_;
  std::span<const std::uint8_t> positive_;
  const Penalty penalty_;
  std::vector<double> margin_;  // by row
  std::vector<double> probability_;
  std::vector<double> region_;  // by column
  double bias_region_ = 1;
  Regression fitted_;
};

}  // namespace

Regression fit(const Columns& columns, std::span<const std::uint8_t> positive, const Penalty& penalty) {
  return Descent(columns, positive, penalty).run();
}

}  // namespace parlance::audit::learned
