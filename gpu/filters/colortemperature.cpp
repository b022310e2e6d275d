#include <algorithm>
#include <array>
#include <cmath>

#include "gpu/filters/filters.h"
#include "gpu/filters/grade_options.h"
#include "gpu/filters/point_mixer.h"

namespace framelane {
namespace {

enum { temperature, mixing, lightness };

using Type = Parameter::Type;
constexpr Parameter kColortemperatureParameters[] = {
    {"temperature", Type::number, "K", 1000, 40000, 6500, "temperature of what is to be white"},
    {"mix", Type::number, "", 0, 1, 1, "how much of it"},
    {"pl", Type::number, "", 0, 1, 0, "how much of the lightness is preserved"},
};

double unit(double value) {
  return std::clamp(value, 0.0, 1.0);
}

// Red, green and blue of a black body, vf_colortemperature's fit (by T. Helland).
std::array<double, 3> color_of(double kelvin) {
  const double t = kelvin / 100;
  std::array<double, 3> color{1, 0, 1};
  if (t <= 66) {
    color[1] = unit(0.39008157876901960784 * std::log(t) - 0.63184144378862745098);
  } else {
    color[0] = unit(1.29293618606274509804 * std::pow(t - 60, -0.1332047592));
    color[1] = unit(1.12989086089529411765 * std::pow(t - 60, -0.0755148492));
  }
  if (t <= 19) {
    color[2] = 0;
  } else if (t < 66) {
    color[2] = unit(0.54320678911019607843 * std::log(t - 10) - 1.19625408914);
  }
  return color;
}

// A gain for each component; lightness is the sum of the highest and the lowest of them.
FilterStep plan_colortemperature(const FilterValues& values, const FrameFacts& facts) {
  FilterStep step;
  const double share = values[mixing].number;
  const std::array<double, 3> color = color_of(values[temperature].number);
  if (share == 0 || color == std::array<double, 3>{1, 1, 1}) return step;
  const bool keep = values[lightness].number != 0;
  PointOp op;
  op.kind = keep ? PointOp::Kind::mixer : PointOp::Kind::scale;
  op.limit = static_cast<float>(facts.format->max_code());
  for (std::size_t c = 0; c < 3; ++c) {
    op.m[c][keep ? c : 0] = static_cast<float>(1 + (color[c] - 1) * share);
    if (!keep) op.m[c][1] = -cut_off(*facts.format);
  }
  if (keep) {
    op.mode = static_cast<std::uint8_t>(Brightness::lum);
    op.top = 1e30F;
    op.bias = cut_off(*facts.format);
    op.share = static_cast<float>(values[lightness].number);
  }
  step.point.push_back(op);
  return step;
}

}  // namespace

constinit const FilterSpec kColortemperatureFilter{"colortemperature",
                                                   "colour temperature",
                                                   "",
                                                   FilterSpace::rgb,
                                                   kColortemperatureParameters,
                                                   plan_colortemperature,
                                                   "colortemperature=temperature=4500"};

}  // namespace framelane
