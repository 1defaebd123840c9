#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>
#include <string>

#include "parlance/audit/answer.hpp"
#include "parlance/audit/message.hpp"
#include "parlance/audit/question.hpp"
#include "parlance/audit/questionnaire.hpp"
#include "parlance/org/department.hpp"
#include "parlance/org/employee.hpp"
#include "parlance/org/organization.hpp"
#include "server/codec/reader.hpp"

namespace parlance::server::codec {

// A record with one field of every type, as no single record of the libraries has.
struct Everything {
  bool flag = false;
  std::int64_t count = 0;
  double ratio = 0;
  std::string title;
  org::Language language = org::Language::en;
  org::EmployeeId id;
  org::DepartmentIdOrKey department;
  org::EntityKey key;
  audit::AnswerValue answer;
  org::UnixMs began;
  org::UtcTime at;
  std::vector<std::string> list;
  std::map<std::string, std::variant<bool, std::string>> metadata;
  audit::CueWindow window;
  std::optional<std::int64_t> perhaps;
};

// A command that is sent together with names it has no use for.
struct Partial {
  std::string title;
};

}  // namespace parlance::server::codec

namespace parlance::org {
template <>
struct Describe<server::codec::Everything> {
  using T = server::codec::Everything;
  static constexpr std::string_view name = "Everything";
  static constexpr auto fields = std::tuple{field("flag", &T::flag),
                                            field("count", &T::count),
                                            field("ratio", &T::ratio),
                                            field("title", &T::title),
                                            field("language", &T::language),
                                            field("id", &T::id),
                                            field("key", &T::key),
                                            field("department", &T::department),
                                            field("answer", &T::answer),
                                            field("began", &T::began),
                                            field("at", &T::at),
                                            field("list", &T::list),
                                            field("metadata", &T::metadata),
                                            field("window", &T::window),
                                            field("perhaps", &T::perhaps)};
};
template <>
struct Describe<server::codec::Partial> {
  using T = server::codec::Partial;
  static constexpr std::string_view name = "Partial";
  static constexpr std::array ignored_names = {std::string_view("status"), std::string_view("owner")};
  static constexpr auto fields = std::tuple{required("title", &T::title, Text{1, 10})};
};
}  // namespace parlance::org

