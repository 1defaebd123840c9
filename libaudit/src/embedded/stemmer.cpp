#include "embedded/stemmer.hpp"

#include <libstemmer.h>

#include <array>
#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <string>

namespace parlance::audit::embedded {
namespace {

struct Delete {
  void operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }
};

// Folding took the accents away, but Snowball knows these endings only with them, and the plural of short words in -ão
// not at all. Without accents they are unambiguous still.
struct Ending {
  std::string_view folded, restored;
};
constexpr std::array<Ending, 2> spanish = {Ending{"cion", "ción"}, Ending{"logia", "logía"}};
constexpr std::array<Ending, 4> portuguese = {Ending{"cao", "ção"}, Ending{"coes", "ção"}, Ending{"oes", "ão"},
                                              Ending{"logia", "logía"}};

void restore_ending(std::span<const Ending> endings, std::string_view folded, std::string& word) {
  for (const Ending& ending : endings) {
    if (folded.size() > ending.folded.size() + 1 && folded.ends_with(ending.folded)) {
      word.assign(folded, 0, folded.size() - ending.folded.size());
      word += ending.restored;
      return;
    }
  }
}

// Nothing longer is a word of a language, and stemming need not touch it.
constexpr std::size_t stemmed_bytes_max = 64;

struct Stemmers {
  std::array<std::unique_ptr<sb_stemmer, Delete>, 3> by_language;
  std::string word;
};

}  // namespace

std::string_view stem(org::Language language, std::string_view folded) {
  static constexpr std::array<const char*, 3> names = {"english", "spanish", "portuguese"};
  thread_local Stemmers stemmers;
  if (folded.size() > stemmed_bytes_max) return folded;
  const auto index = static_cast<std::size_t>(language);
  auto& stemmer = stemmers.by_language.at(index);
  if (!stemmer) {
    stemmer.reset(sb_stemmer_new(names.at(index), nullptr));
    if (!stemmer) throw std::bad_alloc();
  }
  stemmers.word = folded;
  if (language == org::Language::es) restore_ending(spanish, folded, stemmers.word);
  if (language == org::Language::pt) restore_ending(portuguese, folded, stemmers.word);
  const auto* symbols = sb_stemmer_stem(stemmer.get(), reinterpret_cast<const sb_symbol*>(stemmers.word.data()),
                                        static_cast<int>(stemmers.word.size()));
  if (!symbols) throw std::bad_alloc();
  return {reinterpret_cast<const char*>(symbols), static_cast<std::size_t>(sb_stemmer_length(stemmer.get()))};
}

}  // namespace parlance::audit::embedded
