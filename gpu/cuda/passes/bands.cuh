#pragma once
#include "gpu/cuda/passes/layouts.cuh"
#include "gpu/cuda/passes/tiles.cuh"

// A blur along one axis as a product of matrices of halves: 16 neighbouring results are the 16 C
// samples around them, 8 (C - 1) beyond each end, times a band of weights that is the same for all
// results. Sums are floats; the weights' halves are off by 2^-12 of themselves, which a factor
// makes up for where the picture is flat. Fragments lie as the PTX manual has it for mma.m16n8k16;
// which sample a row of a fragment stands for is free as long as both factors agree.
namespace framelane {

// A kernel's parameter. Weights are scaled so that tails keep their precision. Bytes may be taken
// for the bits of halves, which are 2^-24 as much; halves that hold parts of a unit need a smaller
// gain, so that sums of them stay below what a half holds.
template <int kMost>
struct Band {
  int radius = 0;
  float sum = 1;  // of all weights as they are
  __half weight[kMost + 1] = {};
};
inline constexpr float kBandGain = 32768.0F, kUnitGain = 1024.0F;
inline constexpr float kByteBits = 16777216.0F;  // 1 / what the bits of a half 1 stand for

template <int kMost, typename Weight>
Band<kMost> band_of(int radius, const Weight& weight, float gain = kBandGain) {
  Band<kMost> band;
  band.radius = radius;
  band.sum = 0;
  for (int k = 0; k <= radius; ++k) {
    band.weight[k] = __float2half_rn(weight(k) * gain);
    band.sum += (k == 0 ? 1.0F : 2.0F) * __half2float(band.weight[k]);
  }
  return band;
}

// Weights by sample - result + 15, in shared memory.
template <int C>
struct BandTable {
  unsigned short weight[16 * C + 15];

  template <int kMost>
  __device__ void fill(const Band<kMost>& band) {
    for (int i = static_cast<int>(threadIdx.x); i < 16 * C + 15;
         i += static_cast<int>(blockDim.x)) {
      const int distance = abs(i - 15 - 8 * (C - 1));
      weight[i] = distance <= band.radius ? __half_as_ushort(band.weight[distance])
                                          : static_cast<unsigned short>(0);
    }
  }
  // Those of two samples for one result.
  [[nodiscard]] __device__ unsigned two(int first, int second, int result) const {
    return weight[first - result + 15] | static_cast<unsigned>(weight[second - result + 15]) << 16;
  }
};

// sum (16 x 8) += a (16 x 16) * b (16 x 8).
__device__ inline void multiply_add(float (&sum)[4], const unsigned (&a)[4],
                                    const unsigned (&b)[2]) {
#if __CUDA_ARCH__ >= 800
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
      "{%8, %9}, {%0, %1, %2, %3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#else
#pragma unroll
  for (int k = 0; k < 2; ++k)
    asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, "
        "{%0, %1, %2, %3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(a[2 * k]), "r"(a[2 * k + 1]), "r"(b[k]));
#endif
}

__device__ inline unsigned two_halves(float low, float high) {
  const __half2 both = __floats2half2_rn(low, high);
  return *reinterpret_cast<const unsigned*>(&both);
}

// A thread's place in a fragment.
__device__ inline int fragment_row() {
  return static_cast<int>(threadIdx.x) % 32 / 4;
}
__device__ inline int fragment_pair() {
  return static_cast<int>(threadIdx.x) % 4;
}

// The band as the left factor, for sums down columns: rows of it are results, and samples lie in
// order.
template <int C>
struct DownBand {
  unsigned part[C][4];

  __device__ explicit DownBand(const BandTable<C>& table) {
    const int row = fragment_row(), pair = 2 * fragment_pair();
#pragma unroll
    for (int k = 0; k < C; ++k)
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        const int sample = 16 * k + pair + 8 * (i / 2);
        part[k][i] = table.two(sample, sample + 1, row + 8 * (i % 2));
      }
  }
};

// The band as the right factor, for sums along rows. kApart: between the two samples of a pair; a
// thread's four samples are neighbours, the first pair begins at 0, the second at 2 or 1. Two
// fragments of results give each thread four neighbours.
template <int C, int kApart>
struct AcrossBand {
  unsigned part[C][2][2];

  __device__ explicit AcrossBand(const BandTable<C>& table) {
    const int column = fragment_row(), first = 4 * fragment_pair();
#pragma unroll
    for (int k = 0; k < C; ++k)
#pragma unroll
      for (int j = 0; j < 2; ++j)
#pragma unroll
        for (int i = 0; i < 2; ++i) {
          const int sample = 16 * k + first + i * (kApart == 1 ? 2 : 1);
          part[k][j][i] = table.two(sample, sample + kApart, 4 * (column / 2) + 2 * j + column % 2);
        }
  }
};

// Results of one row by tile of 16: of row fragment_row() and the one 8 below.
struct AcrossSums {
  float left[4] = {}, right[4] = {};

  template <int C, int kApart>
  __device__ void add(const unsigned (&samples)[4], const AcrossBand<C, kApart>& band, int k) {
    multiply_add(left, samples, band.part[k][0]);
    multiply_add(right, samples, band.part[k][1]);
  }
};

// The thread's four neighbours of each of two rows.
__device__ inline void store_across(const ImageView& out, const TilePlace& place, int x, int y,
                                    float scale, const AcrossSums& sums) {
#pragma unroll
  for (int i = 0; i < 4; i += 2) {
    const float row[4] = {sums.left[i] * scale, sums.left[i + 1] * scale, sums.right[i] * scale,
                          sums.right[i + 1] * scale};
    const int at = y + 4 * i;
    if (at < place.height) store_samples<Lay::bytes>(out, place.c, x, at, place.width, row);
  }
}

}  // namespace framelane
