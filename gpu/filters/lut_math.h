#pragma once
#include "gpu/filters/sample_math.h"

// Lookups in a lattice of size^3 entries, shared by both devices.
namespace framelane {

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
FRAMELANE_BOTH inline Corners tetrahedron(float r, float g, float b, int size) {
  const AxisCell x = cell_of(r, size), y = cell_of(g, size), z = cell_of(b, size);
  const int row = size, plane = size * size, all = 1 + row + plane;
  const float high = larger(larger(x.part, y.part), z.part);
  const float low = smaller(smaller(x.part, y.part), z.part);
  const float middle = larger(smaller(x.part, y.part), smaller(larger(x.part, y.part), z.part));
  const int first =
      x.part >= y.part ? (x.part >= z.part ? 1 : plane) : (y.part >= z.part ? row : plane);
  const int last =
      x.part < y.part ? (x.part < z.part ? 1 : plane) : (y.part < z.part ? row : plane);
  const int at = (z.below * size + y.below) * size + x.below;
  return {{at, at + first, at + all - last, at + all},
          {1 - high, high - middle, middle - low, low}};
}

FRAMELANE_BOTH inline int nearest_entry(float r, float g, float b, int size) {
  const int x = static_cast<int>(r + 0.5F), y = static_cast<int>(g + 0.5F),
            z = static_cast<int>(b + 0.5F);
  return (z * size + y) * size + x;
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
FRAMELANE_BOTH inline LatticeEntry trilinear(const Load& load, float r, float g, float b,
                                             int size) {
  const AxisCell x = cell_of(r, size), y = cell_of(g, size), z = cell_of(b, size);
  const int at = (z.below * size + y.below) * size + x.below, plane = size * size;
  const auto along = [&](int entry) { return between(load(entry), load(entry + 1), x.part); };
  const LatticeEntry near = between(along(at), along(at + size), y.part);
  const LatticeEntry far = between(along(at + plane), along(at + plane + size), y.part);
  return between(near, far, z.part);
}

template <typename Load>
FRAMELANE_BOTH inline LatticeEntry tetrahedral(const Load& load, float r, float g, float b,
                                               int size) {
  const Corners corners = tetrahedron(r, g, b, size);
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
