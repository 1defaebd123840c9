#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>
#include <string>

#include "server/codec/json_document.hpp"

namespace parlance::server::codec {
namespace {

using namespace std::string_literals;

// What is wrong with the text; "" when nothing is.
std::string problem_of(std::string_view text) {
  JsonDocument document;
  return document.parse(text).value_or("");
}
bool accepts(std::string_view text) {
  return problem_of(text).empty();
}

std::string nested(std::size_t levels, char open, char close) {
  std::string text;
  for (std::size_t i = 0; i < levels; ++i) text += (open == '{' && i > 0) ? "\"a\":{" : std::string(1, open);
  return text + std::string(levels, close);
}

std::string object_of(int members, const std::string& last = {}) {
  std::string text = "{";
  for (int i = 0; i < members; ++i) text += "\"key" + std::to_string(i) + "\":" + std::to_string(i) + ",";
  return text + (last.empty() ? "\"last\":0" : last) + "}";
}

struct Sample {
  std::string text;
  bool accepted;
};

}  // namespace

TEST_CASE("JSON, and nothing but JSON, is accepted") {
  const auto [text, accepted] = GENERATE(values<Sample>({
      {"null", true},
      {" \t\r\n{} \n", true},
      {"[]", true},
      {R"({"a":[1,-2,3.5,1e3,true,false,null,"x",{}]})", true},
      {"\"\"", true},
      {"", false},
      {"   ", false},
      {"{", false},
      {"[1,", false},
      {"\"open", false},
      {"nul", false},
      {"[1,]", false},
      {R"({"a":1,})", false},
      {"[1]]", false},
      {"{} {}", false},
      {"{}x", false},
      {"// comment\n{}", false},
      {"[/* comment */]", false},
      {"NaN", false},
      {"Infinity", false},
      {"-Infinity", false},
      {"[01]", false},
      {"[+1]", false},
      {"[.5]", false},
      {"[1.]", false},
      {"[1e]", false},
      {"[-]", false},
      {"[0x10]", false},
      {"{a:1}", false},
      {"{'a':1}", false},
      {R"({"a" 1})", false},
      {R"({1:2})", false},
      {"\"\t\"", false},          // control characters are escaped in JSON
      {"\"\x1f\"", false},        //
      {"\"\x7f\"", true},         // but this one is none
      {"\"a\0b\""s, false},       // NUL as it is
      {"{}\0"s, false},           //
      {"\0{}"s, false},           //
      {"\xEF\xBB\xBF{}", false},  // byte order mark
      {R"("\x41")", false},
      {R"("\u12G4")", false},
      {R"("\u12")", false},
      {R"("\u0041")", true},
      {R"("\u0000")", true},  // a legal string; whether it is a legal text is the reader's business
  }));
  CAPTURE(text);
  CHECK(accepts(text) == accepted);
}

TEST_CASE("Text is valid UTF-8") {
  const auto [text, accepted] = GENERATE(values<Sample>({
      {"\xC2\x80", true},           // the first character of two bytes
      {"\xC1\xBF", false},          // one byte's worth, in two
      {"\xC0\x80", false},          // NUL in two
      {"\xE0\xA0\x80", true},       // the first of three
      {"\xE0\x9F\xBF", false},      // two bytes' worth, in three
      {"\xED\x9F\xBF", true},       // the last before the surrogates
      {"\xED\xA0\x80", false},      // a surrogate
      {"\xED\xBF\xBF", false},      // another
      {"\xEE\x80\x80", true},       // the first after them
      {"\xF0\x90\x80\x80", true},   // the first of four
      {"\xF0\x8F\xBF\xBF", false},  // three bytes' worth, in four
      {"\xF4\x8F\xBF\xBF", true},   // the last there is
      {"\xF4\x90\x80\x80", false},  // beyond it
      {"\xF5\x80\x80\x80", false},
      {"\xFF", false},
      {"\x80", false},      // goes on where nothing began
      {"\xE2\x82", false},  // ends inside a character
      {"\xE2\x82x", false},
  }));
  for (const std::string& body :
       {"\"" + text + "\"", "{\"" + text + "\":1}", "\"\\n some longer text " + text + "\""}) {
    CAPTURE(body);
    CHECK(accepts(body) == accepted);
  }
}

TEST_CASE("Escaped surrogates come in pairs") {
  const auto [text, accepted] = GENERATE(values<Sample>({
      {R"("\ud800")", false},
      {R"("\udc00")", false},
      {R"("\ud800x")", false},
      {R"("\ud800\n")", false},
      {R"("\ud800\ud800")", false},
      {R"("\udc00\ud800")", false},
      {R"("\uD83D\uDE00")", true},
      {R"("\ud7ff\ue000")", true},
  }));
  CAPTURE(text);
  CHECK(accepts(text) == accepted);
}

TEST_CASE("Escapes are decoded") {
  JsonDocument document;
  REQUIRE(!document.parse(R"({"a\u0062":"\"\\\/\b\f\n\r\t\u00e9\u20ac\ud83d\ude00\u0000.","plain":"as it is","":""})"));
  auto member = document.root().begin();
  CHECK((*member).key() == "ab");
  CHECK((*member).text() == "\"\\/\b\f\n\r\té€😀\0."s);
  CHECK((*++member).key() == "plain");
  CHECK((*member).text() == "as it is");
  CHECK((*++member).key() == "");
  CHECK((*member).text() == "");
  CHECK(!(++member != document.root().end()));
}

TEST_CASE("Long texts with escapes arrive whole") {
  // Longer than the parser's own buffers.
  std::string text = "\"", expected;
  for (int i = 0; i < 5000; ++i) {
    text += "\\u00e9 and \\n";
    expected += "é and \n";
  }
  JsonDocument document;
  REQUIRE(!document.parse(text + "\""));
  CHECK(document.root().text() == expected);
}

TEST_CASE("Nesting goes 32 levels deep") {
  const auto [open, close] = GENERATE(table<char, char>({{'[', ']'}, {'{', '}'}}));
  CHECK(accepts(nested(32, open, close)));
  CHECK(problem_of(nested(33, open, close)) == "must not be nested deeper than 32 levels");
  CHECK(problem_of(std::string(1 << 20, '[')) == "must not be nested deeper than 32 levels");
}

TEST_CASE("A key stands once in an object") {
  const auto twice = [](const std::string& key) {
    return "is not valid JSON: the key " + key + " stands twice in one object";
  };
  CHECK(problem_of(R"({"a":1,"a":2})") == twice("a"));
  CHECK(problem_of(R"({"a":1,"\u0061":1})") == twice("a"));
  CHECK(problem_of(R"({"":1,"":1})") == twice(""));
  CHECK(problem_of(R"([{"x":{"a":1,"b":2,"a":3}}])") == twice("a"));
  CHECK(accepts(R"({"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]})"));
  CHECK(accepts(R"({"a":1,"A":1,"a ":1})"));
  // Both ways of looking: few members, and many.
  for (const int members : {22, 23, 24, 25, 100000}) {
    CAPTURE(members);
    CHECK(accepts(object_of(members)));
    CHECK(problem_of(object_of(members, "\"key0\":1")) == twice("key0"));
    CHECK(problem_of(object_of(members, "\"key" + std::to_string(members - 1) + "\":1")) ==
          twice("key" + std::to_string(members - 1)));
  }
}