namespace parlance::server::codec {
namespace {

using namespace std::string_literals;
using Messages = std::vector<std::string>;

template <class T>
Messages problems_of(const std::string& text) {
  T out;
  Problems problems;
  read_text(text, out, problems);
  return problems.messages();
}
// With the bounds as well, as a service finds them.
template <class T>
Messages all_problems_of(const std::string& text) {
  T out;
  Problems problems;
  read_text(text, out, problems);
  org::check(out, problems);
  return problems.messages();
}
template <class T>
T record(const std::string& text) {
  T out;
  Problems problems;
  read_text(text, out, problems);
  CAPTURE(text);
  REQUIRE(problems.messages() == Messages());
  return out;
}

constexpr const char* uuid = "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b";

}  // namespace

TEST_CASE("The top level is an object") {
  const std::string text = GENERATE("null", "[]", "\"x\"", "3", "true", "[{}]");
  CHECK(problems_of<audit::NewTranscript>(text) == Messages{"body must be an object"});
}

TEST_CASE("Broken JSON is one problem of the body") {
  CHECK(problems_of<audit::NewTranscript>("{") == Messages{"body is not valid JSON: it ends too early at byte 1"});
  CHECK(problems_of<Everything>(R"({"title":1,"title":2})") ==
        Messages{"body is not valid JSON: the key title stands twice in one object"});
}

TEST_CASE("Each type says what it must be, null included") {
  struct Row {
    std::string name, rest;
    std::vector<std::string> wrong, right;
  };
  const std::string key = "\"DEP-0A1B2C3Z\"", id = "\""s + uuid + "\"";
  const auto row = GENERATE_COPY(values<Row>({
      {"flag", "must be a boolean value", {"null", "0", "\"true\"", "[]", "{}"}, {"true", "false"}},
      {"count",
       "must be an integer number",
       {"null", "true", "\"1\"", "1.5", "9223372036854775808", "1e400", "-1e19", "[1]"},
       {"0", "-1", "1.0", "9223372036854775807", "-9223372036854775808", "1e3"}},
      {"ratio",
       "must be a number conforming to the specified constraints",
       {"null", "\"1\"", "true", "1e400", "-1e400", "{}"},
       {"0", "1.5", "-3", "1e308", "1e-400"}},
      {"title", "must be a string", {"null", "1", "true", "[]", "{}"}, {"\"\"", "\"é\""}},
      {"title", "must not contain NUL characters", {"\"\\u0000\"", "\"a\\u0000b\""}, {"\"\\u0001\""}},
      {"language",
       "must be one of the following values: en, es, pt",
       {"null", "1", "\"fr\"", "\"EN\"", "\"\"", "\"en \"", "[\"en\"]"},
       {"\"en\"", "\"pt\""}},
      {"id",
       "must be a UUID",
       {"null", "1", "\"\"", "\"x\"", key, "\"0190a1b2c3d47e5f8a9b0c1d2e3f4a5b\"", "\"" + std::string(uuid) + "0\""},
       {id, "\"0190A1B2-C3D4-7E5F-8A9B-0C1D2E3F4A5B\""}},
      {"department",
       "must be a UUID or a DEP- key",
       {"null", "1", "\"\"", "\"AGT-0A1B2C3Z\"", "\"DEP-0a1b2c3z\"", "\"DEP-0A1B2C3\"", "\"DEP-0A1B2C3ZZ\""},
       {id, key}},
      {"key", "must be a DEP- or AGT- key", {"null", "\"\"", id, "\"DEP-\""}, {key, "\"AGT-0A1B2C3Z\""}},
      {"answer", "must be a boolean value or a string", {"null", "0", "[]", "{}"}, {"true", "\"true\""}},
      {"answer", "must not contain NUL characters", {"\"\\u0000\""}, {}},
      {"began",
       "must be an integer number",
       {"null", "\"2025-01-01T00:00:00Z\"", "1763500000000.5", "1e400", "true"},
       {"1763500000000", "1763500000000.0", "253402300799999"}},
      {"at",
       "must be a valid ISO 8601 date string",
       {"null", "1763500000000", "\"\"", "\"yesterday\"", "\"2026-02-30T00:00:00Z\"", "\"0000-01-01T00:00:00+00:01\"",
        "\"9999-12-31T23:59:59-00:01\""},
       {"\"2026-11-19T10:00:00.000Z\"", "\"2026-11-19T10:00:00+02:00\"", "\"0000-01-01T00:00:00Z\"",
        "\"9999-12-31T23:59:59.999Z\""}},
      {"list", "must be an array", {"null", "\"a\"", "{}", "1"}, {"[]", "[\"a\"]"}},
      {"list.1", "must be a string", {}, {}},
      {"metadata", "must be an object", {"null", "[]", "1"}, {"{}", R"({"a":true,"b":"x"})"}},
      {"window", "must be an object", {"null", "[]", "1"}, {"{}", R"({"first":null,"last":3})"}},
      {"perhaps", "must be an integer number", {"\"\"", "1.5", "false"}, {"null", "7"}},
  }));
  for (const auto& value : row.wrong) {
    CAPTURE(row.name, value);
    CHECK(problems_of<Everything>("{\"" + row.name + "\":" + value + "}") == Messages{row.name + " " + row.rest});
  }
  for (const auto& value : row.right) {
    CAPTURE(row.name, value);
    CHECK(problems_of<Everything>("{\"" + row.name + "\":" + value + "}") == Messages());
  }
}

TEST_CASE("Values arrive as they were sent") {
  const auto out =
      record<Everything>(R"({"flag":true,"count":-9,"ratio":19.99,"title":"né\n","language":"es","id":")"s + uuid +
                         R"(","department":"DEP-00000000","key":"AGT-00000000","answer":false,)" +
                         R"("began":1763500000000.0,"at":"2026-11-19T10:00:00Z","list":["a","b"],)" +
                         R"("metadata":{"k":"v","t":true},"window":{"first":2},"perhaps":null})");
  CHECK(out.flag);
  CHECK(out.count == -9);
  CHECK(out.ratio == 19.99);
  CHECK(out.title == "né\n");
  CHECK(out.language == org::Language::es);
  CHECK(out.id.text() == uuid);
  CHECK(org::text_of(out.department) == "DEP-00000000");
  CHECK(out.key.text == "AGT-00000000");
  CHECK(out.answer == audit::AnswerValue(false));
  CHECK(out.began.ms == 1763500000000);
  CHECK(out.at.text() == "2026-11-19T10:00:00.000Z");
  CHECK(out.list == std::vector<std::string>{"a", "b"});
  CHECK(out.metadata.size() == 2);
  CHECK(out.window.first == 2);
  CHECK(!out.perhaps);
}

