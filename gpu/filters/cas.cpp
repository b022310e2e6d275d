#include <cmath>

#include "gpu/filters/filters.h"
#include "gpu/filters/planes.h"

namespace framelane {
namespace {

enum { strength, cas_planes };

using Type = Parameter::Type;
constexpr Parameter kCasParameters[] = {
    {"strength", Type::number, "", 0, 1, 0, "0 sharpens a little, 1 most"},
    {"planes", Type::integer, "mask", 0, 15, 7, kPlanesHelp},
};

FilterStep plan_cas(const FilterValues& values, const FrameFacts& facts) {
  CasWork work;
  work.components = components_of_planes(values[cas_planes].number, *facts.format);
  work.peak = -std::lerp(16.0F, 4.01F, static_cast<float>(values[strength].number));
  FilterStep step;
  if (work.components != 0) step.works.push_back({work, facts});
  return step;
}

}  // namespace

constinit const FilterSpec kCasFilter{"cas",
                                      "contrast adaptive sharpening",
                                      "",
                                      FilterSpace::planes,
                                      kCasParameters,
                                      plan_cas,
                                      "cas=strength=0.6"};

}  // namespace framelane
