// How long a call takes: the first time, and the median of some more.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace parlance::bench {

using Clock = std::chrono::steady_clock;

inline double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// `call` returns how many things it found.
template <class Call>
void measure(const char* name, Call call) {
  constexpr int calls_min = 5, calls_max = 21;
  constexpr double enough_ms = 3000;
  const auto start = Clock::now();
  const std::int64_t found = call();
  const double first = ms_since(start);
  std::vector<double> later;
  while (static_cast<int>(later.size()) < calls_min ||
         (static_cast<int>(later.size()) < calls_max && ms_since(start) < enough_ms)) {
    const auto again = Clock::now();
    call();
    later.push_back(ms_since(again));
  }
  std::sort(later.begin(), later.end());
  std::printf("%-44s %10.3f %10.3f %10lld\n", name, first, later[later.size() / 2], static_cast<long long>(found));
}

}  // namespace parlance::bench
