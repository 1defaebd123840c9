// Stems of words.
#pragma once

#include <string_view>

#include "parlance/org/language.hpp"

namespace parlance::audit::embedded {

// The stem of a folded word. The view lives until this thread's next call. Safe from any thread: each has its own
// stemmers.
std::string_view stem(org::Language language, std::string_view folded);

}  // namespace parlance::audit::embedded
