#include "server/api_keys.hpp"

#include <cstring>

namespace parlance::server {

std::size_t RememberedKeys::FirstBytes::operator()(const org::Sha256& hash) const noexcept {
  std::size_t out;
  std::memcpy(&out, hash.data(), sizeof out);
  return out;
}

std::optional<org::OrgId> RememberedKeys::authenticate(std::string_view key) {
  if (key.size() > 128) return std::nullopt;  // no key of ours; not worth hashing
  const auto hash = hasher_.sha256(key);
  const auto now = std::chrono::steady_clock::now();
  {
    const std::lock_guard lock(mutex_);
    const auto it = known_.find(hash);
    if (it != known_.end() && now < it->second.until) return it->second.organization;
  }
  // Only valid keys are remembered: a flood of wrong ones must not push them out.
  const auto organization = keys_.authenticate(key);
  const std::lock_guard lock(mutex_);
  if (!organization) {
    known_.erase(hash);
    return std::nullopt;
  }
  if (known_.size() >= remembered_max) {
    std::erase_if(known_, [&](const auto& entry) { return entry.second.until <= now; });
    if (known_.size() >= remembered_max) known_.clear();
  }
  known_[hash] = Known{*organization, now + believed_for};
  return organization;
}

}  // namespace parlance::server
