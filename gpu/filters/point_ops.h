#pragma once
#include <cmath>
#include <cstddef>

#include "gpu/filters/pass_work.h"
#include "gpu/filters/sample_math.h"

// The formulas of plain point operations, shared by both devices.
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

// Applies one operation to N pixels; component c of pixel i is v[c][i]. On the device the loops are
// unrolled, so that v stays in registers.
template <std::size_t C, std::size_t N>
FRAMELANE_BOTH inline void apply_matrix(const PointOp& op, float (&v)[C][N]) {
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (std::size_t i = 0; i < N; ++i) {
    const float a = v[0][i], b = v[1][i], c = v[2][i];
    v[0][i] = finished(op, op.m[0][0] * a + op.m[0][1] * b + op.m[0][2] * c + op.m[0][3]);
    v[1][i] = finished(op, op.m[1][0] * a + op.m[1][1] * b + op.m[1][2] * c + op.m[1][3]);
    v[2][i] = finished(op, op.m[2][0] * a + op.m[2][1] * b + op.m[2][2] * c + op.m[2][3]);
  }
}

template <std::size_t N>
FRAMELANE_BOTH inline void apply_to_one(const PointOp& op, int c, float (&v)[N]) {
  if ((op.components >> c & 1) == 0) return;
  const bool scale = op.kind == PointOp::Kind::scale;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (std::size_t i = 0; i < N; ++i)
    v[i] = scale ? finished(op, op.m[c][0] * v[i] + op.m[c][1]) : gamma_value(op, op.m[c], v[i]);
}

// The first component's part of an operation that mixes it with no other.
template <std::size_t N>
FRAMELANE_BOTH inline void apply_to_luma(const PointOp& op, float (&v)[N]) {
  if (op.kind != PointOp::Kind::matrix) return apply_to_one(op, 0, v);
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (std::size_t i = 0; i < N; ++i)
    v[i] = finished(op, op.m[0][0] * v[i] + op.m[0][3]);
}

template <std::size_t C, std::size_t N>
FRAMELANE_BOTH inline void apply(const PointOp& op, float (&v)[C][N]) {
  if (op.kind == PointOp::Kind::matrix) return apply_matrix(op, v);
  apply_to_one(op, 0, v[0]);
  apply_to_one(op, 1, v[1]);
  apply_to_one(op, 2, v[2]);
}

}  // namespace framelane
