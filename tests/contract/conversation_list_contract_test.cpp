// What the list of conversations promises: newest first, every filter, the search in transcripts, pages at any depth.
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <random>

#include "tests/contract/fixtures.hpp"

namespace parlance::tests {
namespace {

using audit::ConversationFilter;
using audit::ConversationStatus;
using List = std::vector<audit::Conversation>;

template <class Fixture>
struct Talks : World<Fixture> {
  org::Employee ana = this->employee("Ana"), bob = this->employee("Bob");
  org::Provider line = this->provider(org::Channel::phone, true), chat = this->provider(org::Channel::webchat, true);
  org::Department sales = this->department("Sales"), care = this->department("Care");
  List all;  // oldest first

  Talks() {
    this->transactor.write([&] {
      for (const auto& employee : {ana, bob}) this->employees.insert(this->org, employee);
      for (const auto& provider : {line, chat}) this->providers.insert(this->org, provider);
      for (const auto& department : {sales, care}) this->departments.insert(this->org, department);
    });
  }
  // As the services do it: the statistics keep how many are in each status.
  void add(audit::Conversation talk) {
    this->transactor.write([&] {
      this->conversations.insert(this->org, talk);
      count(talk, 1);
    });
    all.push_back(talk);
  }
  void count(const audit::Conversation& talk, int sign) {
    audit::StatisticsDelta delta;
    delta.count(talk, sign);
    this->statistics.add(this->org, delta);
  }
  void change(std::size_t i, ConversationStatus status, std::optional<double> score) {
    this->transactor.write([&] {
      count(all[i], -1);
      all[i].status = status;
      all[i].score = score;
      this->conversations.update(this->org, all[i]);
      count(all[i], 1);
    });
  }
  void say(std::size_t i, std::initializer_list<const char*> contents, std::optional<org::DepartmentId> handler = {}) {
    std::vector<audit::Message> messages;
    for (const char* content : contents) {
      audit::Message& message = messages.emplace_back();
      message.index = static_cast<std::int64_t>(messages.size()) - 1;
      message.content = content;
      message.department_id = handler;
    }
    this->transactor.write([&] {
      this->conversations.add_messages(this->org, all[i].id, messages);
      // Transcripts are searched once they were evaluated.
      all[i].message_count = static_cast<std::int64_t>(messages.size());
      all[i].evaluated_at = this->tick();
      this->conversations.update(this->org, all[i]);
    });
  }
  void index() {
    this->transactor.write([&] {
      while (this->conversations.index_transcripts(2) > 0) {
      }
    });
    CHECK_FALSE(this->transactor.read([&] { return this->conversations.has_unindexed_transcripts(); }));
  }
  org::Page<audit::Conversation> page(const ConversationFilter& filter, const org::PageRequest& request = {}) {
    return this->transactor.read([&] { return this->conversations.list(this->org, filter, request); });
  }
  // Which of all, by their place, newest first.
  std::vector<std::size_t> found(const ConversationFilter& filter) {
    const auto result = page(filter);
    CHECK(result.total == static_cast<std::int64_t>(result.results.size()));
    std::vector<std::size_t> out;
    for (const auto& talk : result.results) {
      const auto it = std::find(all.begin(), all.end(), talk);
      out.push_back(static_cast<std::size_t>(it - all.begin()));
    }
    return out;
  }
  std::vector<std::size_t> search(std::string term) {
    ConversationFilter filter;
    filter.search_term = std::move(term);
    return found(filter);
  }
};
using Places = std::vector<std::size_t>;

}  // namespace

TEMPLATE_TEST_CASE("conversations are listed newest first, by every filter", "[stores]", MemoryFixture, SqliteFixture) {
  Talks<TestType> w;
  CHECK(w.found({}) == Places{});
  for (int i = 0; i < 4; ++i) {
    auto talk = w.conversation(i % 2 ? w.chat.id : w.line.id, i < 3 ? w.ana.id : w.bob.id);
    talk.original_date_time = {1000 * (i + 1)};
    if (i == 2) talk.customer_id = "C-1";
    w.add(talk);
  }
  w.say(0, {"a"}, w.sales.id);
  w.say(1, {"a"}, w.care.id);
  w.change(0, ConversationStatus::completed, 80.0);
  w.change(1, ConversationStatus::completed, 40.5);
  w.change(3, ConversationStatus::failed, std::nullopt);
  const auto with = [](auto member, auto value) {
    ConversationFilter filter;
    filter.*member = value;
    return filter;
  };
  using F = ConversationFilter;
  CHECK(w.found({}) == Places{3, 2, 1, 0});
  CHECK(w.found(with(&F::status, ConversationStatus::completed)) == Places{1, 0});
  CHECK(w.found(with(&F::status, ConversationStatus::pending)) == Places{2});
  CHECK(w.found(with(&F::status, ConversationStatus::archived)) == Places{});
  CHECK(w.found(with(&F::employee_id, w.ana.id)) == Places{2, 1, 0});
  CHECK(w.found(with(&F::employee_id, w.template id<org::EmployeeId>())) == Places{});
  CHECK(w.found(with(&F::provider_id, w.chat.id)) == Places{3, 1});
  CHECK(w.found(with(&F::customer_id, "C-1")) == Places{2});
  CHECK(w.found(with(&F::customer_id, "c-1")) == Places{});
  CHECK(w.found(with(&F::department_id, w.sales.id)) == Places{0});
  CHECK(w.found(with(&F::from, org::UnixMs{2000})) == Places{3, 2, 1});
  CHECK(w.found(with(&F::from, org::UnixMs{2001})) == Places{3, 2});
  CHECK(w.found(with(&F::to, org::UnixMs{2000})) == Places{0});
  CHECK(w.found(with(&F::to, org::UnixMs{2001})) == Places{1, 0});
  CHECK(w.found(with(&F::min_score, 40.5)) == Places{1, 0});
  CHECK(w.found(with(&F::min_score, 40.6)) == Places{0});
  CHECK(w.found(with(&F::max_score, 80.0)) == Places{1, 0});
  CHECK(w.found(with(&F::max_score, 79.9)) == Places{1});
  auto several = with(&F::status, ConversationStatus::completed);
  several.provider_id = w.line.id;
  several.min_score = 50;
  several.department_id = w.sales.id;
  several.from = org::UnixMs{1000};
  several.to = org::UnixMs{1001};
  several.search_term = "a";
  w.index();
  CHECK(w.found(several) == Places{0});
  several.provider_id = w.chat.id;
  CHECK(w.found(several) == Places{});
  // What changes is found where it is then.
  w.change(1, ConversationStatus::archived, 40.5);
  CHECK(w.found(with(&F::status, ConversationStatus::completed)) == Places{0});
  CHECK(w.found(with(&F::status, ConversationStatus::archived)) == Places{1});
  CHECK(w.transactor.read([&] { return w.conversations.list(w.other, {}, {}).total; }) == 0);
  CHECK(w.transactor.read([&] { return w.conversations.list(w.other, with(&F::employee_id, w.ana.id), {}).total; }) ==
        0);
}

TEMPLATE_TEST_CASE("transcripts are searched by words", "[stores]", MemoryFixture, SqliteFixture) {
  Talks<TestType> w;
  for (int i = 0; i < 4; ++i) w.add(w.conversation(w.line.id, w.ana.id));
  w.say(0, {"Quiero CANCELAR mi tarjeta", "de crédito, por favor"});
  w.say(1, {"The card costs 100% more", "I don't like it"});
  w.say(2, {"cancelar el pago", "ÁRBOL 東京"});
  w.index();
  CHECK(w.search("cancelar") == Places{2, 0});
  CHECK(w.search("Cancelar MI") == Places{0});
  CHECK(w.search("cancelar, mi... tarjeta!") == Places{0});
  CHECK(w.search("mi cancelar") == Places{});
  CHECK(w.search("tarjeta de crédito") == Places{});  // not across messages
  CHECK(w.search("credito") == Places{});             // accents count
  CHECK(w.search("CRÉDITO") == Places{0});
  CHECK(w.search("árbol") == Places{2});
  CHECK(w.search("東京") == Places{2});
  CHECK(w.search("don t") == Places{1});
  CHECK(w.search("100") == Places{1});
  CHECK(w.search("can") == Places{2, 0});  // unfinished
  CHECK(w.search("el pag") == Places{2});
  CHECK(w.search("ca") == Places{});  // too short for that
  CHECK(w.search("it") == Places{1});
  CHECK(w.search("ancelar") == Places{});  // words are found from their beginning
  CHECK(w.search("%") == Places{});
  CHECK(w.search("\" OR \"a") == Places{});
  CHECK(w.search("card*") == Places{1});
  CHECK(w.search("text:card") == Places{});
  CHECK(w.search(std::string("card\0", 5)) == Places{1});
  CHECK(w.search("\xFF") == Places{});
  CHECK(w.search("\xEF\xA3\xBF") == Places{});
  w.say(3, {"late cancelar"});
  w.index();
  CHECK(w.search("cancelar") == Places{3, 2, 0});
  audit::ConversationFilter other;
  other.search_term = "cancelar";
  CHECK(w.transactor.read([&] { return w.conversations.list(w.other, other, {}).total; }) == 0);
}

TEMPLATE_TEST_CASE("pages of conversations are the same by number and by cursor, at any depth", "[stores]",
                   MemoryFixture, SqliteFixture) {
  Talks<TestType> w;
  constexpr std::size_t count = 1800;
  std::mt19937 random(7);
  w.transactor.write([&] {
    for (std::size_t i = 0; i < count; ++i) {
      auto talk = w.conversation(w.line.id, random() % 3 ? w.ana.id : w.bob.id);
      talk.original_date_time = {static_cast<std::int64_t>(random() % 1000)};
      w.conversations.insert(w.org, talk);
      w.count(talk, 1);
      w.all.push_back(talk);
    }
  });
  for (std::size_t i = 0; i < 300; ++i) w.say(i * 7 % count, {"hello there"});
  w.index();
  ConversationFilter by_employee, by_time, by_status, by_words;
  by_employee.employee_id = w.ana.id;
  by_time.from = org::UnixMs{100};
  by_time.to = org::UnixMs{900};
  by_status.status = ConversationStatus::pending;
  by_words.search_term = "hello";
  const auto ids = [](const org::Page<audit::Conversation>& page) {
    std::vector<audit::ConversationId> out;
    for (const auto& talk : page.results) out.push_back(talk.id);
    return out;
  };
  for (const auto& filter : {ConversationFilter{}, by_employee, by_time, by_status, by_words}) {
    org::PageRequest whole;
    whole.page_size = 10'000;
    const auto expected = ids(w.page(filter, whole));
    CHECK(std::is_sorted(expected.rbegin(), expected.rend()));
    for (const std::int64_t size : {7, 100, 1000}) {
      org::PageRequest by_number, by_cursor;
      by_number.page_size = by_cursor.page_size = size;
      for (std::size_t at = 0; at < expected.size() + static_cast<std::size_t>(size); ++by_number.page) {
        const auto page = w.page(filter, by_number);
        const auto end = std::min(expected.size(), at + static_cast<std::size_t>(size));
        const std::vector<audit::ConversationId> part(expected.begin() + static_cast<std::ptrdiff_t>(std::min(at, end)),
                                                      expected.begin() + static_cast<std::ptrdiff_t>(end));
        REQUIRE(ids(page) == part);
        CHECK(page.total == static_cast<std::int64_t>(expected.size()));
        REQUIRE(page.next_cursor.has_value() == (end < expected.size()));
        if (at < expected.size()) {
          const auto same = w.page(filter, by_cursor);
          REQUIRE(ids(same) == part);
          CHECK(same.page == by_number.page);
          CHECK(same.next_cursor == page.next_cursor);
        }
        by_cursor.cursor = page.next_cursor;
        at += static_cast<std::size_t>(size);
      }
    }
  }
}

}  // namespace parlance::tests