TEST_CASE("A long key is shown cut, between characters") {
  std::string key;
  for (int i = 0; i < 60; ++i) key += "a€";
  const auto problem = problem_of("{\"" + key + "\":1,\"" + key + "\":1}");
  CHECK(problem == "is not valid JSON: the key " + key.substr(0, 100) + " stands twice in one object");
  CHECK(shown_key("b" + key) == "b" + key.substr(0, 97));  // 100 bytes would end inside a character
}

TEST_CASE("A sentence says what is wrong, and where") {
  CHECK(problem_of("{\"title\":tru}") == "is not valid JSON: syntax error at byte 9");
  CHECK(problem_of("{\"title\":1") == "is not valid JSON: it ends too early at byte 10");
  CHECK(problem_of("{} {}") == "is not valid JSON: something follows its end at byte 3");
  CHECK(problem_of("\"ab\xFF\"") == "is not valid JSON: invalid UTF-8 at byte 3");
  CHECK(problem_of("\xFF") == "is not valid JSON: invalid UTF-8 at byte 0");
  CHECK(problem_of("[\"\\ud800\"]") == "is not valid JSON: syntax error at byte 8");
}

TEST_CASE("Integers are exact up to 64 bits") {
  struct Row {
    std::string text;
    std::optional<std::int64_t> integer;
  };
  const auto row = GENERATE(values<Row>({
      {"0", 0},
      {"-0", 0},
      {"-0.0", 0},
      {"3.0", 3},
      {"3.5", std::nullopt},
      {"1e3", 1000},
      {"12e-1", std::nullopt},
      {"253402300799999", 253402300799999},
      {"253402300799999.0", 253402300799999},
      {"9007199254740993", 9007199254740993},
      {"9223372036854775807", INT64_MAX},
      {"9223372036854775808", std::nullopt},
      {"-9223372036854775808", INT64_MIN},
      {"-9223372036854775809", INT64_MIN},  // the nearest double is integral and fits
      {"18446744073709551615", std::nullopt},
      {"18446744073709551616", std::nullopt},
      {"1e400", std::nullopt},
      {"-1e400", std::nullopt},
      {"1e-400", 0},
      {"1e99999999999999999999", std::nullopt},
      {"0.1", std::nullopt},
  }));
  CAPTURE(row.text);
  JsonDocument document;
  const auto problem = document.parse(row.text);
  if (row.text.size() > 20) {
    REQUIRE((!problem || problem->find("exponent overflow") != std::string::npos));
    if (problem) return;
  }
  REQUIRE(!problem);
  CHECK(document.root().integer() == row.integer);
}

