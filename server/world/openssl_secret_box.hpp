// AES-256-GCM by OpenSSL, behind the SecretBox port, with a key in a file of its own.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>

#include "parlance/org/secret.hpp"

namespace parlance::server::world {

class OpensslSecretBox final : public org::SecretBox {
 public:
  using Key = std::array<std::uint8_t, 32>;

  // The key file is read, or made, when it is first needed; 32 random bytes that its owner alone can read.
  explicit OpensslSecretBox(std::filesystem::path key_file) : key_file_(std::move(key_file)) {}

  // Sealed: one byte of version, 12 of nonce, 16 of tag, the ciphertext.
  org::SealedSecret seal(const org::Secret&, std::string_view context) override;
  org::Secret open(const org::SealedSecret&, std::string_view context) override;

 private:
  const Key& key(bool may_create);

  std::filesystem::path key_file_;
  std::mutex mutex_;
  std::optional<Key> key_;
};

}  // namespace parlance::server::world