TEST_CASE("Paths lead into lists and records") {
  CHECK(problems_of<Everything>(R"({"list":["a",1,null,"b"]})") ==
        Messages{"list.1 must be a string", "list.2 must be a string"});
  CHECK(problems_of<Everything>(R"({"window":{"first":"x","colour":1}})") ==
        Messages{"window.first must be an integer number", "window.property colour should not exist"});
  CHECK(problems_of<Everything>(R"({"metadata":{"a":1}})") ==
        Messages{"metadata.a must be a boolean value or a string"});
  CHECK(problems_of<audit::NewTranscript>(
            R"({"messages":[{"senderRole":"bot","content":"a","originalDateTime":1},
                            7,
                            {"senderRole":"robot","content":"a","originalDateTime":1,"colour":true}]})") ==
        Messages{"messages.1 must be an object",
                 "messages.2.senderRole must be one of the following values: employee, customer, agent, bot, system",
                 "messages.2.property colour should not exist"});
}

TEST_CASE("A missing required field should not be empty") {
  CHECK(problems_of<audit::NewMessage>("{}") == Messages{"senderRole should not be empty",
                                                         "content should not be empty",
                                                         "originalDateTime should not be empty"});
  CHECK(problems_of<audit::NewTranscript>(R"({"messages":[{}]})") ==
        Messages{"messages.0.senderRole should not be empty", "messages.0.content should not be empty",
                 "messages.0.originalDateTime should not be empty"});
  SECTION("but a field that the route supplies may be missing") {
    audit::NewQuestion question;
    Problems problems;
    read_text(R"({"title":"T","type":"text"})", question, problems, "questionnaireId");
    CHECK(problems.messages() == Messages());
  }
}

TEST_CASE("Fields that nobody knows should not exist") {
  CHECK(problems_of<Partial>(R"({"title":"x","colour":1})") == Messages{"property colour should not exist"});
  CHECK(problems_of<Partial>(R"({"title":"x","Title":"x"})") == Messages{"property Title should not exist"});
  CHECK(problems_of<Partial>(R"({"title":"x","":1})") == Messages{"property  should not exist"});
  const std::string name(300, 'x');
  CHECK(problems_of<Partial>(R"({"title":"x",")" + name + "\":1}") ==
        Messages{"property " + name.substr(0, 100) + " should not exist"});
}

TEST_CASE("An unknown field does not silence the checks of others") {
  CHECK(all_problems_of<Partial>(R"({"title":"","":1})") ==
        Messages{"property  should not exist", "title should not be empty"});
  CHECK(all_problems_of<Partial>(R"({"title":"","title.x":1})") ==
        Messages{"property title.x should not exist", "title should not be empty"});
  CHECK(all_problems_of<audit::NewTranscript>(
            R"({"messages":[{"senderRole":"bot","content":"","originalDateTime":1,"colour":1}]})") ==
        Messages{"messages.0.property colour should not exist",
                 "messages.0.content must be longer than or equal to 1 characters"});
}

TEST_CASE("All problems of a body come at once, one for each field") {
  const auto messages = all_problems_of<audit::NewQuestion>(
      R"({"title":"","description":5,"type":"number","allowedAnswers":["a"],"weight":-1,"critical":"no","colour":"red"})");
  CHECK(messages == Messages{"description must be a string",
                             "type must be one of the following values: boolean, options, text",
                             "critical must be a boolean value", "property colour should not exist",
                             "questionnaireId should not be empty", "title should not be empty",
                             "allowedAnswers must contain at least 2 elements", "weight must not be less than 0"});
}