TEST_CASE("Numbers are the nearest doubles") {
  struct Row {
    std::string text;
    double number;
  };
  const auto row = GENERATE(values<Row>({
      {"19.99", 19.99},
      {"0.1", 0.1},
      {"1.1", 1.1},
      {"2.2250738585072014e-308", 2.2250738585072014e-308},
      {"4.9e-324", 4.9e-324},
      {"1.7976931348623157e308", 1.7976931348623157e308},
      {"123456789012345678901234567890", 123456789012345678901234567890.0},
      {"0.3000000000000000166533453693773481063544750213623046875", 0.30000000000000004},  // half-way: to even

      {"9007199254740993.0", 9007199254740992.0},
      {"-2.5e-3", -0.0025},
      {"1e400", HUGE_VAL},
      {"-1e400", -HUGE_VAL},
  }));
  CAPTURE(row.text);
  JsonDocument document;
  REQUIRE(!document.parse(row.text));
  CHECK(document.root().number() == row.number);
}

TEST_CASE("Values are walked in order, skipping what lies inside") {
  JsonDocument document;
  REQUIRE(!document.parse(R"({"a":[1,[2,{"x":3}],4],"b":{"c":{},"d":[]},"e":5})"));
  const JsonValue root = document.root();
  CHECK(root.size() == 3);
  std::string seen;
  for (const JsonValue member : root) seen += member.key();
  CHECK(seen == "abe");
  std::size_t elements = 0;
  const JsonValue list = *root.find("a");
  for (const JsonValue element : list) {
    ++elements;
    CHECK((element.kind() == JsonKind::integer || element.kind() == JsonKind::array));
  }
  CHECK(elements == 3);
  CHECK(root.find("b")->find("d")->size() == 0);
  CHECK(!(root.find("b")->find("d")->begin() != root.find("b")->find("d")->end()));
  CHECK(!(root.find("b")->find("c")->begin() != root.find("b")->find("c")->end()));
  CHECK(root.find("e")->integer() == 5);
  CHECK(!(root.find("e")->begin() != root.find("e")->end()));
  CHECK(!root.find("x"));
  CHECK(!root.find("e")->find("x"));
}

TEST_CASE("A document's memory is proportional to its text, and given back") {
  JsonDocument document;
  std::string text = "[1";
  while (text.size() < (1u << 20)) text += ",1";
  text += ']';
  REQUIRE(!document.parse(text));
  CHECK(document.memory_bytes() <= 8 * text.size() + 4096);
  REQUIRE(!document.parse("[]"));
  CHECK(document.memory_bytes() <= 256 * 1024);
  std::string escaped = "\"";
  while (escaped.size() < (1u << 20)) escaped += "\\n";
  escaped += '"';
  REQUIRE(!document.parse(escaped));
  document.clear();
  CHECK(document.memory_bytes() <= 256 * 1024);
}

TEST_CASE("A document can be parsed into again, after a failure too") {
  JsonDocument document;
  CHECK(document.parse(R"({"a":"\n)"));
  REQUIRE(!document.parse(R"(["\t"])"));
  CHECK((*document.root().begin()).text() == "\t");
}

}  // namespace parlance::server::codec
