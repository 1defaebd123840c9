#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <string>

#include "parlance/audit/phrase.hpp"

using namespace parlance::audit;

TEST_CASE("phrases: what may be written", "[phrase]") {
  struct Row {
    std::string phrase;
    QuestionType type;
    std::string problem;  // a part of it; "" for none
  };
  const auto boolean = QuestionType::boolean;
  const auto text = QuestionType::text;
  const Row row = GENERATE_COPY(values<Row>({
      {"thank you", boolean, ""},
      {"thank * much", boolean, ""},
      {"thank * * much", boolean, ""},
      {"* thank", boolean, ""},
      {"thank *", boolean, ""},
      {"*\tthank", boolean, ""},
      {"¿qué más?", boolean, ""},
      {"42", boolean, ""},
      {"a { b", boolean, ""},
      {"a {} b", boolean, ""},
      {"a } b { c", boolean, ""},
      {"my name is {answer}", text, ""},
      {"{answer} speaking", text, ""},
      {"from {answer} to", text, ""},
      {"my name is {answer}.", text, ""},
      {"plain words", text, ""},
      {"", boolean, "at least one word"},
      {"   ", boolean, "at least one word"},
      {"*", boolean, "at least one word"},
      {"* * *", boolean, "at least one word"},
      {"?!", boolean, "at least one word"},
      {"{answer}", text, "at least one word"},
      {"* {answer} *", text, "at least one word"},
      {std::string("\0", 1), boolean, "at least one word"},
      {"\xff\xfe", boolean, "at least one word"},
      {"my name is {answer}", boolean, "text question only"},
      {"my name is {answer}", QuestionType::options, "text question only"},
      {"{answer} and {answer}", text, "at most once"},
      {"my name is {name}", text, "{name}"},
      {"my name is {Answer}", text, "{Answer}"},
      {"my name is {answer }", text, "{answer }"},
      {"confirm*", boolean, "both sides"},
      {"*confirm", boolean, "both sides"},
      {"con*firm", boolean, "both sides"},
      {"a ** b", boolean, "both sides"},
      {"a *, b", boolean, "both sides"},
  }));
  INFO(row.phrase);
  const auto problem = phrase_problem(row.phrase, row.type);
  CHECK(problem.has_value() == !row.problem.empty());
  if (problem) CHECK(problem->find(row.problem) != std::string::npos);
}
