#include "gpu/filters/scale_taps.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <memory>
#include <numbers>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace framelane {
namespace {

double bicubic_weight(double b, double c, double d) {
  if (d < 1)
    return ((12 - 9 * b - 6 * c) * d * d * d + (-18 + 12 * b + 6 * c) * d * d + 6 - 2 * b) / 6;
  return ((-b - 6 * c) * d * d * d + (6 * b + 30 * c) * d * d + (-12 * b - 48 * c) * d + 8 * b +
          24 * c) /
         6;
}

double lanczos_weight(double width, double d) {
  if (d == 0) return 1;
  const double angle = d * std::numbers::pi;
  return std::sin(angle) * std::sin(angle / width) / (angle * angle / width);
}

// The weights of one output, of neighbouring inputs from `first` on.
struct Taps {
  int first = 0;
  std::vector<double> weights;
};

Taps nearest_taps(double centre, int inputs) {
  return {std::clamp(static_cast<int>(std::lround(centre)), 0, inputs - 1), {1.0}};
}

// `centre` and `reach` in inputs.
Taps taps_around(const ScaleShape& shape, double centre, double widening, int inputs) {
  const double reach = kernel_reach(shape) * widening;
  const int first = static_cast<int>(std::floor(centre - reach)) + 1;
  const int last = static_cast<int>(std::ceil(centre + reach)) - 1;
  Taps taps{std::clamp(first, 0, inputs - 1), {}};
  const int end = std::clamp(last, 0, inputs - 1);
  taps.weights.assign(static_cast<std::size_t>(end - taps.first) + 1, 0);
  double sum = 0;
  for (int i = first; i <= last; ++i) {
    const double weight = kernel_value(shape, std::abs(i - centre) / widening);
    taps.weights[static_cast<std::size_t>(std::clamp(i, taps.first, end) - taps.first)] += weight;
    sum += weight;
  }
  constexpr double kLeast = 1e-3;  // a kernel so narrow that it meets no sample
  if (first > last || std::abs(sum) < kLeast) return nearest_taps(centre, inputs);
  for (double& weight : taps.weights)
    weight /= sum;
  return taps;
}

// Whether every output's weights may be integers of 16 bits (see kShortWeightBits). What their
// rounding costs grows with their number and with the gain of the other axis.
bool fit_shorts(const std::vector<Taps>& all) {
  constexpr double kMostGain = 1.9;  // of magnitudes: rounding adds less than 0.001
  constexpr double kMostTogether = 44;
  return std::ranges::all_of(all, [](const Taps& taps) {
    const auto count = taps.weights.size();
    const double gain = std::transform_reduce(taps.weights.begin(), taps.weights.end(), 0.0,
                                              std::plus<>(), [](double w) { return std::abs(w); });
    return count <= kMostShortTaps && gain <= kMostGain &&
           gain * static_cast<double>(count) <= kMostTogether;
  });
}

// Rounded down, then as many of those that lost most raised by one as make the sum exact: no weight
// is off by one, and all n together by n / 2 at most.
void store_shorts(const std::vector<double>& weights, std::int16_t* into) {
  constexpr int kOne = 1 << kShortWeightBits;
  std::vector<std::pair<double, std::int16_t*>> lost;
  int missing = kOne;
  for (const double weight : weights) {
    const double exact = weight * kOne, whole = std::floor(exact);
    *into = static_cast<std::int16_t>(whole);
    missing -= *into;
    lost.emplace_back(exact - whole, into++);
  }
  std::ranges::stable_sort(lost, std::ranges::greater(), [](const auto& l) { return l.first; });
  for (std::size_t i = 0; missing > 0 && i < lost.size(); ++i, --missing)
    ++*lost[i].second;
}

std::vector<std::int16_t> shorts_of(const std::vector<Taps>& all, int taps) {
  std::vector<std::int16_t> shorts(all.size() * static_cast<std::size_t>(taps));
  for (std::size_t i = 0; i < all.size(); ++i)
    store_shorts(all[i].weights, shorts.data() + i * static_cast<std::size_t>(taps));
  return shorts;
}

template <typename T>
void append_bytes(std::vector<std::byte>& bytes, const std::vector<T>& values) {
  const auto added = std::as_bytes(std::span(values));
  bytes.insert(bytes.end(), added.begin(), added.end());
}

PassTableRef packed_taps(const std::vector<Taps>& all, const ScaleAxis& axis) {
  const int taps = axis.taps;
  std::vector<float> weights(all.size() * static_cast<std::size_t>(taps), 0.0F);
  std::vector<int> firsts;
  firsts.reserve(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    firsts.push_back(all[i].first);
    std::ranges::transform(all[i].weights, weights.begin() + static_cast<std::ptrdiff_t>(i) * taps,
                           [](double w) { return static_cast<float>(w); });
  }
  auto table = std::make_shared<PassTable>();
  append_bytes(table->bytes, weights);
  append_bytes(table->bytes, firsts);
  if (axis.shorts) append_bytes(table->bytes, shorts_of(all, taps));
  return table;
}

int widest_tile(const std::vector<Taps>& all, int taps) {
  int widest = 0;
  for (std::size_t i = 0; i < all.size(); i += kScaleTile) {
    const std::size_t last = std::min(all.size(), i + kScaleTile) - 1;
    widest = std::max(widest, all[last].first + taps - all[i].first);
  }
  return widest;
}

}  // namespace

double kernel_reach(const ScaleShape& shape) {
  switch (shape.kernel) {
    case ScaleKernel::bilinear:
      return 1;
    case ScaleKernel::bicubic:
      return 2;
    case ScaleKernel::lanczos:
      break;
  }
  return shape.width;
}

double kernel_value(const ScaleShape& shape, double distance) {
  const double d = std::abs(distance);
  if (d >= kernel_reach(shape)) return 0;
  switch (shape.kernel) {
    case ScaleKernel::bilinear:
      return 1 - d;
    case ScaleKernel::bicubic:
      return bicubic_weight(shape.b, shape.c, d);
    case ScaleKernel::lanczos:
      break;
  }
  return lanczos_weight(shape.width, d);
}

ScaleTable make_scale_table(const ScaleShape& shape, int inputs, int outputs, double edge) {
  const double ratio = static_cast<double>(inputs) / outputs;
  std::vector<Taps> all;
  all.reserve(static_cast<std::size_t>(outputs));
  ScaleTable result;
  ScaleAxis& axis = result.axis;
  axis.count = outputs;
  axis.resized = inputs != outputs;
  for (int i = 0; i < outputs; ++i) {
    all.push_back(axis.resized
                      ? taps_around(shape, (i + edge) * ratio - edge, std::max(ratio, 1.0), inputs)
                      : Taps{i, {1.0}});
    axis.used = std::max(axis.used, static_cast<int>(all.back().weights.size()));
  }
  axis.taps = (axis.used + 3) / 4 * 4;
  axis.span = widest_tile(all, axis.taps);
  axis.shorts = fit_shorts(all);
  result.table = packed_taps(all, axis);
  return result;
}

}  // namespace framelane
