#pragma once
#include <cstddef>

#include "gpu/filters/point_color3.h"
#include "gpu/filters/point_ops.h"
#include "gpu/filters/point_place.h"
#include "gpu/pass_memory.h"

// Point operations by a pixel's place or level, shared by both devices.
namespace framelane {

// The fourth power of a cosine by the square of its angle, 0 to (pi / 2)^2: its series, right to
// 1e-7.
FRAMELANE_BOTH inline float cosine4_of_square(float square) {
  const float cosine =
      1 + square *
              (-1.0F / 2 +
               square * (1.0F / 24 + square * (-1.0F / 720 +
                                               square * (1.0F / 40320 +
                                                         square * (-1.0F / 3628800 +
                                                                   square * (1.0F / 479001600))))));
  return (cosine * cosine) * (cosine * cosine);
}

// vf_vignette: whole pixels from the centre; nothing outside the radius, rounding apart.
FRAMELANE_BOTH inline float vignette_factor(float across, float down, float per_square,
                                            float square_angle) {
  const float x = static_cast<float>(static_cast<int>(across));
  const float y = static_cast<float>(static_cast<int>(down));
  const float square = (x * x + y * y) * per_square;
  return square > 1.000001F ? 0 : cosine4_of_square(lower(square, 1) * square_angle);
}

template <std::size_t N>
FRAMELANE_BOTH inline void apply_vignette(const PointOp& op, const PointPlace& at,
                                          float (&v)[4][N]) {
  const float x0 = op.m[0][0], y0 = op.m[0][1], scale_y = op.m[0][2];
  const float per_square = op.m[1][0], square_angle = op.m[1][1], limit = op.limit;
  const float end[3] = {op.m[2][0], op.m[2][1], op.m[2][2]};
  const bool brighter = op.mode != 0;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (std::size_t i = 0; i < N; ++i) {
    const float across = static_cast<float>(at.column(i)) - x0;
    const float down = (static_cast<float>(at.row(i)) - y0) * scale_y;
    const float darker = vignette_factor(across, down, per_square, square_angle);
    const float factor = brighter ? 1 / higher(darker, 1e-6F) : darker;
    v[0][i] = clamped((v[0][i] - end[0]) * factor + end[0], limit);
    v[1][i] = clamped((v[1][i] - end[1]) * factor + end[1], limit);
    v[2][i] = clamped((v[2][i] - end[2]) * factor + end[2], limit);
  }
}

// Pixels with v[0] in [low, high) become v[0] * luma_gain + luma, v[1] * chroma_gain + u and so on.
struct Zone {
  float low = 0, high = 0;
  float luma_gain = 1, luma = 0;
  float chroma_gain = 1, u = 0, v = 0;
  float unused = 0;
};

template <std::size_t N>
FRAMELANE_BOTH inline void apply_zones(const PointOp& op, const PassMemory& memory,
                                       float (&v)[4][N]) {
  const Zone* zones = reinterpret_cast<const Zone*>(memory.tables[op.table]);
  const float limit = op.limit;
  const int count = op.size;
  float level[N];
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (std::size_t i = 0; i < N; ++i)
    level[i] = v[0][i];
  for (int z = 0; z < count; ++z) {
    const Zone zone = zones[z];
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
    for (std::size_t i = 0; i < N; ++i) {
      const bool inside = level[i] >= zone.low && level[i] < zone.high;
      const float luma = clamped(level[i] * zone.luma_gain + zone.luma, limit);
      const float blue = clamped(v[1][i] * zone.chroma_gain + zone.u, limit);
      const float red = clamped(v[2][i] * zone.chroma_gain + zone.v, limit);
      v[0][i] = inside ? luma : v[0][i];
      v[1][i] = inside ? blue : v[1][i];
      v[2][i] = inside ? red : v[2][i];
    }
  }
}

template <std::size_t N>
FRAMELANE_BOTH inline void apply_zebra(const PointOp& op, const PointPlace& at, float (&v)[4][N]) {
  const float across = op.m[0][0], down = op.m[0][1], low = op.m[0][2], high = op.m[0][3];
  const float stripe[3] = {op.m[1][0], op.m[1][1], op.m[1][2]};
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (std::size_t i = 0; i < N; ++i) {
    const float number =
        floor_of(static_cast<float>(at.column(i)) * across + static_cast<float>(at.row(i)) * down);
    const bool odd = number - 2 * floor_of(0.5F * number) > 0.5F;
    const bool marked = odd && v[0][i] >= low && v[0][i] <= high;
    v[0][i] = marked ? stripe[0] : v[0][i];
    v[1][i] = marked ? stripe[1] : v[1][i];
    v[2][i] = marked ? stripe[2] : v[2][i];
  }
}

}  // namespace framelane
