#include <cmath>

#include "gpu/filters/filters.h"
#include "gpu/filters/grade_options.h"

namespace framelane {
namespace {

using Type = Parameter::Type;
constexpr Parameter kColorlevelsParameters[] = {
    {"rimin", Type::number, "", 0, 1, 0, "red that becomes romin"},
    {"gimin", Type::number, "", 0, 1, 0, "green that becomes gomin"},
    {"bimin", Type::number, "", 0, 1, 0, "blue that becomes bomin"},
    {"aimin", Type::number, "", 0, 1, 0, "alpha that becomes aomin"},
    {"rimax", Type::number, "", 0, 1, 1, "red that becomes romax"},
    {"gimax", Type::number, "", 0, 1, 1, "green that becomes gomax"},
    {"bimax", Type::number, "", 0, 1, 1, "blue that becomes bomax"},
    {"aimax", Type::number, "", 0, 1, 1, "alpha that becomes aomax"},
    {"romin", Type::number, "", 0, 1, 0, "red at rimin"},
    {"gomin", Type::number, "", 0, 1, 0, "green at gimin"},
    {"bomin", Type::number, "", 0, 1, 0, "blue at bimin"},
    {"aomin", Type::number, "", 0, 1, 0, "alpha at aimin"},
    {"romax", Type::number, "", 0, 1, 1, "red at rimax"},
    {"gomax", Type::number, "", 0, 1, 1, "green at gimax"},
    {"bomax", Type::number, "", 0, 1, 1, "blue at bimax"},
    {"aomax", Type::number, "", 0, 1, 1, "alpha at aimax"},
    {.name = "preserve",
     .type = Type::choice,
     .maximum = 6,
     .help = "brightness to preserve",
     .choices = kBrightnessChoices},
};
constexpr std::size_t kLevelsPreserve = 16;

struct Line {
  double gain, offset;  // in codes
};

// vf_colorlevels: the points are whole codes. Where white and black are one point, the line is as
// steep as a thousandth of a code makes it.
Line line_of(const FilterValues& values, std::size_t c, double top) {
  const auto code = [&](std::size_t i) { return std::rint(values[4 * i + c].number * top); };
  const double in_low = code(0), in_high = code(1), out_low = code(2), out_high = code(3);
  const double span = in_high != in_low ? in_high - in_low : 1e-3;
  const double gain = (out_high - out_low) / span;
  return {gain, out_low - in_low * gain};
}

// At 8 bit what is scaled to the brightness of before are whole codes, as there.
void add_colors(FilterStep& step, const FilterValues& values, const Line (&lines)[3],
                const PixelFormat& format) {
  const double mode = values[kLevelsPreserve].number;
  const float cut = cut_off(format);
  PointOp op;
  op.kind = mode != 0 ? PointOp::Kind::mixer : PointOp::Kind::scale;
  op.limit = static_cast<float>(format.max_code());
  op.mode = static_cast<std::uint8_t>(mode);
  for (std::size_t c = 0; c < 3; ++c) {
    op.m[c][mode != 0 ? c : 0] = static_cast<float>(lines[c].gain);
    op.m[c][mode != 0 ? 3 : 1] = static_cast<float>(lines[c].offset) - (mode != 0 ? 0 : cut);
  }
  if (mode != 0) {
    op.top = 1e30F;
    op.bias = cut;
    op.size = cut > 0 ? 1 : 0;
  }
  step.point.push_back(op);
}

FilterStep plan_colorlevels(const FilterValues& values, const FrameFacts& facts) {
  FilterStep step;
  const double top = facts.format->max_code();
  Line lines[3]{};
  bool changes = false;
  for (std::size_t c = 0; c < 3; ++c) {
    lines[c] = line_of(values, c, top);
    changes = changes || lines[c].gain != 1 || lines[c].offset != 0;
  }
  if (changes) add_colors(step, values, lines, *facts.format);
  if (facts.format->alpha) {
    const Line alpha = line_of(values, 3, top);
    step.alpha_gain = static_cast<float>(alpha.gain);
    step.alpha_offset = static_cast<float>(alpha.offset);
    if (alpha.gain != 1 || alpha.offset != 0) step.alpha_offset -= cut_off(*facts.format);
  }
  return step;
}

}  // namespace

constinit const FilterSpec kColorlevelsFilter{
    "colorlevels",
    "black and white points of each component",
    "FFmpeg's colorlevels; points are shares of the range at every depth (FFmpeg 5.1 takes them of "
    "16 bit\nfor 9 to 14), and there are no negative ones, which would measure the picture.",
    FilterSpace::rgb,
    kColorlevelsParameters,
    plan_colorlevels,
    "colorlevels=rimin=0.06:gimin=0.06:bimin=0.06"};

}  // namespace framelane
