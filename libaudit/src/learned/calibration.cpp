#include "learned/calibration.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "learned/logistic.hpp"

namespace parlance::audit::learned {
namespace {

// log(1 + exp(x)) without overflow.
double softplus(double x) {
  return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x));
}

}  // namespace

double Calibration::probability(double score) const {
  return logistic(slope * score + offset);
}

Calibration calibrate(std::span<const double> scores, std::span<const std::uint8_t> positive) {
  const auto yes = static_cast<double>(std::count(positive.begin(), positive.end(), std::uint8_t{1}));
  const auto no = static_cast<double>(positive.size()) - yes;
  // Platt's targets: short of certainty, by what the number of examples allows.
  const double high = (yes + 1) / (yes + 2), low = 1 / (no + 2);
  const auto target = [&](std::size_t i) { return positive[i] ? high : low; };
  const auto loss = [&](const Calibration& c) {
    double sum = 0;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const double x = c.slope * scores[i] + c.offset;
      sum += softplus(x) - target(i) * x;
    }
    return sum;
  };

  Calibration fitted{0, std::log((yes + 1) / (no + 1))};
  double best = loss(fitted);
  for (int round = 0; round < 100; ++round) {
    constexpr double ridge = 1e-9;  // scores that are all alike leave the slope open
    double gs = 0, go = 0, hss = ridge, hoo = ridge, hso = 0;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const double p = fitted.probability(scores[i]), error = p - target(i), h = p * (1 - p);
      gs += error * scores[i];
      go += error;
      hss += h * scores[i] * scores[i];
      hso += h * scores[i];
      hoo += h;
    }
    if (std::abs(gs) < 1e-6 && std::abs(go) < 1e-6) break;
    const double determinant = hss * hoo - hso * hso;
    const double by_slope = -(hoo * gs - hso * go) / determinant, by_offset = -(hss * go - hso * gs) / determinant;
    // A whole step may overshoot; half of it, and half of that, until the loss falls.
    constexpr int halvings_max = 33;
    bool better = false;
    double part = 1;
    for (int i = 0; i <= halvings_max && !better; ++i, part /= 2) {
      const Calibration tried{fitted.slope + part * by_slope, fitted.offset + part * by_offset};
      if (const double now = loss(tried); now < best) {
        fitted = tried;
        best = now;
        better = true;
      }
    }
    if (!better) break;
  }
  return fitted;
}

}  // namespace parlance::audit::learned
