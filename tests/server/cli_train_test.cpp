// parlance train, beside a running server: from reviewers' answers over the interface to the next evaluation.
#include <boost/json.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "tests/support/api_client.hpp"
#include "tests/support/program.hpp"

namespace json = boost::json;
using namespace parlance::tests;
using Catch::Matchers::ContainsSubstring;
using parlance::server::testing::Directory;
using parlance::server::testing::message;
using parlance::server::testing::Session;

TEST_CASE("what reviewers answered is learned by `train`, shown as a table, and used by the running server") {
  const Directory directory;
  const Ran made = run_program({"org", "create", "--data", directory.path(), "--name", "School"});
  REQUIRE(made.exit_code == 0);
  const auto keys = json::parse(made.out).as_object();
  const std::string org(keys.at("organizationId").as_string());
  const ServingProgram serving(directory.path());
  Session api(serving.port(), std::string(keys.at("apiKey").as_string()));
  const std::string form = api.questionnaire();
  const std::string question = api.must(api.post("/v1/questions", {{"title", "Was it about a refund?"},
                                                                   {"type", "boolean"},
                                                                   {"questionnaireId", form},
                                                                   {"defaultAnswer", false}}),
                                        201)
                                   .id();
  api.must(api.put("/v1/questionnaires/" + form, {{"status", "active"}}), 200);
  const std::string employee = api.employee("Ana", api.department("Care")), provider = api.provider();
  const auto talk = [&](bool refund, int number) {
    const std::string id = api.conversation(provider, employee);
    api.must(api.post("/v1/conversations/" + id + "/messages",
                      {{"messages",
                        {message("employee", "Good morning, number " + std::to_string(number), 1),
                         message("customer", refund ? "I want my money back" : "My line is slow", 2)}}}),
             202);
    api.wait_until_evaluated(id);
    return "/v1/conversations/" + id + "/answers";
  };

  const Ran nothing = run_program({"train", "--data", directory.path(), "--org", org});
  CHECK(nothing.exit_code == 0);
  CHECK_THAT(nothing.out, ContainsSubstring("not used: "));
  for (int i = 0; i < 60; ++i) {
    const std::string answers = talk(i % 2 == 0, i);
    const std::string answer = api.get(answers).str("/results/0/id");
    api.must(api.put(answers + "/" + answer, {{"answer", i % 2 == 0}}), 200);
  }
  const Ran trained = run_program({"train", "--data", directory.path(), "--org", org});
  INFO(trained.out << trained.err);
  CHECK(trained.exit_code == 0);
  CHECK_THAT(trained.out, ContainsSubstring("labels   cues learned"));
  CHECK_THAT(trained.out, ContainsSubstring("Was it about a refund?"));
  CHECK_THAT(trained.out, ContainsSubstring(" 60  0.500   1.000  used: "));
  const auto answer = api.get(talk(true, 100));
  CHECK(answer.str("/results/0/source") == "learned");
  CHECK(answer.at("/results/0/answer") == json::value(true));
  CHECK(answer.str("/results/0/evidence/0/quote") == "I want my money back");
  // Off for a question that shall not be answered so.
  api.must(api.put("/v1/questions/" + question, {{"learning", false}}), 200);
  CHECK(api.get(talk(true, 101)).str("/results/0/source") != "learned");
  CHECK_THAT(run_program({"train", "--data", directory.path(), "--org", org}).out,
             ContainsSubstring("learning is switched off"));

  CHECK(run_program({"train", "--data", directory.path(), "--org", "nobody"}).exit_code != 0);
  CHECK(run_program({"check", "--data", directory.path()}).exit_code == 0);
}
