// Models as bytes: what was written comes back, and nothing else does harm.
#include <catch2/catch_test_macros.hpp>

#include "learned_support.hpp"

using namespace parlance::audit;
using namespace parlance::audit::testing;

namespace {

std::vector<LearnedModel> examples() {
  return {model_of(parcels(30, 30)), model_of(colours(20), QuestionType::options)};
}

}  // namespace

TEST_CASE("bytes: a model comes back as it was", "[learned]") {
  for (const LearnedModel& model : examples()) {
    CHECK(LearnedModel::from_bytes(model.to_bytes()) == model);
  }
}

TEST_CASE("bytes: cut short or with more behind, they are no model", "[learned]") {
  for (const LearnedModel& model : examples()) {
    const std::string bytes = model.to_bytes();
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      if (LearnedModel::from_bytes(std::string_view(bytes).substr(0, size))) FAIL("taken at " << size);
    }
    CHECK_FALSE(LearnedModel::from_bytes(bytes + '\0'));
  }
}

TEST_CASE("bytes: another version is no model", "[learned]") {
  std::string bytes = examples()[0].to_bytes();
  ++bytes[4];
  CHECK_FALSE(LearnedModel::from_bytes(bytes));
}

TEST_CASE("bytes: damaged ones are refused or give a model that can be asked", "[learned]") {
  Dice dice(5);
  const auto messages = small_talk(dice, "Parcel arrived today. Painted red.");
  for (const LearnedModel& model : examples()) {
    const std::string bytes = model.to_bytes();
    for (int round = 0; round < 5000; ++round) {
      std::string damaged = bytes;
      for (auto flips = 1 + dice.below(4); flips > 0; --flips) {
        damaged[dice.below(static_cast<std::uint32_t>(damaged.size()))] ^= static_cast<char>(1 << dice.below(8));
      }
      const auto read = LearnedModel::from_bytes(damaged);
      if (!read) continue;
      CHECK(read->to_bytes() == damaged);
      const auto judgement = scored(*read, messages);
      if (!(*judgement.confidence >= 0 && *judgement.confidence <= 1)) FAIL("confidence " << *judgement.confidence);
    }
  }
}

TEST_CASE("bytes: promises of more than there is are not believed", "[learned]") {
  const std::string bytes = examples()[1].to_bytes();
  // Every four bytes in turn claim to be the greatest count.
  for (std::size_t at = 8; at + 4 <= bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged.replace(at, 4, "\xFF\xFF\xFF\x7F");
    if (const auto read = LearnedModel::from_bytes(damaged)) CHECK(read->to_bytes() == damaged);
  }
  for (std::size_t size = 0; size < 200; ++size) {
    CHECK_FALSE(LearnedModel::from_bytes(std::string(size, '\xFF')));
    CHECK_FALSE(LearnedModel::from_bytes(std::string(size, '\0')));
    CHECK_FALSE(LearnedModel::from_bytes(bytes.substr(0, 8) + std::string(size, '\xFF')));
  }
}
