#include "learned/feature_matrix.hpp"

#include <algorithm>
#include <numeric>

namespace parlance::audit::learned {

FeatureMatrix::FeatureMatrix(std::span<const LabelledDialogue> labelled) {
  std::vector<std::uint32_t> all;
  for (const LabelledDialogue& dialogue : labelled) {
    all.insert(all.end(), dialogue.features->ids.begin(), dialogue.features->ids.end());
  }
  std::sort(all.begin(), all.end());
  for (std::size_t i = 0, end = 0; i < all.size(); i = end) {
    while (end < all.size() && all[end] == all[i]) ++end;
    if (end - i >= dialogues_min) ids_.push_back(all[i]);
  }
  for (const LabelledDialogue& dialogue : labelled) {
    auto at = ids_.begin();
    for (const std::uint32_t id : dialogue.features->ids) {
      at = std::lower_bound(at, ids_.end(), id);
      if (at == ids_.end()) break;
      if (*at == id) features_.push_back(static_cast<std::uint32_t>(at - ids_.begin()));
    }
    starts_.push_back(features_.size());
  }
}

std::vector<std::uint32_t> FeatureMatrix::select(std::span<const std::uint32_t> rows,
                                                 std::span<const std::uint8_t> positive, std::size_t count_max) const {
  std::vector<std::uint32_t> in_all(feature_count()), in_positive(feature_count());
  double yes = 0;
  for (const std::uint32_t i : rows) {
    yes += positive[i];
    for (const std::uint32_t feature : row(i)) {
      ++in_all[feature];
      in_positive[feature] += positive[i];
    }
  }
  const auto n = static_cast<double>(rows.size());
  const double no = n - yes;
  std::vector<double> telling(feature_count());
  std::vector<std::uint32_t> chosen;
  for (std::uint32_t feature = 0; feature < feature_count(); ++feature) {
    if (in_all[feature] < dialogues_min || in_all[feature] + dialogues_min > rows.size()) continue;
    const double with = in_all[feature], a = in_positive[feature], b = with - a;
    const double difference = a * (no - b) - b * (yes - a);
    telling[feature] = n * difference * difference / (with * (n - with) * yes * no);
    chosen.push_back(feature);
  }
  if (chosen.size() > count_max) {
    const auto more_telling = [&](std::uint32_t x, std::uint32_t y) {
      return telling[x] != telling[y] ? telling[x] > telling[y] : x < y;
    };
    std::nth_element(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(count_max), chosen.end(),
                     more_telling);
    chosen.resize(count_max);
    std::sort(chosen.begin(), chosen.end());
  }
  return chosen;
}

Columns FeatureMatrix::columns(std::span<const std::uint32_t> rows, std::span<const std::uint32_t> chosen) const {
  constexpr std::uint32_t none = 0xFFFFFFFF;
  std::vector<std::uint32_t> column_of(feature_count(), none);
  for (std::uint32_t c = 0; c < chosen.size(); ++c) column_of[chosen[c]] = c;
  Columns made;
  made.starts.assign(chosen.size() + 1, 0);
  for (const std::uint32_t i : rows) {
    for (const std::uint32_t feature : row(i)) {
      if (column_of[feature] != none) ++made.starts[column_of[feature] + 1];
    }
  }
  std::partial_sum(made.starts.begin(), made.starts.end(), made.starts.begin());
  made.rows.resize(made.starts.back());
  auto next = made.starts;
  for (std::uint32_t k = 0; k < rows.size(); ++k) {
    for (const std::uint32_t feature : row(rows[k])) {
      if (column_of[feature] != none) made.rows[next[column_of[feature]]++] = k;
    }
  }
  return made;
}

}  // namespace parlance::audit::learned
