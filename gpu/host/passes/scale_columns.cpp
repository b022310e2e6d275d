#include "gpu/host/passes/scale_columns.h"

#include <algorithm>
#include <cstring>

#include "gpu/host/passes/scale_sums.h"
#include "gpu/host/passes/vectors.h"

namespace framelane {
namespace {

constexpr int kMostTaps = 16;  // sums of more are better made output by output

struct Columns {
  const int* bases;
  const std::int32_t* places;
  const float* weights;
  int count, taps;
};

#ifdef __x86_64__
// Samples at[0 .. 8) of those from `row` on, of 8 if kNear, else of 16.
template <bool kNear>
[[gnu::target("avx2")]] inline void pick(const float* row, const Int8& at, Float8& picked) {
  Float8 low, high;
  load_vector(low, row);
  if constexpr (kNear) {
    picked = __builtin_shuffle(low, at);
  } else {
    load_vector(high, row + kFloat8);
    picked = __builtin_shuffle(low, high, at);
  }
}

template <bool kNear>
[[gnu::target("avx2")]] inline void add_tap(const float* row, const float* weights, int k,
                                            const Int8& at, Float8& sum) {
  Float8 samples, weight;
  pick<kNear>(row + k, at, samples);
  load_vector(weight, weights + std::ptrdiff_t{kFloat8} * k);
  sum += samples * weight;
}

// In sum_across()'s order: taps 0, 4, 8 ... apart from 1, 5, 9 ..., then their sums by pairs. Made
// for AVX2 itself: shuffles that come from code for any processor have been taken apart by then.
template <bool kNear>
[[gnu::target("avx2")]] void sum_columns(const Columns& by, const float* row, float* sums) {
  const int taps = by.taps, whole = taps / 4 * 4;
  for (int x = 0; x < by.count; x += kFloat8) {
    const float* const from = row + by.bases[x / kFloat8];
    const float* const weights = by.weights + std::ptrdiff_t{taps} * x;
    Int8 at;
    load_vector(at, by.places + x);
    Float8 a{}, b{}, c{}, d{};
    for (int k = 0; k < whole; k += 4) {
      add_tap<kNear>(from, weights, k, at, a);
      add_tap<kNear>(from, weights, k + 1, at, b);
      add_tap<kNear>(from, weights, k + 2, at, c);
      add_tap<kNear>(from, weights, k + 3, at, d);
    }
    if (whole < taps) add_tap<kNear>(from, weights, whole, at, a);
    if (whole + 1 < taps) add_tap<kNear>(from, weights, whole + 1, at, b);
    if (whole + 2 < taps) add_tap<kNear>(from, weights, whole + 2, at, c);
    store_vector((a + b) + (c + d), sums + x);
  }
}

bool has_wide() {
  return __builtin_cpu_supports("avx2") != 0;
}
#else
template <bool kNear>
void sum_columns(const Columns&, const float*, float*) {}
bool has_wide() {
  return false;
}
#endif

}  // namespace

ScaleColumns::ScaleColumns(const ScaleAxis& axis, const ScaleTaps& table)
    : count_(axis.count), taps_(axis.used) {
  usable_ = axis.resized && taps_ <= kMostTaps && has_wide();
  int farthest = 0;
  for (int x = 0; usable_ && x < count_; x += kFloat8) {
    const int last = std::min(x + kFloat8, count_) - 1;
    farthest = std::max(farthest, table.firsts[last] - table.firsts[x]);
  }
  near_ = farthest < kFloat8;
  usable_ = usable_ && farthest < 2 * kFloat8;
  if (usable_) fill(axis, table);
}

void ScaleColumns::fill(const ScaleAxis& axis, const ScaleTaps& table) {
  const auto eights = static_cast<std::size_t>((count_ + kFloat8 - 1) / kFloat8);
  bases_.resize(eights);
  places_.resize(eights * kFloat8);
  weights_.resize(places_.size() * static_cast<std::size_t>(taps_));
  for (std::size_t x = 0; x < static_cast<std::size_t>(count_); ++x) {
    const std::size_t eight = x / kFloat8, lane = x % kFloat8;
    if (lane == 0) bases_[eight] = table.firsts[x];
    places_[x] = table.firsts[x] - bases_[eight];
    const float* const from = table.weights + static_cast<std::size_t>(axis.taps) * x;
    float* const into = weights_.data() + eight * kFloat8 * static_cast<std::size_t>(taps_) + lane;
    for (std::size_t k = 0; k < static_cast<std::size_t>(taps_); ++k)
      into[k * kFloat8] = from[k];
  }
}

void ScaleColumns::sum(const float* row, float* sums) const {
  const Columns by{bases_.data(), places_.data(), weights_.data(), count_, taps_};
  if (near_) return sum_columns<true>(by, row, sums);
  sum_columns<false>(by, row, sums);
}

}  // namespace framelane
