#include "gpu/filters/light_ops.h"

#include <algorithm>
#include <cmath>

#include "gpu/filters/curve_lines.h"
#include "gpu/light.h"

namespace framelane {
namespace {

constexpr float kMostLight = 0x1p22F;  // PQ beyond its range, of the darkest white there is

PointOp light_op(PointOp::Kind kind) {
  PointOp op;
  op.kind = kind;
  op.clamp = false;
  return op;
}

void add_with_lines(FilterStep& step, PointOp op, const CurveLines& lines) {
  op.lines = lines.places;
  op.table = static_cast<int>(step.tables.size());
  step.tables.push_back(lines.table);
  step.point.push_back(op);
}

void set_luma(PointOp& op, Primaries primaries) {
  const auto weights = luminance_weights(primaries);
  for (std::size_t c = 0; c < 3; ++c)
    op.m[0][c] = static_cast<float>(weights[c]);
}

}  // namespace

void add_lines(FilterStep& step, const ValueCurve& value_of, const LinePlan& plan) {
  PointOp op = light_op(PointOp::Kind::lines);
  for (auto& row : op.m) {
    row[0] = static_cast<float>(plan.gain);
    row[1] = static_cast<float>(plan.offset);
  }
  op.share = static_cast<float>(plan.power);
  op.top = static_cast<float>(plan.at_one);
  add_with_lines(step, op, lines_of(value_of, plan.low, plan.least, plan.high, plan.per_octave));
}

// An octave that begins at 1 has lines as far apart everywhere.
void add_decoding(FilterStep& step, const ValueCurve& light_of_code, double top) {
  add_lines(step, [&](double x) { return light_of_code(x - 1); }, {1 / top, 1, 1, 1, 2.5F, 10});
}

void add_encoding(FilterStep& step, Transfer transfer, double top) {
  LinePlan plan{1, 0, 0, 0x1p-26F, 2, 5};
  plan.power = display_power(transfer).value_or(0);
  plan.at_one = top;
  add_lines(
      step, [&](double light) { return top * display_code(transfer, light); }, plan);
}

void add_light(FilterStep& step, Transfer transfer, double top, double white) {
  add_decoding(
      step,
      [=](double code) {
        return transfer == Transfer::pq    ? pq_light(code) / white
               : transfer == Transfer::hlg ? hlg_light(code) / white
                                           : display_light(transfer, code);
      },
      top);
}

void add_desaturation(FilterStep& step, Primaries primaries, double from) {
  constexpr float kLeast = 0x1p-10F;
  // What is left of a colour after a change of primaries may be as little as these lines are off
  // the formula, which a GPU computes, and where that little shows: the more lines, the less.
  constexpr int kPerOctave = 7;
  if (!(from > 0)) return;
  PointOp op = light_op(PointOp::Kind::luma_mix);
  set_luma(op, primaries);
  op.m[1][0] = static_cast<float>(1 / from);
  const auto share = [from](double x) {
    return std::max(from * x - from, 1e-6) / std::max(from * x, 1e-6);
  };
  add_with_lines(step, op, lines_of(share, kLeast, kLeast, kMostLight, kPerOctave));
}

void add_tone(FilterStep& step, const ToneCurve& curve) {
  if (curve.kind == ToneCurve::Kind::none) return;
  constexpr double kLeastGain = 1.0 / 64, kMostGain = 64;
  PointOp op = light_op(PointOp::Kind::peak_gain);
  // The corner lies between two lines.
  const double corner = std::clamp(corner_of(curve), kLeastGain, kMostGain);
  op.m[1][0] = static_cast<float>(1 / corner);
  const auto gain = [&](double x) {
    const double light = std::max(corner * x, 1e-6);
    return tone_mapped(curve, light) / light;
  };
  add_with_lines(step, op, lines_of(gain, 0, 0x1p-14F, kMostLight, 5));
}

void add_primaries(FilterStep& step, const Rows3& matrix) {
  PointOp op = light_op(PointOp::Kind::matrix);
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 3; ++c)
      op.m[r][c] = static_cast<float>(matrix[r][c]);
  step.point.push_back(op);
}

}  // namespace framelane
