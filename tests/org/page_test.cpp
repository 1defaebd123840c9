// Pages and cursors of lists.
#include "parlance/org/page.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "support/org_world.hpp"

using namespace parlance;
using org::Cursor;

TEST_CASE("a cursor is read back from its text") {
  const auto [position, page] = GENERATE(values<std::pair<std::int64_t, std::int64_t>>(
      {{0, 1}, {1, 2}, {50, 2}, {123456789, 10000}, {std::int64_t{1} << 53, 2}}));
  const auto cursor = Cursor::parse(Cursor{position, page}.text());
  REQUIRE(cursor);
  CHECK(cursor->position == position);
  CHECK(cursor->page == page);
}

TEST_CASE("what no list wrote is no cursor") {
  const std::string_view text = GENERATE(values<std::string_view>({"",
                                                                   "c",
                                                                   "c-",
                                                                   "c1",
                                                                   "c1-",
                                                                   "c-1-1",
                                                                   "c0-1",
                                                                   "c1--1",
                                                                   "c1--0",
                                                                   "c01-1",
                                                                   "c1-01",
                                                                   "c1-1 ",
                                                                   " c1-1",
                                                                   "C1-1",
                                                                   "c1-1x",
                                                                   "c1-1-1",
                                                                   "c+1-1",
                                                                   "1-1",
                                                                   "c99999999999999999999-1",
                                                                   "c1-99999999999999999999",
                                                                   "c1.0-1",
                                                                   "c1-9007199254740993",
                                                                   "c1-9223372036854775807",
                                                                   "c9223372036854775807-1"}));
  CAPTURE(text);
  CHECK_FALSE(Cursor::parse(text));
}

TEST_CASE("pages cut a list without gaps, by number and by cursor alike") {
  test::OrgWorld world;
  for (int i = 1; i <= 7; ++i) world.department("Department " + std::to_string(i));
  const auto names = [](const auto& page) {
    std::string out;
    for (const auto& department : page.results) out += department.name.back();
    return out;
  };

  const auto first = world.departments.list(world.here, {.page = 1, .page_size = 3});
  CHECK(names(first) == "123");
  CHECK(first.total == 7);
  CHECK(first.page == 1);
  CHECK(first.page_size == 3);
  REQUIRE(first.next_cursor);
  CHECK(names(world.departments.list(world.here, {.page = 2, .page_size = 3})) == "456");

  const auto second = world.departments.list(world.here, {.page_size = 3, .cursor = first.next_cursor});
  CHECK(names(second) == "456");
  CHECK(second.page == 2);
  CHECK(second.total == 7);
  const auto third = world.departments.list(world.here, {.page_size = 3, .cursor = second.next_cursor});
  CHECK(names(third) == "7");
  CHECK(third.page == 3);
  CHECK_FALSE(third.next_cursor);
}

TEST_CASE("the last page is the last even when it is full, and pages past it are empty") {
  test::OrgWorld world;
  for (int i = 1; i <= 4; ++i) world.department("Department " + std::to_string(i));
  CHECK_FALSE(world.departments.list(world.here, {.page_size = 4}).next_cursor);
  CHECK_FALSE(world.departments.list(world.here, {.page = 2, .page_size = 2}).next_cursor);
  const auto past = world.departments.list(world.here, {.page = 3, .page_size = 2});
  CHECK(past.results.empty());
  CHECK(past.total == 4);
  CHECK(past.page == 3);
  CHECK_FALSE(past.next_cursor);
}

TEST_CASE("a cursor is not disturbed by what is added or deleted meanwhile") {
  test::OrgWorld world;
  std::vector<org::DepartmentId> ids;
  for (int i = 1; i <= 5; ++i) ids.push_back(world.department("Department " + std::to_string(i)).id);
  const auto first = world.departments.list(world.here, {.page_size = 2});
  test::must(world.departments.remove(world.here, ids[0]));
  test::must(world.departments.remove(world.here, ids[1]));
  world.department("Department 6");
  const auto second = world.departments.list(world.here, {.page_size = 10, .cursor = first.next_cursor});
  REQUIRE(second.results.size() == 4);
  CHECK(second.results[0].name == "Department 3");
  CHECK(second.results[3].name == "Department 6");
  CHECK(second.total == 4);
}

TEST_CASE("an organization's list holds nothing of another's") {
  test::OrgWorld world;
  world.department("Ours");
  CHECK(world.departments.list(world.elsewhere, {}).results.empty());
  CHECK(world.departments.list(world.elsewhere, {}).total == 0);
}
