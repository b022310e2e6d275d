#pragma once
#include <type_traits>

#include "gpu/cuda/passes/bands.cuh"
#include "gpu/filters/pass_work.h"

// Blurs of bytes or halves along both axes into bytes. A warp walks along 16 rows of results:
// sums down 16 columns become the left factor of the sums across without leaving the registers. C =
// 2 holds kernels up to radius 8, C = 3 all.
namespace framelane {

inline constexpr int kBlurWarps = 4, kBlurThreads = 32 * kBlurWarps;
inline constexpr int kBlurRows = 16, kBlurSteps = 20;  // of a warp: rows, tiles of 16 columns

struct BlurBands {
  Band<kMaxTileRadius> x, y;
  float scale = 1;  // from sums to codes
  bool copy = true, mirrored = false;
};
struct BlurWork {
  BlurBands components[4];
};

__device__ inline int inside(int i, int size, bool mirrored) {
  return mirrored ? reflected_inside(i, size) : nearest_inside(i, size);
}

// Two columns of 4 C of the 16 C rows that the warp's results need.
template <int C, Lay In>
struct ColumnPair {
  const std::byte* row[4 * C];  // where they begin
  int width;
  bool mirrored;

  __device__ ColumnPair(const ImageView& in, const TilePlace& place, int top, bool mirror)
      : width(place.width), mirrored(mirror) {
    const int first = top - 8 * (C - 1) + 2 * fragment_pair();
#pragma unroll
    for (int i = 0; i < 4 * C; ++i) {
      const int y = min(first + i % 2 + 8 * (i / 2), place.height + 16);
      row[i] = in.data[place.c] + static_cast<std::int64_t>(inside(y, place.height, mirror)) *
                                      static_cast<int>(in.pitch_bytes[place.c]);
    }
  }
  // One sample, and two neighbours as the low and the high part of a word.
  using One = std::conditional_t<In == Lay::bytes, unsigned char, unsigned short>;
  using Two = std::conditional_t<In == Lay::bytes, unsigned short, unsigned>;
  [[nodiscard]] __device__ unsigned one(int i, int x) const {
    return __ldg(reinterpret_cast<const One*>(row[i]) + x);
  }
  // left: of the group of 16 columns.
  __device__ void read(int left, unsigned (&words)[4 * C]) const {
    const int x = left + 2 * fragment_row();
    if (left >= 0 && left + 16 <= width) {
#pragma unroll
      for (int i = 0; i < 4 * C; ++i)
        words[i] = __ldg(reinterpret_cast<const Two*>(reinterpret_cast<const One*>(row[i]) + x));
      return;
    }
    const int last = width + 16;  // further ones are of no use
    const int low = inside(min(x, last), width, mirrored);
    const int high = inside(min(x + 1, last), width, mirrored);
#pragma unroll
    for (int i = 0; i < 4 * C; ++i)
      words[i] = one(i, low) | one(i, high) << (8 * sizeof(One));
  }
};

// Sums down a group's columns, as the left factor of the sums across.
template <Lay In, int C>
__device__ void sum_down(const DownBand<C>& band, const unsigned (&words)[4 * C],
                         unsigned (&group)[4]) {
#pragma unroll
  for (int j = 0; j < 2; ++j) {
    float sums[4] = {};
#pragma unroll
    for (int k = 0; k < C; ++k) {
      unsigned samples[2];
#pragma unroll
      for (int i = 0; i < 2; ++i)  // of bytes, byte 2 is 0
        samples[i] = __byte_perm(words[4 * k + 2 * i], words[4 * k + 2 * i + 1],
                                 In == Lay::bytes ? 0x2420 + 0x0101 * j : 0x5410 + 0x2222 * j);
      multiply_add(sums, band.part[k], samples);
    }
    group[2 * j] = two_halves(sums[0], sums[1]);
    group[2 * j + 1] = two_halves(sums[2], sums[3]);
  }
}

// Components that pass unchanged. One the input lacks is written opaque.
template <Lay In>
__device__ inline void copy_rows(const ImageView& in, const ImageView& out, const TilePlace& place,
                                 int y, int last) {
  const auto top = static_cast<float>(in.max_code);
  for (int x = place.left + 4 * fragment_pair(); x < last; x += 16)
    for (int row = y; row < min(y + 16, place.height); row += 8) {
      float four[4] = {top, top, top, top};
      if (in.data[place.c] != nullptr) load_samples<In>(in, place.c, x, row, place.width, four);
      store_samples<Lay::bytes>(out, place.c, x, row, place.width, four);
    }
}

template <int C, Lay In>
static __global__ void __launch_bounds__(kBlurThreads)
    blur_kernel(const __grid_constant__ BlurWork work, const __grid_constant__ Tiles tiles,
                const __grid_constant__ ImageView in, const __grid_constant__ ImageView out) {
  __shared__ BandTable<C> table_x, table_y;
  const TilePlace place = tiles.place(out);
  const BlurBands& part = work.components[place.c];
  const int top = place.top + kBlurRows * (static_cast<int>(threadIdx.x) / 32);
  const int y = top + fragment_row(), last = min(place.left + tiles.width, place.width);
  if (part.copy || in.data[place.c] == nullptr) return copy_rows<In>(in, out, place, y, last);
  table_x.fill(part.x);
  table_y.fill(part.y);
  __syncthreads();
  if (top >= place.height) return;  // a whole warp
  const DownBand<C> down(table_y);
  const AcrossBand<C, 2> across(table_x);
  const ColumnPair<C, In> columns(in, place, top, part.mirrored);
  unsigned words[4 * C], groups[C][4];
  int left = place.left, from = left - 8 * (C - 1);  // of the next results, of the next group
#pragma unroll
  for (int k = 0; k < C; ++k, from += 16) {
    columns.read(from, words);
    if (k < C - 1) sum_down<In>(down, words, groups[k]);
  }
#pragma unroll 1
  for (;;)
#pragma unroll
    for (int k = 0; k < C; ++k) {
      sum_down<In>(down, words, groups[(k + C - 1) % C]);
      columns.read(from, words);
      AcrossSums sums;
#pragma unroll
      for (int i = 0; i < C; ++i)
        sums.add(groups[(k + i) % C], across, i);
      const int x = left + 4 * fragment_pair();
      if (x < last) store_across(out, place, x, y, part.scale, sums);
      left += 16;
      from += 16;
      if (left >= last) return;
    }
}

}  // namespace framelane