TEST_CASE("A hostile body's problems are not all listed") {
  std::string text = R"({"title":"x")";
  for (int i = 0; i < 10000; ++i) text += ",\"no" + std::to_string(i) + "\":1";
  CHECK(problems_of<Partial>(text + "}").size() == Problems::listed_max);
  std::string list = R"({"list":[0)";
  for (int i = 0; i < 100000; ++i) list += ",0";
  CHECK(problems_of<Everything>(list + "]}").size() == Problems::listed_max);
}

TEST_CASE("Read-only fields of a record read before are ignored in a change") {
  const auto changes = record<org::DepartmentChanges>(
      R"({"id":7,"entityKey":"DEP-00000000","name":"N","createdAt":"2026-11-19T10:00:00.000Z","updatedAt":null})");
  CHECK(changes.name.sent == "N");
  CHECK(!changes.description.is_sent());
  CHECK(problems_of<org::DepartmentChanges>(R"({"status":1})") == Messages{"property status should not exist"});
  SECTION("and so are the names that a command lists") {
    CHECK(record<Partial>(R"({"title":"x","status":"active","owner":{}})").title == "x");
  }
}

TEST_CASE("A change tells null, a value and nothing apart") {
  CHECK(!record<audit::QuestionnaireChanges>("{}").description.is_sent());
  const auto null = record<audit::QuestionnaireChanges>(R"({"description":null})");
  CHECK(null.description.is_sent());
  CHECK(!*null.description.sent);
  const auto value = record<audit::QuestionnaireChanges>(R"({"description":"d"})");
  CHECK(**value.description.sent == "d");
  SECTION("but null is no name") {
    CHECK(problems_of<audit::QuestionnaireChanges>(R"({"name":null})") == Messages{"name must be a string"});
  }
}

TEST_CASE("A field that is left out keeps its default") {
  const auto question =
      record<audit::NewQuestion>(R"({"title":"T","type":"boolean","questionnaireId":")"s + uuid + "\"}");
  CHECK(question.weight == 1);
  CHECK(!question.critical);
  CHECK(!question.description);
  CHECK(record<audit::NewQuestion>(R"({"title":"T","description":null,"type":"boolean","questionnaireId":")"s + uuid +
                                   "\"}")
            .description == std::nullopt);
}

TEST_CASE("Bounds are the service's, on both sides") {
  const auto began = [](const std::string& ms) {
    return all_problems_of<audit::NewMessage>(R"({"senderRole":"bot","content":"x","originalDateTime":)" + ms + "}");
  };
  CHECK(began("0") == Messages());
  CHECK(began("253402300799999") == Messages());
  CHECK(began("-1") == Messages{"originalDateTime must not be less than 0"});
  CHECK(began("253402300800000") == Messages{"originalDateTime must not be greater than 253402300799999"});
  CHECK(began("9223372036854775807") == Messages{"originalDateTime must not be greater than 253402300799999"});
  CHECK(began("9223372036854775808") == Messages{"originalDateTime must be an integer number"});
  const auto titled = [](const std::string& title) {
    return all_problems_of<Partial>("{\"title\":\"" + title + "\"}");
  };
  CHECK(titled("0123456789") == Messages());
  CHECK(titled("éééééééééé") == Messages());
  CHECK(titled("01234567890") == Messages{"title must be shorter than or equal to 10 characters"});
  CHECK(titled("") == Messages{"title should not be empty"});
  CHECK(titled(" ") == Messages{"title should not be empty"});
}

TEST_CASE("Keys written with escapes are the same keys") {
  CHECK(record<Partial>(R"({"\u0074itle":"x"})").title == "x");
}

TEST_CASE("A thread's document does not keep a large body") {
  std::string text = R"({"title":")";
  for (int i = 0; i < 100000; ++i) text += "\\n";
  problems_of<Partial>(text + "\"}");
  CHECK(thread_document().memory_bytes() <= 256 * 1024);
}

}  // namespace parlance::server::codec
