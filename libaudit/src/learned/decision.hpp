// From the heads' scores to an answer: the same rule where accuracy is measured and where answers are given.
#pragma once

#include <cstddef>
#include <span>

namespace parlance::audit::learned {

struct Choice {
  std::size_t chosen = 0;  // of the classes
  double margin = 0;       // what the calibration takes: boolean questions: the score of `true`; options: how far ahead
};

// One score: a boolean question, whose classes are false and true. Otherwise one per class; the first of equals wins.
inline Choice choose(std::span<const double> scores) {
  if (scores.size() == 1) return {scores[0] > 0 ? std::size_t{1} : std::size_t{0}, scores[0]};
  std::size_t best = 0;
  for (std::size_t i = 1; i < scores.size(); ++i) {
    if (scores[i] > scores[best]) best = i;
  }
  double second = 0;
  bool any = false;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (i == best || (any && scores[i] <= second)) continue;
    second = scores[i];
    any = true;
  }
  return {best, scores[best] - second};
}

}  // namespace parlance::audit::learned
