#pragma once
#include <cstddef>

#include "gpu/filters/pass_work.h"
#include "gpu/filters/point_ops.h"
#include "gpu/pass_memory.h"

// The formulas of point operations on light, shared by both devices.
namespace framelane {

template <std::size_t N>
FRAMELANE_BOTH inline void apply_lines(const PointOp& op, const CurveLine* table, int c,
                                       float (&v)[N]) {
  if ((op.components >> c & 1) == 0) return;
  const LinePlaces places = op.lines;
  const float gain = op.m[c][0], offset = op.m[c][1];
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (std::size_t i = 0; i < N; ++i)
    v[i] = on_lines(table, places, gain * v[i] + offset);
}

template <std::size_t N>
FRAMELANE_BOTH inline void apply_peak_gain(const PointOp& op, const CurveLine* table,
                                           float (&v)[4][N]) {
  const LinePlaces places = op.lines;
  const float scale = op.m[1][0];
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (std::size_t i = 0; i < N; ++i) {
    const float larger = v[0][i] > v[1][i] ? v[0][i] : v[1][i];
    const float largest = larger > v[2][i] ? larger : v[2][i];
    const float gain = on_lines(table, places, scale * largest);
    v[0][i] *= gain;
    v[1][i] *= gain;
    v[2][i] *= gain;
  }
}

template <std::size_t N>
FRAMELANE_BOTH inline void apply_luma_mix(const PointOp& op, const CurveLine* table,
                                          float (&v)[4][N]) {
  const LinePlaces places = op.lines;
  const float r = op.m[0][0], g = op.m[0][1], b = op.m[0][2], scale = op.m[1][0];
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (std::size_t i = 0; i < N; ++i) {
    const float luma = r * v[0][i] + g * v[1][i] + b * v[2][i];
    const float share = on_lines(table, places, scale * luma);
    v[0][i] = mixed(v[0][i], luma, share);
    v[1][i] = mixed(v[1][i], luma, share);
    v[2][i] = mixed(v[2][i], luma, share);
  }
}

template <std::size_t N>
FRAMELANE_BOTH inline void apply_light(const PointOp& op, const PassMemory& memory,
                                       float (&v)[4][N]) {
  const auto* table = reinterpret_cast<const CurveLine*>(memory.tables[op.table]);
  if (op.kind == PointOp::Kind::lines) {
    apply_lines(op, table, 0, v[0]);
    apply_lines(op, table, 1, v[1]);
    apply_lines(op, table, 2, v[2]);
  } else if (op.kind == PointOp::Kind::luma_mix) {
    apply_luma_mix(op, table, v);
  } else {
    apply_peak_gain(op, table, v);
  }
}

}  // namespace framelane
