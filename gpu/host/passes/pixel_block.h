#pragma once
#include <algorithm>

#include "gpu/filters/pass_work.h"
#include "gpu/filters/sample_math.h"
#include "gpu/host/passes/rows.h"

// Blocks of whole pixels and how they are read from and written to pictures with chroma of fewer
// samples, for callers that are compiled for several vector lengths.
namespace framelane {

// Part of two rows of pixels, which every supported subsampling divides, small enough to stay in
// the first cache. A last odd column is there twice, so that the last chroma sample has two pixels.
struct PixelBlock {
  static constexpr int kWidth = 256;
  int x = 0, y = 0, count = 0;
  alignas(64) float v[2][4][kWidth] = {};

  [[nodiscard]] std::size_t padded() const { return (static_cast<std::size_t>(count) + 1) / 2 * 2; }
};

// Neighbouring pixels that share a chroma sample have fixed shares of their two samples. row goes
// on for one sample at both ends.
inline void interpolate_across(const PointWork& work, const float* row, std::size_t pixels,
                               float* __restrict into) {
  constexpr int kInside = 1 << 20;
  const ChromaTap even = chroma_tap(2, 1, work.chroma_shift_x, kInside);
  const ChromaTap odd = chroma_tap(3, 1, work.chroma_shift_x, kInside);
  const float *a = row + even.first - 1, *b = row + odd.first - 1;
  const float even_weight = even.weight, odd_weight = odd.weight;
  for (std::size_t i = 0; i < pixels / 2; ++i) {
    into[2 * i] = mixed(a[i], a[i + 1], even_weight);
    into[2 * i + 1] = mixed(b[i], b[i + 1], odd_weight);
  }
}

// Reads chroma samples [first, first + count) of a row, the nearest one instead of those outside.
inline void load_around(const ImageView& in, int c, int y, int first, int count, float* into) {
  const int left = std::max(first, 0), right = std::min(first + count, in.component_width(c));
  float* const begin = into + (left - first);
  load_row(in, c, y, left, right - left, begin);
  std::fill(into, begin, *begin);
  std::fill(begin + (right - left), into + count, begin[right - left - 1]);
}

// Chroma of `block`'s row r, at every pixel: repeated, or interpolated at its siting.
inline void load_chroma(const PointWork& work, const ImageView& in, int c, int y,
                        const PixelBlock& block, float* __restrict into) {
  const int lw = in.log2_chroma_w, lh = in.log2_chroma_h;
  const int first = block.x >> lw, count = static_cast<int>(block.padded()) >> lw;
  float row[PixelBlock::kWidth + 3], other[PixelBlock::kWidth + 3];
  if (!work.interpolate_chroma) {
    if (lw == 0) return load_row(in, c, y >> lh, first, block.count, into);
    load_row(in, c, y >> lh, first, count, row);
    for (int i = 0; i < count; ++i)
      into[2 * i] = into[2 * i + 1] = row[i];
    return;
  }
  const ChromaTap down = chroma_tap(y, lh, work.chroma_shift_y, in.component_height(c));
  const float weight = down.weight;
  load_around(in, c, down.first, first - 1, count + 3, row);
  if (down.second != down.first) {
    load_around(in, c, down.second, first - 1, count + 3, other);
    for (int i = 0; i < count + 3; ++i)
      row[i] = mixed(row[i], other[i], weight);
  }
  if (lw == 0) {
    std::copy_n(row + 1, block.count, into);
  } else {
    interpolate_across(work, row + 1, block.padded(), into);
  }
}

// As store_row() does it.
inline void round_to_bytes(const float* row, std::size_t n, std::uint8_t* __restrict into) {
  constexpr float kMagic = 12582912.0F;
  for (std::size_t i = 0; i < n; ++i)
    into[i] = static_cast<std::uint8_t>(bits_of(clamped(row[i], 255) + kMagic));
}

// Means of the pixels that share a chroma sample; equal values come back exactly.
inline void store_chroma(const ImageView& out, const PixelBlock& block, int c) {
  const int lw = out.log2_chroma_w, lh = out.log2_chroma_h;
  const int count = (block.count + lw) >> lw;
  float means[PixelBlock::kWidth];
  for (int r = 0; r < (lh > 0 ? 1 : 2) && block.y + r < out.height; ++r) {
    const float *a = block.v[r][c], *b = block.v[lh > 0 ? 1 : r][c];
    if (lw > 0) {
      for (int i = 0; i < count; ++i)
        means[i] = ((a[2 * i] + a[2 * i + 1]) + (b[2 * i] + b[2 * i + 1])) * 0.25F;
    } else {
      for (int i = 0; i < count; ++i)
        means[i] = ((a[i] + a[i]) + (b[i] + b[i])) * 0.25F;
    }
    store_part(out, c, (block.y + r) >> lh, block.x >> lw, count, means);
  }
}

}  // namespace framelane
