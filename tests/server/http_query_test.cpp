#include <array>
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "server/http/query.hpp"

using namespace parlance;
using namespace parlance::server::http;

enum class Kind { boolean, text };
template <>
struct org::EnumText<Kind> {
  static constexpr std::array values = {std::pair{Kind::boolean, std::string_view("boolean")},
                                        std::pair{Kind::text, std::string_view("text")}};
};

namespace {

std::string page_error(std::string_view query, LegacyLimit limit = LegacyLimit::ignored) {
  const std::string target = "/x?" + std::string(query);
  const Request request("GET", target);
  QueryReader reader(request);
  const org::PageRequest page = reader.page(limit);
  const auto error = reader.error();
  if (!error) return std::to_string(page.page) + "/" + std::to_string(page.page_size) + page.cursor.value_or("");
  std::string out;
  for (const std::string& message : error->messages) out += (out.empty() ? "" : "; ") + message;
  return out;
}

}  // namespace

TEST_CASE("page and pageSize: both sides of every bound") {
  CHECK(page_error("") == "1/50");
  CHECK(page_error("page=2&pageSize=10") == "2/10");
  CHECK(page_error("pageSize=1") == "1/1");
  CHECK(page_error("pageSize=1000") == "1/1000");
  CHECK(page_error("pageSize=1001") == "pageSize must not be greater than 1000");
  CHECK(page_error("pageSize=0") == "pageSize must not be less than 1");
  CHECK(page_error("page=0") == "page must not be less than 1");
  CHECK(page_error("page=-1") == "page must not be less than 1");
  CHECK(page_error("page=99999999999999999999999").starts_with("page must not be greater than"));
  CHECK(page_error("page=-99999999999999999999999") == "page must not be less than 1");
  for (const auto* bad : {"page=", "page=x", "page=1.5", "page=1e3", "page=%201", "page=+1", "page=1%00", "page=0x1"}) {
    CAPTURE(bad);
    CHECK(page_error(bad) == "page must be an integer number");
  }
  CHECK(page_error("page=0&pageSize=x&cursor=y") ==
        "page must not be less than 1; pageSize must be an integer number; cursor must be a value of nextCursor");
  CHECK(page_error("cursor=" + org::Cursor{7, 3}.text()) == "1/50" + org::Cursor{7, 3}.text());
  CHECK(page_error("cursor=") == "cursor must be a value of nextCursor");
}

TEST_CASE("limit is accepted where it was, and pageSize wins") {
  CHECK(page_error("limit=7") == "1/50");
  CHECK(page_error("limit=7", LegacyLimit::accepted) == "1/7");
  CHECK(page_error("limit=7&pageSize=9", LegacyLimit::accepted) == "1/9");
  CHECK(page_error("limit=1001", LegacyLimit::accepted) == "limit must not be greater than 1000");
  const Request request("GET", "/x?limit=7");
  QueryReader reader(request);
  Response response;
  reader.mark_deprecations(response);
  CHECK(response.headers.empty());
  (void)reader.page(LegacyLimit::accepted);
  reader.mark_deprecations(response);
  CHECK(response.header("deprecation") == "true");
}

TEST_CASE("lists, choices, booleans and text") {
  const std::string id = "0190a000-0000-7000-8000-000000000001";
  const std::string target =
      "/x?ids=" + id + "," + id + "&ids=" + id + "&kinds=text,boolean&kind=text&flag=true&empty=&q=%C3%81rbol+x%25&n=5";
  const Request request("GET", target);
  QueryReader reader(request);
  CHECK(reader.ids<org::EmployeeId>("ids").size() == 3);
  CHECK(reader.choices<Kind>("kinds") == std::vector{Kind::text, Kind::boolean});
  CHECK(reader.choice<Kind>("kind") == Kind::text);
  CHECK(reader.boolean("flag") == true);
  CHECK(reader.boolean("absent") == std::nullopt);
  CHECK(reader.text("q") == "\xC3\x81rbol x%");
  CHECK(reader.text("empty") == std::nullopt);
  CHECK(reader.ids<org::EmployeeId>("empty").empty());
  CHECK(reader.integer("n", 1, 5) == 5);
  CHECK_FALSE(reader.error());

  const Request wrong("GET", "/x?ids=a,b&kinds=text,nope&kind=nope&flag=1&n=6");
  QueryReader refused(wrong);
  (void)refused.ids<org::EmployeeId>("ids");
  (void)refused.choices<Kind>("kinds");
  (void)refused.choice<Kind>("kind");
  (void)refused.boolean("flag");
  (void)refused.integer("n", 1, 5);
  CHECK(refused.error()->messages ==
        std::vector<std::string>{"each value in ids must be a UUID",
                                 "each value in kinds must be one of the following values: boolean, text",
                                 "kind must be one of the following values: boolean, text",
                                 "flag must be a boolean value", "n must not be greater than 5"});
}

TEST_CASE("query strings decode or stay as they were sent") {
  const auto parsed = parse_query("a=1&&b&=x&c=%4&d=%zz&e=%00&a=2&f=1=2");
  CHECK(parsed == QueryParameters{{"a", "1"},
                                  {"b", ""},
                                  {"", "x"},
                                  {"c", "%4"},
                                  {"d", "%zz"},
                                  {"e", std::string(1, '\0')},
                                  {"a", "2"},
                                  {"f", "1=2"}});
}
