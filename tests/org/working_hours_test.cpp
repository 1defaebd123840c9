// Working hours (contract sections 2 and 7.9): what is accepted, and what follows for a day.
#include <catch2/catch_test_macros.hpp>

#include "support/org_world.hpp"

using namespace parlance;
using org::Date;
using org::WallTime;
using test::OrgWorld;
using test::said;
using test::unknown;

namespace {

Date day(const char* text) {
  return *Date::parse(text);
}
// "09:00-13:00 14:00-18:00"
org::WorkIntervals hours(std::string_view text) {
  org::WorkIntervals out;
  for (std::size_t at = 0; at + 11 <= text.size(); at += 12) {
    out.push_back({*WallTime::parse(text.substr(at, 5)), *WallTime::parse(text.substr(at + 6, 5))});
  }
  return out;
}
org::WorkWeek every_day(std::string_view text) {
  const auto all = hours(text);
  return {all, all, all, all, all, all, all};
}
std::string told(const org::EffectiveDay& shown) {
  std::string out;
  for (const auto& interval : shown.intervals) {
    out += (out.empty() ? "" : ", ") + interval.start.text() + "-" + interval.end.text() + " " +
           interval.starts_at.text().substr(5, 11) + "/" + interval.ends_at.text().substr(5, 11) + " " +
           std::string(org::text_of(interval.source));
  }
  return out;
}

struct World : OrgWorld {
  org::EmployeeId ana = employee("Ana").id;

  void set(org::WorkWeek week, const char* timezone = "UTC", std::vector<org::WorkException> exceptions = {}) {
    org::WorkingHoursChanges changes;
    changes.timezone = std::string(timezone);
    changes.days = week;
    changes.exceptions = exceptions;
    test::must(working_hours.set(here, changes));
  }
  std::string on(const char* date) {
    const auto schedule = working_hours.effective(here, ana, day(date), day(date)).value();
    REQUIRE(schedule.days.size() == 1);
    CHECK(schedule.days[0].date == day(date));
    return told(schedule.days[0]);
  }
};

}  // namespace

TEST_CASE("a gap shortens an interval, an overlap takes the first start and the last end") {
  struct Row {
    const char* zone;
    const char* date;
    const char* intervals;
    const char* expected;
  };
  for (const Row& row : {
           Row{"Europe/Madrid", "2026-03-28", "01:00-04:00", "01:00-04:00 03-28T00:00/03-28T03:00 organization"},
           Row{"Europe/Madrid", "2026-03-29", "01:00-04:00", "01:00-04:00 03-29T00:00/03-29T02:00 organization"},
           Row{"Europe/Madrid", "2026-03-29", "02:15-02:45", ""},
           Row{"Europe/Madrid", "2026-03-29", "02:30-04:00", "02:30-04:00 03-29T01:00/03-29T02:00 organization"},
           Row{"Europe/Madrid", "2026-10-25", "01:00-04:00", "01:00-04:00 10-24T23:00/10-25T03:00 organization"},
           Row{"Europe/Madrid", "2026-10-25", "02:15-02:45", "02:15-02:45 10-25T00:15/10-25T01:45 organization"},
           Row{"Europe/Madrid", "2026-10-25", "00:00-24:00", "00:00-24:00 10-24T22:00/10-25T23:00 organization"},
           Row{"America/New_York", "2026-03-08", "00:00-24:00", "00:00-24:00 03-08T05:00/03-09T04:00 organization"},
           Row{"America/New_York", "2026-11-01", "00:00-24:00", "00:00-24:00 11-01T04:00/11-02T05:00 organization"},
           Row{"America/New_York", "2026-03-08", "02:00-03:00", ""},
           Row{"America/Santiago", "2026-09-05", "20:00-24:00", "20:00-24:00 09-06T00:00/09-06T04:00 organization"},
           Row{"America/Santiago", "2026-09-06", "00:00-08:00", "00:00-08:00 09-06T04:00/09-06T11:00 organization"},
           Row{"America/Santiago", "2026-04-04", "20:00-24:00", "20:00-24:00 04-04T23:00/04-05T04:00 organization"},
           Row{"America/Santiago", "2026-04-04", "23:00-23:30", "23:00-23:30 04-05T02:00/04-05T03:30 organization"},
           Row{"Australia/Lord_Howe", "2026-10-04", "01:00-03:00", "01:00-03:00 10-03T14:30/10-03T16:00 organization"},
           Row{"Australia/Lord_Howe", "2026-04-05", "01:00-03:00", "01:00-03:00 04-04T14:00/04-04T16:30 organization"},
           Row{"Asia/Kolkata", "2026-03-29", "09:00-18:00", "09:00-18:00 03-29T03:30/03-29T12:30 organization"},
           Row{"Pacific/Apia", "2011-12-29", "22:00-24:00", "22:00-24:00 12-30T08:00/12-30T10:00 organization"},
           Row{"Pacific/Apia", "2011-12-30", "09:00-17:00 20:00-24:00", ""},
           Row{"Pacific/Apia", "2011-12-31", "00:00-01:00", "00:00-01:00 12-30T10:00/12-30T11:00 organization"},
       }) {
    INFO(row.zone << " " << row.date << " " << row.intervals);
    World world;
    world.set(every_day(row.intervals), row.zone);
    CHECK(world.on(row.date) == row.expected);
  }
}

