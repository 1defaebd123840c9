// Whose API key a request carries, remembered for a moment.
#pragma once

#include <chrono>
#include <mutex>
#include <unordered_map>

#include "parlance/org/key_service.hpp"
#include "server/http/pipeline.hpp"

namespace parlance::server {

// Contract section 1, keys: a key stops within a second of being revoked, also when another process revokes it. What is
// remembered is therefore believed for half a second only; a busy key costs two look-ups a second.
class RememberedKeys final : public http::Authenticator {
 public:
  RememberedKeys(org::KeyService& keys, const org::Hasher& hasher) : keys_(keys), hasher_(hasher) {}

  std::optional<org::OrgId> authenticate(std::string_view key) override;

 private:
  using Instant = std::chrono::steady_clock::time_point;
  static constexpr auto believed_for = std::chrono::milliseconds(500);
  static constexpr std::size_t remembered_max = 4096;

  struct Known {
    org::OrgId organization;
    Instant until;
  };
  struct FirstBytes {
    std::size_t operator()(const org::Sha256& hash) const noexcept;
  };

  org::KeyService& keys_;
  const org::Hasher& hasher_;
  std::mutex mutex_;
  std::unordered_map<org::Sha256, Known, FirstBytes> known_;  // by the hash of the whole key: no secret stays in memory
};

}  // namespace parlance::server
