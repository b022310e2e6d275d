#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "gpu/errors.h"
#include "gpu/filters/filters.h"
#include "gpu/filters/planes.h"

namespace framelane {
namespace {

enum { matrix0 = 0, rdiv0 = 4, bias0 = 8 };

using Type = Parameter::Type;
constexpr double kIdentity[] = {0, 0, 0, 0, 1, 0, 0, 0, 0};
constexpr double kGreatest = 2147483647;

constexpr Parameter matrix(std::string_view name, std::string_view help) {
  return {name, Type::list, "", -65536, 65536, 0, help, "", {}, false, 9, kIdentity};
}
constexpr Parameter rdiv(std::string_view name, std::string_view help) {
  return {name, Type::number, "", 0, kGreatest, 0, help};
}
constexpr Parameter bias(std::string_view name, std::string_view help) {
  return {name, Type::number, "codes", 0, kGreatest, 0, help};
}

constexpr Parameter kConvolutionParameters[] = {
    matrix("0m", "9 or 25 weights row by row, luma or green"),
    matrix("1m", "U or blue"),
    matrix("2m", "V or red"),
    matrix("3m", "alpha"),
    rdiv("0rdiv", "factor on the weighted sum; 0 is 1 / the weights' sum"),
    rdiv("1rdiv", "of U or blue"),
    rdiv("2rdiv", "of V or red"),
    rdiv("3rdiv", "of alpha"),
    bias("0bias", "added afterwards"),
    bias("1bias", "of U or blue"),
    bias("2bias", "of V or red"),
    bias("3bias", "of alpha"),
};

int radius_of_weights(const std::vector<double>& weights, unsigned plane) {
  if (weights.size() == 9) return 1;
  if (weights.size() == 25) return 2;
  throw UsageError("convolution: " + std::to_string(plane) + "m takes 9 or 25 numbers, not " +
                   std::to_string(weights.size()));
}

ConvolutionComponent component(const FilterValues& values, unsigned plane) {
  const std::vector<double>& weights = values[matrix0 + plane].list;
  ConvolutionComponent part;
  part.radius = radius_of_weights(weights, plane);
  const int side = 2 * part.radius + 1;
  for (int i = 0; i < side * side; ++i) {
    const int row = 2 - part.radius + i / side, column = 2 - part.radius + i % side;
    part.weight[5 * row + column] = static_cast<float>(weights[static_cast<std::size_t>(i)]);
  }
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  const double factor = values[rdiv0 + plane].number;
  constexpr double kNothing = 1e-6;  // what fractions that cancel may leave
  part.scale = static_cast<float>(factor != 0 ? factor : std::abs(sum) > kNothing ? 1 / sum : 1);
  part.bias = static_cast<float>(values[bias0 + plane].number);
  const auto taps = std::ranges::count_if(weights, [](double weight) { return weight != 0; });
  part.copy = taps == 1 && part.weight[12] == 1 && part.scale == 1 && part.bias == 0;
  return part;
}

FilterStep plan_convolution(const FilterValues& values, const FrameFacts& facts) {
  ConvolutionWork work;
  bool effect = false;
  for (int c = 0; c < 4; ++c) {
    if (!facts.format->has_component(c)) continue;
    work.components[c] = component(values, plane_of_component(c, *facts.format));
    effect = effect || !work.components[c].copy;
  }
  FilterStep step;
  if (effect) step.works.push_back({work, facts});
  return step;
}

}  // namespace

constinit const FilterSpec kConvolutionFilter{
    "convolution",
    "weighted sum of a 3x3 or 5x5 neighbourhood",
    "Square matrices only, so there is no mode; none of 7x7. Weights may have fractions, and rdiv\n"
    "counts; FFmpeg 5.1 cuts the one off and overlooks the other.",
    FilterSpace::planes,
    kConvolutionParameters,
    plan_convolution,
    "convolution=0m=0 -1 0 -1 5 -1 0 -1 0"};

}  // namespace framelane
