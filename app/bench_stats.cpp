#include "app/bench_stats.h"

#include <algorithm>
#include <cmath>

namespace framelane {

std::optional<Spread> spread_of(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  const std::size_t count = values.size();
  const double median = (values[(count - 1) / 2] + values[count / 2]) / 2;
  return Spread{median, values.front(), values.back(), static_cast<int>(count)};
}

double ms_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
      .count();
}

double gb_per_s(double bytes, double ms) {
  return bytes / (ms * 1e6);
}

double rounded(double value, int decimals) {
  const double scale = std::pow(10.0, decimals);
  return std::round(value * scale) / scale;
}

}  // namespace framelane
