#include <cmath>
#include <numbers>

#include "gpu/errors.h"
#include "gpu/filters/filters.h"

namespace framelane {
namespace {

enum { degrees, hue_saturation, radians, hue_brightness };

using Type = Parameter::Type;
constexpr Parameter kHueParameters[] = {
    {"h", Type::number, "degrees", -360000, 360000, 0, "turn of the hue"},
    {"s", Type::number, "", -10, 10, 1, "saturation"},
    {"H", Type::number, "radians", -6283, 6283, 0, "turn of the hue, instead of h"},
    {"b", Type::number, "", -10, 10, 0, "brightness, 10 adds the whole range"},
};

// vf_hue: chroma about its centre turned and scaled; luma raised by whole codes of the depth.
FilterStep plan_hue(const FilterValues& values, const FrameFacts& facts) {
  const PixelFormat& format = *facts.format;
  const double h = values[degrees].number, s = values[hue_saturation].number;
  if (h != 0 && values[radians].number != 0) throw UsageError("hue: give h or H, not both");
  const double angle = h * std::numbers::pi / 180 + values[radians].number;
  const double unit = std::ldexp(1.0, format.depth - 8);
  const double lift = std::floor(values[hue_brightness].number * 25.5 * unit);
  const double cosine = std::rint(std::cos(angle) * s * 65536) / 65536;
  const double sine = std::rint(std::sin(angle) * s * 65536) / 65536;
  const bool turns = format.color_count == 3 && (cosine != 1 || sine != 0);
  FilterStep step;
  if (!turns && lift == 0) return step;
  PointOp op;
  op.limit = static_cast<float>(format.max_code());
  op.kind = turns ? PointOp::Kind::matrix : PointOp::Kind::scale;
  op.m[0][0] = 1;
  op.m[0][turns ? 3 : 1] = static_cast<float>(lift);
  if (turns) {
    const double rows[2][2] = {{cosine, -sine}, {sine, cosine}};
    for (int r = 0; r < 2; ++r) {
      op.m[r + 1][1] = static_cast<float>(rows[r][0]);
      op.m[r + 1][2] = static_cast<float>(rows[r][1]);
      op.m[r + 1][3] = static_cast<float>(128 * unit * (1 - rows[r][0] - rows[r][1]));
    }
  } else {
    op.components = 1;
  }
  step.point.push_back(op);
  return step;
}

}  // namespace

constinit const FilterSpec kHueFilter{"hue",
                                      "hue, saturation and brightness",
                                      "FFmpeg's hue; its expressions are numbers here.",
                                      FilterSpace::yuv_planes,
                                      kHueParameters,
                                      plan_hue,
                                      "hue=h=30"};

}  // namespace framelane
