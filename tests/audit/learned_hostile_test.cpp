// Transcripts made to be slow or to break. Limits are generous, for slow machines and sanitizers.
#include <catch2/catch_test_macros.hpp>
#include <chrono>

#include "learned_support.hpp"

using namespace parlance::audit;
using namespace parlance::audit::testing;

namespace {

template <class Work>
double seconds(Work work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

const LearnedModel& model() {
  static const LearnedModel made = model_of(parcels(60, 60));
  return made;
}

// Extracts and scores; every quote stands where it is said to.
void check_survives(const std::vector<Message>& messages, double seconds_max) {
  CHECK(seconds([&] {
          extract_features(messages);
          const auto judgement = scored(model(), messages);
          CHECK(judgement.answer);
          for (const auto& evidence : judgement.evidence) CHECK(evidence.verified);
        }) < seconds_max);
}

std::string repeated(const std::string& word, std::size_t bytes) {
  std::string text;
  while (text.size() + word.size() < bytes) text += word;
  return text;
}

}  // namespace

TEST_CASE("hostile: 10,000 messages", "[learned]") {
  check_survives(transcript(std::vector<Said>(10'000, {employee, "Parcel arrived today. Did it?"})), 10);
  // Each sentence is long and each is replied to.
  std::vector<Said> said;
  Dice dice;
  for (int i = 0; i < 10'000; ++i) said.emplace_back(i % 2 ? employee : customer, chatter(dice, 60));
  check_survives(transcript(said), 20);
}

TEST_CASE("hostile: huge messages", "[learned]") {
  for (const std::string word : {"parcel ", "arrived. ", "a", ".", " ", "?", "é", "parcel arrived today "}) {
    check_survives(transcript({{employee, repeated(word, 8 << 20)}, {employee, "Parcel arrived today."}}), 20);
  }
}

TEST_CASE("hostile: time grows with the transcript, not faster", "[learned]") {
  const auto of = [](std::size_t messages) {
    const auto said = transcript(std::vector<Said>(messages, {employee, repeated("parcel arrived ", 3000)}));
    return seconds([&] { scored(model(), said); });
  };
  of(10);
  CHECK(of(400) < 40 * of(40) + 0.5);
}

TEST_CASE("hostile: bytes that are not UTF-8", "[learned]") {
  Dice dice(13);
  for (int round = 0; round < 300; ++round) {
    std::string noise = "parcel arrived today ";
    for (int i = 0; i < 300; ++i) noise += static_cast<char>(dice.below(256));
    noise += " Parcel arrived";
    check_survives(transcript({{employee, noise}, {customer, "\xC3"}, {SenderRole::system, "\xF0\x9F\x98 parcel"}}), 5);
  }
  check_survives(transcript({{employee, std::string(1000, '\0')}, {employee, ""}, {customer, "no"}}), 5);
}
