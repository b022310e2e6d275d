#pragma once
#include <cstddef>
#include <cstdint>

namespace framelane {

// The inner loops of scaling codes of more than 8 bits: across first, straight from the codes into
// floats, then down, into codes. Products are exact until they are added (fused), so that sums stay
// within a few 2^-24 of the highest code of the exact ones, whichever axis comes first.

inline constexpr int kCodeBlock = 32;     // rows of sums are whole blocks
inline constexpr int kCodeWindow = 8;     // neighbouring samples that a step's are picked from
inline constexpr int kMostCodeTaps = 64;  // of an axis
inline constexpr int kCodeSlack = 80;     // of that many taps in whole windows

// How to make all the sums of a row. A window's outputs take 8 / outputs taps each at a step: lane
// i of a vector is of output code_output(i) and, in each step, tap code_tap(i).
struct CodeTaps {
  const std::int32_t* bases;   // of each window: where it begins in the row, in bytes
  const std::uint8_t* places;  // of each window: the bytes of its lanes' samples
  const float* weights;        // of each window: step by step, its lanes'
  int count;                   // outputs: a multiple of kCodeBlock
  int outputs;                 // of a window: 8, 4, 2 or 1
  int steps, step_bytes;       // of a window; from one to the next
  int shift;                   // unused low bits of a sample
};

[[nodiscard]] constexpr int code_output(int outputs, int lane) {
  return outputs == 8 ? lane : lane % 4 / (4 / outputs);
}
[[nodiscard]] constexpr int code_tap(int outputs, int lane) {
  return outputs == 8 ? 0 : lane % 4 % (4 / outputs) + lane / 4 * (4 / outputs);
}

// What codes are stored as.
struct CodeStore {
  int max_code, shift;
};

// Thread-safety: constants.
struct CodeSums {
  using Taps = CodeTaps;
  using Sum = float;
  static constexpr int kRows = 4;   // at once across
  static constexpr int kLines = 2;  // at once down: they share most rows
  // Bytes that may be read past the last of a row: of the taps and of a window, of four components
  // side by side.
  static constexpr int kSlack = 640;
  // From row to row of sums: an odd number of cache lines.
  static constexpr std::ptrdiff_t stride(int count) { return count / 32 * 32 + 48; }

  // Of `rows` rows: 1, or kRows.
  void (*across)(const CodeTaps& taps, int rows, const std::uint8_t* const* from,
                 float* const* sums);
  // Of `taps` rows, into `lines` lines of the picture (1 or kLines) by their own weights: `count`
  // samples each, of which none but those are written.
  void (*down)(const float* const* rows, int taps, int lines, const float* const* weights,
               int count, const CodeStore& store, std::uint16_t* const* into);

  // The other order, for pictures that shrink so much that windows have one output. Columns down
  // first, of `count` samples, kCodeBlock at least;
  void (*columns)(const std::uint16_t* const* rows, int taps, int lines,
                  const float* const* weights, int count, int shift, float* const* into);
  // then across into `count` codes, from a row with kCodeSlack samples behind it.
  void (*outputs)(const CodeTaps& taps, const float* row, int count, const CodeStore& store,
                  std::uint16_t* into);
};

// Those with vectors of eight, or nullptr where the machine has none.
[[nodiscard]] const CodeSums* wide_code_sums();

}  // namespace framelane
