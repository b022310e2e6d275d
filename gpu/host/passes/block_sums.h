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

// Sums of two neighbouring rows at once, symmetric, from the middle outwards.
template <int kLanes>
class TwoBlockSumsOf {
 public:
  static constexpr std::size_t kVectors = kLanes > 8 ? 4 : 2;  // such processors have 32 registers
  static constexpr int kBlock = static_cast<int>(kVectors) * kLanes;

  TwoBlockSumsOf(float weight, const float* row, const float* next) {
    for (std::size_t v = 0; v < kVectors; ++v) {
      above_[v] = vector(row, v);
      below_[v] = vector(next, v);
      sum_[0][v] = weight * above_[v];
      sum_[1][v] = weight * below_[v];
    }
  }
  // The rows next to those so far.
  void add_pairs(float weight, const float* above, const float* below) {
    for (std::size_t v = 0; v < kVectors; ++v) {
      const Vector one = vector(above, v), other = vector(below, v);
      sum_[0][v] += weight * (one + below_[v]);
      sum_[1][v] += weight * (above_[v] + other);
      above_[v] = one;
      below_[v] = other;
    }
  }
  // The first `count` of them.
  void store(int count, float* out, float* next) const {
    store_row(sum_[0], count, out);
    store_row(sum_[1], count, next);
  }

 private:
  using Vector [[gnu::vector_size(static_cast<std::size_t>(kLanes) * sizeof(float))]] = float;
  static void store_row(const Vector (&sums)[kVectors], int count, float* out) {
    if (count >= kBlock) return store_all(sums, out);
    float all[static_cast<std::size_t>(kBlock)];  // a copy: the sums themselves need no address
    store_all(sums, all);
    std::memcpy(out, all, static_cast<std::size_t>(count) * sizeof(float));
  }
  static void store_all(const Vector (&sums)[kVectors], float* out) {
    for (std::size_t v = 0; v < kVectors; ++v)
      std::memcpy(out + std::size_t{kLanes} * v, &sums[v], sizeof(Vector));
  }
  static Vector vector(const float* row, std::size_t v) {
    Vector samples;
    std::memcpy(&samples, row + std::size_t{kLanes} * v, sizeof samples);
    return samples;
  }
  Vector sum_[2][kVectors], above_[kVectors], below_[kVectors];
};

// Vectors of four, which every x86-64 and ARM has.
using BlockSums = BlockSumsOf<4>;

// Floats that rows have behind their last one, so that whole blocks may be read.
inline constexpr int kBlockRoom = 128;

}  // namespace framelane
