#include "gpu/filters/filters.h"
#include "gpu/filters/planes.h"

namespace framelane {
namespace {

enum { coordinates, threshold0 };

using Type = Parameter::Type;
constexpr Parameter most_change(std::string_view name, std::string_view help) {
  return {name, Type::integer, "codes", 0, 65535, 65535, help};
}

constexpr Parameter kMorphologyParameters[] = {
    {"coordinates", Type::integer, "mask", 0, 255, 255,
     "neighbours looked at: 1 above left, 2 above, 4 above right, 8 left, 16 right, 32 below "
     "left, 64 below, 128 below right"},
    most_change("threshold0", "most a sample of luma or green changes; 0 leaves the plane"),
    most_change("threshold1", "of U or blue"),
    most_change("threshold2", "of V or red"),
    most_change("threshold3", "of alpha"),
};

FilterStep plan_morphology(const FilterValues& values, const FrameFacts& facts, bool greatest) {
  MorphologyWork work;
  work.components = 0;
  work.greatest = greatest;
  work.neighbours = static_cast<std::uint8_t>(values[coordinates].number);
  for (int c = 0; c < 4; ++c) {
    if (!facts.format->has_component(c)) continue;
    const double most = values[threshold0 + plane_of_component(c, *facts.format)].number;
    work.threshold[c] = static_cast<float>(most);
    if (most > 0) work.components |= static_cast<std::uint8_t>(1 << c);
  }
  FilterStep step;
  if (work.components != 0 && work.neighbours != 0) step.works.push_back({work, facts});
  return step;
}

FilterStep plan_erosion(const FilterValues& values, const FrameFacts& facts) {
  return plan_morphology(values, facts, false);
}

FilterStep plan_dilation(const FilterValues& values, const FrameFacts& facts) {
  return plan_morphology(values, facts, true);
}

}  // namespace

constinit const FilterSpec kErosionFilter{"erosion",
                                          "least of each sample and its neighbours",
                                          "",
                                          FilterSpace::planes,
                                          kMorphologyParameters,
                                          plan_erosion,
                                          "erosion"};
constinit const FilterSpec kDilationFilter{"dilation",
                                           "greatest of each sample and its neighbours",
                                           "",
                                           FilterSpace::planes,
                                           kMorphologyParameters,
                                           plan_dilation,
                                           "dilation"};

}  // namespace framelane
