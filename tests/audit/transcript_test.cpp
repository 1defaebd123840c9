// Transcripts: order, bounds, once only (contract section 3, Message).
#include <catch2/catch_test_macros.hpp>

#include "support/world.hpp"

using namespace parlance;
using namespace parlance::test;
using audit::SenderRole;

namespace {

std::string contents(const std::vector<audit::Message>& messages) {
  std::string out;
  for (const auto& message : messages) out += message.content;
  return out;
}

audit::NewTranscript lines(std::size_t count) {
  audit::NewTranscript out;
  for (std::size_t i = 0; i < count; ++i) {
    out.messages.push_back(says(SenderRole::employee, "Line.", static_cast<std::int64_t>(i)));
  }
  return out;
}

}  // namespace

TEST_CASE("messages are kept as they were said and queue the evaluation") {
  World world;
  const auto id = world.conversation();
  world.clock.advance_ms(10);
  const auto now = world.conversations.add_messages(world.here, id, hello()).value();
  CHECK(now.status == audit::ConversationStatus::pending);
  CHECK(now.message_count == 2);
  CHECK(now.updated_at == org::UtcTime{some_day.ms + 10});
  CHECK(world.now(id) == now);
  const auto messages = world.conversations.messages(world.here, id).value();
  REQUIRE(messages.size() == 2);
  CHECK(static_cast<const audit::NewMessage&>(messages[0]) == hello().messages[0]);
  CHECK(messages[0].index == 0);
  CHECK(static_cast<const audit::NewMessage&>(messages[1]) == hello().messages[1]);
  CHECK(messages[1].index == 1);
  CHECK(world.evaluations.run_due() == 1);
}

TEST_CASE("messages are ordered by time, and by position where times are the same") {
  World world;
  const auto id = world.conversation(transcript({
      says(SenderRole::employee, "d", 30),
      says(SenderRole::customer, "b", 20),
      says(SenderRole::employee, "c", 20),
      says(SenderRole::system, "e", 30),
      says(SenderRole::bot, "a", 0),
      says(SenderRole::agent, "f", 30),
  }));
  const auto messages = world.conversations.messages(world.here, id).value();
  CHECK(contents(messages) == "abcdef");
  for (std::size_t i = 0; i < messages.size(); ++i) CHECK(messages[i].index == static_cast<std::int64_t>(i));
}

TEST_CASE("a second transcript is refused, whatever became of the first") {
  World world;
  const auto id = world.conversation(hello());
  const std::string refused = "conflict: Conversation " + id.text() + " already has its transcript";
  CHECK(said(world.conversations.add_messages(world.here, id, hello())) == refused);
  world.evaluations.run_due();
  CHECK(said(world.conversations.add_messages(world.here, id, hello())) == refused);
  must(world.conversations.reevaluate(world.here, id));
  CHECK(said(world.conversations.add_messages(world.here, id, hello())) == refused);
  CHECK(world.conversations.messages(world.here, id).value().size() == 2);
}

TEST_CASE("a transcript after audio is refused") {
  World world;
  const auto id = world.conversation();
  world.transactor.write([&] {
    auto conversation = *world.conversation_store.find(world.here, id);
    conversation.audio = audit::AudioFile{"call.wav", "audio/wav", 1000, some_day};
    world.conversation_store.update(world.here, conversation);
  });
  CHECK(said(world.conversations.add_messages(world.here, id, hello())) ==
        "conflict: Conversation " + id.text() + " already has its transcript");
}

TEST_CASE("a transcript has 1 to 10000 messages, each of 1 to 32768 characters") {
  World world;
  const auto add = [&](const audit::NewTranscript& sent) {
    return said(world.conversations.add_messages(world.here, world.conversation(), sent));
  };
  CHECK(add(lines(0)) == "invalid: messages must contain at least 1 elements");
  CHECK(add(lines(1)) == "ok");
  CHECK(add(lines(10'000)) == "ok");
  CHECK(add(lines(10'001)) == "invalid: messages must contain no more than 10000 elements");
  const auto with = [&](std::string content) {
    return add(transcript({says(SenderRole::employee, std::move(content), 0)}));
  };
  CHECK(with("") == "invalid: messages.0.content must be longer than or equal to 1 characters");
  CHECK(with(" ") == "ok");
  CHECK(with(std::string(32'768, 'x')) == "ok");
  CHECK(with(std::string(32'769, 'x')) ==
        "invalid: messages.0.content must be shorter than or equal to 32768 characters");
  std::string wide;
  for (int i = 0; i < 32'768; ++i) wide += "é";
  CHECK(with(wide) == "ok");
  CHECK(with(wide + "é") == "invalid: messages.0.content must be shorter than or equal to 32768 characters");
}

TEST_CASE("a message's time is between 1970 and the end of 9999") {
  World world;
  const auto at = [&](std::int64_t ms) {
    return said(world.conversations.add_messages(world.here, world.conversation(),
                                                 transcript({says(SenderRole::employee, "Hello.", ms)})));
  };
  CHECK(at(-1) == "invalid: messages.0.originalDateTime must not be less than 0");
  CHECK(at(0) == "ok");
  CHECK(at(org::unix_ms_max) == "ok");
  CHECK(at(org::unix_ms_max + 1) == "invalid: messages.0.originalDateTime must not be greater than 253402300799999");
}

TEST_CASE("a refused transcript leaves the conversation without one") {
  World world;
  const auto id = world.conversation();
  const auto before = world.now(id);
  auto sent = hello();
  sent.messages[1].content.clear();
  CHECK(said(world.conversations.add_messages(world.here, id, sent)) ==
        "invalid: messages.1.content must be longer than or equal to 1 characters");
  CHECK(world.now(id) == before);
  CHECK(world.conversations.messages(world.here, id).value().empty());
  CHECK(world.evaluations.run_due() == 0);
  CHECK(said(world.conversations.add_messages(world.here, id, hello())) == "ok");
}

TEST_CASE("a hostile transcript gets a bounded answer") {
  World world;
  auto sent = lines(10'000);
  for (auto& message : sent.messages) message.content.clear();
  const auto refused = world.conversations.add_messages(world.here, world.conversation(), sent);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().messages.size() == org::Problems::listed_max);
}
