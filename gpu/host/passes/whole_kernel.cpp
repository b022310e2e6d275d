#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "gpu/host/passes/whole_blur.h"

namespace framelane {
namespace {

using HalfTaps = std::vector<double>;  // from the centre on

double tap_at(const HalfTaps& taps, int k) {
  const auto at = static_cast<std::size_t>(std::abs(k));
  return at < taps.size() ? taps[at] : 0;
}

// A place of the binomial around them.
double smoothed_at(const HalfTaps& taps, int k) {
  double sum = 20 * tap_at(taps, k);
  sum += 15 * (tap_at(taps, k - 1) + tap_at(taps, k + 1));
  sum += 6 * (tap_at(taps, k - 2) + tap_at(taps, k + 2));
  return (sum + tap_at(taps, k - 3) + tap_at(taps, k + 3)) / 64;
}

// Least squares: taps two apart that with the binomial come closest to `exact`, none below 0. The
// binomial's own products, two apart, are 924 495 66 1; what each tap should be follows from the
// others, until they agree.
HalfTaps taps_apart(const HalfTaps& exact, int radius) {
  constexpr int kRounds = 60;
  HalfTaps taps, wanted;
  for (int k = 0; k <= radius; ++k) {
    taps.push_back(2 * tap_at(exact, 2 * k));
    wanted.push_back(4096 * smoothed_at(exact, 2 * k));
  }
  for (int round = 0; round < kRounds; ++round)
    for (int k = 0; k <= radius; ++k) {
      const auto both = [&](int apart) {
        return tap_at(taps, k - apart) + tap_at(taps, k + apart);
      };
      const double others = 495 * both(1) + 66 * both(2) + both(3);
      const auto at = static_cast<std::size_t>(k);
      taps[at] = std::max(0.0, (wanted[at] - others) / 924);
    }
  return taps;
}

WholeKernel whole_kernel(const HalfTaps& taps, int spacing) {
  double sum = taps[0];
  for (std::size_t k = 1; k < taps.size(); ++k)
    sum += 2 * taps[k];
  WholeKernel kernel{.radius = static_cast<int>(taps.size()) - 1, .spacing = spacing};
  int left = 1 << kWholeBits;
  for (std::size_t k = 1; k < taps.size(); ++k) {
    kernel.weight[k] =
        static_cast<std::uint16_t>(std::lround(std::ldexp(2 * taps[k] / sum, kWholeBits)));
    left -= kernel.weight[k];
  }
  kernel.weight[0] = static_cast<std::uint16_t>(left);
  return kernel;
}

// Half of what all taps differ by from the exact ones.
double smoothed_difference(const WholeKernel& kernel, const HalfTaps& exact) {
  const double both = std::ldexp(1, -kWholeBits - 1);
  HalfTaps apart(static_cast<std::size_t>(kernel.spacing * kernel.radius) + 1);
  for (int k = 0; k <= kernel.radius; ++k)
    apart[static_cast<std::size_t>(k * kernel.spacing)] =
        kernel.weight[k] * (k == 0 ? 2 : 1) * both;
  const int last = static_cast<int>(std::max(apart.size() + 3, exact.size()));
  double sum = std::abs(smoothed_at(apart, 0) - exact[0]) / 2;
  for (int k = 1; k <= last; ++k)
    sum += std::abs(smoothed_at(apart, k) - tap_at(exact, k));
  return sum;
}

}  // namespace

WholeAxis whole_axis(std::span<const float> taps, int max_code) {
  constexpr int kLeast = 8;  // below, the binomial costs what it saves
  WholeAxis axis;
  const int radius = static_cast<int>(taps.size()) - 1;
  if (radius == 0) return axis;
  const HalfTaps exact(taps.begin(), taps.end());
  if (radius >= kLeast) {
    axis.smoothed = true;
    axis.kernel = whole_kernel(taps_apart(exact, (radius - 1) / 2), 2);
    if (smoothed_difference(axis.kernel, exact) * max_code < kWholeOff) return axis;
  }
  axis.smoothed = false;
  axis.kernel = whole_kernel(exact, 1);
  return axis;
}

}  // namespace framelane
