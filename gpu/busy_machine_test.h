#pragma once
#include <algorithm>
#include <array>
#include <chrono>

// For the tests of what happens at the same time, or soon enough. On a busy machine any thread may
// not run for longer than a copy or a whole test takes, so one measurement proves nothing.
namespace framelane::test {

// As many measurements as a program that can do it is given to show it once.
inline constexpr int kAttempts = 20;

// Whether `holds()` is true in one of kAttempts: for what is possible, as two copies at once. What
// must always be so is never asked this way. A program that cannot do it fails every time.
template <typename Holds>
[[nodiscard]] bool holds_once(Holds&& holds) {
  for (int attempt = 0; attempt < kAttempts; ++attempt)
    if (holds()) return true;
  return false;
}

// How long `work()` takes on the host's clock.
template <typename Work>
[[nodiscard]] std::chrono::nanoseconds time_of(Work&& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::steady_clock::now() - begin;
}

// Of five times.
template <typename Work>
[[nodiscard]] std::chrono::nanoseconds median_time_of(Work&& work) {
  std::array<std::chrono::nanoseconds, 5> times;
  for (auto& time : times)
    time = time_of(work);
  std::nth_element(times.begin(), times.begin() + 2, times.end());
  return times[2];
}

}  // namespace framelane::test
