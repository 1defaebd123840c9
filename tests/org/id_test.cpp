// Ids, entity keys, and where they come from.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <map>
#include <set>

#include "parlance/org/entity_key.hpp"
#include "parlance/org/id.hpp"
#include "parlance/org/id_source.hpp"

using namespace parlance::org;

TEST_CASE("a UUID is read in either case and written in lower case") {
  const auto id = Uuid::parse("0190ABCD-ef01-7234-8567-89abcdef0123");
  REQUIRE(id);
  CHECK(id->text() == "0190abcd-ef01-7234-8567-89abcdef0123");
  CHECK(id->bytes[0] == 0x01);
  CHECK(id->bytes[15] == 0x23);
  CHECK(Uuid::parse("00000000-0000-0000-0000-000000000000")->is_nil());
  CHECK(Uuid::parse("ffffffff-ffff-ffff-ffff-ffffffffffff")->text() == "ffffffff-ffff-ffff-ffff-ffffffffffff");
}

TEST_CASE("what is no UUID is not read") {
  const std::string_view text = GENERATE(values<std::string_view>({
      "",
      "1",
      "0190abcdef0172348567 89abcdef0123",
      "0190abcdef017234856789abcdef0123",
      "0190abcd-ef01-7234-8567-89abcdef012",
      "0190abcd-ef01-7234-8567-89abcdef01234",
      "0190abcd-ef01-7234-8567-89abcdef012g",
      "0190abcd-ef01-7234-856789abcdef-0123",
      "0190abcd-ef01-7234-8567_89abcdef0123",
      "-190abcd-ef01-7234-8567-89abcdef0123",
      " 190abcd-ef01-7234-8567-89abcdef0123",
      "{190abcd-ef01-7234-8567-89abcdef012}",
      "0190abcd-ef01-7234-8567-89abcdef01\xC3\xA9",
      std::string_view("0190abcd-ef01-7234-8567-89abcdef012\0", 36),
  }));
  CAPTURE(text);
  CHECK_FALSE(Uuid::parse(text));
  CHECK_FALSE(EmployeeId::parse(text));
}

TEST_CASE("every UUID is read back from its text") {
  SequenceIds ids;
  for (int i = 0; i < 1000; ++i) {
    Uuid id;
    ids.random_bytes(id.bytes);
    REQUIRE(Uuid::parse(id.text()) == id);
  }
}

TEST_CASE("an entity key is its prefix and 8 of [0-9A-Z]") {
  struct Row {
    std::string_view text;
    bool is_key;
  };
  const auto row = GENERATE(values<Row>({
      {"DEP-00000000", true},
      {"DEP-ZZZZZZZZ", true},
      {"DEP-A1B2C3D4", true},
      {"DEP-A1B2C3D", false},
      {"DEP-A1B2C3D45", false},
      {"DEP-a1b2c3d4", false},
      {"DEP-A1B2C3D-", false},
      {"DEP-A1B2C3\xC3\x84", false},
      {"dep-A1B2C3D4", false},
      {"AGT-A1B2C3D4", false},
      {"DEPA1B2C3D4", false},
      {" DEP-A1B2C3D", false},
      {"", false},
  }));
  CAPTURE(row.text);
  const auto key = EntityKey::parse(row.text, department_key_prefix);
  CHECK(key.has_value() == row.is_key);
  if (key) CHECK(key->text == row.text);
}

TEST_CASE("a department is named by its id or its key") {
  const auto by_id = parse_department_id_or_key("0190ABCD-ef01-7234-8567-89abcdef0123");
  REQUIRE(by_id);
  CHECK(std::holds_alternative<DepartmentId>(*by_id));
  CHECK(text_of(*by_id) == "0190abcd-ef01-7234-8567-89abcdef0123");
  const auto by_key = parse_department_id_or_key("DEP-A1B2C3D4");
  REQUIRE(by_key);
  CHECK(std::holds_alternative<EntityKey>(*by_key));
  CHECK(text_of(*by_key) == "DEP-A1B2C3D4");
  CHECK_FALSE(parse_department_id_or_key("AGT-A1B2C3D4"));
  CHECK_FALSE(parse_department_id_or_key("Support"));
}

TEST_CASE("new ids are version 7 and sort in the order they were made") {
  SequenceIds ids;
  Uuid last;
  for (int i = 0; i < 1000; ++i) {
    const Uuid id = ids.next();
    REQUIRE(last < id);
    REQUIRE(id.text()[14] == '7');
    last = id;
  }
}

TEST_CASE("new keys use every character alike") {
  SequenceIds ids;
  std::map<char, int> seen;
  std::set<std::string> keys;
  constexpr int made = 4500;  // 36000 characters, 1000 of each expected
  for (int i = 0; i < made; ++i) {
    const EntityKey key = ids.next_key(department_key_prefix);
    REQUIRE(EntityKey::parse(key.text, department_key_prefix) == key);
    keys.insert(key.text);
    for (const char c : key.text.substr(4)) ++seen[c];
  }
  CHECK(keys.size() == made);
  CHECK(seen.size() == 36);
  // A byte taken modulo 36 without a rejection would favour the first four characters by an eighth.
  for (const auto& [c, count] : seen) {
    CAPTURE(c);
    CHECK((count > 850 && count < 1150));
  }
}
