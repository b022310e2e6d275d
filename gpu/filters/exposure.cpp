#include <cmath>

#include "gpu/filters/filters.h"

namespace framelane {
namespace {

using Type = Parameter::Type;
constexpr Parameter kExposureParameters[] = {
    {"exposure", Type::number, "EV", -3, 3, 0, "exposure correction"},
    {"black", Type::number, "", -1, 1, 0, "black level, 1 is white"},
};

// vf_exposure: (v - black) / (2^-exposure - black). Where that divides by nothing, by the smallest
// step that still gives finite codes.
FilterStep plan_exposure(const FilterValues& values, const FrameFacts& facts) {
  FilterStep step;
  const double exposure = values[0].number, black = values[1].number;
  if (exposure == 0 && black == 0) return step;
  double span = std::exp2(-exposure) - black;
  if (std::abs(span) < 1e-6) span = 1e-6;
  PointOp op;
  op.limit = static_cast<float>(facts.format->max_code());
  for (auto& row : op.m) {
    row[0] = static_cast<float>(1 / span);
    row[1] = static_cast<float>(-black * facts.format->max_code() / span);
  }
  step.point.push_back(op);
  return step;
}

}  // namespace

constinit const FilterSpec kExposureFilter{"exposure",
                                           "exposure in stops and black level",
                                           "",
                                           FilterSpace::rgb,
                                           kExposureParameters,
                                           plan_exposure,
                                           "exposure=exposure=0.5"};

}  // namespace framelane
