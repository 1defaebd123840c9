#include "embedded/vocabulary.hpp"

#include <atomic>

#include "embedded/stemmer.hpp"

namespace parlance::audit::embedded {
namespace {

std::uint32_t next_serial() {
  static std::atomic<std::uint32_t> last{0};
  return ++last;
}

}  // namespace

Vocabulary::Vocabulary(org::Language language) : language_(language), serial_(next_serial()) {}

Token Vocabulary::add(std::string_view folded) {
  return add_stem(stem(language_, folded));
}

Token Vocabulary::add_stem(std::string_view stemmed) {
  if (const auto it = tokens_.find(stemmed); it != tokens_.end()) return it->second;
  const auto token = static_cast<Token>(tokens_.size() + 1);
  tokens_.emplace(std::string(stemmed), token);
  bytes_ += stemmed.size() + 64;
  return token;
}

Token Vocabulary::find(std::string_view folded) const {
  const auto it = tokens_.find(stem(language_, folded));
  return it == tokens_.end() ? unknown_token : it->second;
}

}  // namespace parlance::audit::embedded
