#pragma once
#include <cmath>
#include <cstddef>

#include "gpu/filters/curve_lines.h"
#include "gpu/filters/lut_math.h"
#include "gpu/filters/sample_math.h"
#include "gpu/filters/short_program.h"

// The formulas of ShortStep, for the GPU's kernels and the tests that hold them against PointOp's.
namespace framelane {

// To 0 .. 1; nothing is 0. On the GPU part of the operation that made the value.
FRAMELANE_BOTH inline float in_unit(float value) {
#ifdef __CUDA_ARCH__
  return __saturatef(value);
#else
  return value > 0 ? (value < 1 ? value : 1) : 0;
#endif
}

FRAMELANE_BOTH inline float kept_in(bool clamp, float value) {
  return clamp ? in_unit(value) : value;
}

// 2^23 and the whole part of a * b, 0 to 2^22: its lowest bits are the number.
inline constexpr float kFloor = 8388608.0F;
FRAMELANE_BOTH inline float floor_sum(float a, float b) {
#ifdef __CUDA_ARCH__
  return __fmaf_rz(a, b, kFloor);
#else
  return kFloor + static_cast<float>(static_cast<int>(double{a} * b));
#endif
}

FRAMELANE_BOTH inline float power(float base, float exponent) {
#ifdef __CUDA_ARCH__
  float logarithm, result;
  asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(logarithm) : "f"(base));
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(exponent * logarithm));
  return result;
#else
  return powf(base, exponent);
#endif
}

FRAMELANE_BOTH inline float reciprocal(float value) {
#ifdef __CUDA_ARCH__
  float result;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(value));
  return result;
#else
  return 1 / value;
#endif
}

FRAMELANE_BOTH inline float short_gamma(const ShortStep& step, int c, float value) {
  const float* m = step.m[c];
  const float x = in_unit(plus_product(m[0], value, m[1]));
  const float mixed = plus_product(power(x, m[2]) - x, m[3], x);
  const float made = in_unit(plus_product(step.a, mixed, -step.b));
  return x >= 1 ? 1 : x > 0 ? made : 0;
}

template <bool kClamp, std::size_t N>
FRAMELANE_BOTH inline void short_scale(const ShortStep& step, int c, float (&v)[N]) {
  const float gain = step.m[c][c], offset = step.m[c][3];
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (std::size_t i = 0; i < N; ++i)
    v[i] = kept_in(kClamp, plus_product(gain, v[i], offset));
}

// One component's part of a step that mixes none.
template <std::size_t N>
FRAMELANE_BOTH inline void apply_short(const ShortStep& step, int c, float (&v)[N]) {
  if (step.kind == ShortStep::Kind::scale) {
    if (step.clamp) return short_scale<true>(step, c, v);
    return short_scale<false>(step, c, v);
  }
  if ((step.components >> c & 1) == 0) return;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (std::size_t i = 0; i < N; ++i)
    v[i] = short_gamma(step, c, v[i]);
}

template <bool kClamp, std::size_t N>
FRAMELANE_BOTH inline void short_matrix(const ShortStep& step, float (&v)[3][N]) {
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (std::size_t i = 0; i < N; ++i) {
    const float a = v[0][i], b = v[1][i], d = v[2][i];
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
    for (int c = 0; c < 3; ++c) {
      const float* m = step.m[c];
      v[c][i] = kept_in(kClamp,
                        plus_product(m[0], a, plus_product(m[1], b, plus_product(m[2], d, m[3]))));
    }
  }
}

// Colour with less of it the more light there is, by 1 - 1 / (a * luma) from 1 on: what the table
// of PointOp::Kind::luma_mix holds (light_ops.cpp), which is 0.0005 at most below.
template <std::size_t N>
FRAMELANE_BOTH inline void short_luma_mix(const ShortStep& step, float (&v)[3][N]) {
  const float r = step.m[0][0], g = step.m[0][1], b = step.m[0][2], scale = step.a;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (std::size_t i = 0; i < N; ++i) {
    const float luma = plus_product(r, v[0][i], plus_product(g, v[1][i], b * v[2][i]));
    const float kept = reciprocal(larger(scale * luma, 1));
    const float added = plus_product(-luma, kept, luma);
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
    for (int c = 0; c < 3; ++c)
      v[c][i] = plus_product(v[c][i], kept, added);
  }
}

// Steps that read lines have them as `lines`: lines.from(k)(i) gives line k + i of the step's, so
// that no sum is left for each value.
template <typename Lines, std::size_t N>
FRAMELANE_BOTH inline void short_lines(const ShortStep& step, const Lines& lines,
                                       float (&v)[3][N]) {
  const float scale = step.a, offset = step.b;
  const int shift = step.shift;
  const auto line = lines.from(step.origin);
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (int c = 0; c < 3; ++c)
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
    for (std::size_t i = 0; i < N; ++i) {
      const float at = plus_product(scale, v[c][i], offset);
      const CurveLine found = line(bits_of(at) >> shift);
      v[c][i] = plus_product(found.slope, at, found.at_zero);
    }
}

template <typename Lines, std::size_t N>
FRAMELANE_BOTH inline void short_peak_gain(const ShortStep& step, const Lines& lines,
                                           float (&v)[3][N]) {
  const float scale = step.a, low = step.b, high = step.m[0][0];
  const int shift = step.shift;
  const auto line = lines.from(step.origin);
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (std::size_t i = 0; i < N; ++i) {
    const float largest = larger(larger(v[0][i], v[1][i]), v[2][i]);
    const float at = smaller(larger(scale * largest, low), high);
    const CurveLine found = line(bits_of(at) >> shift);
    const float gain = plus_product(found.slope, at, found.at_zero);
    v[0][i] *= gain;
    v[1][i] *= gain;
    v[2][i] *= gain;
  }
}

