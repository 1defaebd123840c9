#include "parlance/org/key_service.hpp"

#include <algorithm>

namespace parlance::org {
namespace {

constexpr std::string_view prefix = "plk_";
constexpr std::size_t public_id_length = 8;
constexpr std::size_t secret_length = 43;  // 32 bytes in base64url without padding

std::string base64url(std::span<const std::uint8_t> bytes) {
  static constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string out;
  std::uint32_t bits = 0;
  int held = 0;
  for (const std::uint8_t byte : bytes) {
    bits = bits << 8 | byte;
    for (held += 8; held >= 6; held -= 6) out += alphabet[bits >> (held - 6) & 63];
  }
  if (held > 0) out += alphabet[bits << (6 - held) & 63];
  return out;
}

bool equal_in_constant_time(const Sha256& a, const Sha256& b) {
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) difference |= static_cast<unsigned>(a[i] ^ b[i]);
  return difference == 0;
}

bool is_valid(const ApiKey& key, UtcTime now) {
  return !key.expires_at || now < *key.expires_at;
}

}  // namespace

KeyService::KeyService(Transactor& transactor, OrganizationStore& organizations, ApiKeyStore& keys, const Clock& clock,
                       IdSource& ids, const Hasher& hasher)
    : transactor_(transactor), organizations_(organizations), keys_(keys), clock_(clock), ids_(ids), hasher_(hasher) {}

IssuedKey KeyService::make(OrgId organization) {
  std::array<std::uint8_t, 32> random;
  ids_.random_bytes(random);
  const std::string secret = base64url(random);
  std::string public_id = ids_.next_key("").text;
  keys_.insert(ApiKey{public_id, organization, hasher_.sha256(secret), clock_.now(), std::nullopt});
  return IssuedKey{public_id, std::string(prefix) + public_id + "_" + secret};
}

Result<IssuedKey> KeyService::issue(OrgId organization) {
  return transactor_.write([&]() -> Result<IssuedKey> {
    if (!organizations_.find(organization)) return not_found("Organization", organization.text());
    return make(organization);
  });
}

Result<ApiKey> KeyService::pick(OrgId organization, const std::optional<std::string>& public_id) {
  if (!organizations_.find(organization)) return not_found("Organization", organization.text());
  auto keys = keys_.of(organization);
  std::erase_if(keys, [&](const ApiKey& key) { return !is_valid(key, clock_.now()); });
  if (public_id) {
    const auto it =
        std::find_if(keys.begin(), keys.end(), [&](const ApiKey& key) { return key.public_id == *public_id; });
    if (it == keys.end()) return not_found("Key", *public_id);
    return *it;
  }
  if (keys.size() != 1) {
    return invalid("the organization has " + std::to_string(keys.size()) + " valid keys; name one by its public id");
  }
  return keys.front();
}

Result<IssuedKey> KeyService::rotate(OrgId organization, std::optional<std::string> public_id,
                                     std::int64_t grace_seconds) {
  return transactor_.write([&]() -> Result<IssuedKey> {
    auto old = pick(organization, public_id);
    if (!old) return old.error();
    const UtcTime stops{clock_.now().ms + grace_seconds * 1000};
    if (!old->expires_at || stops < *old->expires_at) old->expires_at = stops;
    keys_.update(*old);
    return make(organization);
  });
}

Result<void> KeyService::revoke(OrgId organization, std::optional<std::string> public_id) {
  return transactor_.write([&]() -> Result<void> {
    auto key = pick(organization, public_id);
    if (!key) return key.error();
    key->expires_at = clock_.now();
    keys_.update(*key);
    return {};
  });
}

Result<std::vector<ApiKey>> KeyService::list(OrgId organization) {
  return transactor_.read([&]() -> Result<std::vector<ApiKey>> {
    if (!organizations_.find(organization)) return not_found("Organization", organization.text());
    return keys_.of(organization);
  });
}

std::optional<OrgId> KeyService::authenticate(std::string_view text) {
  if (text.size() != prefix.size() + public_id_length + 1 + secret_length || !text.starts_with(prefix) ||
      text[prefix.size() + public_id_length] != '_') {
    return std::nullopt;
  }
  const auto public_id = text.substr(prefix.size(), public_id_length);
  const auto key = transactor_.read([&] { return keys_.find(public_id); });
  const Sha256 hash = hasher_.sha256(text.substr(prefix.size() + public_id_length + 1));
  if (!key || !equal_in_constant_time(hash, key->secret_sha256) || !is_valid(*key, clock_.now())) return std::nullopt;
  return key->organization;
}

}  // namespace parlance::org
