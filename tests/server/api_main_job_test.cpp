// The job the service is for, from an empty organization to statistics, through the interface alone.
#include <boost/json.hpp>
#include <catch2/catch_test_macros.hpp>

#include "tests/support/api_client.hpp"

namespace parlance::server::testing {
namespace {

namespace json = boost::json;

// Messages, one PASS-able boolean, one options and one text question, and what they were answered.
struct Evaluated {
  TestServer server;
  Session api = server.session();
  std::string department = api.department("Sales");
  std::string employee = api.employee("Ana", department);
  std::string provider = api.provider();
  std::string questionnaire =
      api.must(api.post("/v1/questionnaires", {{"name", "Quality"}, {"passScore", 60}}), 201).id();
  std::string greeting = api.question(questionnaire, "Did the employee greet?");
  std::string mood = api.must(api.post("/v1/questions", mood_question()), 201).id();
  std::string name =
      api.must(api.post("/v1/questionnaires/" + questionnaire + "/questions", name_question()), 201).id();
  std::string conversation;
  Reply answers;

  Json mood_question() const {
    return {{"title", "How did the customer feel?"},
            {"type", "options"},
            {"allowedAnswers", json::array{"happy", "angry"}},
            {"questionnaireId", questionnaire},
            {"weight", 3},
            {"passingAnswers", json::array{"happy"}},
            {"cues", json::array{{{"answer", "angry"}, {"phrases", json::array{"terrible service"}}}}}};
  }
  Json name_question() const {
    return {{"title", "What is the customer's name?"},
            {"type", "text"},
            {"cues", json::array{{{"answer", "?"}, {"phrases", json::array{"my name is {answer}"}}}}}};
  }

