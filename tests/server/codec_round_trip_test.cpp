// Whatever is written reads back the same, for every record the libraries describe.
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include "server/codec/writer.hpp"
#include "tests/server/codec_random.hpp"
#include "tests/server/codec_records.hpp"

namespace parlance::server::codec {

TEMPLATE_LIST_TEST_CASE("Commands survive a round trip", "", test::Commands) {
  test::Random random(1);
  for (int i = 0; i < 200; ++i) {
    const auto record = random.record<TestType>();
    std::string text, again;
    write(text, record);
    CAPTURE(text);
    TestType read_back;
    org::Problems problems;
    read_text(text, read_back, problems);
    CHECK(problems.messages() == std::vector<std::string>());
    write(again, read_back);
    REQUIRE(again == text);
  }
}

TEMPLATE_LIST_TEST_CASE("Records survive a round trip", "", test::Records) {
  test::Random random(2);
  for (int i = 0; i < 200; ++i) {
    const auto record = random.record<TestType>();
    std::string text;
    write(text, record);
    CAPTURE(text);
    TestType read_back;
    org::Problems problems;
    read_text(text, read_back, problems);
    CHECK(problems.messages() == std::vector<std::string>());
    REQUIRE(read_back == record);
  }
}

TEMPLATE_LIST_TEST_CASE("No prefix of a record is a record", "", test::Records) {
  test::Random random(3);
  std::string text;
  write(text, random.record<TestType>());
  for (std::size_t i = 0; i < text.size(); ++i) {
    TestType read_back;
    org::Problems problems;
    read_text(std::string_view(text).substr(0, i), read_back, problems);
    REQUIRE(problems.size() == 1);
    REQUIRE(problems.messages().front().starts_with("body is not valid JSON: "));
  }
}

}  // namespace parlance::server::codec