// A curve's entries as lines over 0 .. 1: entry i to the next, the last one level.
FRAMELANE_BOTH inline CurveLine line_of_curve(const ShortStep& step, const float* row, int i) {
  const float here = row[i] * step.a, next = row[i + 1 < step.size ? i + 1 : i] * step.a;
  const float slope = next - here;
  return {plus_product(-slope, static_cast<float>(i), here),
          slope * static_cast<float>(step.size - 1)};
}

// Which line of curve_lines.h line i of a ramp lies on, and that one over 0 .. 1.
FRAMELANE_BOTH inline int place_in_ramp(const ShortStep& step, int i) {
  const float middle = (static_cast<float>(i) + 0.5F) * (1 / static_cast<float>(step.size - 1));
  const float at = step.a * smaller(middle, 1) + step.b;
  return static_cast<int>(bits_of(at) >> step.shift) - step.first;
}
FRAMELANE_BOTH inline CurveLine line_of_ramp(const ShortStep& step, const CurveLine& line) {
  return {plus_product(line.slope, step.b, line.at_zero), line.slope * step.a};
}
FRAMELANE_BOTH inline CurveLine line_of_ramp(const ShortStep& step, const CurveLine* table, int i) {
  return line_of_ramp(step, table[place_in_ramp(step, i)]);
}

// A curve or a ramp, of lines of the same width.
template <bool kClamp, typename Lines, std::size_t N>
FRAMELANE_BOTH inline void short_even(const ShortStep& step, const Lines& lines, float (&v)[3][N]) {
  const auto last = static_cast<float>(step.size - 1);
  const int stride = step.kind == ShortStep::Kind::curve ? step.size : 0;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (int c = 0; c < 3; ++c) {
    const auto line = lines.from(step.origin + c * stride);
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
    for (std::size_t i = 0; i < N; ++i) {
      const CurveLine found = line(bits_of(floor_sum(v[c][i], last)));
      v[c][i] = kept_in(kClamp, plus_product(found.slope, v[c][i], found.at_zero));
    }
  }
}

template <typename Lines, std::size_t N>
FRAMELANE_BOTH inline void short_even(const ShortStep& step, const Lines& lines, float (&v)[3][N]) {
  if (step.clamp) return short_even<true>(step, lines, v);
  short_even<false>(step, lines, v);
}

// 2^13 and a * b, 0 to 64, cut off to 1024ths: its lowest ten bits are the fraction's.
inline constexpr float kParts = 8192.0F;
FRAMELANE_BOTH inline float parts_sum(float a, float b) {
#ifdef __CUDA_ARCH__
  return __fmaf_rz(a, b, kParts);
#else
  return kParts + static_cast<float>(static_cast<int>(1024 * double{a} * b)) / 1024;
#endif
}
FRAMELANE_BOTH inline float part_of(float a, float b) {
  return static_cast<float>(bits_of(parts_sum(a, b)) & 1023U) / 1024;
}

// A lattice's steps along y and z, in entries, and the last entry along an axis, a little less: the
// end lies in the last cell.
struct LatticeSteps {
  std::uint32_t y, z;
  float last;
};

// lut_math.h's tetrahedral() with places as parts of a whole axis, cut off to 1024ths of a cell.
template <typename Load>
FRAMELANE_BOTH inline LatticeEntry short_tetrahedral(const Load& load, const LatticeSteps& by,
                                                     float r, float g, float b) {
  const float x = part_of(r, by.last), y = part_of(g, by.last), z = part_of(b, by.last);
  const float wx = floor_sum(r, by.last), wy = floor_sum(g, by.last), wz = floor_sum(b, by.last);
  const std::uint32_t all = 1 + by.y + by.z;
  const std::uint32_t at = bits_of(wx) + bits_of(wy) * by.y + bits_of(wz) * by.z - kFloorBits * all;
  const float most = larger(x, y), less = smaller(x, y);
  const float high = larger(most, z), low = smaller(less, z),
              middle = larger(less, smaller(most, z));
  const bool x_first = x >= y;
  const std::uint32_t of_most = x_first ? 1 : by.y, of_less = x_first ? by.y : 1;
  const std::uint32_t first = most >= z ? of_most : by.z, last = less >= z ? by.z : of_less;
  const LatticeEntry entries[4] = {load(at), load(at + first), load(at + all - last),
                                   load(at + all)};
  const float weights[4] = {1 - high, high - middle, middle - low, low};
  LatticeEntry sum{{0, 0, 0}};
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (int k = 0; k < 4; ++k)
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
    for (int c = 0; c < 3; ++c)
      sum.v[c] = plus_product(weights[k], entries[k].v[c], sum.v[c]);
  return sum;
}

FRAMELANE_BOTH inline LatticeSteps lattice_steps(int size) {
  const LatticePitch pitch = spread_pitch(size);
  const auto whole = static_cast<float>(size - 1);
  return {static_cast<std::uint32_t>(pitch.row), static_cast<std::uint32_t>(pitch.plane),
          whole - whole * 0x1p-23F};
}

template <typename Load, std::size_t N>
FRAMELANE_BOTH inline void short_lattice(const ShortStep& step, const Load& load,
                                         float (&v)[3][N]) {
  const LatticeSteps by = lattice_steps(step.size);
  const float scale = step.a;
  const bool clamp = step.clamp;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (std::size_t i = 0; i < N; ++i) {
    const LatticeEntry found = short_tetrahedral(load, by, v[0][i], v[1][i], v[2][i]);
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
    for (int c = 0; c < 3; ++c)
      v[c][i] = clamp ? in_unit(found.v[c] * scale) : found.v[c];
  }
}

}  // namespace framelane
