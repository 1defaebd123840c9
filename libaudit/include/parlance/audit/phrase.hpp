// Phrases of cues: what may be written in one.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "parlance/audit/question.hpp"

namespace parlance::audit {

// Contract section 3, Cue: "A phrase is words; `*` stands for 1–4 words; `{answer}` in a text question captures up to 6
// words."
//
// Words are letters and digits of any script. They match as stems of the organization's language, without regard to
// case, accents, punctuation or how an apostrophe is typed, and side by side. A phrase matches within one message.
// `*` may stand anywhere, also several times in a row (`* *` is 2 to 8 words). `{answer}` stands at most once; it takes
// words of one clause (punctuation . , ; : ? ! before a space, or a line break, ends it): as many as there are, up to
// 6, where it begins or ends the phrase, and as few as do where words follow and precede it.
inline constexpr std::size_t gap_words_max = 4;
inline constexpr std::size_t capture_words_max = 6;

// What is wrong with a phrase of a cue for a question of this type, in words that can follow the name of the field
// ("must contain at least one word"); nullopt when nothing is. An `unless` phrase captures nothing: ask for it with
// QuestionType::boolean. Any bytes are welcome; safe from any thread.
std::optional<std::string> phrase_problem(std::string_view phrase, QuestionType type);

}  // namespace parlance::audit
