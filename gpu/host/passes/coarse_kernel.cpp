#include <cmath>
#include <numbers>

#include "gpu/filters/gaussian.h"
#include "gpu/host/passes/coarse_blur.h"

namespace framelane {
namespace {

constexpr int kMaxLevels = 5;
constexpr int kMaxTenBits = 1023;

// What the exact taps, cut off at the radius, make of cos(frequency x).
double gaussian_gain(const std::vector<double>& taps, double frequency) {
  const double twice = 2 * std::cos(frequency);
  double before = 1, now = twice / 2, sum = taps[0];
  for (std::size_t k = 1; k < taps.size(); ++k) {
    sum += 2 * taps[k] * now;
    const double next = twice * now - before;
    before = now;
    now = next;
  }
  return sum;
}

double fourth(double value) {
  return value * value * value * value;
}

double binomials_gain(int levels, double frequency) {
  double gain = 1;
  for (int level = 0; level < levels; ++level)
    gain *= fourth(std::cos(0.5 * frequency * (1 << level)));
  return gain;
}

// The sampled B-spline is four boxes as long as a step, and 1 4 1.
double spline_gain(int levels, double frequency) {
  const double step = 1 << levels, sine = std::sin(0.5 * frequency);
  const double box = std::abs(sine) < 1e-9 ? 1 : std::sin(0.5 * frequency * step) / (step * sine);
  return fourth(box) * (2 + std::cos(frequency)) / 3;
}

// The least squares over all samples' phases: frequencies a turn of the grid apart are one on it.
// Those beyond the next ones are too faint to count.
double grid_gain(const std::vector<double>& taps, int levels, double frequency) {
  const double turn = 2 * std::numbers::pi / (1 << levels);
  double binomials = 0, splines = 0;
  for (int image = levels == 1 ? 0 : -1; image <= 1; ++image) {
    const double at = frequency - image * turn;
    const double down = binomials_gain(levels, at), up = spline_gain(levels, at);
    binomials += down * down;
    splines += up * up;
  }
  // Nothing of the Gaussian is left at the others.
  return gaussian_gain(taps, frequency) * binomials_gain(levels, frequency) *
         spline_gain(levels, frequency) / (binomials * splines);
}

std::vector<double> exact_taps(double sigma) {
  std::vector<double> taps;
  const double norm = gaussian_norm(sigma);
  for (int k = 0; k <= gaussian_radius(sigma); ++k)
    taps.push_back(norm * std::exp(-0.5 * k * k / (sigma * sigma)));
  return taps;
}

// The kernel with those gains at frequencies 0, 1 ... of a half turn.
std::vector<double> kernel_of(const std::vector<double>& gains, int radius) {
  const auto last = gains.size() - 1;
  std::vector<double> kernel;
  for (int k = 0; k <= radius; ++k) {
    double sum = 0.5 * (gains[0] + gains[last] * (k % 2 == 0 ? 1 : -1));
    for (std::size_t i = 1; i < last; ++i)
      sum += gains[i] *
             std::cos(std::numbers::pi * static_cast<double>(i) * k / static_cast<double>(last));
    kernel.push_back(sum);
  }
  return kernel;
}

}  // namespace

// The coarsest grid whose step is a small enough part of sigma: measured, see coarse_blur.h.
int coarse_levels(double sigma, int max_code) {
  if (max_code > kMaxTenBits) return 0;
  const double least = max_code > 255 ? 2.2 : 1.5;
  int levels = 0;
  while (levels < kMaxLevels && sigma >= least * (2 << levels))
    ++levels;
  return levels;
}

CoarseAxis coarse_axis(double sigma, int max_code) {
  CoarseAxis axis;
  axis.levels = coarse_levels(sigma, max_code);
  const int step = 1 << axis.levels;
  axis.radius = (gaussian_radius(sigma) + step - 1) / step + (max_code > 255 && step > 2 ? 1 : 0);
  const std::vector<double> taps = exact_taps(sigma);
  const int half_turn = 2 * axis.radius;
  std::vector<double> gains;
  for (int i = 0; i <= half_turn; ++i)
    gains.push_back(grid_gain(taps, axis.levels, std::numbers::pi * i / (half_turn * step)));
  const std::vector<double> kernel = kernel_of(gains, axis.radius);
  double sum = kernel[0];
  for (std::size_t k = 1; k < kernel.size(); ++k)
    sum += 2 * kernel[k];
  for (const double weight : kernel)
    axis.weights.push_back(static_cast<float>(weight / sum));
  return axis;
}

}  // namespace framelane
