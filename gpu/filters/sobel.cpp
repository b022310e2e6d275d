#include "gpu/filters/filters.h"
#include "gpu/filters/planes.h"

namespace framelane {
namespace {

enum { sobel_planes, sobel_scale, delta };

using Type = Parameter::Type;
constexpr Parameter kSobelParameters[] = {
    {"planes", Type::integer, "mask", 0, 15, 15, kPlanesHelp},
    {"scale", Type::number, "", 0, 65535, 1, "factor on the gradient"},
    {"delta", Type::number, "codes", -65535, 65535, 0, "added afterwards"},
};

FilterStep plan_sobel(const FilterValues& values, const FrameFacts& facts, float middle) {
  GradientWork work;
  work.middle = middle;
  work.components = components_of_planes(values[sobel_planes].number, *facts.format);
  work.scale = static_cast<float>(values[sobel_scale].number);
  work.delta = static_cast<float>(values[delta].number);
  FilterStep step;
  if (work.components != 0) step.works.push_back({work, facts});
  return step;
}

FilterStep plan_sobel(const FilterValues& values, const FrameFacts& facts) {
  return plan_sobel(values, facts, 2);
}

FilterStep plan_prewitt(const FilterValues& values, const FrameFacts& facts) {
  return plan_sobel(values, facts, 1);
}

}  // namespace

constinit const FilterSpec kSobelFilter{
    "sobel", "edges by the Sobel operator", "", FilterSpace::planes, kSobelParameters, plan_sobel,
    "sobel"};
constinit const FilterSpec kPrewittFilter{"prewitt",
                                          "edges by the Prewitt operator",
                                          "",
                                          FilterSpace::planes,
                                          kSobelParameters,
                                          plan_prewitt,
                                          "prewitt"};

}  // namespace framelane
