// Languages that the embedded evaluator reads.
#pragma once

#include "parlance/org/describe.hpp"

namespace parlance::org {

enum class Language { en, es, pt };

template <>
struct EnumText<Language> {
  static constexpr std::array values = {std::pair{Language::en, std::string_view("en")},
                                        std::pair{Language::es, std::string_view("es")},
                                        std::pair{Language::pt, std::string_view("pt")}};
};

}  // namespace parlance::org
