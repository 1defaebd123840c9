// SHA-256 by OpenSSL, behind the Hasher port.
#pragma once

#include "parlance/org/crypto.hpp"

namespace parlance::server::world {

class OpensslHasher final : public org::Hasher {
 public:
  org::Sha256 sha256(std::string_view bytes) const override;
};

}  // namespace parlance::server::world
