// What a model reads of a dialogue.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "learned_support.hpp"

using namespace parlance::audit;
using namespace parlance::audit::testing;

namespace {

DialogueFeatures features(const std::vector<Said>& said) {
  return extract_features(transcript(said));
}

}  // namespace

TEST_CASE("features: ascending, each once", "[learned]") {
  const auto ids = features({{customer, "Hello, hello! Hello?"}, {employee, "Hello. How are you?"}}).ids;
  CHECK(std::is_sorted(ids.begin(), ids.end()));
  CHECK(std::adjacent_find(ids.begin(), ids.end()) == ids.end());
  CHECK(features({}).ids.empty());
  CHECK(features({{customer, "..."}}).ids.empty());
}

TEST_CASE("features: case, accents and which number it is do not matter", "[learned]") {
  const auto plain = features({{customer, "Quiero 2 cafes"}});
  CHECK(features({{customer, "QUIERO 31 cafés"}}) == plain);
  CHECK(features({{customer, "quiero dos cafes"}}) != plain);
}

TEST_CASE("features: order, sentences and questions matter", "[learned]") {
  const auto plain = features({{customer, "that is all"}});
  CHECK(features({{customer, "all is that"}}) != plain);
  CHECK(features({{customer, "that. is all"}}) != plain);
  CHECK(features({{customer, "that is all?"}}) != plain);
  CHECK(features({{customer, "that is all."}}) == plain);
}

TEST_CASE("features: all who speak for the organization are alike, the customer and the system are not", "[learned]") {
  const auto said_by = [](SenderRole role) { return features({{role, "one moment please"}}); };
  CHECK(said_by(SenderRole::agent) == said_by(SenderRole::employee));
  CHECK(said_by(SenderRole::bot) == said_by(SenderRole::employee));
  CHECK(said_by(SenderRole::customer) != said_by(SenderRole::employee));
  CHECK(said_by(SenderRole::system) != said_by(SenderRole::employee));
  CHECK(said_by(SenderRole::system) != said_by(SenderRole::customer));
}

TEST_CASE("features: a speaker's last two messages are told apart from those before", "[learned]") {
  const auto bye_at = [](std::size_t at) {
    std::vector<Said> said(5, {employee, "x"});
    said[at].second = "bye";
    return features(said);
  };
  CHECK(bye_at(4) != bye_at(3));
  CHECK(bye_at(3) != bye_at(2));
  CHECK(bye_at(4) != bye_at(2));
}

TEST_CASE("features: a reply is read with what it answers", "[learned]") {
  const auto answered = [](const std::string& offer) {
    return features({{employee, offer + " Is it good?"}, {customer, "no"}});
  };
  const auto asked = [](const std::string& question) {
    return features({{employee, "Is it good? " + question}, {customer, "no"}});
  };
  // Of the same words, those of the last sentence before the reply make the difference.
  const auto with_reply = asked("Anything else?").ids, without = answered("Anything else?").ids;
  CHECK(with_reply != without);
}

TEST_CASE("features: beyond the first words nothing is read", "[learned]") {
  std::string most;
  for (std::size_t i = 0; i < learned_words_max; ++i) most += "a ";
  CHECK(features({{customer, most + "b c d"}, {customer, "z"}}) == features({{customer, most}, {customer, "y"}}));
}
