#pragma once
#include <cstddef>
#include <cstdint>

namespace framelane {

// The inner loops of scaling bytes with integers: across first, into 16-bit sums that lie around
// the middle of the codes and have kByteSumBits fraction bits, then down, into bytes. Nothing
// overflows, since an output's weights sum to 1 and their magnitudes to 1.91 at most
// (scale_work.h):
//   across: a sum's terms, of codes, stay within 1.91 * 2^14 * 255 < 2^23; the sum, 128 taken off,
//           within 1.91 * 128 * 2^7 < 2^15 once it is shifted;
//   down:   1.91 * 2^14 * 2^15 < 2^30, and 2^28 + 2^20 for the middle and rounding: below 2^31.
// Before its last rounding a result is off by at most 0.004 codes for every tap that an axis uses
// (n taps' weights by n / 2 * 2^-14 together, of samples within 128 of the middle), those across
// times the magnitudes down and those down times the magnitudes across, and by 0.004 for the first
// rounding: 0.07 for lanczos where a picture grows, 0.35 for the most taps. A tenth of that is
// usual.

inline constexpr int kByteSumBits = 7;
inline constexpr int kByteBlock = 64;  // rows of sums are whole blocks

// How to make all the sums of a row, arranged for a ByteSums.
struct ByteTaps {
  const std::int32_t* bases;    // of each window: where it begins in the row
  const std::uint8_t* places;   // of each output four: those of a pair of taps, the first and third
  const std::int16_t* weights;  // of each vector of outputs: pair by pair, its outputs'
  int count;                    // outputs: a multiple of kByteBlock
  int pairs, pair_bytes;        // of taps; from one to the next
  bool far;                     // the windows are ByteSums::far
};

// Bytes that some neighbouring outputs are picked from, and how many windows one pick has.
struct ByteWindow {
  int outputs, bytes, shared;
};

inline constexpr int kMostPairs = 16;

// The sums' order within a block is each ByteSums' own. Thread-safety: constants.
struct ByteSums {
  using Taps = ByteTaps;
  using Sum = std::int16_t;
  static constexpr int kRows = 4;     // at once across
  static constexpr int kSlack = 256;  // bytes that may be read past the last of a row
  // From row to row of sums: no power of two, which would share few cache lines.
  static constexpr std::ptrdiff_t stride(int count) { return count + kByteBlock; }

  int lanes;             // outputs of a vector
  ByteWindow near, far;  // far ones take longer
  // Of `rows` rows: 1, or kRows.
  void (*across)(const ByteTaps& taps, int rows, const std::uint8_t* const* from,
                 std::int16_t* const* sums);
  // Of 2 * pairs rows, into `count` bytes, of which none but those are written.
  void (*down)(const std::int16_t* const* rows, const std::int16_t* weights, int pairs, int count,
               std::uint8_t* into);
};

// Those with vectors of eight, or nullptr where the machine has none.
[[nodiscard]] const ByteSums* wide_byte_sums();
// The same with vectors of sixteen.
[[nodiscard]] const ByteSums* widest_byte_sums();

// What is shifted out, and what is added before: the middle, which is taken off between the axes,
// and half of the last digit. Down that is one short, for halves go to even codes as the other ways
// round them: where a picture doubles they are common.
inline constexpr int kByteAcrossShift = 14 - kByteSumBits;
inline constexpr int kByteDownShift = 14 + kByteSumBits;
inline constexpr int kByteAcrossStart = -(128 << 14) + (1 << (kByteAcrossShift - 1));
inline constexpr int kByteDownStart = (128 << kByteDownShift) + (1 << (kByteDownShift - 1)) - 1;

}  // namespace framelane
