#include <algorithm>
#include <array>
#include <vector>

#include "gpu/filters/filters.h"
#include "gpu/filters/planes.h"

namespace framelane {
namespace {

using Type = Parameter::Type;
constexpr int kMostRadius = 4096, kMostPower = 16;

constexpr Parameter radius(std::string_view name, std::string_view short_name, int standard,
                           std::string_view help) {
  const int least = standard < 0 ? -1 : 0;
  return {name,        Type::integer,  "samples", 1.0 * least,
          kMostRadius, 1.0 * standard, help,      short_name};
}
constexpr Parameter power(std::string_view name, std::string_view short_name, int standard,
                          std::string_view help) {
  const int least = standard < 0 ? -1 : 0;
  return {name, Type::integer, "", 1.0 * least, kMostPower, 1.0 * standard, help, short_name};
}

constexpr Parameter kBoxblurParameters[] = {
    radius("luma_radius", "lr", 2, "of luma or green; at most half of the plane's smaller side"),
    power("luma_power", "lp", 2, "how many times luma or green is blurred"),
    radius("chroma_radius", "cr", -1, "of U and V or blue and red; below 0 as luma"),
    power("chroma_power", "cp", -1, "of U and V or blue and red; below 0 as luma"),
    radius("alpha_radius", "ar", -1, "of alpha; below 0 as luma"),
    power("alpha_power", "ap", -1, "of alpha; below 0 as luma"),
};

struct Box {
  int radius = 0, power = 0;  // both 0 or neither
};
using Boxes = std::array<Box, 4>;  // of the components

Box box_of(const FilterValues& values, int c, const FrameFacts& facts) {
  const PixelFormat& format = *facts.format;
  const unsigned plane = plane_of_component(c, format);
  const std::size_t first = c == 3 ? 4 : plane == 0 ? 0 : 2;
  const auto value = [&](std::size_t option) {
    const double own = values[first + option].number;
    return static_cast<int>(own < 0 ? values[option].number : own);
  };
  const int most =
      std::min(format.component_width(c, facts.width), format.component_height(c, facts.height)) /
      2;
  const Box box{std::min(value(0), most), value(1)};
  return box.radius == 0 || box.power == 0 ? Box{} : box;
}

// The box convolved with itself: mirrored at the borders, blurring once with it is the same as
// blurring several times.
TileKernel kernel_of(const Box& box) {
  TileKernel kernel;
  kernel.radius = box.radius * box.power;
  std::vector<double> weights = {1};
  for (int i = 0; i < box.power; ++i) {
    std::vector<double> wider(weights.size() + 2 * static_cast<std::size_t>(box.radius));
    for (std::size_t k = 0; k < weights.size(); ++k)
      for (std::size_t j = 0; j <= 2 * static_cast<std::size_t>(box.radius); ++j)
        wider[k + j] += weights[k] / (2 * box.radius + 1);
    weights = std::move(wider);
  }
  for (int k = 0; k <= kernel.radius; ++k)
    kernel.weight[k] = static_cast<float>(weights[static_cast<std::size_t>(kernel.radius + k)]);
  return kernel;
}

SeparableWork in_one(const Boxes& boxes) {
  SeparableWork work;
  for (std::size_t c = 0; c < boxes.size(); ++c) {
    if (boxes[c].power == 0) continue;
    SeparableComponent& part = work.components[c];
    part.copy = false;
    part.mirrored = true;
    part.x = part.y = kernel_of(boxes[c]);
  }
  return work;
}

BoxWork one_step(const Boxes& boxes, int step, bool vertical) {
  BoxWork work;
  work.vertical = vertical;
  for (std::size_t c = 0; c < boxes.size(); ++c)
    work.radius[c] = step < boxes[c].power ? boxes[c].radius : 0;
  return work;
}

FilterStep plan_boxblur(const FilterValues& values, const FrameFacts& facts) {
  Boxes boxes;
  int powers = 0, widest = 0;
  for (int c = 0; c < 4; ++c) {
    if (!facts.format->has_component(c)) continue;
    const Box box = box_of(values, c, facts);
    boxes[static_cast<std::size_t>(c)] = box;
    powers = std::max(powers, box.power);
    widest = std::max(widest, box.radius * box.power);
  }
  FilterStep step;
  if (widest > 0 && widest <= kMaxTileRadius) {
    step.works.push_back({in_one(boxes), facts});
    return step;
  }
  for (const bool vertical : {true, false})
    for (int i = 0; i < powers; ++i)
      step.works.push_back({one_step(boxes, i, vertical), facts});
  return step;
}

}  // namespace

constinit const FilterSpec kBoxblurFilter{
    "boxblur",
    "means of boxes",
    "Radii are numbers, no expressions. A radius above half of a plane's smaller side, which "
    "FFmpeg\n"
    "refuses, is cut to that; power ends at 16. FFmpeg rounds to whole codes after each step.",
    FilterSpace::planes,
    kBoxblurParameters,
    plan_boxblur,
    "boxblur=4:1"};

}  // namespace framelane
