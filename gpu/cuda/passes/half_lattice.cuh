#pragma once
#include <cuda_fp16.h>

#include <cstddef>

#include "gpu/filters/short_math.h"

// ShortStep's lattice, two pixels at a time: places in a cell, weights and entries are halves,
// whose sum is 0.29 of an 8-bit code off at most, 0.03 in the mean.
namespace framelane {

struct CellPlace {
  std::uint32_t at;  // the cell's lowest entry
  float x, y, z;     // 0 to 1
};

__device__ inline CellPlace cell_place(const LatticeSteps& by, float r, float g, float b) {
  const float wx = floor_sum(r, by.last), wy = floor_sum(g, by.last), wz = floor_sum(b, by.last);
  return {bits_of(wx) + bits_of(wy) * by.y + bits_of(wz) * by.z - kFloorBits * (1 + by.y + by.z),
          plus_product(r, by.last, kFloor - wx), plus_product(g, by.last, kFloor - wy),
          plus_product(b, by.last, kFloor - wz)};
}

// Places sorted, those of one pixel in each half.
struct SortedPlaces {
  __half2 most, less, high, middle, low;  // most, less: of x and y
  __device__ SortedPlaces(__half2 x, __half2 y, __half2 z)
      : most(__hmax2(x, y)),
        less(__hmin2(x, y)),
        high(__hmax2(most, z)),
        middle(__hmax2(less, __hmin2(most, z))),
        low(__hmin2(less, z)) {}
};

// The tetrahedron's corners beside the cell's lowest and highest.
struct MiddleCorners {
  std::uint32_t second, third;
  __device__ MiddleCorners(const LatticeSteps& by, std::uint32_t at, bool x_first, bool z_not_first,
                           bool z_last) {
    const std::uint32_t of_most = x_first ? 1 : by.y;
    second = at + (z_not_first ? of_most : by.z);
    third = at + (z_last ? 1 + by.y : of_most + by.z);
  }
};

struct HalfEntry {
  __half2 rg, b;
};
__device__ inline HalfEntry half_entry(const uint2* table, std::uint32_t i) {
  const uint2 entry = __ldg(table + i);
  return {reinterpret_cast<const __half2&>(entry.x), reinterpret_cast<const __half2&>(entry.y)};
}

struct HalfWeights {
  __half2 first, second, third, last;  // twice each
  [[nodiscard]] __device__ __half2 mixed(__half2 a, __half2 b, __half2 c, __half2 d) const {
    return __hfma2(d, last, __hfma2(c, third, __hfma2(b, second, __hmul2(a, first))));
  }
};

__device__ inline LatticeEntry mixed_entries(const uint2* table, const LatticeSteps& by,
                                             std::uint32_t at, const MiddleCorners& corners,
                                             const HalfWeights& weights) {
  const HalfEntry first = half_entry(table, at), second = half_entry(table, corners.second);
  const HalfEntry third = half_entry(table, corners.third),
                  last = half_entry(table, at + (1 + by.y + by.z));
  const float2 rg = __half22float2(weights.mixed(first.rg, second.rg, third.rg, last.rg));
  return {{rg.x, rg.y, __low2float(weights.mixed(first.b, second.b, third.b, last.b))}};
}

struct LatticePair {
  LatticeEntry first, second;
};
__device__ inline LatticePair lattice_pair(const uint2* table, const LatticeSteps& by,
                                           const CellPlace& p, const CellPlace& q) {
  const __half2 x = __floats2half2_rn(p.x, q.x), y = __floats2half2_rn(p.y, q.y),
                z = __floats2half2_rn(p.z, q.z);
  const SortedPlaces sorted(x, y, z);
  const MiddleCorners of_p(by, p.at, __low2half(x) >= __low2half(y),
                           __low2half(sorted.most) >= __low2half(z),
                           __low2half(sorted.less) >= __low2half(z));
  const MiddleCorners of_q(by, q.at, __high2half(x) >= __high2half(y),
                           __high2half(sorted.most) >= __high2half(z),
                           __high2half(sorted.less) >= __high2half(z));
  const __half2 first = __hsub2(__float2half2_rn(1), sorted.high),
                second = __hsub2(sorted.high, sorted.middle),
                third = __hsub2(sorted.middle, sorted.low);
  const HalfWeights low{__low2half2(first), __low2half2(second), __low2half2(third),
                        __low2half2(sorted.low)};
  const HalfWeights high{__high2half2(first), __high2half2(second), __high2half2(third),
                         __high2half2(sorted.low)};
  return {mixed_entries(table, by, p.at, of_p, low), mixed_entries(table, by, q.at, of_q, high)};
}

template <bool kClamp, std::size_t N>
__device__ inline void lattice_of_halves(const ShortStep& step, const std::byte* halves,
                                         float (&v)[3][N]) {
  const auto* table = reinterpret_cast<const uint2*>(halves);
  LatticeSteps by = lattice_steps(step.size);
  asm("" : "+r"(by.y));  // or each use is widened again
#pragma unroll
  for (std::size_t i = 0; i < N; i += 2) {
    const LatticePair found = lattice_pair(table, by, cell_place(by, v[0][i], v[1][i], v[2][i]),
                                           cell_place(by, v[0][i + 1], v[1][i + 1], v[2][i + 1]));
#pragma unroll
    for (int c = 0; c < 3; ++c) {
      v[c][i] = found.first.v[c];
      v[c][i + 1] = found.second.v[c];
    }
  }
  if constexpr (kClamp) {
#pragma unroll
    for (std::size_t i = 0; i < N; ++i)
#pragma unroll
      for (int c = 0; c < 3; ++c)
        v[c][i] = in_unit(v[c][i] * step.a);
  }
}

}  // namespace framelane
