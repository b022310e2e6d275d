#include <cmath>

#include "gpu/filters/filters.h"

namespace framelane {
namespace {

using Type = Parameter::Type;

constexpr Parameter kernel_size(std::string_view name, std::string_view short_name,
                                std::string_view help) {
  return {name, Type::integer, "samples", 3, 23, 5, help, short_name, {}, true};
}
constexpr Parameter amount(std::string_view name, std::string_view short_name, double standard) {
  return {name, Type::number, "", -2, 5, standard, "negative blurs, 0 does nothing", short_name};
}

constexpr Parameter kUnsharpParameters[] = {
    kernel_size("luma_msize_x", "lx", "luma kernel width"),
    kernel_size("luma_msize_y", "ly", "luma kernel height"),
    amount("luma_amount", "la", 1),
    kernel_size("chroma_msize_x", "cx", "chroma kernel width"),
    kernel_size("chroma_msize_y", "cy", "chroma kernel height"),
    amount("chroma_amount", "ca", 0),
    kernel_size("alpha_msize_x", "ax", "alpha kernel width"),
    kernel_size("alpha_msize_y", "ay", "alpha kernel height"),
    amount("alpha_amount", "aa", 0),
};

// Row 2n of Pascal's triangle over 4^n, as vf_unsharp's repeated sums give.
TileKernel binomial(int taps) {
  TileKernel kernel;
  kernel.radius = taps / 2;
  double weight = 1;
  for (int i = 1; i <= kernel.radius; ++i)
    weight *= (kernel.radius + i) / (4.0 * i);
  for (int k = 0; k <= kernel.radius; ++k) {
    kernel.weight[k] = static_cast<float>(weight);
    weight *= static_cast<double>(kernel.radius - k) / (kernel.radius + k + 1);
  }
  return kernel;
}

FilterStep plan_unsharp(const FilterValues& values, const FrameFacts& facts) {
  SeparableWork work;
  bool effect = false;
  for (int c = 0; c < 4; ++c) {
    const std::size_t first = c == 0 ? 0 : c == 3 ? 6 : 3;
    const double strength = std::trunc(values[first + 2].number * 65536) / 65536;
    if (!facts.format->has_component(c) || strength == 0) continue;
    SeparableComponent& component = work.components[static_cast<std::size_t>(c)];
    component.copy = false;
    component.sharpen = true;
    component.amount = static_cast<float>(strength);
    component.x = binomial(static_cast<int>(values[first].number));
    component.y = binomial(static_cast<int>(values[first + 1].number));
    effect = true;
  }
  FilterStep step;
  if (effect) step.works.push_back({work, facts});
  return step;
}

}  // namespace

constinit const FilterSpec kUnsharpFilter{
    "unsharp",
    "sharpen or blur",
    "At more than 8 bit it is as strong as at 8; FFmpeg 5.1's has nearly no effect there.",
    FilterSpace::yuv_planes,
    kUnsharpParameters,
    plan_unsharp,
    "unsharp=5:5:1"};

}  // namespace framelane