TEST_CASE("what beats what on one day") {
  // 2026-06-01 is a Monday.
  World world;
  org::WorkWeek week;
  week.monday = hours("09:00-17:00");
  week.tuesday = hours("09:00-18:00");
  world.set(week, "UTC", {{day("2026-06-08"), hours("10:00-11:00"), "Short day"}, {day("2026-06-15"), {}, {}}});
  const std::string monday = "09:00-17:00 06-01T09:00/06-01T17:00 organization";
  CHECK(world.on("2026-06-01") == monday);
  CHECK(world.on("2026-06-03") == "");

  org::WorkingHoursOverrideChanges changes;
  org::OverrideWeek own;
  own.monday = hours("12:00-13:00");
  own.wednesday = hours("08:00-09:00");
  own.tuesday = org::WorkIntervals{};
  changes.days = own;
  changes.exceptions =
      std::vector<org::WorkException>{{day("2026-06-15"), hours("07:00-08:00"), {}}, {day("2026-06-22"), {}, {}}};
  test::must(world.working_hours.set(world.here, world.ana, changes));
  // Weekdays it names replace the organization's, also with a day off; the others inherit.
  CHECK(world.on("2026-06-01") == "12:00-13:00 06-01T12:00/06-01T13:00 employee");
  CHECK(world.on("2026-06-02") == "");
  CHECK(world.on("2026-06-03") == "08:00-09:00 06-03T08:00/06-03T09:00 employee");
  CHECK(world.on("2026-06-04") == "");
  // An organization exception beats a weekday override, the employee's own exception beats both.
  CHECK(world.on("2026-06-08") == "10:00-11:00 06-08T10:00/06-08T11:00 exception");
  CHECK(world.on("2026-06-15") == "07:00-08:00 06-15T07:00/06-15T08:00 exception");
  CHECK(world.on("2026-06-22") == "");

  // With a zone of its own, effective days are that zone's.
  org::WorkingHoursOverrideChanges zone;
  zone.timezone = std::optional<std::string>("Asia/Kolkata");
  test::must(world.working_hours.set(world.here, world.ana, zone));
  CHECK(world.on("2026-06-01") == "12:00-13:00 06-01T06:30/06-01T07:30 employee");
  CHECK(world.on("2026-06-08") == "10:00-11:00 06-08T04:30/06-08T05:30 exception");
  CHECK(world.working_hours.effective(world.here, world.ana, day("2026-06-01"), day("2026-06-01"))->timezone ==
        "Asia/Kolkata");

  test::must(world.working_hours.remove(world.here, world.ana));
  CHECK(world.on("2026-06-01") == monday);
  CHECK(said(world.working_hours.remove(world.here, world.ana)) ==
        "not found: Working hours of employee " + world.ana.text() + " not found");
}

TEST_CASE("hours are absent until they are set, and an employee's own need no others") {
  World world;
  CHECK(said(world.working_hours.find(world.here)) ==
        "not found: Working hours of organization " + world.here.text() + " not found");
  const std::string none = "not found: Working hours of employee " + world.ana.text() + " not found";
  CHECK(said(world.working_hours.find(world.here, world.ana)) == none);
  CHECK(said(world.working_hours.effective(world.here, world.ana, {}, {})) == none);
  org::OrganizationChanges zone;
  zone.timezone = std::string("Asia/Kolkata");
  test::must(world.organizations.update(world.here, zone));
  org::WorkingHoursOverrideChanges changes;
  org::OverrideWeek own;
  own.monday = hours("09:00-10:00");
  changes.days = own;
  test::must(world.working_hours.set(world.here, world.ana, changes));
  CHECK(world.on("2026-06-01") == "09:00-10:00 06-01T03:30/06-01T04:30 employee");
  CHECK(world.on("2026-06-02") == "");
  // The organization's own zone is where its hours start from.
  CHECK(world.working_hours.set(world.here, {})->timezone == "Asia/Kolkata");
}

TEST_CASE("a change keeps what was not sent") {
  World world;
  org::WorkWeek week;
  week.monday = hours("14:00-18:00 09:00-13:00");
  world.set(week, "Europe/Madrid", {{day("2026-12-25"), {}, "Christmas"}, {day("2026-01-06"), {}, {}}});
  world.clock.advance_ms(5);
  org::WorkingHoursChanges changes;
  changes.timezone = std::string("UTC");
  const auto changed = world.working_hours.set(world.here, changes).value();
  CHECK(changed.timezone == "UTC");
  CHECK(changed.days.monday == hours("09:00-13:00 14:00-18:00"));
  REQUIRE(changed.exceptions.size() == 2);
  CHECK(changed.exceptions[0].date == day("2026-01-06"));
  CHECK(changed.created_at == test::some_day);
  CHECK(changed.updated_at.ms == test::some_day.ms + 5);
  CHECK(world.working_hours.find(world.here).value() == changed);
  CHECK_FALSE(world.working_hours.find(world.elsewhere).has_value());
}

