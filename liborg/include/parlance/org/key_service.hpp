// API keys: issue, rotate, revoke, and tell whom a key belongs to.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parlance/org/clock.hpp"
#include "parlance/org/crypto.hpp"
#include "parlance/org/id_source.hpp"
#include "parlance/org/organization.hpp"
#include "parlance/org/stores.hpp"
#include "parlance/org/transactor.hpp"

namespace parlance::org {

// Contract section 1, keys: `plk_` + 8 characters of public id + `_` + 43 of base64url secret (256 bits). Only the
// SHA-256 of the secret is stored; it is compared in constant time. Safe to call from several threads at once.
class KeyService {
 public:
  KeyService(Transactor& transactor, OrganizationStore& organizations, ApiKeyStore& keys, const Clock& clock,
             IdSource& ids, const Hasher& hasher);

  // The only time the key's text exists outside its owner's hands. not_found for an unknown organization.
  Result<IssuedKey> issue(OrgId);
  // A new key in place of an old one, which works for `grace_seconds` more. `public_id` may be left out when the
  // organization has exactly one valid key.
  Result<IssuedKey> rotate(OrgId, std::optional<std::string> public_id, std::int64_t grace_seconds);
  Result<void> revoke(OrgId, std::optional<std::string> public_id);
  Result<std::vector<ApiKey>> list(OrgId);

  // nullopt for anything but a valid key; unknown, wrong, expired and malformed ones are not told apart.
  std::optional<OrgId> authenticate(std::string_view text);

 private:
  IssuedKey make(OrgId);
  Result<ApiKey> pick(OrgId, const std::optional<std::string>& public_id);

  Transactor& transactor_;
  OrganizationStore& organizations_;
  ApiKeyStore& keys_;
  const Clock& clock_;
  IdSource& ids_;
  const Hasher& hasher_;
};

}  // namespace parlance::org
