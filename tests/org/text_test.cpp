// Unicode text: characters, folding, validity.
#include "parlance/org/text.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

using namespace parlance::org;

TEST_CASE("text folds by Unicode simple case folding") {
  struct Row {
    std::string_view text, folded;
  };
  const auto row = GENERATE(values<Row>({
      {"", ""},
      {"Support", "support"},
      {"100% _sure_", "100% _sure_"},
      {"ÁRBOL", "árbol"},
      {"árbol", "árbol"},
      {"ARBOL", "arbol"},  // accents stay
      {"ÑANDÚ", "ñandú"},
      {"ΣΟΦΟΣ", "σοφοσ"},
      {"σοφος", "σοφοσ"},  // the final form meets the other
      {"ſ", "s"},          // long s
      {"K", "k"},          // Kelvin sign
      {"µ", "μ"},          // micro sign is mu
      {"ẞ", "ß"},
      {"straße", "straße"},  // never "ss": one character stays one
      {"ǅ", "ǆ"},            // title case
      {"ДОМ", "дом"},
      {"Ꭰ", "ꭰ"},
      {"𐐀", "𐐨"},
      {"日本", "日本"},
      // As it is: both Turkish letters fold to the Latin i, so a search for "istanbul" finds İstanbul and ıstanbul.
      {"İ", "i"},
      {"ı", "i"},
  }));
  CAPTURE(row.text);
  CHECK(fold_case(row.text) == row.folded);
  CHECK(fold_case(fold_case(row.text)) == row.folded);
}

TEST_CASE("bytes that are no text are folded around and stay as they are") {
  CHECK(fold_case("A\xFF"
                  "B") ==
        "a\xFF"
        "b");
  CHECK(fold_case("\xC3") == "\xC3");
  CHECK(fold_case("\xC3"
                  "A") ==
        "\xC3"
        "a");
  CHECK(fold_case("\xE2\x82"
                  "Á") ==
        "\xE2\x82"
        "á");
}

TEST_CASE("only well-formed UTF-8 is valid") {
  struct Row {
    std::string_view text;
    bool valid;
  };
  const auto row = GENERATE(values<Row>({
      {"", true},
      {"plain", true},
      {std::string_view("\0", 1), true},
      {"\x7F", true},
      {"\x80", false},
      {"\xBF", false},
      {"\xC0\x80", false},          // overlong
      {"\xC1\xBF", false},          // overlong
      {"\xC2\x80", true},           // U+0080
      {"\xC2", false},              // cut off
      {"\xC2\x7F", false},          //
      {"\xDF\xBF", true},           // U+07FF
      {"\xE0\x9F\xBF", false},      // overlong
      {"\xE0\xA0\x80", true},       // U+0800
      {"\xE0\xA0", false},          // cut off
      {"\xED\x9F\xBF", true},       // U+D7FF
      {"\xED\xA0\x80", false},      // surrogate
      {"\xED\xBF\xBF", false},      // surrogate
      {"\xEE\x80\x80", true},       // U+E000
      {"\xEF\xBF\xBF", true},       // U+FFFF
      {"\xF0\x8F\xBF\xBF", false},  // overlong
      {"\xF0\x90\x80\x80", true},   // U+10000
      {"\xF0\x90\x80", false},      // cut off
      {"\xF4\x8F\xBF\xBF", true},   // U+10FFFF
      {"\xF4\x90\x80\x80", false},  // above
      {"\xF5\x80\x80\x80", false},
      {"\xFF", false},
      {"ok \xF0\x9F\x98\x80 ok", true},
      {"ok \xF0\x9F\x98 ok", false},
  }));
  CAPTURE(row.text);
  CHECK(is_valid_utf8(row.text) == row.valid);
}

TEST_CASE("length is counted in characters") {
  CHECK(code_points("") == 0);
  CHECK(code_points("abc") == 3);
  CHECK(code_points("árbol") == 5);
  CHECK(code_points("日本") == 2);
  CHECK(code_points("😀") == 1);
}
