#pragma once
#include "gpu/filters/sample_math.h"

// Lookups in a lattice of size^3 entries, shared by both devices.
namespace framelane {

// How many entries lie between those next to each other along the second and the third axis.
struct LatticePitch {
  int row, plane;
};
FRAMELANE_BOTH inline LatticePitch dense_pitch(int size) {
  return {size, size * size};
}

// The least number from `least` on that leaves `rest` when divided by 16.
FRAMELANE_BOTH inline int with_rest(int least, int rest) {
  return least + ((rest - least) & 15);
}
// Of entries of halves, 16 of which lie in different banks of a GPU's cache: neighbours along any
// axis do too. A dense lattice of 33 entries has all of a cell's steps lead to the next bank.
FRAMELANE_BOTH inline LatticePitch spread_pitch(int size) {
  const int row = with_rest(size, 3);
  return {row, with_rest(row * size, 9)};
}

// The cell that a place along an axis lies in, and where in it: 0 to 1. The last cell's end is its
// own. The device's conversions to integers are slow: there the sum's bits are the number.
struct AxisCell {
  int below;
  float part;
};
FRAMELANE_BOTH inline AxisCell cell_of(float at, int size) {
#ifdef __CUDA_ARCH__
  constexpr float kMagic = 8388608.0F;  // 2^23: sums have no fraction bits
  const float whole = fminf(__fadd_rz(at, kMagic), kMagic + static_cast<float>(size - 2));
  return {__float_as_int(whole) - __float_as_int(kMagic), at - (whole - kMagic)};
#else
  const int whole = static_cast<int>(at), below = whole < size - 2 ? whole : size - 2;
  return {below, at - static_cast<float>(below)};
#endif
}

// Four entries and what each counts for: a tetrahedron's corners. From the cell's lowest corner one
// goes along the axis with the largest part first, along that with the smallest last; equal parts
// give corners of no weight either way.
struct Corners {
  int entry[4];
  float weight[4];
};
FRAMELANE_BOTH inline Corners tetrahedron(float r, float g, float b, int size,
                                          const LatticePitch& pitch) {
  const AxisCell x = cell_of(r, size), y = cell_of(g, size), z = cell_of(b, size);
  const int row = pitch.row, plane = pitch.plane, all = 1 + row + plane;
  const float high = larger(larger(x.part, y.part), z.part);
  const float low = smaller(smaller(x.part, y.part), z.part);
  const float middle = larger(smaller(x.part, y.part), smaller(larger(x.part, y.part), z.part));
  const int first =
      x.part >= y.part ? (x.part >= z.part ? 1 : plane) : (y.part >= z.part ? row : plane);
  const int last =
      x.part < y.part ? (x.part < z.part ? 1 : plane) : (y.part < z.part ? row : plane);
  const int at = z.below * plane + y.below * row + x.below;
  return {{at, at + first, at + all - last, at + all},
          {1 - high, high - middle, middle - low, low}};
}

FRAMELANE_BOTH inline int nearest_entry(float r, float g, float b, const LatticePitch& pitch) {
  const int x = static_cast<int>(r + 0.5F), y = static_cast<int>(g + 0.5F),
            z = static_cast<int>(b + 0.5F);
  return z * pitch.plane + y * pitch.row + x;
}

struct LatticeEntry {
  float v[3];
};
FRAMELANE_BOTH inline LatticeEntry between(const LatticeEntry& a, const LatticeEntry& b,
                                           float part) {
  return {{plus_product(b.v[0] - a.v[0], part, a.v[0]), plus_product(b.v[1] - a.v[1], part, a.v[1]),
           plus_product(b.v[2] - a.v[2], part, a.v[2])}};
}

// Along the first axis, then the second, then the third. load(i) gives entry i.
template <typename Load>
FRAMELANE_BOTH inline LatticeEntry trilinear(const Load& load, float r, float g, float b, int size,
                                             const LatticePitch& pitch) {
  const AxisCell x = cell_of(r, size), y = cell_of(g, size), z = cell_of(b, size);
  const int at = z.below * pitch.plane + y.below * pitch.row + x.below;
  const auto along = [&](int entry) { return between(load(entry), load(entry + 1), x.part); };
  const LatticeEntry near = between(along(at), along(at + pitch.row), y.part);
  const LatticeEntry far =
      between(along(at + pitch.plane), along(at + pitch.plane + pitch.row), y.part);
  return between(near, far, z.part);
}

template <typename Load>
FRAMELANE_BOTH inline LatticeEntry tetrahedral(const Load& load, float r, float g, float b,
                                               int size, const LatticePitch& pitch) {
  const Corners corners = tetrahedron(r, g, b, size, pitch);
  LatticeEntry sum{{0, 0, 0}};
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (int k = 0; k < 4; ++k) {
    const LatticeEntry entry = load(corners.entry[k]);
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
    for (int c = 0; c < 3; ++c)
      sum.v[c] = plus_product(corners.weight[k], entry.v[c], sum.v[c]);
  }
  return sum;
}

}  // namespace framelane
