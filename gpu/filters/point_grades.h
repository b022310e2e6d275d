#pragma once
#include <cmath>
#include <cstddef>
#include <cstring>

#include "gpu/filters/point_ops.h"

// Point operations that grade colours, shared by both devices. Formulas are those of FFmpeg's
// filters of these names, in code units; parameters are copied, so that the host's loops vectorise.
namespace framelane {

// How bright a colour is, as FFmpeg's options `preserve` and `pc` number it: lum is the highest and
// the lowest component, nrm the root of the sum of squares, pwr the cube root of that of cubes.
enum class Brightness : std::uint8_t { none, lum, max, avg, sum, nrm, pwr };

FRAMELANE_BOTH inline float lower(float a, float b) {
  return a < b ? a : b;
}
FRAMELANE_BOTH inline float higher(float a, float b) {
  return a > b ? a : b;
}

struct Color3 {
  float r, g, b;
  [[nodiscard]] FRAMELANE_BOTH float highest() const { return higher(higher(r, g), b); }
  [[nodiscard]] FRAMELANE_BOTH float lowest() const { return lower(lower(r, g), b); }
};

struct Row4 {
  float a, b, c, d;
  FRAMELANE_BOTH explicit Row4(const float (&m)[4]) : a(m[0]), b(m[1]), c(m[2]), d(m[3]) {}
  [[nodiscard]] FRAMELANE_BOTH float dot(const Color3& v, float fourth) const {
    return a * v.r + b * v.g + c * v.b + d * fourth;
  }
};

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

// vf_colorbalance: shadows, midtones and highlights are ramps of the lightness l (highest and
// lowest component, 0 to 2) that meet at 0.333.
struct BalanceRamps {
  float shadows, midtones, highlights;
  FRAMELANE_BOTH explicit BalanceRamps(float l)
      : shadows(clamped((0.333F - l) * 4 + 0.5F, 1)),
        midtones(clamped((l - 0.333F) * 4 + 0.5F, 1) * clamped((1 - l - 0.333F) * 4 + 0.5F, 1)),
        highlights(clamped((l + 0.333F - 1) * 4 + 0.5F, 1)) {}
  [[nodiscard]] FRAMELANE_BOTH float add_to(float v, const Row4& row) const {
    return v + row.a * shadows + row.b * midtones + row.c * highlights;
  }
};

// With the lightness of before, hue and saturation kept: all components move by the same. Colours
// at an end of the range turn gray, as there.
FRAMELANE_BOTH inline Color3 with_lightness(const Color3& v, float lightness, float limit) {
  const float high = v.highest(), low = v.lowest();
  const float middle = 0.5F * (high + low);
  const float color = high >= limit ? 0.0F : low > 0 ? 1.0F : 0.0F;
  return {clamped(lightness + (v.r - middle) * color, limit),
          clamped(lightness + (v.g - middle) * color, limit),
          clamped(lightness + (v.b - middle) * color, limit)};
}

template <bool kKeepLightness, std::size_t N>
FRAMELANE_BOTH inline void balance(const PointOp& op, float (&v)[4][N]) {
  const Row4 red(op.m[0]), green(op.m[1]), blue(op.m[2]);
  const float limit = op.limit, unit = op.top;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (std::size_t i = 0; i < N; ++i) {
    const Color3 was{v[0][i], v[1][i], v[2][i]};
    const float ends = was.highest() + was.lowest();
    const BalanceRamps ramps(ends * unit);
    const Color3 made{clamped(ramps.add_to(was.r, red), limit),
                      clamped(ramps.add_to(was.g, green), limit),
                      clamped(ramps.add_to(was.b, blue), limit)};
    const Color3 kept = kKeepLightness ? with_lightness(made, 0.5F * ends, limit) : made;
    v[0][i] = kept.r;
    v[1][i] = kept.g;
    v[2][i] = kept.b;
  }
}

template <std::size_t N>
FRAMELANE_BOTH inline void apply_balance(const PointOp& op, float (&v)[4][N]) {
  if (op.mode != 0) return balance<true>(op, v);
  balance<false>(op, v);
}

// vf_vibrance: away from luma by 1 + much * (1 - turned * saturation).
FRAMELANE_BOTH inline float more_vivid(float v, float luma, float saturation, const Row4& row) {
  return mixed(luma, v, 1 + row.a * (1 - row.b * saturation));
}

template <std::size_t N>
FRAMELANE_BOTH inline void apply_vibrance(const PointOp& op, float (&v)[4][N]) {
  const Row4 red(op.m[0]), green(op.m[1]), blue(op.m[2]);
  const float limit = op.limit, unit = op.top, bias = op.bias;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (std::size_t i = 0; i < N; ++i) {
    const Color3 was{v[0][i], v[1][i], v[2][i]};
    const float saturation = (was.highest() - was.lowest()) * unit;
    const float luma = was.g * green.c + was.r * red.c + was.b * blue.c;
    v[0][i] = clamped(more_vivid(was.r, luma, saturation, red) - bias, limit);
    v[1][i] = clamped(more_vivid(was.g, luma, saturation, green) - bias, limit);
    v[2][i] = clamped(more_vivid(was.b, luma, saturation, blue) - bias, limit);
  }
}

}  // namespace framelane
