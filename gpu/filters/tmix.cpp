#include <algorithm>

#include "gpu/filters/filters.h"
#include "gpu/filters/planes.h"

namespace framelane {
namespace {

enum { frames, weights, tmix_scale, tmix_planes };

using Type = Parameter::Type;
constexpr Parameter kTmixParameters[] = {
    {.name = "frames",
     .type = Type::integer,
     .unit = "frames",
     .minimum = 1,
     .maximum = kMaxWindow,
     .standard = 3,
     .help = "successive frames to mix"},
    {.name = "weights",
     .type = Type::list,
     .minimum = -32768,
     .maximum = 32767,
     .standard = 1,
     .help = "of each frame, oldest first, separated by spaces or '|'; the last one repeats",
     .list_count = 3},
    {.name = "scale",
     .type = Type::number,
     .minimum = 0,
     .maximum = 32767,
     .standard = 0,
     .help = "factor on the weighted sum; 0 divides by the sum of the weights"},
    {.name = "planes",
     .type = Type::integer,
     .unit = "mask",
     .minimum = 0,
     .maximum = 15,
     .standard = 15,
     .help = kPlanesHelp},
};

FilterStep plan_tmix(const FilterValues& values, const FrameFacts& facts) {
  WindowWork work;
  work.pictures = static_cast<int>(values[frames].number);
  work.centre = work.pictures - 1;
  work.components = components_of_planes(values[tmix_planes].number, *facts.format);
  const std::vector<double>& list = values[weights].list;
  double sum = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(work.pictures); ++i) {
    const double weight = list[std::min(i, list.size() - 1)];
    work.weights[0][i] = static_cast<float>(weight);
    sum += weight;
  }
  const double factor = values[tmix_scale].number != 0 ? values[tmix_scale].number
                        : sum != 0                     ? 1 / sum
                                                       : 0;
  work.scale = static_cast<float>(factor);
  FilterStep step;
  const bool unchanged = work.pictures == 1 && work.weights[0][0] * work.scale == 1.0F;
  if (work.components == 0 || unchanged) return step;
  step.works.push_back({work, facts});
  step.behind = work.pictures - 1;
  return step;
}

}  // namespace

constinit const FilterSpec kTmixFilter{"tmix",
                                       "mix of successive frames",
                                       "Planes not filtered are those of the newest frame.",
                                       FilterSpace::planes,
                                       kTmixParameters,
                                       plan_tmix,
                                       "tmix=frames=3:weights=1 2 1"};

}  // namespace framelane
