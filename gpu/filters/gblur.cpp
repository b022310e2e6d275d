#include <cmath>
#include <vector>

#include "gpu/filters/filters.h"
#include "gpu/filters/gaussian.h"
#include "gpu/filters/planes.h"

namespace framelane {
namespace {

enum { sigma, gblur_planes, sigma_v };

using Type = Parameter::Type;
constexpr Parameter kGblurParameters[] = {
    {"sigma", Type::number, "samples", 0, 1024, 0.5, "standard deviation; 0 does nothing"},
    {"planes", Type::integer, "mask", 0, 15, 15, kPlanesHelp},
    {"sigmaV", Type::number, "samples", -1, 1024, -1, "vertical one; below 0 as sigma"},
};

WideBlurWork wide_blur(double deviation, double partner, bool vertical, std::uint8_t components) {
  WideBlurWork work;
  work.vertical = vertical;
  work.components = components;
  work.sigma = static_cast<float>(deviation);
  work.partner = static_cast<float>(partner);
  // Of the float: the other pass knows no more of this one, and both must come to the same radius.
  work.radius = gaussian_radius(work.sigma);
  work.norm = static_cast<float>(gaussian_norm(work.sigma));
  return work;
}

SeparableWork tile_blur(double across, double down, std::uint8_t components) {
  SeparableWork work;
  work.near = true;
  for (std::size_t c = 0; c < 4; ++c) {
    if ((components >> c & 1) == 0) continue;
    work.components[c].copy = false;
    work.components[c].x = gaussian_kernel(across);
    work.components[c].y = gaussian_kernel(down);
  }
  return work;
}

FilterStep plan_gblur(const FilterValues& values, const FrameFacts& facts) {
  FilterStep step;
  const double across = values[sigma].number;
  const double down = values[sigma_v].number < 0 ? across : values[sigma_v].number;
  const std::uint8_t components = components_of_planes(values[gblur_planes].number, *facts.format);
  if (across == 0 || components == 0) return step;
  if (gaussian_radius(across) == 0 && gaussian_radius(down) == 0) return step;
  if (std::max(gaussian_radius(across), gaussian_radius(down)) <= kMaxTileRadius) {
    step.works.push_back({tile_blur(across, down, components), facts});
    return step;
  }
  if (gaussian_radius(down) == 0) {
    step.works.push_back({wide_blur(across, 0, false, components), facts});
    return step;
  }
  step.works.push_back({wide_blur(down, across, true, components), facts});
  step.works.push_back({wide_blur(across, down, false, components), facts});
  return step;
}

}  // namespace

constinit const FilterSpec kGblurFilter{
    "gblur",
    "Gaussian blur",
    "The exact Gaussian, cut off at 3.5 sigma, borders repeated; FFmpeg's is a recursive\n"
    "approximation, so there is no steps here.",
    FilterSpace::planes,
    kGblurParameters,
    plan_gblur,
    "gblur=sigma=2"};

}  // namespace framelane
