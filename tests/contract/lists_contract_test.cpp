// Lists against a model that is nothing but a vector, under random inserts, changes and removals.
#include <algorithm>
#include <catch2/catch_message.hpp>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <random>

#include "parlance/org/text.hpp"
#include "tests/contract/fixtures.hpp"

namespace parlance::tests {
namespace {

using Random = std::mt19937;

std::size_t below(Random& random, std::size_t limit) {
  return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random);
}

const std::vector<std::string> words = {
    "ÁRBOL", "árbol", "100%", "a_b",    "\"quoted\"", "🙂🙃🙂", "ñandú", "OR NOT", "NEAR(",  "x*",
    "über",  "'",     "--",   "Straße", "ab",         "\\",           "a b c", "日本語", "col:on", "İI"};
// Terms of one, two, three and more characters, some of which are operators to a careless search.
const std::vector<std::string> terms = {
    "á",          "Á",   "ár",      "ÁRB",  "árbol",    "arbol",        "%",  "0%",     "100%",  "_",      "a_b",
    "\"",         "\"q", "uoted\"", "🙂", "🙃🙂", "🙂🙃🙂", "or", "OR NOT", "NEAR(", "x*",     "x",
    "ÜBER",       "'",   "--",      "stra", "ß",        "ss",           "\\", "b c",    "日本",  "日本語", "col:",
    "nosuchterm", " ",   "İi"};

std::string random_text(Random& random) {
  std::string out = words[below(random, words.size())];
  for (std::size_t i = below(random, 3); i > 0; --i) out += " " + words[below(random, words.size())];
  return out;
}
bool contains(const std::string& text, const std::string& term) {
  return org::fold_case(text).find(org::fold_case(term)) != std::string::npos;
}
template <class T>
bool holds(const std::vector<T>& values, const T& value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

// Every page by number, then every page by cursor; both must be the model, cut in pieces.
template <class T, class List>
void compare(const std::vector<T>& model, std::int64_t page_size, List list) {
  const auto total = static_cast<std::int64_t>(model.size());
  const std::int64_t pages = std::max<std::int64_t>(1, (total + page_size - 1) / page_size);
  std::optional<std::string> cursor;
  for (std::int64_t page = 1; page <= pages + 1; ++page) {
    const auto from = model.begin() + std::min(total, (page - 1) * page_size);
    const std::vector<T> expected(from, model.begin() + std::min(total, page * page_size));
    const org::Page<T> by_number = list(org::PageRequest{page, page_size, std::nullopt});
    REQUIRE(by_number.results == expected);
    REQUIRE(by_number.total == total);
    REQUIRE(by_number.page == page);
    REQUIRE(by_number.page_size == page_size);
    REQUIRE(by_number.next_cursor.has_value() == (page < pages));
    if (page > 1 && page <= pages) {
      const org::Page<T> by_cursor = list(org::PageRequest{1, page_size, cursor});
      REQUIRE(by_cursor.results == expected);
      REQUIRE(by_cursor.total == total);
      REQUIRE(by_cursor.page == page);
      REQUIRE(by_cursor.next_cursor == by_number.next_cursor);
    }
    cursor = by_number.next_cursor;
  }
}

}  // namespace

TEMPLATE_TEST_CASE("questions under random changes list as the model does, with every filter", "[lists]", MemoryFixture,
                   SqliteFixture) {
  World<TestType> w;
  const unsigned seed = GENERATE(1u, 2u, 3u);
  CAPTURE(seed);
  Random random(seed);
  std::vector<audit::Questionnaire> forms;
  std::vector<audit::AlertTypeId> alerts;
  for (int i = 0; i < 3; ++i) {
    forms.push_back(w.questionnaire("form"));
    alerts.push_back({w.ids.next()});
  }
  const auto foreign_form = w.questionnaire("foreign");
  writing(w, [&] {
    for (const auto& form : forms) w.questionnaires.insert(w.org, form);
    w.questionnaires.insert(w.other, foreign_form);
  });
  const auto randomize = [&](audit::Question& q) {
    q.title = random_text(random);
    q.questionnaire_id = forms[below(random, forms.size())].id;
    q.type = static_cast<audit::QuestionType>(below(random, 3));
    q.alert_type_ids.clear();
    for (const auto& alert : alerts) {
      if (below(random, 3) == 0) q.alert_type_ids.push_back(alert);
    }
  };
  const auto some = [&](const auto& values) {
    auto out = values;
    out.clear();
    if (below(random, 2) == 0) return out;
    for (const auto& value : values) {
      if (below(random, 2) == 0) out.push_back(value);
    }
    return out;
  };

  std::vector<audit::Question> model;
  for (int round = 0; round < 25; ++round) {
    (void)writing(w, [&]() -> org::Result<int> {
      auto next = model;
      for (int i = 0; i < 8; ++i) {
        const auto action = below(random, 10);
        if (action < 6 || next.empty()) {
          auto q = w.question(forms[0].id, "");
          randomize(q);
          w.questions.insert(w.org, q);
          next.push_back(q);
          if (i == 0) w.questions.insert(w.other, w.question(foreign_form.id, q.title));
        } else if (action < 9) {
          auto& q = next[below(random, next.size())];
          randomize(q);
          w.questions.update(w.org, q);
        } else {
          const auto at = below(random, next.size());
          w.questions.remove(w.org, next[at].id, w.tick());
          next.erase(next.begin() + static_cast<std::ptrdiff_t>(at));
        }
      }
      if (below(random, 4) == 0) return refusal();
      model = std::move(next);
      return 0;
    });
    for (int i = 0; i < 6; ++i) {
      audit::QuestionFilter filter;
      if (i > 0) {
        for (const auto& form : some(forms)) filter.questionnaire_ids.push_back(form.id);
        filter.alert_type_ids = some(alerts);
        filter.types =
            some(std::vector{audit::QuestionType::boolean, audit::QuestionType::options, audit::QuestionType::text});
        if (below(random, 2) == 0) filter.search_term = terms[below(random, terms.size())];
      }
      std::vector<audit::Question> expected;
      for (const auto& q : model) {
        const bool alerted = std::any_of(q.alert_type_ids.begin(), q.alert_type_ids.end(),
                                         [&](const auto& id) { return holds(filter.alert_type_ids, id); });
        if ((filter.questionnaire_ids.empty() || holds(filter.questionnaire_ids, q.questionnaire_id)) &&
            (filter.types.empty() || holds(filter.types, q.type)) && (filter.alert_type_ids.empty() || alerted) &&
            contains(q.title, filter.search_term)) {
          expected.push_back(q);
        }
      }
      CAPTURE(round, filter.search_term, filter.types.size(), filter.questionnaire_ids.size());
      const auto page_size = static_cast<std::int64_t>(1 + below(random, 12));
      compare(expected, page_size, [&](const org::PageRequest& request) {
        return reading(w, [&] { return w.questions.list(w.org, filter, request); });
      });
    }
  }
}

TEMPLATE_TEST_CASE("a search term is plain text, found in any case", "[lists]", MemoryFixture, SqliteFixture) {
  World<TestType> w;
  const auto form = w.questionnaire("form");
  std::vector<audit::Question> all;
  for (const auto& word : words) all.push_back(w.question(form.id, word + " tail"));
  writing(w, [&] {
    w.questionnaires.insert(w.org, form);
    for (const auto& q : all) w.questions.insert(w.org, q);
  });
  for (const auto& term : terms) {
    std::vector<audit::Question> expected;
    std::copy_if(all.begin(), all.end(), std::back_inserter(expected),
                 [&](const auto& q) { return contains(q.title, term); });
    CAPTURE(term);
    for (const bool in_write : {false, true}) {
      const auto list = [&] { return w.questions.list(w.org, {term, {}, {}, {}}, {}); };
      const auto page = in_write ? writing(w, list) : reading(w, list);
      CHECK(page.results == expected);
      CHECK(page.total == static_cast<std::int64_t>(expected.size()));
    }
  }
  CHECK(reading(w, [&] { return w.questions.list(w.org, {"ÁRBOL", {}, {}, {}}, {}).total; }) == 2);
  CHECK(reading(w, [&] { return w.questions.list(w.org, {"%", {}, {}, {}}, {}).total; }) == 1);
  CHECK(reading(w, [&] { return w.questions.list(w.org, {}, {0x7fffffffffff, 1000, {}}).results; }).empty());
  CHECK_THROWS_AS(reading(w,
                          [&] {
                            return w.questions.list(w.org, {}, {1, 5, "garbage"}).total;
                          }),
                  std::invalid_argument);
}

TEMPLATE_TEST_CASE("employees under random changes list as the model does", "[lists]", MemoryFixture, SqliteFixture) {
  World<TestType> w;
  Random random(7);
  std::vector<org::Employee> model;
  for (int round = 0; round < 40; ++round) {
    writing(w, [&] {
      for (int i = 0; i < 4; ++i) {
        if (below(random, 3) > 0 || model.empty()) {
          model.push_back(w.employee(random_text(random)));
          w.employees.insert(w.org, model.back());
        } else {
          auto& e = model[below(random, model.size())];
          if (below(random, 2) == 0) e.name = random_text(random);
          e.updated_at = w.tick();
          e.deleted = below(random, 2) == 0;
          e.deleted_at = e.deleted ? std::optional(e.updated_at) : std::nullopt;
          w.employees.update(w.org, e);
        }
      }
    });
    const std::string& term = terms[below(random, terms.size())];
    for (const org::EmployeeFilter& filter : {org::EmployeeFilter{}, {"", true}, {term, false}, {term, true}}) {
      std::vector<org::Employee> expected;
      std::copy_if(model.begin(), model.end(), std::back_inserter(expected), [&](const auto& e) {
        return !(filter.ignore_deleted && e.deleted) && contains(e.name, filter.search_term);
      });
      CAPTURE(round, filter.search_term, filter.ignore_deleted);
      compare(expected, static_cast<std::int64_t>(1 + below(random, 9)), [&](const org::PageRequest& request) {
        return reading(w, [&] { return w.employees.list(w.org, filter, request); });
      });
    }
  }
}

TEMPLATE_TEST_CASE("questionnaires, departments and providers list as the model does", "[lists]", MemoryFixture,
                   SqliteFixture) {
  World<TestType> w;
  Random random(11);
  std::vector<audit::Questionnaire> forms;
  std::vector<org::Department> departments;
  std::vector<org::Provider> providers;
  for (int round = 0; round < 30; ++round) {
    writing(w, [&] {
      const auto name = random_text(random);
      forms.push_back(w.questionnaire(name));
      w.questionnaires.insert(w.org, forms.back());
      departments.push_back(w.department(name + std::to_string(round)));
      w.departments.insert(w.org, departments.back());
      providers.push_back(w.provider(static_cast<org::Channel>(round % 6)));
      w.providers.insert(w.org, providers.back());
      auto& changed = forms[below(random, forms.size())];
      changed.name = random_text(random);
      changed.status = static_cast<audit::QuestionnaireStatus>(below(random, 2));
      w.questionnaires.update(w.org, changed);
      auto& renamed = departments[below(random, departments.size())];
      renamed.name += "!";
      w.departments.update(w.org, renamed);
      if (round % 4 == 3) {
        const auto at = static_cast<std::ptrdiff_t>(below(random, forms.size() - 1));
        w.questionnaires.remove(w.org, forms[static_cast<std::size_t>(at)].id, w.tick());
        forms.erase(forms.begin() + at);
        w.departments.remove(w.org, departments.front().id, w.tick());
        departments.erase(departments.begin());
      }
    });
    const auto size = static_cast<std::int64_t>(1 + below(random, 7));
    compare(departments, size,
            [&](const auto& request) { return reading(w, [&] { return w.departments.list(w.org, request); }); });
    compare(providers, size,
            [&](const auto& request) { return reading(w, [&] { return w.providers.list(w.org, request); }); });
    const auto& term = terms[below(random, terms.size())];
    using Status = audit::QuestionnaireStatus;
    for (const audit::QuestionnaireFilter& filter :
         {audit::QuestionnaireFilter{}, {Status::draft, ""}, {Status::active, term}, {std::nullopt, term}}) {
      std::vector<audit::Questionnaire> expected;
      std::copy_if(forms.begin(), forms.end(), std::back_inserter(expected), [&](const auto& form) {
        return (!filter.status || *filter.status == form.status) && contains(form.name, filter.search_term);
      });
      CAPTURE(round, filter.search_term);
      compare(expected, size, [&](const auto& request) {
        return reading(w, [&] { return w.questionnaires.list(w.org, filter, request); });
      });
    }
  }
}

}  // namespace parlance::tests
