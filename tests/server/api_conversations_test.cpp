// The list of conversations over the interface (contract section 3).
#include <boost/json.hpp>
#include <catch2/catch_test_macros.hpp>

#include "tests/support/api_client.hpp"

namespace parlance::server::testing {

namespace json = boost::json;
using List = std::vector<std::string>;

TEST_CASE("conversations are listed newest first, filtered, and searched") {
  TestServer server;
  auto api = server.session();
  const std::string form = api.questionnaire();
  auto scored = greeting_question(form).as_object();
  scored["passingAnswers"] = json::array{true};
  api.must(api.post("/v1/questions", scored), 201);
  api.must(api.put("/v1/questionnaires/" + form, {{"status", "active"}}), 200);
  const std::string care = api.department("Care"), sales = api.department("Sales");
  const std::string ana = api.employee("Ana", care), bob = api.employee("Bob", sales);
  const std::string chat = api.provider("Chat"), line = api.provider("Line");
  const auto talk = [&](const std::string& provider, const std::string& employee, std::int64_t at,
                        const std::string& said) {
    const std::string id = api.must(api.post("/v1/conversations", {{"providerId", provider},
                                                                   {"employeeId", employee},
                                                                   {"originalDateTime", at},
                                                                   {"customerId", "C" + std::to_string(at)}}),
                                    201)
                               .id();
    if (!said.empty()) {
      api.must(api.post("/v1/conversations/" + id + "/messages", {{"messages", {message("employee", said)}}}), 202);
      api.wait_until_evaluated(id);
    }
    return id;
  };
  const std::string first = talk(chat, ana, 1000, "Good morning, this is about your INVOICE"),
                    second = talk(line, bob, 2000, "Your invoice? No."), third = talk(line, ana, 3000, "");
  const auto found = [&](const std::string& query) {
    const Reply reply = api.must(api.get("/v1/conversations" + query), 200);
    CHECK(reply.number("/total") == static_cast<std::int64_t>(reply.ids().size()));
    return reply.ids();
  };
  CHECK(found("") == List{third, second, first});
  CHECK(found("?status=PENDING") == List{third});
  CHECK(found("?status=COMPLETED") == List{second, first});
  CHECK(found("?employeeId=" + ana) == List{third, first});
  CHECK(found("?providerId=" + line) == List{third, second});
  CHECK(found("?departmentId=" + sales) == List{second});
  CHECK(found("?customerId=C2000") == List{second});
  CHECK(found("?from=2000") == List{third, second});
  CHECK(found("?from=1000&to=2000") == List{first});
  CHECK(found("?minScore=100") == List{first});
  CHECK(found("?maxScore=99.5") == List{second});
  CHECK(found("?searchTerm=invoice") == List{second, first});
  CHECK(found("?searchTerm=your%20invo&employeeId=" + ana) == List{first});
  CHECK(found("?searchTerm=nothing") == List{});
  CHECK(found("?employeeId=" + std::string(unknown_id)) == List{});
  // What was just evaluated is found.
  const std::string id = api.conversation(chat, bob);
  api.must(api.post("/v1/conversations/" + id + "/messages", {{"messages", {message("customer", "unheardof")}}}), 202);
  api.wait_until_evaluated(id);
  CHECK(found("?searchTerm=unheardof") == List{id});

  const Reply page = api.get("/v1/conversations?pageSize=3");
  CHECK(page.ids() == List{id, third, second});
  CHECK(api.get("/v1/conversations?pageSize=3&cursor=" + page.str("/nextCursor")).ids() == List{first});
  CHECK(api.get("/v1/conversations?pageSize=3&page=2").ids() == List{first});
  CHECK(api.get("/v1/conversations?pageSize=3&page=3").ids() == List{});
  // A cursor that somebody made up.
  const List refused{"cursor must be a value of nextCursor"};
  for (const char* filter : {"", "searchTerm=invoice&"}) {
    const std::string list = "/v1/conversations?" + std::string(filter) + "pageSize=1&cursor=";
    CHECK(api.get(list + "c2-9223372036854775807").problems() == refused);
    CHECK(api.get(list + "c9223372036854775807-5").problems() == refused);
    CHECK(api.get(list + "c2-9007199254740992").ids().size() == 1);  // behind everything: from the newest on
  }
  const Reply searched = api.get("/v1/conversations?searchTerm=invoice&pageSize=1");
  CHECK(searched.ids() == List{second});
  CHECK(searched.number("/total") == 2);
  CHECK(api.get("/v1/conversations?searchTerm=invoice&pageSize=1&cursor=" + searched.str("/nextCursor")).ids() ==
        List{first});

  CHECK(api.get("/v1/conversations?status=done&employeeId=x&from=-1&minScore=101&maxScore=x&to=1.5").problems() ==
        List{"status must be one of the following values: PENDING, COMPLETED, PARTIALLY_COMPLETED, FAILED, ARCHIVED",
             "employeeId must be a UUID", "from must not be less than 0", "to must be an integer number",
             "minScore must be a number from 0 to 100", "maxScore must be a number from 0 to 100"});
  auto stranger = server.session(server.tenant("Stranger").key);
  for (const std::string& query : {std::string(), "?employeeId=" + ana, "?providerId=" + line,
                                   std::string("?searchTerm=invoice"), std::string("?status=COMPLETED")}) {
    CHECK(stranger.get("/v1/conversations" + query).number("/total") == 0);
  }
}

}  // namespace parlance::server::testing
