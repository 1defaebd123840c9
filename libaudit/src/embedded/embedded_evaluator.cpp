#include "parlance/audit/embedded_evaluator.hpp"

#include <list>
#include <map>
#include <mutex>
#include <tuple>

#include "embedded/judge.hpp"

namespace parlance::audit {

struct EmbeddedEvaluator::Cache {
  using Key = std::tuple<QuestionnaireId, std::int64_t, org::Language>;
  using Compiled = std::shared_ptr<const embedded::CompiledQuestionnaire>;
  using Entries = std::list<std::pair<Key, Compiled>>;

  Compiled get(const QuestionnaireSnapshot& questionnaire) {
    const Key key{questionnaire.id, questionnaire.revision, questionnaire.language};
    if (auto compiled = find(key)) return compiled;
    // Outside the lock: a large questionnaire takes a while, and others need not wait. Two threads may both compile it;
    // the result is the same.
    auto compiled = std::make_shared<const embedded::CompiledQuestionnaire>(questionnaire);
    const std::lock_guard lock(mutex);
    if (const auto it = index.find(key); it != index.end()) return it->second->second;
    entries.emplace_front(key, compiled);
    index.emplace(key, entries.begin());
    bytes += compiled->bytes();
    while (entries.size() > 1 && (entries.size() > count_max || bytes > bytes_max)) {
      bytes -= entries.back().second->bytes();
      index.erase(entries.back().first);
      entries.pop_back();
    }
    return compiled;
  }

  Compiled find(const Key& key) {
    const std::lock_guard lock(mutex);
    const auto it = index.find(key);
    if (it == index.end()) return nullptr;
    entries.splice(entries.begin(), entries, it->second);
    return it->second->second;
  }

  std::size_t count_max = 0;
  std::size_t bytes_max = 0;
  std::mutex mutex;
  Entries entries;  // most recently used first
  std::map<Key, Entries::iterator> index;
  std::size_t bytes = 0;
};

EmbeddedEvaluator::EmbeddedEvaluator(std::size_t questionnaires_max, std::size_t cache_bytes_max)
    : cache_(std::make_unique<Cache>()) {
  cache_->count_max = questionnaires_max;
  cache_->bytes_max = cache_bytes_max;
}

EmbeddedEvaluator::~EmbeddedEvaluator() = default;

std::vector<Judgement> EmbeddedEvaluator::evaluate(const std::shared_ptr<const QuestionnaireSnapshot>& questionnaire,
                                                   std::span<const Message> messages) {
  return embedded::judge(*cache_->get(*questionnaire), *questionnaire, messages);
}

std::size_t EmbeddedEvaluator::cached() const {
  const std::lock_guard lock(cache_->mutex);
  return cache_->entries.size();
}

}  // namespace parlance::audit
