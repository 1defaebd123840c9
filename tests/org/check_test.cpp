// check(): the bounds in a record's description, and the messages they give.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <limits>

#include "parlance/org/describe.hpp"

namespace parlance::org {
namespace {

struct Wheel {
  std::int64_t spokes = 20;
};
struct Vehicle {
  std::string name = "Bicycle";
  std::string note;
  std::string content = "x";
  std::optional<std::string> plate;
  double price = 1;
  std::int64_t seats = 1;
  UnixMs built;
  std::vector<std::string> tags;
  std::vector<std::string> colours = {"red"};
  std::vector<Wheel> wheels;
  std::optional<Wheel> spare;
  std::variant<bool, std::string> answer = true;
};
struct VehicleChanges {
  Field<std::string> name;
  Field<std::optional<std::string>> plate;
};

}  // namespace

template <>
struct Describe<Wheel> {
  static constexpr std::string_view name = "Wheel";
  static constexpr auto fields = std::tuple{field("spokes", &Wheel::spokes, Range<std::int64_t>{3, 36})};
};
template <>
struct Describe<Vehicle> {
  static constexpr std::string_view name = "Vehicle";
  static constexpr auto fields = std::tuple{required("name", &Vehicle::name, Text{1, 10}),
                                            field("note", &Vehicle::note, Text{0, 4}),
                                            field("content", &Vehicle::content, Text{1, 4, true}),
                                            field("plate", &Vehicle::plate, Text{3, 5}),
                                            field("price", &Vehicle::price, Range<double>{0, 99.5}),
                                            field("seats", &Vehicle::seats, Range<std::int64_t>{1, 9}),
                                            field("built", &Vehicle::built),
                                            field("tags", &Vehicle::tags, Items<Text>{0, 3, true, {1, 3}}),
                                            field("colours", &Vehicle::colours, Items<>{1, 2, false, {}}),
                                            field("wheels", &Vehicle::wheels, Items<>{0, 4, false, {}}),
                                            field("spare", &Vehicle::spare),
                                            field("answer", &Vehicle::answer, Text{1, 3})};
};
template <>
struct Describe<VehicleChanges> {
  static constexpr std::string_view name = "UpdateVehicle";
  static constexpr auto fields =
      std::tuple{field("name", &VehicleChanges::name, Text{1, 10}), field("plate", &VehicleChanges::plate, Text{3, 5})};
};

namespace {

using Messages = std::vector<std::string>;

template <class T>
Messages problems_of(const T& record) {
  Problems problems;
  check(record, problems);
  return problems.messages();
}

// The problems of a vehicle in which one member has that value.
template <class Member>
Messages with(Member Vehicle::*member, Member value) {
  Vehicle vehicle;
  vehicle.*member = std::move(value);
  return problems_of(vehicle);
}

TEST_CASE("a record within its bounds has no problems") {
  CHECK(problems_of(Vehicle{}).empty());
}

TEST_CASE("text is bounded in characters, and white space alone is no content") {
  const Messages empty{"name should not be empty"}, too_long{"name must be shorter than or equal to 10 characters"};
  CHECK(with(&Vehicle::name, std::string("a")).empty());
  CHECK(with(&Vehicle::name, std::string("0123456789")).empty());
  CHECK(with(&Vehicle::name, std::string("áéíóúáéíóú")).empty());
  CHECK(with(&Vehicle::name, std::string("01234567890")) == too_long);
  CHECK(with(&Vehicle::name, std::string("áéíóúáéíóúá")) == too_long);
  CHECK(with(&Vehicle::name, std::string("")) == empty);
  CHECK(with(&Vehicle::name, std::string(" \t\r\n")) == empty);
  CHECK(with(&Vehicle::note, std::string("")).empty());
  CHECK(with(&Vehicle::note, std::string("    ")).empty());
  CHECK(with(&Vehicle::note, std::string("01234")) == Messages{"note must be shorter than or equal to 4 characters"});
  // A message may be white space, but not nothing.
  CHECK(with(&Vehicle::content, std::string(" ")).empty());
  CHECK(with(&Vehicle::content, std::string("")) == Messages{"content must be longer than or equal to 1 characters"});
}

TEST_CASE("optional text is bounded when it is there") {
  using Plate = std::optional<std::string>;
  CHECK(with(&Vehicle::plate, Plate()).empty());
  CHECK(with(&Vehicle::plate, Plate("ab")) == Messages{"plate must be longer than or equal to 3 characters"});
  CHECK(with(&Vehicle::plate, Plate("abc")).empty());
  CHECK(with(&Vehicle::plate, Plate("ááá")).empty());
  CHECK(with(&Vehicle::plate, Plate("áb")) == Messages{"plate must be longer than or equal to 3 characters"});
  CHECK(with(&Vehicle::plate, Plate("abcde")).empty());
  CHECK(with(&Vehicle::plate, Plate("abcdef")) == Messages{"plate must be shorter than or equal to 5 characters"});
}

TEST_CASE("numbers are bounded on both sides, and what is no number is out of bounds") {
  const Messages low{"price must not be less than 0"}, high{"price must not be greater than 99.5"};
  CHECK(with(&Vehicle::price, 0.0).empty());
  CHECK(with(&Vehicle::price, 99.5).empty());
  CHECK(with(&Vehicle::price, -0.001) == low);
  CHECK(with(&Vehicle::price, 99.501) == high);
  CHECK(with(&Vehicle::price, std::numeric_limits<double>::quiet_NaN()) == low);
  CHECK(with(&Vehicle::price, std::numeric_limits<double>::infinity()) == high);
  CHECK(with(&Vehicle::price, -std::numeric_limits<double>::infinity()) == low);
  CHECK(with(&Vehicle::seats, std::int64_t{0}) == Messages{"seats must not be less than 1"});
  CHECK(with(&Vehicle::seats, std::int64_t{1}).empty());
  CHECK(with(&Vehicle::seats, std::int64_t{9}).empty());
  CHECK(with(&Vehicle::seats, std::int64_t{10}) == Messages{"seats must not be greater than 9"});
}

TEST_CASE("Unix milliseconds go from 1970 to the end of 9999") {
  CHECK(with(&Vehicle::built, UnixMs{0}).empty());
  CHECK(with(&Vehicle::built, UnixMs{unix_ms_max}).empty());
  CHECK(with(&Vehicle::built, UnixMs{-1}) == Messages{"built must not be less than 0"});
  CHECK(with(&Vehicle::built, UnixMs{unix_ms_max + 1}) == Messages{"built must not be greater than 253402300799999"});
}

TEST_CASE("lists are bounded in number, and so is each element") {
  using Tags = std::vector<std::string>;
  CHECK(with(&Vehicle::tags, Tags{"a", "abc", "b"}).empty());
  CHECK(with(&Vehicle::tags, Tags{"a", "b", "c", "d"}) == Messages{"tags must contain no more than 3 elements"});
  CHECK(with(&Vehicle::tags, Tags{"a", "abcd", ""}) ==
        Messages{"tags.1 must be shorter than or equal to 3 characters", "tags.2 should not be empty"});
  CHECK(with(&Vehicle::tags, Tags{"a", "b", "a"}) == Messages{"tags must contain unique elements"});
  CHECK(with(&Vehicle::tags, Tags{"a", "A"}).empty());
  CHECK(with(&Vehicle::colours, Tags{}) == Messages{"colours must contain at least 1 elements"});
  CHECK(with(&Vehicle::colours, Tags{"red", "red"}).empty());
}

TEST_CASE("records inside a record are checked, with the path to them") {
  CHECK(with(&Vehicle::wheels, std::vector<Wheel>{{3}, {2}, {37}}) ==
        Messages{"wheels.1.spokes must not be less than 3", "wheels.2.spokes must not be greater than 36"});
  CHECK(with(&Vehicle::spare, std::optional<Wheel>()).empty());
  CHECK(with(&Vehicle::spare, std::optional(Wheel{2})) == Messages{"spare.spokes must not be less than 3"});
}

TEST_CASE("of an answer only the text is bounded") {
  using Value = std::variant<bool, std::string>;
  CHECK(with(&Vehicle::answer, Value(false)).empty());
  CHECK(with(&Vehicle::answer, Value("yes")).empty());
  CHECK(with(&Vehicle::answer, Value("")) == Messages{"answer should not be empty"});
  CHECK(with(&Vehicle::answer, Value("nope")) == Messages{"answer must be shorter than or equal to 3 characters"});
}

TEST_CASE("of an update only what was sent is checked") {
  CHECK(problems_of(VehicleChanges{}).empty());
  VehicleChanges changes;
  changes.name = std::string();
  changes.plate = std::optional<std::string>();
  CHECK(problems_of(changes) == Messages{"name should not be empty"});
}

TEST_CASE("a field that has a problem already gets no second one") {
  Vehicle vehicle;
  vehicle.name = "";
  vehicle.tags = {"", "abcd"};
  Problems problems;
  problems.add("name", "must be a string");
  problems.add("tags.0", "must be a string");
  check(vehicle, problems);
  // The other elements of a list are checked all the same.
  CHECK(problems.messages() == Messages{"name must be a string", "tags.0 must be a string",
                                        "tags.1 must be shorter than or equal to 3 characters"});
}

TEST_CASE("all problems of a record are told at once, but not more than 100") {
  Vehicle vehicle;
  vehicle.name = "";
  vehicle.seats = 0;
  CHECK(problems_of(vehicle) == Messages{"name should not be empty", "seats must not be less than 1"});
  Problems problems;
  const std::vector<Wheel> broken(1000, Wheel{0});
  check_value(Path{}, broken, Items<>{0, 5000, false, {}}, problems);
  CHECK(problems.size() == Problems::listed_max);
}

TEST_CASE("a path is spelled out from its links") {
  const Path root, messages{&root, "messages"}, third{&messages, {}, 3}, content{&third, "content"};
  CHECK(root.text() == "");
  CHECK(messages.text() == "messages");
  CHECK(content.text() == "messages.3.content");
}

}  // namespace
}  // namespace parlance::org
