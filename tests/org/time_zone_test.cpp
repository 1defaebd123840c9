// The time zone database: what clocks show, and when they show it.
#include <catch2/catch_test_macros.hpp>

#include "server/world/iana_time_zones.hpp"

using namespace parlance::org;

namespace {

struct Row {
  const char* zone;
  const char* date;
  const char* time;
  const char* first;
  const char* last;
};

UtcTime at(const char* text) {
  return *UtcTime::parse(text);
}

}  // namespace

TEST_CASE("a wall time is found once, twice where the clock goes back, and at its jump where it goes forward") {
  const parlance::server::world::IanaTimeZones zones;
  for (const Row& row : {
           Row{"UTC", "2026-06-01", "12:00", "2026-06-01T12:00:00Z", "2026-06-01T12:00:00Z"},
           Row{"Asia/Kolkata", "2026-06-01", "09:00", "2026-06-01T03:30:00Z", "2026-06-01T03:30:00Z"},
           // Madrid: 2026-03-29 02:00 → 03:00, 2026-10-25 03:00 → 02:00.
           Row{"Europe/Madrid", "2026-03-29", "01:59", "2026-03-29T00:59:00Z", "2026-03-29T00:59:00Z"},
           Row{"Europe/Madrid", "2026-03-29", "02:00", "2026-03-29T01:00:00Z", "2026-03-29T01:00:00Z"},
           Row{"Europe/Madrid", "2026-03-29", "02:59", "2026-03-29T01:00:00Z", "2026-03-29T01:00:00Z"},
           Row{"Europe/Madrid", "2026-03-29", "03:00", "2026-03-29T01:00:00Z", "2026-03-29T01:00:00Z"},
           Row{"Europe/Madrid", "2026-10-25", "01:59", "2026-10-24T23:59:00Z", "2026-10-24T23:59:00Z"},
           Row{"Europe/Madrid", "2026-10-25", "02:00", "2026-10-25T00:00:00Z", "2026-10-25T01:00:00Z"},
           Row{"Europe/Madrid", "2026-10-25", "02:59", "2026-10-25T00:59:00Z", "2026-10-25T01:59:00Z"},
           Row{"Europe/Madrid", "2026-10-25", "03:00", "2026-10-25T02:00:00Z", "2026-10-25T02:00:00Z"},
           Row{"America/New_York", "2026-03-08", "02:30", "2026-03-08T07:00:00Z", "2026-03-08T07:00:00Z"},
           Row{"America/New_York", "2026-11-01", "01:30", "2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z"},
           // Santiago changes at midnight: 2026-09-06 00:00 → 01:00, 2026-04-05 00:00 → 23:00 of the day before.
           Row{"America/Santiago", "2026-09-05", "24:00", "2026-09-06T04:00:00Z", "2026-09-06T04:00:00Z"},
           Row{"America/Santiago", "2026-09-06", "00:30", "2026-09-06T04:00:00Z", "2026-09-06T04:00:00Z"},
           Row{"America/Santiago", "2026-04-04", "23:30", "2026-04-05T02:30:00Z", "2026-04-05T03:30:00Z"},
           Row{"America/Santiago", "2026-04-04", "24:00", "2026-04-05T04:00:00Z", "2026-04-05T04:00:00Z"},
           // Lord Howe changes by half an hour: 2026-10-04 02:00 → 02:30, 2026-04-05 02:00 → 01:30.
           Row{"Australia/Lord_Howe", "2026-10-04", "02:15", "2026-10-03T15:30:00Z", "2026-10-03T15:30:00Z"},
           Row{"Australia/Lord_Howe", "2026-04-05", "01:45", "2026-04-04T14:45:00Z", "2026-04-04T15:15:00Z"},
           // Apia had no 30 December 2011.
           Row{"Pacific/Apia", "2011-12-29", "24:00", "2011-12-30T10:00:00Z", "2011-12-30T10:00:00Z"},
           Row{"Pacific/Apia", "2011-12-30", "09:00", "2011-12-30T10:00:00Z", "2011-12-30T10:00:00Z"},
           Row{"Pacific/Apia", "2011-12-31", "00:00", "2011-12-30T10:00:00Z", "2011-12-30T10:00:00Z"},
           // Rules go on after the last change that is listed.
           Row{"Europe/Madrid", "2037-07-01", "12:00", "2037-07-01T10:00:00Z", "2037-07-01T10:00:00Z"},
           Row{"Europe/Madrid", "2040-07-01", "12:00", "2040-07-01T10:00:00Z", "2040-07-01T10:00:00Z"},
           Row{"Europe/Madrid", "2040-01-10", "12:00", "2040-01-10T11:00:00Z", "2040-01-10T11:00:00Z"},
       }) {
    INFO(row.zone << " " << row.date << " " << row.time);
    const auto found = zones.instants_of(row.zone, *Date::parse(row.date), *WallTime::parse(row.time));
    CHECK(found.first.text() == at(row.first).text());
    CHECK(found.last.text() == at(row.last).text());
  }
}

TEST_CASE("clocks show the local day and minute") {
  const parlance::server::world::IanaTimeZones zones;
  const auto shown = [&](const char* zone, const char* time) {
    const auto local = zones.local(zone, at(time));
    return local.date.text() + " " + local.time.text();
  };
  CHECK(shown("UTC", "2026-06-01T23:59:59.999Z") == "2026-06-01 23:59");
  CHECK(shown("Asia/Kolkata", "2026-06-01T18:30:00Z") == "2026-06-02 00:00");
  CHECK(shown("Europe/Madrid", "2026-03-29T00:59:59Z") == "2026-03-29 01:59");
  CHECK(shown("Europe/Madrid", "2026-03-29T01:00:00Z") == "2026-03-29 03:00");
  CHECK(shown("Australia/Lord_Howe", "2026-04-04T15:00:00Z") == "2026-04-05 01:30");
  CHECK(shown("Pacific/Apia", "2011-12-30T09:59:59Z") == "2011-12-29 23:59");
  CHECK(shown("Pacific/Apia", "2011-12-30T10:00:00Z") == "2011-12-31 00:00");
  CHECK(shown("America/New_York", "1969-12-31T23:59:59.999Z") == "1969-12-31 18:59");
  CHECK(shown("Europe/Madrid", "2040-07-01T10:00:00Z") == "2040-07-01 12:00");
}

TEST_CASE("a zone that does not exist is an error of whoever asks") {
  const parlance::server::world::IanaTimeZones zones;
  for (const char* name : {"", "Mars/Olympus", "europe/madrid", "../../etc/passwd"}) {
    INFO(name);
    CHECK_FALSE(zones.exists(name));
    CHECK_THROWS_AS(zones.instants_of(name, {}, {}), std::invalid_argument);
    CHECK_THROWS_AS(zones.local(name, {}), std::invalid_argument);
  }
}
