#include "server/world/openssl_hasher.hpp"

#include <openssl/evp.h>

#include <stdexcept>

namespace parlance::server::world {

org::Sha256 OpensslHasher::sha256(std::string_view bytes) const {
  // Fetched once: looking an algorithm up by name costs more than hashing a key.
  static EVP_MD* const algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  org::Sha256 out{};
  if (!algorithm || EVP_Digest(bytes.data(), bytes.size(), out.data(), nullptr, algorithm, nullptr) != 1) {
    throw std::runtime_error("SHA-256 is not available");
  }
  return out;
}

}  // namespace parlance::server::world
