#pragma once
#include <cuda_fp16.h>

#include <cstddef>

#include "gpu/filters/short_math.h"

// ShortStep's lattice, two pixels at a time: those of one pixel are in the low half of a word, the
// other's in the high half. Entries and sums are halves, which leaves 0.29 of an 8-bit code at most
// and 0.03 in the mean; places in a cell and weights are whole 1024ths, which halves hold exactly.
namespace framelane {

__device__ inline std::uint32_t bits_of(__half2 halves) {
  return reinterpret_cast<const std::uint32_t&>(halves);
}
__device__ inline __half2 halves_of(std::uint32_t word) {
  return reinterpret_cast<const __half2&>(word);
}

// A lattice as kernels take it. Even numbers that never change are here: an instruction takes one
// of those that the compiler knows, and a second one would take another instruction each time.
struct HalfLattice {
  // What 8 times the bits of a cell's floor_sum() is added to for its lowest and highest corner.
  std::uint64_t lowest = 0, highest = 0;
  LatticeSteps by{};
  std::uint32_t steps = 0;                               // along y and z, 16 bits each
  std::uint32_t y_twice = 0, z_twice = 0, xy_twice = 0;  // steps for both pixels
  std::uint32_t part = 0x03FF03FF, entry = 8, single = 1;
};
inline HalfLattice half_lattice(const std::byte* halves, int size) {
  HalfLattice made;
  made.by = lattice_steps(size);
  made.lowest = reinterpret_cast<std::uint64_t>(halves) - made.entry * std::uint64_t{kFloorBits};
  made.highest = made.lowest + made.entry * std::uint64_t{1 + made.by.y + made.by.z};
  made.steps = made.by.y | made.by.z << 16;
  made.y_twice = made.by.y * 0x10001;
  made.z_twice = made.by.z * 0x10001;
  made.xy_twice = made.y_twice + 0x10001;
  return made;
}

// Places along an axis in 1024ths of a cell, the cell in the upper six bits.
__device__ inline std::uint32_t places_of(const HalfLattice& lattice, float p, float q) {
  return __byte_perm(bits_of(parts_sum(p, lattice.by.last)), bits_of(parts_sum(q, lattice.by.last)),
                     0x5410);
}

// Those in the cell, and 1: the bits of 1024ths are those of halves from 1 to 2.
__device__ inline __half2 parts_of(const HalfLattice& lattice, std::uint32_t places) {
  return halves_of((places & lattice.part) | 0x3C003C00U);
}

// The cells' lowest corners, and floor_sum()'s own bits once.
struct CellPair {
  std::uint32_t p, q;
  __device__ CellPair(const HalfLattice& lattice, float p_x, float q_x, std::uint32_t y,
                      std::uint32_t z) {
    const std::uint32_t rows = (y >> 10 & 0x003F003FU) | (z >> 2 & 0x3F003F00U);
    p = __dp2a_lo(lattice.steps, rows, bits_of(floor_sum(p_x, lattice.by.last)));
    q = __dp2a_hi(lattice.steps, rows, bits_of(floor_sum(q_x, lattice.by.last)));
  }
};

struct SortedParts {
  __half2 high, middle, low;
  __device__ SortedParts(__half2 x, __half2 y, __half2 z)
      : high(__hmax2(__hmax2(x, y), z)), low(__hmin2(__hmin2(x, y), z)) {
    // Numbers of the same bits as x, y and z: what is left of their sum are the middle's.
    middle = halves_of(bits_of(x) + bits_of(y) + bits_of(z) - (bits_of(high) + bits_of(low)));
  }
};

// Bits of a where the mask has ones, else of b.
__device__ inline std::uint32_t either(std::uint32_t mask, std::uint32_t a, std::uint32_t b) {
  return (mask & a) | (~mask & b);
}

// Entries from a cell's lowest to the tetrahedron's corners beside that and the highest.
struct MiddleCorners {
  std::uint32_t second, third;
  __device__ MiddleCorners(const HalfLattice& lattice, __half2 x, __half2 y, __half2 z,
                           const SortedParts& sorted) {
    const std::uint32_t of_most = either(__hge2_mask(x, y), 0x10001, lattice.y_twice);
    second = either(__heq2_mask(z, sorted.high), lattice.z_twice, of_most);
    third = either(__heq2_mask(z, sorted.low), lattice.xy_twice, of_most + lattice.z_twice);
  }
};

// Three numbers: red and green, and blue, or what lattice_luma.h has.
struct HalfEntry {
  __half2 first, last;
};

__device__ inline HalfEntry half_entry(std::uint64_t at) {
  const uint2 found = __ldg(reinterpret_cast<const uint2*>(at));
  return {halves_of(found.x), halves_of(found.y)};
}

struct HalfWeights {
  __half2 first, second, third, last;  // twice each
  [[nodiscard]] __device__ __half2 mixed(__half2 a, __half2 b, __half2 c, __half2 d) const {
    return __hfma2(d, last, __hfma2(c, third, __hfma2(b, second, __hmul2(a, first))));
  }
};

// The bytes that pick one half of a word in a product of both.
inline constexpr unsigned kLowHalf = 0x0001, kHighHalf = 0x0100;

template <unsigned kHalf>
__device__ inline HalfEntry mixed_entries(const HalfLattice& lattice, std::uint32_t at,
                                          const MiddleCorners& corners,
                                          const HalfWeights& weights) {
  const auto beyond = [&lattice](std::uint32_t i) {
    return half_entry(lattice.lowest + 8 * std::uint64_t{i});
  };
  const HalfEntry first = beyond(at), second = beyond(__dp2a_lo(corners.second, kHalf, at)),
                  third = beyond(__dp2a_lo(corners.third, kHalf, at)),
                  last = half_entry(lattice.highest + lattice.entry * std::uint64_t{at});
  return {weights.mixed(first.first, second.first, third.first, last.first),
          weights.mixed(first.last, second.last, third.last, last.last)};
}

struct LatticePair {
  HalfEntry first, second;
};
__device__ inline LatticePair lattice_pair(const HalfLattice& lattice, const float (&p)[3],
                                           const float (&q)[3]) {
  const std::uint32_t across = places_of(lattice, p[0], q[0]),
                      down = places_of(lattice, p[1], q[1]), deep = places_of(lattice, p[2], q[2]);
  const CellPair cell(lattice, p[0], q[0], down, deep);
  const __half2 x = parts_of(lattice, across), y = parts_of(lattice, down),
                z = parts_of(lattice, deep);
  const SortedParts sorted(x, y, z);
  const MiddleCorners corners(lattice, x, y, z, sorted);
  const __half2 one = __float2half2_rn(1), first = __hsub2(__float2half2_rn(2), sorted.high),
                second = __hsub2(sorted.high, sorted.middle),
                third = __hsub2(sorted.middle, sorted.low), last = __hsub2(sorted.low, one);
  const HalfWeights low{__low2half2(first), __low2half2(second), __low2half2(third),
                        __low2half2(last)};
  const HalfWeights high{__high2half2(first), __high2half2(second), __high2half2(third),
                         __high2half2(last)};
  return {mixed_entries<kLowHalf>(lattice, cell.p, corners, low),
          mixed_entries<kHighHalf>(lattice, cell.q, corners, high)};
}

// What the table's entries say for pixels at those places.
template <std::size_t N>
__device__ inline void entries_of_halves(const HalfLattice& lattice, const float (&v)[3][N],
                                         HalfEntry (&found)[N]) {
#pragma unroll
  for (std::size_t i = 0; i < N; i += 2) {
    const LatticePair pair =
        lattice_pair(lattice, {v[0][i], v[1][i], v[2][i]}, {v[0][i + 1], v[1][i + 1], v[2][i + 1]});
    found[i] = pair.first;
    found[i + 1] = pair.second;
  }
}

template <bool kClamp, std::size_t N>
__device__ inline void lattice_of_halves(const ShortStep& step, const HalfLattice& lattice,
                                         float (&v)[3][N]) {
  HalfEntry found[N];
  entries_of_halves(lattice, v, found);
#pragma unroll
  for (std::size_t i = 0; i < N; ++i) {
    const float2 both = __half22float2(found[i].first);
    v[0][i] = both.x;
    v[1][i] = both.y;
    v[2][i] = __low2float(found[i].last);
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
