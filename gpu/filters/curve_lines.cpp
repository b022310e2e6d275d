#include "gpu/filters/curve_lines.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace framelane {

CurveLines lines_of(const std::function<double(double)>& curve, float low, float least, float high,
                    int per_octave, double limit) {
  constexpr int kFractionBits = 23;
  CurveLines lines;
  lines.places.low = low;
  lines.places.high = high;
  lines.places.shift = kFractionBits - per_octave;
  lines.places.first = static_cast<int>(bits_of(least) >> lines.places.shift);
  const auto at = [&](double x) {
    const double y = curve(x);
    return std::isnan(y) ? limit : std::clamp(y, -limit, limit);
  };
  const auto begin_of = [&](int line) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(lines.places.first + line)
                                << lines.places.shift);
  };
  std::vector<CurveLine> table;
  for (int i = 0; i < line_count(lines.places); ++i) {
    const double x = i == 0 ? low : begin_of(i), next = begin_of(i + 1);
    const double slope = (at(next) - at(x)) / (next - x);
    table.push_back({static_cast<float>(at(x) - slope * x), static_cast<float>(slope)});
  }
  lines.table = make_pass_table<CurveLine>(table);
  return lines;
}

}  // namespace framelane
