#pragma once
#include <chrono>
#include <optional>
#include <vector>

namespace framelane {

// What repeats of one measurement come to. Thread-safety: a value.
struct Spread {
  double median = 0;  // of an even count: the mean of the two in the middle
  double least = 0;
  double most = 0;
  int count = 0;
};

// Nothing without values.
[[nodiscard]] std::optional<Spread> spread_of(std::vector<double> values);

// By the host's clock.
[[nodiscard]] double ms_since(std::chrono::steady_clock::time_point begin);

// 10^9 bytes a second.
[[nodiscard]] double gb_per_s(double bytes, double ms);

// To so many decimals, as it will be printed and written: every output then says the same.
[[nodiscard]] double rounded(double value, int decimals);

}  // namespace framelane
