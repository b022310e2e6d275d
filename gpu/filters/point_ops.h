#pragma once
#include <cmath>
#include <cstddef>

#include "gpu/filters/pass_work.h"
#include "gpu/filters/sample_math.h"

// The formulas of point operations, shared by both devices.
namespace framelane {

FRAMELANE_BOTH inline float finished(const PointOp& op, float value) {
  return op.clamp ? clamped(value, op.limit) : value;
}

// With x = gain * v + offset in units of 1: 0 from 0 down, the highest code from 1 up (so that no
// power overflows), between them x and x^exponent mixed by weight (vf_eq's gamma).
FRAMELANE_BOTH inline float gamma_value(const PointOp& op, const float (&m)[4], float value) {
  const float x = m[0] * value + m[1];
  if (!(x > 0)) return 0;
  if (x >= 1) return op.limit;
  const float mixed = x * (1 - m[3]) + powf(x, m[2]) * m[3];
  return clamped(op.top * mixed - op.bias, op.limit);
}

// Applies one operation to N pixels; component c of pixel i is v[c][i].
template <std::size_t N>
FRAMELANE_BOTH inline void apply(const PointOp& op, float (&v)[3][N]) {
  if (op.kind == PointOp::Kind::matrix) {
    for (std::size_t i = 0; i < N; ++i) {
      const float a = v[0][i], b = v[1][i], c = v[2][i];
      for (int r = 0; r < 3; ++r)
        v[r][i] = finished(op, op.m[r][0] * a + op.m[r][1] * b + op.m[r][2] * c + op.m[r][3]);
    }
    return;
  }
  for (int c = 0; c < 3; ++c) {
    if ((op.components >> c & 1) == 0) continue;
    for (std::size_t i = 0; i < N; ++i)
      v[c][i] = op.kind == PointOp::Kind::scale ? finished(op, op.m[c][0] * v[c][i] + op.m[c][1])
                                                : gamma_value(op, op.m[c], v[c][i]);
  }
}

}  // namespace framelane
