#include <algorithm>

#include "gpu/errors.h"
#include "gpu/filters/filters.h"
#include "gpu/filters/geometry_facts.h"

namespace framelane {
namespace {

enum { quarter_turn, passthrough };
enum { none, landscape, portrait };  // FFmpeg's numbers

using Type = Parameter::Type;
constexpr Parameter::Choice kDirections[] = {
    {"cclock_flip", 0}, {"clock", 1}, {"cclock", 2}, {"clock_flip", 3}};
constexpr Parameter::Choice kPassthrough[] = {
    {"none", none}, {"landscape", landscape}, {"portrait", portrait}};
constexpr Parameter kTransposeParameters[] = {
    {"dir", Type::choice, "", 0, 3, 0, "quarter turn, with top and bottom exchanged first or not",
     "", kDirections},
    {"passthrough", Type::choice, "", 0, 2, 0, "pictures left as they are", "", kPassthrough},
};

bool passes_through(int kept, const FrameFacts& facts) {
  return (kept == landscape && facts.width >= facts.height) ||
         (kept == portrait && facts.width <= facts.height);
}

// The same samples with chroma at every pixel.
const PixelFormat& full_chroma(const PixelFormat& format) {
  const auto alike = [&](const PixelFormat& f) {
    return f.family == format.family && f.depth == format.depth && f.alpha == format.alpha &&
           f.log2_chroma_w == 0 && f.log2_chroma_h == 0;
  };
  const auto all = pixel_formats();
  const auto same_planes = std::ranges::find_if(
      all, [&](const PixelFormat& f) { return alike(f) && f.plane_count == format.plane_count; });
  const auto found = same_planes != all.end() ? same_planes : std::ranges::find_if(all, alike);
  if (found == all.end()) throw UsageError("transpose: no 4:4:4 format of that depth");
  return *found;
}

FilterStep::Work interpolated(const FrameFacts& facts) {
  PointWork work;
  work.alpha_fill = static_cast<float>(facts.format->max_code());
  work.interpolate_chroma = true;
  work.chroma_shift_x = -0.25F * static_cast<float>(chroma_offset_x(facts.color.siting));
  FrameFacts full = facts;
  full.format = &full_chroma(*facts.format);
  return {work, full};
}

FilterStep plan_transpose(const FilterValues& values, const FrameFacts& facts) {
  if (passes_through(static_cast<int>(values[passthrough].number), facts)) return {};
  const auto dir = static_cast<unsigned>(values[quarter_turn].number);
  RemapWork work;
  work.swap = true;
  work.flip_y = (dir & 1U) != 0;
  work.flip_x = (dir & 2U) != 0;
  if (facts.format->log2_chroma_w == facts.format->log2_chroma_h)
    return remap_step(facts, work, facts.height, facts.width);
  // Turned 4:2:2 would be 4:4:0.
  const FilterStep::Work full = interpolated(facts);
  FilterStep step = remap_step(full.output, work, facts.height, facts.width);
  step.works.insert(step.works.begin(), full);
  return step;
}

}  // namespace

constinit const FilterSpec kTransposeFilter{
    "transpose",
    "a quarter turn, mirrored or not",
    "Turns the picture as stored, whatever its rotation for showing. 4:2:2 becomes 4:4:4, its\n"
    "chroma interpolated by its siting (linear; FFmpeg inserts a bicubic scale). dir 4 to 7 are\n"
    "left out: passthrough=landscape.",
    FilterSpace::planes,
    kTransposeParameters,
    plan_transpose,
    "transpose=clock"};

}  // namespace framelane
