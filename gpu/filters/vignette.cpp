#include <algorithm>
#include <cmath>
#include <numbers>

#include "gpu/filters/filters.h"

namespace framelane {
namespace {

enum { angle, center_x, center_y, undoes, aspect };

using Type = Parameter::Type;
constexpr Parameter::Choice kVignetteModes[] = {{"forward", 0}, {"backward", 1}};
constexpr Parameter kVignetteParameters[] = {
    {"angle", Type::number, "radians", 0, std::numbers::pi / 2, std::numbers::pi / 5,
     "of the lens: more is darker", "a"},
    {"x0", Type::number, "pixels", -1, 32768, -1, "centre, from the left; -1 is the middle"},
    {"y0", Type::number, "pixels", -1, 32768, -1, "centre, from the top; -1 is the middle"},
    {.name = "mode",
     .type = Type::choice,
     .maximum = 1,
     .help = "darken, or undo that",
     .choices = kVignetteModes},
    {"aspect", Type::number, "", 0, 1000, 1, "height of what counts as a square"},
};

// Where the centre is, how distances down count, and the one at which the picture ends.
struct Lens {
  double x0, y0, scale_y, radius;
};

Lens lens_of(const FilterValues& values, const FrameFacts& facts) {
  const double w = facts.width, h = facts.height;
  Lens lens{};
  lens.x0 = values[center_x].number < 0 ? w / 2 : values[center_x].number;
  lens.y0 = values[center_y].number < 0 ? h / 2 : values[center_y].number;
  lens.scale_y = values[aspect].number;
  lens.radius = std::hypot(w / 2, h / 2);
  return lens;
}

bool covers(const Lens& lens, const FrameFacts& facts) {
  const double x = std::max(lens.x0, facts.width - 1 - lens.x0);
  const double y = std::max(lens.y0, facts.height - 1 - lens.y0) * lens.scale_y;
  return std::hypot(x, y) <= lens.radius;
}

// vf_vignette's chroma fades to 127, one below its centre; deeper pictures, which it does not take,
// fade to the centre.
double fades_to(const PixelFormat& format, int c) {
  if (!format.is_chroma(c)) return 0;
  return format.depth == 8 ? 127 : std::ldexp(128.0, format.depth - 8);
}

FilterStep plan_vignette(const FilterValues& values, const FrameFacts& facts) {
  FilterStep step;
  const Lens lens = lens_of(values, facts);
  if (values[angle].number == 0 && covers(lens, facts)) return step;
  PointOp op;
  op.kind = PointOp::Kind::vignette;
  op.mode = static_cast<std::uint8_t>(values[undoes].number);
  op.limit = static_cast<float>(facts.format->max_code());
  op.m[0][0] = static_cast<float>(lens.x0);
  op.m[0][1] = static_cast<float>(lens.y0);
  op.m[0][2] = static_cast<float>(lens.scale_y);
  op.m[1][0] = static_cast<float>(1 / (lens.radius * lens.radius));
  op.m[1][1] = static_cast<float>(values[angle].number * values[angle].number);
  for (int c = 0; c < 3; ++c)
    op.m[2][c] = static_cast<float>(fades_to(*facts.format, c));
  step.point.push_back(op);
  return step;
}

}  // namespace

constinit const FilterSpec kVignetteFilter{
    "vignette",
    "darker towards the corners, as a lens makes it, or that undone",
    "FFmpeg's vignette; its expressions are numbers here, and there is no eval. It does not dither "
    "(as\ndither=0 there).",
    FilterSpace::planes,
    kVignetteParameters,
    plan_vignette,
    "vignette=angle=0.7"};

}  // namespace framelane
