#include "gpu/filters/filters.h"
#include "gpu/filters/planes.h"

namespace framelane {
namespace {

enum { median_radius, median_planes, radius_v, percentile };

using Type = Parameter::Type;
constexpr Parameter kMedianParameters[] = {
    {"radius", Type::integer, "samples", 1, 127, 1, "of the window"},
    {"planes", Type::integer, "mask", 0, 15, 15, kPlanesHelp},
    {"radiusV", Type::integer, "samples", 0, 127, 0, "vertical one; 0 as radius"},
    {"percentile", Type::number, "", 0, 1, 0.5, "0 is the minimum, 1 the maximum"},
};

// The window fits the smallest selected plane, as vf_median clips it.
FilterStep plan_median(const FilterValues& values, const FrameFacts& facts) {
  const PixelFormat& format = *facts.format;
  MedianWork work;
  work.components = components_of_planes(values[median_planes].number, format);
  work.radius_x = static_cast<int>(values[median_radius].number);
  work.radius_y = static_cast<int>(values[radius_v].number);
  if (work.radius_y == 0) work.radius_y = work.radius_x;
  for (int c = 0; c < 4; ++c) {
    if ((work.components >> c & 1) == 0) continue;
    work.radius_x = std::min(work.radius_x, (format.component_width(c, facts.width) - 1) / 2);
    work.radius_y = std::min(work.radius_y, (format.component_height(c, facts.height) - 1) / 2);
  }
  const int window = (2 * work.radius_x + 1) * (2 * work.radius_y + 1);
  work.rank = static_cast<int>(static_cast<float>(window - 1) *
                               static_cast<float>(values[percentile].number));
  FilterStep step;
  if (work.components != 0 && window > 1) step.works.push_back({work, facts});
  return step;
}

}  // namespace

constinit const FilterSpec kMedianFilter{"median",
                                         "median or another rank of a window",
                                         "",
                                         FilterSpace::planes,
                                         kMedianParameters,
                                         plan_median,
                                         "median=radius=2"};

}  // namespace framelane
