#pragma once
#include <cstddef>
#include <cstdint>

namespace framelane {

// Sums of samples of up to ten bits as 16-bit integers, which hold codes times 2^kWholeBits over
// the highest code's bits. A symmetric kernel's weight times the mean of both its samples loses
// what is below the integer's last bit, half of that on average, which `end` makes good.

inline constexpr int kWholeBits = 16;
inline constexpr int kMostWholeRadius = 32;
inline constexpr int kWholeRoom = 64;  // behind rows: may be read and written

struct WholeKernel {
  int radius = 0;   // in taps: 1 and more
  int spacing = 1;  // of taps
  // The centre's, then both together of a pair; they sum to 2^16.
  std::uint16_t weight[kMostWholeRadius + 1] = {};
  // A product loses half a bit, and the mean of a pair, rounded up, gains a quarter.
  [[nodiscard]] constexpr int end() const { return (2 * radius + 3) / 4; }
};

// Codes as they are stored: so many bits to the right to be codes, which `limit` bounds, and so
// many to the left from there.
struct WholeCodes {
  int shift = 0, limit = 255, up = 8;
};

// Rows have kWholeRoom samples behind them where they are of 16 bit, but for `stored` ones.
// Thread-safety: constants.
struct WholeSums {
  // out[i] = sum of the kernel around row[i]
  void (*across)(const std::uint16_t* row, const WholeKernel& kernel, int count,
                 std::uint16_t* out);
  // out[i] = sum of centre[k][i], and next[i] that of centre[k + 1][i]: `spacing` does not count
  void (*down_two)(const std::uint16_t* const* centre, const WholeKernel& kernel, int count,
                   std::uint16_t* out, std::uint16_t* next);
  void (*load_bytes)(const std::uint8_t* stored, int count, std::uint16_t* out);
  void (*load_shorts)(const std::uint16_t* stored, WholeCodes as, int count, std::uint16_t* out);
  // Codes, clamped; and back.
  void (*load_floats)(const float* from, WholeCodes as, int count, std::uint16_t* out);
  void (*floats_of)(const std::uint16_t* row, WholeCodes as, int count, float* out);
  // Rounded codes.
  void (*store_bytes)(const std::uint16_t* row, int count, std::uint8_t* stored);
  void (*store_shorts)(const std::uint16_t* row, WholeCodes as, int count, std::uint16_t* stored);
};

// Those with vectors of sixteen, or nullptr where the machine has none.
[[nodiscard]] const WholeSums* whole_sums();

}  // namespace framelane
