#pragma once
#include <cstddef>
#include <cstring>

namespace framelane {

// Weighted sums of rows for columns that stay in registers: eight vectors. It uses nothing of the
// standard library that could be shared with sources compiled for other processors.
template <int kLanes>
class BlockSumsOf {
 public:
  static constexpr int kBlock = 8 * kLanes;

  // A whole block of samples from row on.
  void add(float weight, const float* row) {
    for (int v = 0; v < kVectors; ++v)
      sum_[v] += weight * vector(row, v);
  }
  // The same of the sum of two rows.
  void add_pair(float weight, const float* one, const float* other) {
    for (int v = 0; v < kVectors; ++v)
      sum_[v] += weight * (vector(one, v) + vector(other, v));
  }
  // The first `count` of them.
  void store(int count, float* out) const {
    if (count >= kBlock) return store_all(out);
    float all[static_cast<std::size_t>(kBlock)];  // a copy: the sums themselves need no address
    store_all(all);
    std::memcpy(out, all, static_cast<std::size_t>(count) * sizeof(float));
  }

 private:
  using Vector [[gnu::vector_size(static_cast<std::size_t>(kLanes) * sizeof(float))]] = float;
  static constexpr int kVectors = 8;
  void store_all(float* out) const {
    for (int v = 0; v < kVectors; ++v)
      std::memcpy(out + std::ptrdiff_t{kLanes} * v, &sum_[v], sizeof(Vector));
  }
  static Vector vector(const float* row, int v) {
    Vector samples;
    std::memcpy(&samples, row + std::ptrdiff_t{kLanes} * v, sizeof samples);
    return samples;
  }
  Vector sum_[kVectors] = {};
};

// Vectors of four, which every x86-64 and ARM has.
using BlockSums = BlockSumsOf<4>;

// Floats that rows have behind their last one, so that whole blocks may be read.
inline constexpr int kBlockRoom = 64;

}  // namespace framelane
