#pragma once
#include <cstddef>

#include "gpu/filters/pass_work.h"
#include "gpu/filters/point_grades.h"
#include "gpu/filters/point_light.h"
#include "gpu/filters/point_marks.h"
#include "gpu/filters/point_mixer.h"
#include "gpu/filters/point_ops.h"
#include "gpu/filters/point_place.h"
#include "gpu/pass_memory.h"

// Point operations of every kind, shared by both devices: those that read tables, alpha or the
// pixel's place are here.
namespace framelane {

// Straight lines between the entries of values[0, size); the ends go on level.
FRAMELANE_BOTH inline float on_curve(const float* values, int size, float at) {
  const float inside = clamped(at, static_cast<float>(size - 1));
  const int below = static_cast<int>(inside);
  const int above = below + 1 < size ? below + 1 : below;
  return mixed(values[below], values[above], inside - static_cast<float>(below));
}

FRAMELANE_BOTH inline float nearest_on_curve(const float* values, int size, float at) {
  return values[static_cast<int>(clamped(at, static_cast<float>(size - 1)) + 0.5F)];
}

template <std::size_t N>
FRAMELANE_BOTH inline void apply_curve(const PointOp& op, const PassMemory& memory, int c,
                                       float (&v)[N]) {
  if ((op.components >> c & 1) == 0) return;
  const float* values = reinterpret_cast<const float*>(memory.tables[op.table]) + c * op.size;
  const bool nearest = op.lookup == PointOp::Lookup::nearest;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (std::size_t i = 0; i < N; ++i) {
    const float at = op.m[c][0] * v[i] + op.m[c][1];
    v[i] = finished(
        op, nearest ? nearest_on_curve(values, op.size, at) : on_curve(values, op.size, at));
  }
}

template <std::size_t N>
FRAMELANE_BOTH inline void apply_alpha(const PointOp& op, float (&alpha)[N]) {
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (std::size_t i = 0; i < N; ++i)
    alpha[i] = finished(op, op.m[0][0] * alpha[i] + op.m[0][1]);
}

// Component c of pixel i is v[c][i]; v[3] is alpha, which means nothing where the result has none.
template <std::size_t N>
FRAMELANE_BOTH inline void apply_any(const PointOp& op, const PointPlace& at,
                                     const PassMemory& memory, float (&v)[4][N]) {
  switch (op.kind) {
    case PointOp::Kind::alpha:
      return apply_alpha(op, v[3]);
    case PointOp::Kind::curve:
      apply_curve(op, memory, 0, v[0]);
      apply_curve(op, memory, 1, v[1]);
      return apply_curve(op, memory, 2, v[2]);
    case PointOp::Kind::mixer:
      return apply_mixer(op, v);
    case PointOp::Kind::balance:
      return apply_balance(op, v);
    case PointOp::Kind::vibrance:
      return apply_vibrance(op, v);
    case PointOp::Kind::vignette:
      return apply_vignette(op, at, v);
    case PointOp::Kind::zones:
      return apply_zones(op, memory, v);
    case PointOp::Kind::zebra:
      return apply_zebra(op, at, v);
    case PointOp::Kind::lines:
    case PointOp::Kind::luma_mix:
    case PointOp::Kind::peak_gain:
      return apply_light(op, memory, v);
    default:
      return apply(op, v);
  }
}

}  // namespace framelane
