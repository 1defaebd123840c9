// Secrets: what a client entrusts us with and never reads again.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace parlance::org {

// What stands for a secret wherever one is shown.
inline constexpr std::string_view shown_secret = "***";
inline constexpr std::size_t secret_bytes_max = 4096;

// A secret as it was sent, on its way to being sealed.
struct Secret {
  std::string text;
  // "***" sent in a change: the secret that is there stays.
  bool is_kept() const { return text == shown_secret; }
  bool operator==(const Secret&) const = default;
};

// A secret as it is kept: unreadable without the key.
struct SealedSecret {
  std::string bytes;
  bool operator==(const SealedSecret&) const = default;
};

// Port: authenticated encryption under a key that is not in the database. Called from several threads at once.
class SecretBox {
 public:
  virtual ~SecretBox() = default;
  // `context` says whose secret it is; it opens under no other. The same text sealed twice gives other bytes.
  virtual SealedSecret seal(const Secret&, std::string_view context) = 0;
  // Throws std::runtime_error for what was changed, belongs elsewhere or was sealed with another key.
  virtual Secret open(const SealedSecret&, std::string_view context) = 0;
};

// For products that keep no secrets: asking it for one is a programming error (std::logic_error).
class NoSecrets final : public SecretBox {
 public:
  SealedSecret seal(const Secret&, std::string_view) override { throw std::logic_error("no place for secrets"); }
  Secret open(const SealedSecret&, std::string_view) override { throw std::logic_error("no place for secrets"); }
};

}  // namespace parlance::org