TEST_CASE("intervals have a length, do not overlap, and are at most eight a day") {
  struct Row {
    const char* intervals;
    std::string expected;
  };
  for (const Row& row : {
           Row{"09:00-09:01", "ok"},
           Row{"00:00-24:00", "ok"},
           Row{"09:00-13:00 13:00-18:00", "ok"},
           Row{"09:00-13:00 12:59-18:00", "invalid: days.friday must not overlap"},
           Row{"12:59-18:00 09:00-13:00", "invalid: days.friday must not overlap"},
           Row{"09:00-09:00", "invalid: days.friday.0.end must be after the start"},
           Row{"10:00-09:00", "invalid: days.friday.0.end must be after the start"},
           Row{"01:00-02:00 03:00-04:00 05:00-06:00 07:00-08:00 09:00-10:00 11:00-12:00 13:00-14:00 15:00-16:00", "ok"},
           Row{"01:00-02:00 03:00-04:00 05:00-06:00 07:00-08:00 09:00-10:00 11:00-12:00 13:00-14:00 15:00-16:00 "
               "17:00-18:00",
               "invalid: days.friday must contain no more than 8 elements"},
       }) {
    INFO(row.intervals);
    World world;
    org::WorkingHoursChanges changes;
    org::WorkWeek week;
    week.friday = hours(row.intervals);
    changes.days = week;
    CHECK(said(world.working_hours.set(world.here, changes)) == row.expected);
    org::WorkingHoursOverrideChanges own;
    org::OverrideWeek own_week;
    own_week.friday = hours(row.intervals);
    own.days = own_week;
    CHECK(said(world.working_hours.set(world.here, world.ana, own)) == row.expected);
  }
  World world;
  org::WorkingHoursChanges changes;
  changes.timezone = std::string("Mars");
  changes.exceptions =
      std::vector<org::WorkException>{{day("2026-01-01"), hours("10:00-09:00"), {}}, {day("2026-01-02"), {}, {}}};
  CHECK(said(world.working_hours.set(world.here, changes)) ==
        "invalid: timezone must be an IANA time zone name, such as Europe/Madrid | exceptions.0.intervals.0.end must "
        "be after the start");
  changes.timezone = std::string("UTC");
  changes.exceptions = std::vector<org::WorkException>{{day("2026-01-01"), {}, {}}, {day("2026-01-01"), {}, {}}};
  CHECK(said(world.working_hours.set(world.here, changes)) == "invalid: exceptions must not have two of one date");
  CHECK_FALSE(world.working_hours.find(world.here).has_value());
}

TEST_CASE("the effective schedule spans at most 92 days") {
  World world;
  world.set(every_day("09:00-10:00"));
  const auto asked = [&](const char* from, const char* to) {
    return said(world.working_hours.effective(world.here, world.ana, day(from), day(to)));
  };
  CHECK(asked("2026-01-01", "2026-01-01") == "ok");
  CHECK(asked("2026-01-01", "2026-04-02") == "ok");
  CHECK(asked("2026-01-01", "2026-04-03") == "invalid: to must be less than 92 days after from");
  CHECK(asked("2026-01-02", "2026-01-01") == "invalid: to must not be before from");
  CHECK(world.working_hours.effective(world.here, world.ana, day("2026-01-01"), day("2026-04-02"))->days.size() == 92);
}

TEST_CASE("a deleted employee keeps hours and cannot be given others") {
  World world;
  world.set(every_day("09:00-10:00"));
  test::must(world.working_hours.set(world.here, world.ana, {}));
  test::must(world.employees.remove(world.here, world.ana));
  const std::string refused = "invalid: Employee " + world.ana.text() + " is deleted and cannot be changed";
  CHECK(said(world.working_hours.set(world.here, world.ana, {})) == refused);
  CHECK(said(world.working_hours.remove(world.here, world.ana)) == refused);
  CHECK(world.on("2026-06-01") != "");
  const auto nobody = unknown<org::EmployeeId>();
  const std::string missing = "not found: Employee " + nobody.text() + " not found";
  CHECK(said(world.working_hours.find(world.here, nobody)) == missing);
  CHECK(said(world.working_hours.set(world.here, nobody, {})) == missing);
  CHECK(said(world.working_hours.remove(world.here, nobody)) == missing);
  CHECK(said(world.working_hours.effective(world.here, nobody, {}, {})) == missing);
  CHECK(said(world.working_hours.find(world.elsewhere, world.ana)) ==
        "not found: Employee " + world.ana.text() + " not found");
}
