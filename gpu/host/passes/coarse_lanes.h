#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

// Vectors of the loops for coarse grids: coarse_loops.h. Nothing there may be shared by sources for
// different processors: all of it depends on kLanes.
namespace framelane {

template <int kLanes>
struct LanesOf;
template <>
struct LanesOf<4> {
  using Vector [[gnu::vector_size(16)]] = float;
  using Words [[gnu::vector_size(16)]] = std::uint32_t;
  [[gnu::always_inline]] static void zip(const Words& a, const Words& b, Words& low, Words& high) {
    low = __builtin_shufflevector(a, b, 0, 4, 1, 5);
    high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  }
};
template <>
struct LanesOf<8> {
  using Vector [[gnu::vector_size(32)]] = float;
  using Words [[gnu::vector_size(32)]] = std::uint32_t;
  [[gnu::always_inline]] static void zip(const Words& a, const Words& b, Words& low, Words& high) {
    low = __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
    high = __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
  }
};
template <>
struct LanesOf<16> {
  using Vector [[gnu::vector_size(64)]] = float;
  using Words [[gnu::vector_size(64)]] = std::uint32_t;
  [[gnu::always_inline]] static void zip(const Words& a, const Words& b, Words& low, Words& high) {
    low = __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    high =
        __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  }
};

template <int kLanes>
struct CoarseLanes {
  static constexpr std::ptrdiff_t kStep = kLanes;
  static constexpr int kPlanes = 4;
  using Vector = typename LanesOf<kLanes>::Vector;
  using Words = typename LanesOf<kLanes>::Words;

  template <typename Any, typename Sample>
  [[gnu::always_inline]] static void load(Any& into, const Sample* from) {
    std::memcpy(&into, from, sizeof into);
  }
  template <typename Any, typename Sample>
  [[gnu::always_inline]] static void store(const Any& from, Sample* into) {
    std::memcpy(into, &from, sizeof from);
  }
  // Samples 0, 2, 4 ... and 1, 3, 5 ... of row.
  static void split(const float* __restrict row, int count, float* __restrict even,
                    float* __restrict odd) {
    for (int i = 0; i < count; ++i) {
      even[i] = row[2 * i];
      odd[i] = row[2 * i + 1];
    }
  }
};

}  // namespace framelane
