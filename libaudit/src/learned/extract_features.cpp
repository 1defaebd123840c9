#include <algorithm>

#include "learned/transcript_features.hpp"

namespace parlance::audit {
namespace {

void sort_unique(std::vector<std::uint32_t>& ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

}  // namespace

DialogueFeatures extract_features(std::span<const Message> messages) {
  DialogueFeatures features;
  std::size_t full = 1 << 16;
  learned::TranscriptFeatures transcript(messages);
  while (transcript.next()) {
    transcript.read([&](std::uint32_t id, learned::TextSpan, learned::TextSpan) { features.ids.push_back(id); });
    // A transcript that repeats itself must not fill the memory.
    if (features.ids.size() > full) {
      sort_unique(features.ids);
      full = std::max(full, 2 * features.ids.size());
    }
  }
  sort_unique(features.ids);
  features.ids.shrink_to_fit();
  return features;
}

}  // namespace parlance::audit
