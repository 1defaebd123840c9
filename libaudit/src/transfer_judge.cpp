#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "embedded/speakers.hpp"
#include "embedded/stemmer.hpp"
#include "embedded/word_lists.hpp"
#include "embedded/word_scanner.hpp"
#include "parlance/audit/transfer_verdict.hpp"

namespace parlance::audit {
namespace {

using embedded::WordScanner;
using Stems = std::set<std::string, std::less<>>;

constexpr std::size_t said_min = 3;            // distinct content words of the customer
constexpr std::size_t decisive = 2;            // words that make a verdict …
constexpr std::size_t short_context = 4;       // … unless the context has fewer than this
constexpr std::size_t evidence_max = 3;        // messages
constexpr std::size_t quoted_whole_max = 160;  // bytes; of longer messages the telling stretch is quoted

// What every department's description talks about, and every customer.
// clang-format off
constexpr std::string_view en_common[] = {"want", "need", "help", "department", "team", "transfer", "question",
    "problem", "issue", "request", "service", "people", "please", "like", "thank", "thanks", "hello", "hi", "yes",
    "handle", "take", "care", "new", "other", "one", "related", "anything"};
constexpr std::string_view es_common[] = {"quiero", "quiere", "quieren", "necesito", "necesita", "ayuda",
    "departamento", "equipo", "transferencia", "pregunta", "problema", "consulta", "servicio", "favor", "gracias",
    "hola", "atiende", "atender", "nuevo", "tema", "temas", "todo", "relacionado"};
constexpr std::string_view pt_common[] = {"quero", "quer", "preciso", "precisa", "ajuda", "departamento", "equipe",
    "transferencia", "pergunta", "problema", "duvida", "servico", "favor", "obrigado", "obrigada", "ola", "atende",
    "atender", "novo", "assunto", "assuntos", "tudo", "relacionado"};
// clang-format on

std::span<const std::string_view> common_words(org::Language language) {
  switch (language) {
    case org::Language::es:
      return es_common;
    case org::Language::pt:
      return pt_common;
    case org::Language::en:
      break;
  }
  return en_common;
}

bool among(std::span<const std::string_view> words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// A content word tells one matter from another.
bool is_content(org::Language language, std::string_view folded) {
  const auto& lists = embedded::word_lists(language);
  for (const auto words : {lists.stop, lists.employee, lists.customer, lists.asking, lists.telling, lists.negation,
                           lists.hypothetical, common_words(language)}) {
    if (among(words, folded)) return false;
  }
  return folded.size() > 1;
}

// What a context speaks of, and what it excludes: the words of its sentences with a negation.
struct Context {
  Stems included, excluded;

  Context(org::Language language, std::string_view text) {
    const auto& lists = embedded::word_lists(language);
    Stems sentence;
    bool negated = false;
    std::size_t last_end = 0;
    const auto finish = [&] {
      (negated ? excluded : included).merge(sentence);
      sentence.clear();
      negated = false;
    };
    for (WordScanner word(text); word.next(); last_end = word.end()) {
      if (embedded::ends_sentence(text, last_end, word.begin())) finish();
      if (among(lists.negation, word.folded())) negated = true;
      if (is_content(language, word.folded())) sentence.emplace(embedded::stem(language, word.folded()));
    }
    finish();
    for (const auto& stem : included) excluded.erase(stem);
  }
};

struct Mention {
  std::size_t message = 0;  // position among the messages looked at
  std::size_t begin = 0, end = 0;
};

// What the customer said: each content stem, and where.
struct Said {
  std::map<std::string, std::vector<Mention>, std::less<>> stems;

  Said(org::Language language, std::span<const Message> messages) {
    for (std::size_t i = 0; i < messages.size(); ++i) {
      if (embedded::speaker_of(messages[i].sender_role) != Speaker::customer) continue;
      for (WordScanner word(messages[i].content); word.next();) {
        if (!is_content(language, word.folded())) continue;
        stems[std::string(embedded::stem(language, word.folded()))].push_back({i, word.begin(), word.end()});
      }
    }
  }
  // The stems of these that were said.
  std::vector<std::string_view> of(const Stems& wanted) const {
    std::vector<std::string_view> out;
    for (const auto& stem : wanted) {
      if (const auto it = stems.find(stem); it != stems.end()) out.push_back(it->first);
    }
    return out;
  }
};

std::vector<Evidence> evidence_of(const Said& said, const std::vector<std::string_view>& stems,
                                  std::span<const Message> messages) {
  struct Stretch {
    std::size_t count = 0, begin = 0, end = 0;
  };
  std::map<std::size_t, Stretch> by_message;
  for (const auto stem : stems) {
    for (const Mention& mention : said.stems.find(stem)->second) {
      Stretch& stretch = by_message[mention.message];
      if (stretch.count++ == 0) stretch.begin = mention.begin, stretch.end = mention.end;
      stretch.begin = std::min(stretch.begin, mention.begin);
      stretch.end = std::max(stretch.end, mention.end);
    }
  }
  std::vector<std::pair<std::size_t, Stretch>> best(by_message.begin(), by_message.end());
  std::stable_sort(best.begin(), best.end(),
                   [](const auto& a, const auto& b) { return a.second.count > b.second.count; });
  best.resize(std::min(best.size(), evidence_max));
  std::sort(best.begin(), best.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Evidence> out;
  for (const auto& [at, stretch] : best) {
    const Message& message = messages[at];
    const bool whole = message.content.size() <= quoted_whole_max;
    out.push_back({message.index,
                   whole ? message.content : message.content.substr(stretch.begin, stretch.end - stretch.begin), true});
  }
  return out;
}

double confidence_of(std::size_t words, std::size_t needed) {
  const std::size_t beyond = words > needed ? words - needed : 0;
  return 0.6 + 0.1 * static_cast<double>(std::min<std::size_t>(beyond, 3));
}

// “cancel”, “contract” and “fee”: as they were said first.
std::string quoted(const Said& said, const std::vector<std::string_view>& stems, std::span<const Message> messages) {
  constexpr std::size_t named_max = 4;
  std::string out;
  for (std::size_t i = 0; i < std::min(stems.size(), named_max); ++i) {
    const Mention& mention = said.stems.find(stems[i])->second.front();
    if (i > 0) out += ", ";
    out += "“" + messages[mention.message].content.substr(mention.begin, mention.end - mention.begin) + "”";
  }
  return out;
}

}  // namespace

TransferJudgement judge_transfer(org::Language language, const TransferTarget& target,
                                 std::span<const TransferTarget> others, std::span<const Message> before) {
  const Said said(language, before);
  if (said.stems.size() < said_min) {
    return {Verdict::uncertain, 0.5, "The customer had said too little before the transfer.", {}};
  }
  const Context context(language, target.context);
  const auto own = said.of(context.included), excluded = said.of(context.excluded);
  // A word of two departments speaks for neither.
  std::vector<std::string_view> elsewhere;
  const TransferTarget* other = nullptr;
  for (const TransferTarget& candidate : others) {
    Stems its = Context(language, candidate.context).included;
    for (const auto& stem : context.included) its.erase(stem);
    if (auto found = said.of(its); found.size() > elsewhere.size()) {
      elsewhere = std::move(found);
      other = &candidate;
    }
  }
  const std::size_t needed = context.included.size() < short_context ? 1 : decisive;
  if (excluded.size() > own.size()) {
    return {Verdict::incorrect, confidence_of(excluded.size(), own.size() + 1),
            "The customer spoke of " + quoted(said, excluded, before) + ", which " + target.name + " is not for.",
            evidence_of(said, excluded, before)};
  }
  if (elsewhere.size() >= decisive && own.size() * 2 <= elsewhere.size()) {
    return {Verdict::incorrect, confidence_of(elsewhere.size(), std::max(decisive, own.size() * 2)),
            "The customer spoke of " + quoted(said, elsewhere, before) + ", which " + other->name + " is for.",
            evidence_of(said, elsewhere, before)};
  }
  if (own.size() >= needed && own.size() > elsewhere.size()) {
    return {Verdict::correct, confidence_of(own.size() - elsewhere.size(), needed),
            "The customer spoke of " + quoted(said, own, before) + ", which " + target.name + " is for.",
            evidence_of(said, own, before)};
  }
  if (own.empty()) {
    return {
        Verdict::uncertain, 0.5, "The customer used none of the words that tell what " + target.name + " is for.", {}};
  }
  return {Verdict::uncertain, 0.5,
          "What the customer said is not enough to tell whether " + target.name + " was right.",
          evidence_of(said, own, before)};
}

std::vector<TransferVerdict> judge_transfers(org::Language language, const std::vector<TransferEvent>& events,
                                             const std::vector<TransferTarget>& targets,
                                             std::span<const Message> messages) {
  std::vector<TransferVerdict> verdicts;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const TransferEvent& event = events[i];
    if (event.kind != TransferKind::completed) continue;
    const auto target = std::find_if(targets.begin(), targets.end(),
                                     [&](const TransferTarget& t) { return t.id == event.to_department_id; });
    if (target == targets.end()) continue;
    std::vector<TransferTarget> others;
    for (const TransferTarget& other : targets) {
      if (other.id != target->id) others.push_back(other);
    }
    const auto end = std::find_if(messages.begin(), messages.end(), [&](const Message& message) {
      return message.original_date_time >= event.original_date_time;
    });
    const auto before = messages.first(static_cast<std::size_t>(end - messages.begin()));
    auto judged = judge_transfer(language, *target, others, before);
    verdicts.push_back({event.transfer_id, static_cast<std::int64_t>(i), event.to_department_id, judged.verdict,
                        judged.confidence, std::move(judged.rationale), std::move(judged.evidence)});
  }
  return verdicts;
}

}  // namespace parlance::audit
