// Random values of any described record, by its description; the same for the same seed.
#pragma once

#include <bit>
#include <random>
#include <string>
#include <type_traits>

#include "parlance/org/date.hpp"
#include "server/codec/reader.hpp"

namespace parlance::server::codec::test {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  template <org::Described T>
  T record() {
    T out{};
    std::apply([&](const auto&... info) { ((fill(out.*(info.member))), ...); }, org::Describe<T>::fields);
    return out;
  }

 private:
  std::uint64_t below(std::uint64_t bound) { return engine_() % bound; }
  bool coin() { return below(2) == 0; }

  std::string text() {
    // Plain letters, everything that needs an escape, and characters of two, three and four bytes.
    static constexpr std::string_view pieces[] = {"a",
                                                  "Z",
                                                  " ",
                                                  "/",
                                                  "\"",
                                                  "\\",
                                                  "\n",
                                                  "\x01",
                                                  "\x1f",
                                                  "\x7f",
                                                  "é",
                                                  "ñ",
                                                  "€",
                                                  "中",
                                                  "😀",
                                                  "\xEF\xBF\xBF",
                                                  "\xF4\x8F\xBF\xBF"};
    std::string out;
    for (auto n = below(24); n > 0; --n) out += pieces[below(std::size(pieces))];
    return out;
  }

  void fill(bool& out) { out = coin(); }
  void fill(std::int64_t& out) {
    out = static_cast<std::int64_t>(engine_());
    if (coin()) out >>= below(64);
  }
  void fill(double& out) {
    do out = coin() ? std::bit_cast<double>(engine_()) : static_cast<double>(below(100000)) / 100;
    while (!(out - out == 0));  // finite
  }
  void fill(std::string& out) { out = text(); }
  void fill(org::UnixMs& out) { fill(out.ms); }
  void fill(org::UtcTime& out) { out.ms = static_cast<std::int64_t>(below(org::unix_ms_max)); }
  void fill(org::Secret& out) { out.text = org::shown_secret; }
  void fill(org::SealedSecret&) {}  // its bytes are never written
  void fill(org::Date& out) { out.days = static_cast<std::int64_t>(below(3652059)) - 719528; }
  void fill(org::WallTime& out) { out.minutes = static_cast<int>(below(org::WallTime::day_end + 1)); }
  void fill(std::map<std::string, std::string>& out) {
    for (auto n = below(4); n > 0; --n) fill(out[text()]);
  }
  void fill(org::EntityKey& out) {
    out.text = coin() ? org::department_key_prefix : org::agent_key_prefix;
    for (int i = 0; i < 8; ++i) out.text += "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[below(36)];
  }
  template <class Tag>
  void fill(org::Id<Tag>& out) {
    for (auto& byte : out.value.bytes) byte = static_cast<std::uint8_t>(below(256));
  }
  void fill(org::DepartmentIdOrKey& out) {
    if (coin()) {
      fill(out.emplace<0>());
    } else {
      out.emplace<1>().text = "DEP-0000ZZZ9";
    }
  }
  // Inlined after an initializer, GCC 12 takes the flag it replaces for a string to be freed, and warns.
  [[gnu::noinline]] void fill(std::variant<bool, std::string>& out) {
    if (coin()) {
      fill(out.emplace<bool>());
    } else {
      fill(out.emplace<std::string>());
    }
  }
  template <org::NamedEnum E>
  void fill(E& out) {
    out = org::EnumText<E>::values[below(org::EnumText<E>::values.size())].first;
  }
  template <class T>
  void fill(std::optional<T>& out) {
    if (coin()) fill(out.emplace());
  }
  template <class T>
  void fill(org::Field<T>& out) {
    fill(out.sent.emplace());  // what is written is always sent when read back
  }
  template <class T>
  void fill(std::vector<T>& out) {
    for (auto n = below(4); n > 0; --n) fill(out.emplace_back());
  }
  template <org::Described T>
  void fill(T& out) {
    out = record<T>();
  }

  std::mt19937_64 engine_;
};

}  // namespace parlance::server::codec::test
