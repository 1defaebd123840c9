// Which words are the same, and what of the message is quoted.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "evaluator_support.hpp"

using namespace parlance::audit;
using namespace parlance::audit::testing;
using parlance::org::Language;

TEST_CASE("phrases match stems, whatever the case, the accents and the punctuation", "[phrase]") {
  struct Row {
    Language language;
    std::string phrase, text, quote;
  };
  const auto en = Language::en, es = Language::es, pt = Language::pt;
  const Row row = GENERATE_COPY(values<Row>({
      {en, "confirm details", "I am confirming the details", ""},
      {en, "confirm the details", "I am confirming the detail.", "confirming the detail"},
      {en, "thank you", "THANK you", "THANK you"},
      {en, "thanks", "I am thanking you", "thanking"},
      {en, "booking", "It is booked!", "booked"},
      {en, "good bye", "Good-bye now", "Good-bye"},
      {en, "good bye", "Goodbye", ""},
      {en, "cafe", "At the Café", "Café"},
      {en, "café", "At the cafe", "cafe"},
      {en, "strasse", "Große Straße 5", "Straße"},
      {en, "full width", "ｆｕｌｌ　ｗｉｄｔｈ", "ｆｕｌｌ　ｗｉｄｔｈ"},
      // Apostrophes, typed either way or left out.
      {en, "that's all", "That’s all", "That’s all"},
      {en, "that’s all", "that's all", "that's all"},
      {en, "that's all", "thats all", "thats all"},
      {en, "don't know", "I dont know", "dont know"},
      {en, "dont know", "I DON'T know", "DON'T know"},
      {en, "don't know", "don know", ""},
      {en, "customer name", "the customer's name", "customer's name"},
      {en, "well", "we'll see", ""},
      {en, "were", "we're here", ""},
      {en, "we'll see", "We’ll see", "We’ll see"},
      {en, "rock", "'rock' 'n' roll", "rock"},
      {en, "o'brien", "Ms OBrien", "OBrien"},
      // Numbers.
      {en, "8 30 pm", "at 8:30 PM", "8:30 PM"},
      {en, "route 66", "Route 66", "Route 66"},
      {en, "route 6", "Route 66", ""},
      {es, "confirmar los datos", "Confirmamos los datos", "Confirmamos los datos"},
      {es, "confirmación", "las confirmaciones", "confirmaciones"},
      {es, "confirmacion", "una confirmación", "confirmación"},
      {es, "que mas", "¿Qué más?", "Qué más"},
      {es, "llamó ayer", "llamo ayer", "llamo ayer"},
      {es, "gracias", "¡GRACIAS!", "GRACIAS"},
      {es, "cancelar", "no lo canceló", "canceló"},
      {es, "cancelar", "no lo cambió", ""},
      {pt, "confirmação", "as confirmações", "confirmações"},
      {pt, "confirmacao", "a confirmação", "confirmação"},
      {pt, "posso ajudar", "Posso ajudá-lo?", "Posso ajudá"},
      {pt, "obrigado", "Obrigada!", "Obrigada"},
      {pt, "ligações", "uma ligação", "ligação"},
      {pt, "reservar", "eu comprei", ""},
  }));
  INFO(row.phrase << " | " << row.text);
  CHECK(match(row.phrase, row.text, row.language) == row.quote);
}

TEST_CASE("quotes are the message's own bytes", "[phrase]") {
  struct Row {
    std::string phrase, text, quote;
  };
  const Row row = GENERATE(values<Row>({
      {"cafe con leche", "un cafe\xCC\x81 con leche", "cafe\xCC\x81 con leche"},  // a combining accent
      {"resume", "my re\xCC\x81sume\xCC\x81, sir", "re\xCC\x81sume\xCC\x81"},
      {"see you", "👋🏽 see 👨‍👩‍👧 you 🎉", "see 👨‍👩‍👧 you"},
      {"bye", "🎉bye🎉", "bye"},
      {"see you", std::string("see\0you", 7), std::string("see\0you", 7)},
      {"see you", std::string("\0see \0 you\0", 11), std::string("see \0 you", 9)},
      {"see you", "see \xFF you", "see \xFF you"},
      {"seeyou", "see\xFFyou", ""},
      {"cooperate", "co\xC2\xADoperate", "co\xC2\xADoperate"},  // a soft hyphen
      {"你好", "他说 你好", "你好"},
      {"привет мир", "ПРИВЕТ, МИР!", "ПРИВЕТ, МИР"},
      {"a b", "a\r\nb", "a\r\nb"},
  }));
  INFO(row.phrase << " | " << row.text);
  const Judgement judgement = judged_one(question({cue(true, {row.phrase})}), {{employee, row.text}});
  if (row.quote.empty()) {
    CHECK(judgement.evidence.empty());
    return;
  }
  REQUIRE(judgement.evidence.size() == 1);
  CHECK(judgement.evidence.front().quote == row.quote);
  CHECK(judgement.evidence.front().verified);
}

