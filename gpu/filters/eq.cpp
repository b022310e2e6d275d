#include <cmath>

#include "gpu/filters/filters.h"

namespace framelane {
namespace {

enum { contrast, brightness, saturation, gamma_all, gamma_r, gamma_g, gamma_b, gamma_weight };

using Type = Parameter::Type;
constexpr Parameter kEqParameters[] = {
    {"contrast", Type::number, "", -1000, 1000, 1, "negative values give a negative image"},
    {"brightness", Type::number, "", -1, 1, 0, "1 adds the whole range"},
    {"saturation", Type::number, "", 0, 3, 1, "0 is gray"},
    {"gamma", Type::number, "", 0.1, 10, 1, "of all components"},
    {"gamma_r", Type::number, "", 0.1, 10, 1, "for red"},
    {"gamma_g", Type::number, "", 0.1, 10, 1, "for green"},
    {"gamma_b", Type::number, "", 0.1, 10, 1, "for blue"},
    {"gamma_weight", Type::number, "", 0, 1, 1, "less keeps bright areas from being amplified"},
};

struct Adjust {
  double contrast, brightness, gamma, weight;
};

bool is_identity(const Adjust& a) {
  return a.contrast == 1 && a.brightness == 0 && (a.gamma == 1 || a.weight == 0);
}

// vf_eq's linear path works in whole 8-bit codes and cuts off fractions: at 8 bit the offset is
// its, less the half code that turns rounding into its cutting off. Deeper pictures, which it does
// not take, get the exact line.
PointOp linear_op(const Adjust& a, const PixelFormat& format, int c) {
  PointOp op;
  const double unit = std::ldexp(1.0, format.depth - 8);
  double gain = a.contrast;
  double offset = 255.5 * unit * a.brightness + 128 * unit * (1 - a.contrast);
  if (format.depth == 8) {
    const int whole = static_cast<int>(a.contrast * 256 * 16);
    const int shift = (static_cast<int>(100.0 * a.brightness + 100.0) * 511) / 200 - 128;
    gain = whole / 4096.0;
    const int shade = whole / 32;
    offset = shift - shade - (whole % 4096 == 0 ? 0 : 0.5 - 1.0 / 8192);
  }
  op.m[c][0] = static_cast<float>(gain);
  op.m[c][1] = static_cast<float>(offset);
  return op;
}

// vf_eq's table: x = contrast (v - 0.5) + 0.5 + brightness, then x (1 - weight) + x^(1/gamma)
// weight, in 256ths cut off at 8 bit.
PointOp gamma_op(const Adjust& a, const PixelFormat& format, int c) {
  PointOp op;
  op.kind = PointOp::Kind::gamma;
  op.top = static_cast<float>(format.depth == 8 ? 256 : format.max_code());
  op.bias = format.depth == 8 ? 0.5F : 0.0F;
  op.m[c][0] = static_cast<float>(a.contrast / format.max_code());
  op.m[c][1] = static_cast<float>(0.5 + a.brightness - 0.5 * a.contrast);
  op.m[c][2] = static_cast<float>(1 / a.gamma);
  op.m[c][3] = static_cast<float>(a.weight);
  return op;
}

void add(FilterStep& step, const Adjust& a, const PixelFormat& format, int c) {
  if (is_identity(a)) return;
  const bool linear = a.gamma == 1 && std::abs(a.contrast) < 7.9;
  PointOp op = linear ? linear_op(a, format, c) : gamma_op(a, format, c);
  op.components = static_cast<std::uint8_t>(1U << c);
  op.limit = static_cast<float>(format.max_code());
  step.point.push_back(op);
}

FilterStep plan_eq(const FilterValues& values, const FrameFacts& facts) {
  const auto value = [&](std::size_t i) { return values[i].number; };
  const double weight = value(gamma_weight);
  FilterStep step;
  add(step, {value(contrast), value(brightness), value(gamma_all) * value(gamma_g), weight},
      *facts.format, 0);
  if (facts.format->color_count == 1) return step;
  const double blue = std::sqrt(value(gamma_b) / value(gamma_g));
  const double red = std::sqrt(value(gamma_r) / value(gamma_g));
  add(step, {value(saturation), 0, blue, weight}, *facts.format, 1);
  add(step, {value(saturation), 0, red, weight}, *facts.format, 2);
  return step;
}

}  // namespace

constinit const FilterSpec kEqFilter{
    "eq",
    "brightness, contrast, saturation and gamma",
    "FFmpeg's eq; its expressions are numbers here, and there is no eval. At 8 bit brightness "
    "moves in\nits whole codes; deeper pictures, which it does not take, get the exact line.",
    FilterSpace::yuv_planes,
    kEqParameters,
    plan_eq,
    "eq=contrast=1.1:saturation=1.2"};

}  // namespace framelane
