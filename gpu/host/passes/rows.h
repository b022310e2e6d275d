#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "gpu/band_pool.h"
#include "gpu/image_view.h"

namespace framelane {

// Rows of samples as floats in code units (0 .. max_code).

// Reads samples [x, x + count) of row y of component c.
void load_row(const ImageView& view, int c, int y, int x, int count, float* into);
// Adds weight times row y of component c to sums.
void add_row(const ImageView& view, int c, int y, float weight, int count, float* sums);
// Writes the first count samples of row y: integers are clamped and rounded.
void store_row(const ImageView& view, int c, int y, int count, const float* from);
// The same of samples [x, x + count).
void store_part(const ImageView& view, int c, int y, int x, int count, const float* from);
// Copies row y of component c between pictures of equal size, bit for bit where both store alike.
void copy_row(const ImageView& from, const ImageView& to, int c, int y, float* scratch);

// Floats of the calling thread, kept from call to call; `index` tells buffers of one caller apart.
[[nodiscard]] std::span<float> row_scratch(int index, std::size_t floats);
// The same of 16-bit integers, from a cache line's start on.
[[nodiscard]] std::span<std::uint16_t> whole_scratch(int index, std::size_t count);

// From row to row of several rows kept, of at least so many samples: an odd number of cache lines,
// so that the rows' columns go round all places of the first cache. At multiples of 4 KiB all would
// share the same few.
[[nodiscard]] constexpr std::size_t row_stride(std::size_t samples) {
  return samples / 32 * 32 + 48;
}

// Rows a band so that every thread gets a few, at least `least`.
[[nodiscard]] int band_rows(int rows, int threads, int least);

// Repeats the ends of row[0, count) `margin` times on both sides of it.
void extend_row(float* row, int count, int margin);

}  // namespace framelane
