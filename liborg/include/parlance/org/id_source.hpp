// Port: new identifiers and unguessable bytes.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "parlance/org/entity_key.hpp"
#include "parlance/org/id.hpp"

namespace parlance::org {

// Called from several threads at once.
class IdSource {
 public:
  virtual ~IdSource() = default;

  // Contract, top: version 7, so that what is created later sorts later and indexes grow at their end.
  virtual Uuid next() = 0;
  // From the system's cryptographic generator.
  virtual void random_bytes(std::span<std::uint8_t> out) = 0;

  // `prefix` and 8 characters of [0-9A-Z], each equally likely.
  EntityKey next_key(std::string_view prefix);
};

// Counts upwards: the same ids in every run, for tests and examples. Not for secrets.
class SequenceIds final : public IdSource {
 public:
  Uuid next() override;
  void random_bytes(std::span<std::uint8_t> out) override;

 private:
  std::atomic<std::uint64_t> last_{0};
};

}  // namespace parlance::org
