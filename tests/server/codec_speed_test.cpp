// How long reading and writing take; hidden, run with: codec_tests "[speed]"
#include <catch2/benchmark/catch_benchmark.hpp>
#include <catch2/catch_test_macros.hpp>

#include "parlance/audit/message.hpp"
#include "parlance/audit/question.hpp"
#include "server/codec/reader.hpp"
#include "server/codec/writer.hpp"

namespace parlance::server::codec {
namespace {

org::Page<audit::Question> page_of_questions() {
  org::Page<audit::Question> page;
  page.total = 1000;
  page.next_cursor = "bmV4dA";
  for (int i = 0; i < 50; ++i) {
    audit::Question question;
    question.title = "Did the employee confirm the customer's identity before discussing the account?";
    question.type = audit::QuestionType::boolean;
    question.section = "Opening";
    question.weight = 2.5;
    question.passing_answers = {{audit::AnswerValue(true)}};
    question.created_at = question.updated_at = {1763500000000 + i};
    page.results.push_back(question);
  }
  return page;
}

std::string transcript(int messages) {
  audit::NewTranscript out;
  for (int i = 0; i < messages; ++i) {
    out.messages.push_back({i % 2 ? audit::SenderRole::customer : audit::SenderRole::employee,
                            "Thank you for calling, this is Ana. For your security, may I have the last four digits of "
                            "your document and your date of birth?",
                            {1763500000000 + i * 1000}});
  }
  std::string text;
  write(text, out);
  return text;
}

}  // namespace

TEST_CASE("Speed of the codec", "[.][speed]") {
  const auto page = page_of_questions();
  std::string out;
  write(out, page);
  WARN("a page of 50 questions takes " << out.size() << " bytes");
  BENCHMARK("write a page of 50 questions") {
    std::string text;
    write(text, page);
    return text.size();
  };
  const std::string body = transcript(20);
  WARN("a transcript of 20 messages takes " << body.size() << " bytes");
  BENCHMARK("parse 20 messages") {
    return thread_document().parse(body).has_value();
  };
  BENCHMARK("parse and read 20 messages") {
    audit::NewTranscript read_back;
    org::Problems problems;
    read_text(body, read_back, problems);
    return problems.empty();
  };
  std::string members = "{";
  while (members.size() < (8u << 20)) members += "\"" + std::to_string(members.size()) + "\":0,";
  members.back() = '}';
  BENCHMARK("8 MiB of distinct keys") {
    return thread_document().parse(members).has_value();
  };
  std::string ones = "[1";
  while (ones.size() < (8u << 20)) ones += ",1";
  ones += ']';
  BENCHMARK("8 MiB of small numbers") {
    return thread_document().parse(ones).has_value();
  };
}

}  // namespace parlance::server::codec
