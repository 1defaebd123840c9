// Lists as CSV, for whoever accepts it.
#include <boost/json.hpp>
#include <catch2/catch_test_macros.hpp>

#include "server/routes/csv.hpp"
#include "tests/support/api_client.hpp"

namespace parlance::server::testing {

TEST_CASE("values are written as CSV writes them") {
  struct Row {
    const char* value;
    const char* expected;
  };
  for (const Row& row :
       {Row{"null", ""}, Row{"true", "true"}, Row{"1.5", "1.5"}, Row{"-3", "-3"}, Row{R"("plain")", "plain"},
        Row{R"("a,b")", "\"a,b\""}, Row{R"("say \"hi\"")", "\"say \"\"hi\"\"\""},
        Row{R"("two\r\nlines")", "\"two\r\nlines\""}, Row{R"("ñandú")", "ñandú"}, Row{R"([])", "[]"},
        Row{R"({"a":[1,null,"x"]})", "\"{\"\"a\"\":[1,null,\"\"x\"\"]}\""},
        // What a spreadsheet would calculate.
        Row{R"("=1+1")", "'=1+1"}, Row{R"x("@SUM(A1)")x", "'@SUM(A1)"}, Row{R"("+cmd|x")", "'+cmd|x"},
        Row{R"("-2+3")", "'-2+3"}, Row{R"("+34910000000")", "+34910000000"}, Row{R"("-5")", "-5"}}) {
    INFO(row.value);
    CHECK(routes::csv_of(std::string(R"({"results":[{"b":1,"a":)") + row.value + "}]}", {"a"}) ==
          std::string("a\r\n") + row.expected + "\r\n");
  }
  CHECK(routes::csv_of(R"({"results":[]})", {"a", "b"}) == "a,b\r\n");
  CHECK(routes::csv_of(R"({"results":[{"a":1},{"b":2}]})", {"a", "b"}) == "a,b\r\n1,\r\n,2\r\n");
}

TEST_CASE("a list is CSV for those who accept it, and JSON for all others") {
  TestServer server;
  auto api = server.session();
  const std::string empty = api.get("/v1/departments", {{"Accept", "text/csv"}}).text;
  CHECK(empty == "id,entityKey,name,description,evaluateTransfer,transferContext,createdAt,updatedAt\r\n");
  api.must(api.post("/v1/departments", {{"name", "Billing, \"all\""}}), 201);
  api.department("Care");
  const Reply csv = api.get("/v1/departments?pageSize=1", {{"Accept", "application/xml, text/csv"}});
  CHECK(csv.status == 200);
  CHECK(csv.header("content-type") == "text/csv; charset=utf-8; header=present");
  CHECK(csv.header("x-total-count") == "2");
  CHECK(csv.text.find(",\"Billing, \"\"all\"\"\",,false,,") != std::string::npos);
  const Reply next =
      api.get("/v1/departments?pageSize=1&cursor=" + csv.header("x-next-cursor"), {{"Accept", "text/csv"}});
  CHECK(next.text.find(",Care,") != std::string::npos);
  CHECK(next.header("x-next-cursor").empty());
  for (const char* accept : {"application/json", "*/*", "text/html"}) {
    CHECK(api.get("/v1/departments", {{"Accept", accept}}).number("/total") == 2);
  }
  // Errors and single records are as always.
  CHECK(api.get("/v1/departments?page=0", {{"Accept", "text/csv"}}).problems().size() == 1);
  const std::string one = "/v1/departments/" + api.get("/v1/departments").ids().front();
  CHECK(api.get(one, {{"Accept", "text/csv"}}).header("content-type").find("json") != std::string::npos);
}

}  // namespace parlance::server::testing