TEST_CASE("very long words are words like others", "[phrase]") {
  for (const std::size_t length : {23u, 24u, 25u, 63u, 64u, 65u, 190u}) {
    const std::string word(length, 'x');
    INFO(length);
    CHECK(match("a " + word, "is a " + word + " b") == "a " + word);
    CHECK(match("a " + word, "is a " + word + "x b").empty());
    CHECK(match("a " + word, "is a " + word.substr(1) + " b").empty());
  }
}

TEST_CASE("`*` stands for 1 to 4 words", "[phrase]") {
  struct Row {
    std::string phrase, text, quote;
  };
  const Row row = GENERATE(values<Row>({
      {"from * to", "from to", ""},
      {"from * to", "from a to", "from a to"},
      {"from * to", "from a b c d to", "from a b c d to"},
      {"from * to", "from a b c d e to", ""},
      {"from * to", "from a, b. c; d: to", "from a, b. c; d: to"},
      {"from * * to", "from a to", ""},
      {"from * * to", "from a b to", "from a b to"},
      {"from * * to", "from a b c d e f g h to", "from a b c d e f g h to"},
      {"from * * to", "from a b c d e f g h i to", ""},
      {"* to", "to", ""},
      {"* to", "go to", "go to"},
      {"* to", "we go to", "go to"},
      {"to *", "to", ""},
      {"to *", "to me too", "to me"},
      {"from * to", "from from a to", "from a to"},
      {"from * to", "from a to to", "from a to"},
      {"a * b * c", "a 1 b 2 c", "a 1 b 2 c"},
      {"a * b * c", "a b b b c", "a b b b c"},
      {"a * a", "a a a", "a a a"},
      {"a * a", "a a", ""},
  }));
  INFO(row.phrase << " | " << row.text);
  CHECK(match(row.phrase, row.text) == row.quote);
}

TEST_CASE("a phrase matches within one message", "[phrase]") {
  const auto asked = question({cue(true, {"thank you", "from * to"})});
  CHECK_FALSE(judged_one(asked, {{employee, "thank"}, {employee, "you from here"}, {employee, "to there"}}).answer);
}

TEST_CASE("`{answer}` captures up to 6 words of a clause", "[phrase]") {
  struct Row {
    std::string phrase, text, answer;
  };
  const Row row = GENERATE(values<Row>({
      {"my name is {answer}", "My name is Ana", "Ana"},
      {"my name is {answer}", "My name is", ""},
      {"my name is {answer}", "My name is 1 2 3 4 5 6", "1 2 3 4 5 6"},
      {"my name is {answer}", "My name is 1 2 3 4 5 6 7", "1 2 3 4 5 6"},
      {"my name is {answer}", "My name is Ana Torres, thanks", "Ana Torres"},
      {"my name is {answer}", "My name is Ana\nI need help", "Ana"},
      {"my name is {answer}", "My name is Ana-María O’Neil.", "Ana-María O’Neil"},
      {"at {answer}", "come at 8:30 pm. Bye", "8:30 pm"},
      {"pay {answer}", "I pay $1,250.75! Now", "1,250.75"},
      {"{answer} speaking", "Hello, Ana Torres speaking", "Ana Torres"},
      {"{answer} speaking", "1 2 3 4 5 6 7 speaking", "2 3 4 5 6 7"},
      {"{answer} speaking", "speaking", ""},
      {"from {answer} to", "from San Jose to Reno", "San Jose"},
      {"from {answer} to", "from to", ""},
      {"from {answer} to", "from 1 2 3 4 5 6 to", "1 2 3 4 5 6"},
      {"from {answer} to", "from 1 2 3 4 5 6 7 to", ""},
      {"from {answer} to", "from San, Jose to Reno", ""},
      {"from {answer} to", "from San Jose, to Reno", "San Jose"},
      {"name * {answer}", "name is then Ana Torres", "then Ana Torres"},
      {"just words", "just words", "the cue's own"},
  }));
  INFO(row.phrase << " | " << row.text);
  CHECK(capture(row.phrase, row.text) == row.answer);
}
