// ISO 8601 text of points in time.
#include "parlance/org/time.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

using namespace parlance::org;

namespace {

constexpr std::int64_t year_zero_ms = -62167219200000;

}  // namespace

TEST_CASE("times are read from ISO 8601 text") {
  struct Row {
    std::string_view text;
    std::int64_t ms;
  };
  const auto row = GENERATE(values<Row>({
      {"1970-01-01T00:00:00.000Z", 0},
      {"1970-01-01T00:00:00Z", 0},
      {"1969-12-31T23:59:59.999Z", -1},
      {"2026-11-19T10:00:00.000Z", 1795082400000},
      {"2026-11-19T10:00:00.5Z", 1795082400500},
      {"2026-11-19T10:00:00.05Z", 1795082400050},
      {"2026-11-19T10:00:00.123456789Z", 1795082400123},
      {"2026-11-19T10:00:00.999999999Z", 1795082400999},
      // offsets
      {"2026-11-19T12:00:00+02:00", 1795082400000},
      {"2026-11-19T04:30:00-05:30", 1795082400000},
      {"2026-11-19T10:00:00+00:00", 1795082400000},
      {"2026-11-19T10:00:00-00:00", 1795082400000},
      {"2026-11-20T09:59:00+23:59", 1795082400000},
      // leap days
      {"2024-02-29T00:00:00Z", 1709164800000},
      {"2000-02-29T00:00:00Z", 951782400000},
      {"2024-03-01T00:00:00Z", 1709251200000},
      // the ends
      {"0000-01-01T00:00:00.000Z", year_zero_ms},
      {"0000-02-29T00:00:00Z", year_zero_ms + 59 * 86400000LL},
      {"9999-12-31T23:59:59.999Z", unix_ms_max},
      {"0000-01-01T01:00:00+01:00", year_zero_ms},
      {"9999-12-31T22:59:59.999-01:00", unix_ms_max},
  }));
  CAPTURE(row.text);
  const auto time = UtcTime::parse(row.text);
  REQUIRE(time);
  CHECK(time->ms == row.ms);
}

TEST_CASE("what is no time is not read") {
  const std::string_view text = GENERATE(values<std::string_view>({
      "",
      "2026-11-19",
      "2026-11-19T10:00Z",
      "2026-11-19T10:00:00",
      "2026-11-19 10:00:00Z",
      "2026-11-19t10:00:00z",
      "2026-11-19T10:00:00.Z",
      "2026-11-19T10:00:00.1234567890Z",
      "2026-11-19T10:00:00,5Z",
      "2026-11-19T10:00:00Z ",
      " 2026-11-19T10:00:00Z",
      "2026-11-19T10:00:00+02",
      "2026-11-19T10:00:00+0200",
      "2026-11-19T10:00:00+24:00",
      "2026-11-19T10:00:00+02:60",
      "2026-11-19T10:00:00Z+02:00",
      "2026-00-19T10:00:00Z",
      "2026-13-19T10:00:00Z",
      "2026-11-00T10:00:00Z",
      "2026-11-31T10:00:00Z",
      "2026-01-32T10:00:00Z",
      "2026-11-19T24:00:00Z",
      "2026-11-19T10:60:00Z",
      "2026-11-19T10:00:60Z",
      "2026-11-19T1O:00:00Z",
      "226-11-19T10:00:00Z",
      "12026-11-19T10:00:00Z",
      "-001-11-19T10:00:00Z",
      "+2026-11-19T10:00:00Z",
      // no leap years
      "2026-02-29T00:00:00Z",
      "2100-02-29T00:00:00Z",
      "1900-02-29T00:00:00Z",
      "2024-02-30T00:00:00Z",
      // beyond the years that can be written
      "0000-01-01T00:00:00+00:01",
      "9999-12-31T23:59:59.999-00:01",
  }));
  CAPTURE(text);
  CHECK_FALSE(UtcTime::parse(text));
}

TEST_CASE("times are written with milliseconds") {
  CHECK(UtcTime{0}.text() == "1970-01-01T00:00:00.000Z");
  CHECK(UtcTime{-1}.text() == "1969-12-31T23:59:59.999Z");
  CHECK(UtcTime{1795082400007}.text() == "2026-11-19T10:00:00.007Z");
  CHECK(UtcTime{year_zero_ms}.text() == "0000-01-01T00:00:00.000Z");
  CHECK(UtcTime{unix_ms_max}.text() == "9999-12-31T23:59:59.999Z");
}

TEST_CASE("every day from year 0 to 9999 is read back from its text, and the next day follows it") {
  std::string last;
  for (std::int64_t ms = year_zero_ms; ms <= unix_ms_max; ms += 86400000) {
    const std::string text = UtcTime{ms}.text();
    if (UtcTime::parse(text) != UtcTime{ms} || !(last < text)) {
      FAIL("around " << text);
    }
    last = text;
  }
  CHECK(last == "9999-12-31T00:00:00.000Z");
}

TEST_CASE("times compare by instant") {
  CHECK(UtcTime{1} < UtcTime{2});
  CHECK(UnixMs{1} < UnixMs{2});
  CHECK(UtcTime::parse("2026-11-19T12:00:00+02:00") == UtcTime::parse("2026-11-19T10:00:00Z"));
}
