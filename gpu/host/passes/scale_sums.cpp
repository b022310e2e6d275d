#include "gpu/host/passes/scale_sums.h"

#include <cstring>

namespace framelane {
namespace {

using Float4 [[gnu::vector_size(16)]] = float;
using Float8 [[gnu::vector_size(32)]] = float;

// What follows is compiled twice: into a function for every processor and into one for AVX2.

constexpr int kVectors = 4;  // of sums kept in registers
static_assert(8 * kVectors == kScaleSlack);

[[gnu::always_inline]] inline void down_loop(const float* const* rows, const float* weights,
                                             int taps, int width, float* sums) {
  for (int x = 0; x < width; x += 8 * kVectors) {
    Float8 sum[kVectors] = {};
    for (int k = 0; k < taps; ++k)
      for (int v = 0; v < kVectors; ++v) {
        Float8 row;
        std::memcpy(&row, rows[k] + x + std::ptrdiff_t{8} * v, sizeof row);
        sum[v] += weights[k] * row;
      }
    std::memcpy(sums + x, sum, sizeof sum);
  }
}

// Taps 0, 4, 8 ... summed apart from 1, 5, 9 ...: so the vectors need no shuffling till the end.
template <int kGroups>
[[gnu::always_inline]] inline void partial_sums(const float* row, const float* weights, int groups,
                                                Float4& sum) {
  Float4 a, w;
  std::memcpy(&a, row, sizeof a);
  std::memcpy(&w, weights, sizeof w);
  sum = a * w;
  const int count = kGroups > 0 ? kGroups : groups;
  for (int g = 1; g < count; ++g) {
    std::memcpy(&a, row + std::ptrdiff_t{4} * g, sizeof a);
    std::memcpy(&w, weights + std::ptrdiff_t{4} * g, sizeof w);
    sum += a * w;
  }
}

// (a0 + a1) + (a2 + a3) for each of four.
[[gnu::always_inline]] inline void store_totals(const Float4 (&p)[4], float* into) {
  const Float4 ab = __builtin_shufflevector(p[0], p[1], 0, 2, 4, 6) +
                    __builtin_shufflevector(p[0], p[1], 1, 3, 5, 7);
  const Float4 cd = __builtin_shufflevector(p[2], p[3], 0, 2, 4, 6) +
                    __builtin_shufflevector(p[2], p[3], 1, 3, 5, 7);
  const Float4 totals =
      __builtin_shufflevector(ab, cd, 0, 2, 4, 6) + __builtin_shufflevector(ab, cd, 1, 3, 5, 7);
  std::memcpy(into, &totals, sizeof totals);
}

template <int kGroups>
[[gnu::always_inline]] inline void across_loop(const float* row, const ScaleAxis& axis,
                                               const ScaleTaps& table, float* sums) {
  const int taps = axis.taps;
  const auto one = [&](int x, Float4& sum) __attribute__((always_inline)) {
    partial_sums<kGroups>(row + table.firsts[x], table.weights + std::ptrdiff_t{taps} * x, taps / 4,
                          sum);
  };
  int x = 0;
  Float4 p[4];
  for (; x + 4 <= axis.count; x += 4) {
    one(x, p[0]);
    one(x + 1, p[1]);
    one(x + 2, p[2]);
    one(x + 3, p[3]);
    store_totals(p, sums + x);
  }
  for (; x < axis.count; ++x) {
    one(x, p[0]);
    sums[x] = (p[0][0] + p[0][1]) + (p[0][2] + p[0][3]);
  }
}

[[gnu::always_inline]] inline void across_any(const float* row, const ScaleAxis& axis,
                                              const ScaleTaps& table, float* sums) {
  switch (axis.taps) {
    case 4:
      return across_loop<1>(row, axis, table, sums);
    case 8:
      return across_loop<2>(row, axis, table, sums);
    case 12:
      return across_loop<3>(row, axis, table, sums);
    default:
      return across_loop<0>(row, axis, table, sums);
  }
}

#ifdef __x86_64__
[[gnu::target("avx2")]] void down_avx2(const float* const* rows, const float* weights, int taps,
                                       int width, float* sums) {
  down_loop(rows, weights, taps, width, sums);
}
[[gnu::target("avx2")]] void across_avx2(const float* row, const ScaleAxis& axis,
                                         const ScaleTaps& table, float* sums) {
  across_any(row, axis, table, sums);
}
bool has_avx2() {
  return __builtin_cpu_supports("avx2") != 0;
}
#else
void down_avx2(const float* const*, const float*, int, int, float*) {}
void across_avx2(const float*, const ScaleAxis&, const ScaleTaps&, float*) {}
bool has_avx2() {
  return false;
}
#endif

}  // namespace

void sum_down(const float* const* rows, const float* weights, int taps, int width, float* sums) {
  if (has_avx2()) return down_avx2(rows, weights, taps, width, sums);
  down_loop(rows, weights, taps, width, sums);
}

void sum_across(const float* row, const ScaleAxis& axis, const ScaleTaps& table, float* sums) {
  if (has_avx2()) return across_avx2(row, axis, table, sums);
  across_any(row, axis, table, sums);
}

}  // namespace framelane