  Evaluated() {
    api.must(api.put("/v1/questionnaires/" + questionnaire, {{"status", "active"}}), 200);
    conversation = api.conversation(provider, employee);
    const auto accepted =
        api.must(api.post("/v1/conversations/" + conversation + "/messages",
                          {{"messages", json::array{message("customer", "This is terrible service.", 1700000002000),
                                                    message("employee", "Good morning, how can I help?", 1700000001000),
                                                    message("customer", "My name is Maria.", 1700000009000)}}}),
                 202);
    REQUIRE(accepted.str("/conversationId") == conversation);
    REQUIRE(accepted.str("/status") == "PENDING");
    REQUIRE(accepted.number("/messageCount") == 3);
    api.wait_until_evaluated(conversation);
    answers = api.must(api.get(path("/answers")), 200);
  }
  std::string path(std::string_view part = "") const { return "/v1/conversations/" + conversation + std::string(part); }
  // The answer to a question, as it is now.
  json::object answer_to(const std::string& question) {
    const Json list = api.must(api.get(path("/answers")), 200).at("/results");
    for (const auto& answer : list.as_array()) {
      if (answer.at("questionId").as_string() == question) return answer.as_object();
    }
    throw std::runtime_error("no answer to " + question);
  }
  std::string answer_id(const std::string& question) { return std::string(answer_to(question).at("id").as_string()); }
};

}  // namespace

TEST_CASE("a conversation is evaluated against the active questionnaire") {
  Evaluated job;
  const auto conversation = job.api.get(job.path());
  CHECK(conversation.str("/status") == "COMPLETED");
  CHECK(conversation.number("/messageCount") == 3);
  CHECK(conversation.at("/score").to_number<double>() == 25);  // greeting 1 of 1 + 3
  CHECK(conversation.at("/passed") == Json(false));
  CHECK(conversation.at("/evaluatedAt").is_string());
  CHECK(job.answers.number("/total") == 3);

  const auto greeting = job.answer_to(job.greeting);
  CHECK(greeting.at("answer") == Json(true));
  CHECK(greeting.at("passed") == Json(true));
  CHECK(greeting.at("source") == Json("cues"));
  CHECK(greeting.at("employeeId") == Json(job.employee));
  CHECK(greeting.at("departmentId") == Json(job.department));
  CHECK(greeting.at("questionTitle") == Json("Did the employee greet?"));
  const auto& evidence = greeting.at("evidence").as_array();
  REQUIRE(evidence.size() == 1);
  CHECK(evidence[0].at("verified") == Json(true));
  CHECK(evidence[0].at("messageIndex") == Json(0));  // earliest first, whatever the order they were sent in
  CHECK(std::string(evidence[0].at("quote").as_string()).find("Good morning") == 0);
  CHECK(job.answer_to(job.mood).at("answer") == Json("angry"));
  CHECK(job.answer_to(job.mood).at("passed") == Json(false));
  CHECK(job.answer_to(job.name).at("answer") == Json("Maria"));
  CHECK(job.answer_to(job.name).at("passed").is_null());

  const auto messages = job.api.get(job.path("/messages"));
  CHECK(messages.number("/total") == 3);
  CHECK(messages.str("/results/0/content") == "Good morning, how can I help?");
  CHECK(messages.number("/results/2/index") == 2);
  CHECK(messages.str("/results/1/departmentId") == job.department);
}

TEST_CASE("statistics follow an evaluation per question and per employee") {
  Evaluated job;
  const auto question = job.api.must(job.api.get("/v1/questions/" + job.mood + "/stats"), 200);
  CHECK(question.number("/answers") == 1);
  CHECK(question.number("/employees") == 1);
  CHECK(question.number("/unanswered") == 0);
  CHECK(question.at("/distribution") == Json(json::array{{{"answer", "angry"}, {"count", 1}}}));
  CHECK(question.at("/agreementRate").is_null());
  const auto employee = job.api.must(job.api.get("/v1/employees/" + job.employee + "/stats"), 200);
  CHECK(employee.number("/conversations") == 1);
  CHECK(employee.number("/answers") == 3);
  CHECK(employee.at("/averageScore").to_number<double>() == 25);
  CHECK(employee.at("/passRate").to_number<double>() == 0);
  CHECK(employee.number("/byStatus/COMPLETED") == 1);
  CHECK(employee.number("/byStatus/PENDING") == 0);
}

TEST_CASE("a correction changes score, status and statistics at once and keeps the history") {
  Evaluated job;
  const auto corrected = job.api.must(job.api.put(job.path("/answers/" + job.answer_id(job.mood)),
                                                  {{"answer", "happy"}, {"comment", "listened again"}}),
                                      200);
  CHECK(corrected.str("/source") == "human");
  CHECK(corrected.str("/answer") == "happy");
  CHECK(corrected.at("/passed") == Json(true));
  CHECK(corrected.str("/overrides/0/answer") == "angry");
  CHECK(corrected.str("/overrides/0/source") == "cues");
  CHECK(corrected.str("/overrides/0/comment") == "listened again");
  const auto conversation = job.api.get(job.path());
  CHECK(conversation.at("/score").to_number<double>() == 100);
  CHECK(conversation.at("/passed") == Json(true));
  const auto question = job.api.get("/v1/questions/" + job.mood + "/stats");
  CHECK(question.at("/distribution") == Json(json::array{{{"answer", "happy"}, {"count", 1}}}));
  CHECK(question.number("/overridden") == 1);
  CHECK(question.at("/agreementRate").to_number<double>() == 0);
  const auto employee = job.api.get("/v1/employees/" + job.employee + "/stats");
  CHECK(employee.at("/averageScore").to_number<double>() == 100);
  CHECK(employee.at("/passRate").to_number<double>() == 100);
}

TEST_CASE("a re-evaluation keeps what a reviewer said and archiving ends it") {
  Evaluated job;
  job.api.must(job.api.put(job.path("/answers/" + job.answer_id(job.mood)), {{"answer", "happy"}}), 200);
  const auto again = job.api.must(job.api.post(job.path("/reevaluate")), 202);
  CHECK(again.id() == job.conversation);
  CHECK(job.api.wait_until_evaluated(job.conversation).str("/status") == "COMPLETED");
  CHECK(job.answer_to(job.mood).at("answer") == Json("happy"));
  CHECK(job.answer_to(job.mood).at("source") == Json("human"));
  CHECK(job.answer_to(job.greeting).at("answer") == Json(true));
  CHECK(job.api.get("/v1/questions/" + job.mood + "/stats").number("/answers") == 1);

  CHECK(job.api.must(job.api.post(job.path("/archive")), 200).str("/status") == "ARCHIVED");
  CHECK(job.api.post(job.path("/archive")).status == 409);
  CHECK(job.api.post(job.path("/reevaluate")).status == 409);
  CHECK(job.api.put(job.path("/answers/" + job.answer_id(job.mood)), {{"answer", "angry"}}).status == 409);
  CHECK(job.answer_to(job.mood).at("answer") == Json("happy"));
  const auto employee = job.api.get("/v1/employees/" + job.employee + "/stats");
  CHECK(employee.number("/byStatus/ARCHIVED") == 1);
  CHECK(employee.number("/byStatus/COMPLETED") == 0);
  CHECK(employee.number("/conversations") == 1);
}

TEST_CASE("a question without an answer leaves the conversation partially completed until a reviewer gives one") {
  TestServer server;
  auto api = server.session();
  const auto questionnaire = api.questionnaire();
  auto body = greeting_question(questionnaire, "Is the zebra striped?").as_object();
  body.erase("defaultAnswer");
  const auto question = api.must(api.post("/v1/questions", body), 201).id();
  api.must(api.put("/v1/questionnaires/" + questionnaire, {{"status", "active"}}), 200);
  const auto id = api.conversation(api.provider(), api.employee("Ana", api.department("Sales")));
  api.must(api.post("/v1/conversations/" + id + "/messages",
                    {{"messages", json::array{message("customer", "Hello there.")}}}),
           202);
  const auto evaluated = api.wait_until_evaluated(id);
  CHECK(evaluated.str("/status") == "PARTIALLY_COMPLETED");
  CHECK(evaluated.at("/statusReason").is_string());
  CHECK(evaluated.at("/score").is_null());
  CHECK(api.get("/v1/questions/" + question + "/stats").number("/unanswered") == 1);
  const auto answer = api.get("/v1/conversations/" + id + "/answers").str("/results/0/id");
  api.must(api.put("/v1/conversations/" + id + "/answers/" + answer, {{"answer", true}}), 200);
  const auto corrected = api.get("/v1/conversations/" + id);
  CHECK(corrected.str("/status") == "COMPLETED");
  CHECK(corrected.at("/statusReason").is_null());
  CHECK(corrected.at("/score").to_number<double>() == 100);
  CHECK(api.get("/v1/questions/" + question + "/stats").number("/unanswered") == 0);
}

TEST_CASE("a conversation that no questionnaire applies to is completed without a score") {
  TestServer server;
  auto api = server.session();
  api.question(api.questionnaire());  // a draft applies to nothing
  const auto id = api.conversation(api.provider(), api.employee("Ana", api.department("Sales")));
  api.must(api.post("/v1/conversations/" + id + "/messages",
                    {{"messages", json::array{message("customer", "Good morning")}}}),
           202);
  const auto evaluated = api.wait_until_evaluated(id);
  CHECK(evaluated.str("/status") == "COMPLETED");
  CHECK(evaluated.at("/score").is_null());
  CHECK(api.get("/v1/conversations/" + id + "/answers").number("/total") == 0);
}

}  // namespace parlance::server::testing
