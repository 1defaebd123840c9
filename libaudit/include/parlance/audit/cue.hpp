// Cues: what tells the embedded evaluator what to listen for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "parlance/audit/answer_value.hpp"
#include "parlance/org/describe.hpp"

namespace parlance::audit {

enum class Speaker { any, employee, customer };

// Only the first and / or last messages of that speaker.
struct CueWindow {
  std::optional<std::int64_t> first;
  std::optional<std::int64_t> last;
  bool operator==(const CueWindow&) const = default;
};

// Contract section 3, Cue. A phrase is words; `*` stands for 1–4 words; `{answer}` in a text question captures up to 6
// words. The first listed cue with a match wins; `unless` looks at the same message (contract 7.5).
struct Cue {
  AnswerValue answer = true;
  std::vector<std::string> phrases;
  Speaker speaker = Speaker::any;
  std::optional<CueWindow> within;
  std::vector<std::string> unless;
  bool operator==(const Cue&) const = default;
};

}  // namespace parlance::audit

namespace parlance::org {

template <>
struct EnumText<audit::Speaker> {
  static constexpr std::array values = {std::pair{audit::Speaker::employee, std::string_view("employee")},
                                        std::pair{audit::Speaker::customer, std::string_view("customer")},
                                        std::pair{audit::Speaker::any, std::string_view("any")}};
};

template <>
struct Describe<audit::CueWindow> {
  static constexpr std::string_view name = "CueWindow";
  static constexpr auto fields = std::tuple{
      field("first", &audit::CueWindow::first, Range<std::int64_t>{1, 10000}, "The speaker's first messages."),
      field("last", &audit::CueWindow::last, Range<std::int64_t>{1, 10000}, "The speaker's last messages.")};
};

template <>
struct Describe<audit::Cue> {
  static constexpr std::string_view name = "Cue";
  static constexpr auto fields = std::tuple{
      required("answer", &audit::Cue::answer, Text{1, 500}, "The answer a match stands for."),
      required("phrases", &audit::Cue::phrases, Items<Text>{1, 64, false, {1, 200}},
               "Words to find; `*` stands for 1 to 4 words; `{answer}` in a text question captures up to 6 words."),
      field("speaker", &audit::Cue::speaker, NoRule{}, "Whose messages are searched."),
      field("within", &audit::Cue::within, NoRule{}, "Only that speaker's first or last messages."),
      field("unless", &audit::Cue::unless, Items<Text>{0, 64, false, {1, 200}},
            "Phrases that forbid the match when they stand in the same message.")};
};

}  // namespace parlance::org
