// Dates, days of the week and times on a wall clock.
#include <catch2/catch_test_macros.hpp>

#include "parlance/org/date.hpp"

using namespace parlance::org;

TEST_CASE("a date is read from its one form and written back") {
  struct Row {
    const char* text;
    std::int64_t days;
    Weekday weekday;
  };
  for (const Row& row : {Row{"1970-01-01", 0, Weekday::thursday}, Row{"1969-12-31", -1, Weekday::wednesday},
                         Row{"2026-11-21", 20778, Weekday::saturday}, Row{"2024-02-29", 19782, Weekday::thursday},
                         Row{"2000-02-29", 11016, Weekday::tuesday}, Row{"0000-01-01", -719528, Weekday::saturday},
                         Row{"9999-12-31", 2932896, Weekday::friday}}) {
    INFO(row.text);
    const auto date = Date::parse(row.text);
    REQUIRE(date);
    CHECK(date->days == row.days);
    CHECK(date->weekday() == row.weekday);
    CHECK(date->text() == row.text);
  }
}

TEST_CASE("what is no date is refused") {
  for (const char* text :
       {"", "2026-1-01", "2026-11-21T", " 2026-11-21", "2026/11/21", "2026-13-01", "2026-00-10", "2026-02-29",
        "1900-02-29", "2026-04-31", "2026-11-00", "-026-11-21", "20x6-11-21", "2026-11-+1"}) {
    INFO(text);
    CHECK_FALSE(Date::parse(text));
  }
  CHECK_FALSE(Date::of({10000, 1, 1}));
  CHECK_FALSE(Date::of({-1, 1, 1}));
}

TEST_CASE("days add up across months and years") {
  const Date eve = *Date::parse("2023-12-31");
  CHECK((eve + 1).text() == "2024-01-01");
  CHECK((eve + 60).text() == "2024-02-29");
  CHECK((eve + -365).text() == "2022-12-31");
  CHECK(*Date::parse("2024-03-01") - eve == 61);
}

TEST_CASE("a wall time is read from 00:00 to 24:00 and written back") {
  for (const auto& [text, minutes] :
       {std::pair{"00:00", 0}, std::pair{"09:05", 545}, std::pair{"23:59", 1439}, std::pair{"24:00", 1440}}) {
    INFO(text);
    const auto time = WallTime::parse(text);
    REQUIRE(time);
    CHECK(time->minutes == minutes);
    CHECK(time->text() == text);
  }
  for (const char* text : {"", "9:00", "09:60", "24:01", "25:00", "09-00", "09:00:00", "-1:00", "0x:10"}) {
    INFO(text);
    CHECK_FALSE(WallTime::parse(text));
  }
}
