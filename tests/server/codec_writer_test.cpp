#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <limits>
#include <string>

#include "parlance/audit/message.hpp"
#include "parlance/audit/question.hpp"
#include "parlance/org/department.hpp"
#include "server/codec/json_document.hpp"
#include "server/codec/writer.hpp"

namespace parlance::server::codec {
namespace {

std::string text_of(std::string_view text) {
  std::string out;
  write_text(out, text);
  return out;
}
template <class T>
std::string json(const T& value) {
  std::string out;
  detail::write_value(out, value);
  return out;
}

}  // namespace

TEST_CASE("Every control character is escaped, and reads back") {
  for (int c = 0; c < 0x20; ++c) {
    const std::string text = "a" + std::string(1, static_cast<char>(c)) + "b";
    const std::string written = text_of(text);
    CAPTURE(written);
    for (const char byte : written) CHECK(static_cast<unsigned char>(byte) >= 0x20);
    JsonDocument document;
    REQUIRE(!document.parse(written));
    CHECK(document.root().text() == text);
  }
  CHECK(text_of("\b\f\n\r\t\"\\/") == R"("\b\f\n\r\t\"\\/")");
  CHECK(text_of(std::string(1, '\0') + "\x1f") == R"("\u0000\u001f")");
}

TEST_CASE("Everything else passes through") {
  CHECK(text_of("") == "\"\"");
  CHECK(text_of({}) == "\"\"");
  CHECK(text_of("\x7f é € 😀 \xE2\x80\xA8") == "\"\x7f é € 😀 \xE2\x80\xA8\"");
}

TEST_CASE("An escape is found wherever it stands") {
  // Around the eight bytes that are looked at together, and around the sizes that are copied together.
  for (const std::size_t size : {1, 7, 8, 9, 15, 16, 17, 100, 509, 510, 511, 512, 513, 2047, 2048, 5000}) {
    const std::string plain(size, 'x');
    CHECK(text_of(plain) == "\"" + plain + "\"");
    for (const std::size_t at : {std::size_t{0}, size / 2, size - 1}) {
      std::string text = plain, expected = plain;
      text[at] = '"';
      expected.replace(at, 1, "\\\"");
      CAPTURE(size, at);
      CHECK(text_of(text) == "\"" + expected + "\"");
    }
  }
  for (std::size_t at = 0; at < 24; ++at) {
    std::string text;
    for (int i = 0; i < 12; ++i) text += "\xC3\xBF";  // high bytes beside it
    std::string expected = text;
    text[at] = '\\';
    expected.replace(at, 1, "\\\\");
    CHECK(text_of(text) == "\"" + expected + "\"");
  }
  const std::string all(3000, '\x01');
  CHECK(text_of(all).size() == 2 + 6 * all.size());
}

TEST_CASE("Numbers are short and exact") {
  CHECK(json(std::int64_t{0}) == "0");
  CHECK(json(std::numeric_limits<std::int64_t>::min()) == "-9223372036854775808");
  CHECK(json(std::numeric_limits<std::int64_t>::max()) == "9223372036854775807");
  CHECK(json(1.0) == "1");
  CHECK(json(1e6) == "1000000");
  CHECK(json(-0.0) == "0");
  CHECK(json(2.5) == "2.5");
  CHECK(json(19.99) == "19.99");
  CHECK(json(0.1 + 0.2) == "0.30000000000000004");
  CHECK(json(1e300) == "1e+300");
  CHECK(json(-4.9e-324) == "-5e-324");
  CHECK(json(999999999999999.0) == "999999999999999");
  CHECK(json(1.7976931348623157e308) == "1.7976931348623157e+308");
  CHECK(json(std::numeric_limits<double>::infinity()) == "null");
  CHECK(json(std::numeric_limits<double>::quiet_NaN()) == "null");
}

TEST_CASE("Times are written one by one as by themselves") {
  std::vector<org::UtcTime> times;
  for (const std::int64_t ms :
       {std::int64_t{0}, std::int64_t{1}, std::int64_t{999}, std::int64_t{86399999}, std::int64_t{86400000},
        std::int64_t{86399998}, std::int64_t{1763500000123}, std::int64_t{1763500000124}, std::int64_t{1763459999999},
        std::int64_t{-1}, std::int64_t{5}, std::int64_t{-86400001}, org::unix_ms_max}) {
    times.push_back({ms});
    times.push_back({ms});
  }
  std::string expected;
  for (const auto time : times) expected += (expected.empty() ? "[\"" : ",\"") + time.text() + "\"";
  CHECK(json(times) == expected + "]");
}

TEST_CASE("Every key is present, in the description's order; members of a base too") {
  audit::Message message;
  message.content = "Hi";
  message.original_date_time = {5};
  message.sender_role = audit::SenderRole::customer;
  message.index = 3;
  std::string out = "before ";
  write(out, message);
  CHECK(out == R"(before {"index":3,"senderRole":"customer","content":"Hi","originalDateTime":5,)"
               R"("employeeId":null,"departmentId":null})");

  audit::Cue cue;
  cue.answer = "yes";
  cue.phrases = {"a", "b"};
  cue.within = audit::CueWindow{1, std::nullopt};
  out.clear();
  write(out, cue);
  CHECK(out == R"({"answer":"yes","phrases":["a","b"],"speaker":"any","within":{"first":1,"last":null},"unless":[]})");
}

TEST_CASE("Maps are objects") {
  CHECK(json(std::map<std::string, audit::AnswerValue>{}) == "{}");
  CHECK(json(std::map<std::string, audit::AnswerValue>{{"a\"", true}, {"b", "x"}}) == R"({"a\"":true,"b":"x"})");
}

TEST_CASE("A page has its envelope") {
  org::Page<org::DepartmentRef> page;
  page.page = 2;
  page.page_size = 1;
  std::string out;
  write(out, page);
  CHECK(out == R"({"results":[],"total":0,"page":2,"pageSize":1,"nextCursor":null})");
  page.results.resize(2);
  page.results[0].name = "A";
  page.results[0].entity_key.text = "DEP-00000000";
  page.total = 12;
  page.next_cursor = "c";
  out.clear();
  write(out, page);
  CHECK(out == R"({"results":[{"id":"00000000-0000-0000-0000-000000000000","entityKey":"DEP-00000000","name":"A"},)"
               R"({"id":"00000000-0000-0000-0000-000000000000","entityKey":"","name":""}],)"
               R"("total":12,"page":2,"pageSize":1,"nextCursor":"c"})");
}

}  // namespace parlance::server::codec
