#include "gpu/filters/filters.h"
#include "gpu/filters/geometry_facts.h"

namespace framelane {
namespace {

FilterStep plan_hflip(const FilterValues& /*values*/, const FrameFacts& facts) {
  RemapWork work;
  work.flip_x = true;
  return remap_step(facts, work, facts.width, facts.height);
}

FilterStep plan_vflip(const FilterValues& /*values*/, const FrameFacts& facts) {
  RemapWork work;
  work.flip_y = true;
  return remap_step(facts, work, facts.width, facts.height);
}

}  // namespace

constinit const FilterSpec kHflipFilter{
    "hflip",
    "left and right exchanged",
    "Flips the picture as stored, whatever its rotation for showing.",
    FilterSpace::planes,
    {},
    plan_hflip,
    "hflip"};
constinit const FilterSpec kVflipFilter{
    "vflip",
    "top and bottom exchanged",
    "Flips the picture as stored, whatever its rotation for showing.",
    FilterSpace::planes,
    {},
    plan_vflip,
    "vflip"};

}  // namespace framelane
