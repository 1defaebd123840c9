// The labelled dialogues as rows of small feature numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "learned/logistic_regression.hpp"
#include "parlance/audit/learned_model.hpp"

namespace parlance::audit::learned {

class FeatureMatrix {
 public:
  // What only one dialogue has tells nothing about others.
  static constexpr std::uint32_t dialogues_min = 2;

  explicit FeatureMatrix(std::span<const LabelledDialogue> labelled);

  std::size_t feature_count() const { return ids_.size(); }
  std::uint32_t id(std::uint32_t feature) const { return ids_[feature]; }  // ascending with the feature
  std::span<const std::uint32_t> row(std::size_t i) const {
    return {features_.data() + starts_[i], features_.data() + starts_[i + 1]};
  }

  // The features that tell best whether a row is positive (by the chi-squared statistic over `rows`), ascending.
  std::vector<std::uint32_t> select(std::span<const std::uint32_t> rows, std::span<const std::uint8_t> positive,
                                    std::size_t count_max) const;
  // The chosen features (ascending) as columns; the k-th of `rows` is row k there.
  Columns columns(std::span<const std::uint32_t> rows, std::span<const std::uint32_t> chosen) const;

 private:
  std::vector<std::uint32_t> ids_;
  std::vector<std::size_t> starts_{0};
  std::vector<std::uint32_t> features_;
};

}  // namespace parlance::audit::learned
