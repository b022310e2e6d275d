#pragma once
#include "gpu/host/passes/block_sums.h"

namespace framelane {

// Sums with symmetric weights: the centre first, then pairs outwards, as on the other device, so
// that they have the same bits whatever the vectors' width. Rows have kBlockRoom floats behind
// them. Thread-safety: constants.
struct BlurSums {
  // out[i] = sum of weights[|k|] * row[i + k] for all i below count
  void (*across)(const float* row, const float* weights, int radius, int count, float* out);
  // out[i] = sum of weights[|k|] * centre[k][i]
  void (*down)(const float* const* centre, const float* weights, int radius, int count, float* out);
  // down() of `centre` and of `centre + 1`, with half of the reading.
  void (*down_two)(const float* const* centre, const float* weights, int radius, int count,
                   float* out, float* next);
};

// The fastest that this machine has.
[[nodiscard]] const BlurSums& blur_sums();

// Those with vectors of eight, or nullptr where the machine has none.
[[nodiscard]] const BlurSums* wide_blur_sums();
// The same with vectors of sixteen.
[[nodiscard]] const BlurSums* widest_blur_sums();

template <int kLanes>
void blur_across(const float* row, const float* weights, int radius, int count, float* out) {
  using Sums = BlockSumsOf<kLanes>;
  for (int x = 0; x < count; x += Sums::kBlock) {
    Sums sums;
    sums.add(weights[0], row + x);
    for (int k = 1; k <= radius; ++k)
      sums.add_pair(weights[k], row + x - k, row + x + k);
    sums.store(count - x, out + x);
  }
}

template <int kLanes>
void blur_down(const float* const* centre, const float* weights, int radius, int count,
               float* out) {
  using Sums = BlockSumsOf<kLanes>;
  for (int x = 0; x < count; x += Sums::kBlock) {
    Sums sums;
    sums.add(weights[0], centre[0] + x);
    for (int k = 1; k <= radius; ++k)
      sums.add_pair(weights[k], centre[-k] + x, centre[k] + x);
    sums.store(count - x, out + x);
  }
}

// Each row read serves both sums: those of one are of rows one further down.
template <int kLanes>
void blur_down_two(const float* const* centre, const float* weights, int radius, int count,
                   float* out, float* next) {
  using Sums = TwoBlockSumsOf<kLanes>;
  for (int x = 0; x < count; x += Sums::kBlock) {
    Sums sums(weights[0], centre[0] + x, centre[1] + x);
    for (int k = 1; k <= radius; ++k)
      sums.add_pairs(weights[k], centre[-k] + x, centre[k + 1] + x);
    sums.store(count - x, out + x, next + x);
  }
}

}  // namespace framelane
