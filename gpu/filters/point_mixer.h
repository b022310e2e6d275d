#pragma once
#include <cmath>
#include <cstddef>
#include <cstring>

#include "gpu/filters/point_color3.h"
#include "gpu/filters/point_ops.h"

// Sums of components, and brightness kept (vf_colorchannelmixer, vf_colorlevels,
// vf_colortemperature), shared by both devices. Parameters are copied, so that the host's loops
// vectorise.
namespace framelane {

// How bright a colour is, as FFmpeg's options `preserve` and `pc` number it: lum is the highest and
// the lowest component, nrm the root of the sum of squares, pwr the cube root of that of cubes.
enum class Brightness : std::uint8_t { none, lum, max, avg, sum, nrm, pwr };

// The cube root of 0 .. 1e30, right to float's last bits: a third of the exponent, then two of
// Halley's steps. No library's function gives both devices the same bits.
FRAMELANE_BOTH inline float cube_root(float value) {
  std::int32_t bits = 0;
  memcpy(&bits, &value, sizeof bits);
  bits = static_cast<std::int32_t>(static_cast<float>(bits) * (1.0F / 3)) + 0x2A5137A0;
  float root = 0;
  memcpy(&root, &bits, sizeof root);
  for (int step = 0; step < 2; ++step) {
    const float cube = root * root * root;
    root = root * ((cube + 2 * value) / (2 * cube + value));
  }
  return root;
}

// Grows with brightness; the root of a ratio of measures is the ratio of brightnesses.
template <Brightness kBy>
FRAMELANE_BOTH inline float measure(const Color3& v) {
  if (kBy == Brightness::lum) return v.highest() + v.lowest();
  if (kBy == Brightness::max) return v.highest();
  if (kBy == Brightness::avg) return v.r + v.g + v.b + 1;
  if (kBy == Brightness::sum) return v.r + v.g + v.b;
  if (kBy == Brightness::nrm) return v.r * v.r + v.g * v.g + v.b * v.b;
  return v.r * v.r * v.r + v.g * v.g * v.g + v.b * v.b * v.b;
}

template <Brightness kBy>
FRAMELANE_BOTH inline float root_of_measure(float ratio) {
  if (kBy == Brightness::nrm) return sqrtf(ratio);
  if (kBy == Brightness::pwr) return cube_root(lower(ratio, 1e30F));
  return ratio;
}

// What stands for a measure that is not positive: half a code of 1 (vf_colorchannelmixer).
template <Brightness kBy>
FRAMELANE_BOTH inline float least_measure(float limit) {
  if (kBy == Brightness::nrm) return 0.25F;
  if (kBy == Brightness::pwr) return 0.125F;
  return 0.5F / limit;
}

// By how much `made` is to be scaled to be as bright as `was`. Where it is not bright at all,
// `floor` stands for its measure, or if `stays` is 1, it is not scaled (vf_colorlevels).
template <Brightness kBy>
FRAMELANE_BOTH inline float scale_back(const Color3& was, const Color3& made, float floor,
                                       float stays) {
  const float before = measure<kBy>(was), after = measure<kBy>(made);
  const float instead = floor + higher(before, 1e-6F) * stays;
  return root_of_measure<kBy>(before / (after > 0 ? after : instead));
}

// Less that much of what is behind the point.
FRAMELANE_BOTH inline float less_fraction(float value, float much) {
  return value - (value - static_cast<float>(static_cast<int>(value))) * much;
}

template <Brightness kBy, bool kAlpha, std::size_t N>
FRAMELANE_BOTH inline void mix(const PointOp& op, float (&v)[4][N]) {
  const Row4 red(op.m[0]), green(op.m[1]), blue(op.m[2]), alpha(op.m[3]);
  const float limit = op.limit, top = kAlpha ? limit : op.top, share = op.share, bias = op.bias;
  const float floor = top > limit ? 0 : least_measure<kBy>(limit);
  // Factors in place of conditions, which would keep the loop from being vectorised.
  const float stays = top > limit ? 1.0F : 0.0F, cut = !kAlpha && op.size != 0 ? 1.0F : 0.0F;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (std::size_t i = 0; i < N; ++i) {
    const Color3 was{v[0][i], v[1][i], v[2][i]};
    const float fourth = kAlpha ? v[3][i] : 1;
    const Color3 made{less_fraction(red.dot(was, fourth), cut),
                      less_fraction(green.dot(was, fourth), cut),
                      less_fraction(blue.dot(was, fourth), cut)};
    const float ratio = kBy == Brightness::none ? 1 : scale_back<kBy>(was, made, floor, stays);
    v[0][i] = clamped(mixed(made.r, clamped(made.r, top) * ratio, share) - bias, limit);
    v[1][i] = clamped(mixed(made.g, clamped(made.g, top) * ratio, share) - bias, limit);
    v[2][i] = clamped(mixed(made.b, clamped(made.b, top) * ratio, share) - bias, limit);
    if (kAlpha) v[3][i] = clamped(alpha.dot(was, fourth), limit);
  }
}

template <Brightness kBy, std::size_t N>
FRAMELANE_BOTH inline void mix_by(const PointOp& op, float (&v)[4][N]) {
  if ((op.components & 8) != 0) return mix<kBy, true>(op, v);
  mix<kBy, false>(op, v);
}

template <std::size_t N>
FRAMELANE_BOTH inline void apply_mixer(const PointOp& op, float (&v)[4][N]) {
  switch (static_cast<Brightness>(op.mode)) {
    case Brightness::none:
      return mix_by<Brightness::none>(op, v);
    case Brightness::lum:
      return mix_by<Brightness::lum>(op, v);
    case Brightness::max:
      return mix_by<Brightness::max>(op, v);
    case Brightness::avg:
      return mix_by<Brightness::avg>(op, v);
    case Brightness::sum:
      return mix_by<Brightness::sum>(op, v);
    case Brightness::nrm:
      return mix_by<Brightness::nrm>(op, v);
    case Brightness::pwr:
      return mix_by<Brightness::pwr>(op, v);
  }
}

}  // namespace framelane
