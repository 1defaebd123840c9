// Texts cut to what a rationale may show.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace parlance::audit::embedded {

// A rationale is one sentence to be read; the evidence has the whole quote.
inline constexpr std::size_t shown_bytes_max = 160;

inline void append_shortened(std::string& out, std::string_view text) {
  if (text.size() <= shown_bytes_max) {
    out += text;
    return;
  }
  std::size_t end = shown_bytes_max;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  out += text.substr(0, end);
  out += "…";
}

}  // namespace parlance::audit::embedded
