#pragma once
#include <cstddef>
#include <cstdint>

namespace framelane {

inline constexpr int kWholeLanes = 16;  // samples that rows of integers have at least

// Integers as they are stored: minimum with `limit` after a shift to the right.
struct WholeSamples {
  int shift = 0, limit = 65535;
};

// Rows [first, last) of 2^levels between rows[1] and rows[2] of the grid. Each of the four is of
// four planes, `stride` floats apart: plane q has columns q, q + 4, q + 8 ...; `top` is the highest
// code, `shift` is of stored samples of 16 bit.
struct GridInterval {
  const float* rows[4] = {};
  std::ptrdiff_t stride = 0;
  int levels = 0, first = 0, last = 0, width = 0, shift = 0, top = 255;
};

// The inner loops of blurs by way of a coarse grid (coarse_blur.h); coarse_loops.h has them. A mean
// is one with weights 1 4 6 4 1, times 16. Rows of floats have kBlockRoom of them behind the last
// one, which may be read and written; rows of integers end where they end. Thread-safety:
// constants.
struct CoarseSums {
  // Means of five rows. They fit: of 255 twice, and of 4095 once.
  void (*bytes_down)(const std::uint8_t* const* rows, int count, std::uint16_t* out);
  void (*shorts_down)(const std::uint16_t* const* rows, WholeSamples as, int count,
                      std::uint16_t* out);
  void (*floats_down)(const float* const* rows, int count, float* out);
  // out[i] = from[i] * gain + offset
  void (*floats_of)(const std::uint16_t* from, int count, float gain, float offset, float* out);
  void (*move)(float* row, int count, float gain, float offset);
  // out[i] = mean around row[2 i]; room: of two rows of count + 2 and their kBlockRoom.
  void (*floats_across)(const float* row, int count, float* out, float* room);
  // Four planes of the splines' values from row[-2 .. count + 1]; room as above.
  void (*widen)(const float* row, int levels, int count, float* planes, std::ptrdiff_t stride,
                float* room);
  // The splines' values downwards, `pitch` samples from row to row.
  void (*fill_bytes)(const GridInterval& in, std::uint8_t* out, std::ptrdiff_t pitch);
  void (*fill_shorts)(const GridInterval& in, std::uint16_t* out, std::ptrdiff_t pitch);
  void (*fill_floats)(const GridInterval& in, float* out, std::ptrdiff_t pitch);
};

// The fastest that this machine has; those with vectors of four; of eight and sixteen, or nullptr.
[[nodiscard]] const CoarseSums& coarse_sums();
[[nodiscard]] const CoarseSums& narrow_coarse_sums();
[[nodiscard]] const CoarseSums* wide_coarse_sums();
[[nodiscard]] const CoarseSums* widest_coarse_sums();

}  // namespace framelane
