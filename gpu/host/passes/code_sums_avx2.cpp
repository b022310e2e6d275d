#include <immintrin.h>

#include <cstring>

#include "gpu/host/passes/code_sums.h"

// Compiled for AVX2 and FMA as a whole: nothing here may be shared with other sources.
namespace framelane {
namespace {

constexpr std::size_t kSumLanes = 8;
constexpr std::size_t kBlockVectors = kCodeBlock / kSumLanes;

// Loops are compiled for the usual numbers of outputs of a window, steps (0: any) and rows.
template <int kOutputsOfWindow, int kStepsOfWindow, std::size_t kRowsAtOnce, bool kShiftedCodes>
struct Loop {
  static constexpr int kOutputs = kOutputsOfWindow, kSteps = kStepsOfWindow;
  static constexpr std::size_t kRows = kRowsAtOnce;
  static constexpr bool kShifted = kShiftedCodes;
};

// A window's sums, of each row: lane by lane, not yet added up by output.
template <typename L>
[[gnu::always_inline]] inline void sum_window(const CodeTaps& taps, std::ptrdiff_t window,
                                              const std::uint8_t* const* from,
                                              __m256 (&sums)[L::kRows]) {
  const int steps = L::kSteps > 0 ? L::kSteps : taps.steps;
  std::ptrdiff_t at = taps.bases[window];
  const __m256i places = _mm256_loadu_si256(
      reinterpret_cast<const __m256i*>(taps.places + std::ptrdiff_t{4 * kSumLanes} * window));
  const float* weights = taps.weights + std::ptrdiff_t{kSumLanes} * window * steps;
  const __m128i shift = _mm_cvtsi32_si128(taps.shift);
  for (std::size_t r = 0; r < L::kRows; ++r)
    sums[r] = _mm256_setzero_ps();
  for (int s = 0; s < steps; ++s, weights += kSumLanes, at += taps.step_bytes) {
    const __m256 w = _mm256_loadu_ps(weights);
    for (std::size_t r = 0; r < L::kRows; ++r) {
      const __m256i samples = _mm256_broadcastsi128_si256(
          _mm_loadu_si128(reinterpret_cast<const __m128i*>(from[r] + at)));
      __m256i codes = _mm256_shuffle_epi8(samples, places);
      if constexpr (L::kShifted) codes = _mm256_srl_epi32(codes, shift);
      sums[r] = _mm256_fmadd_ps(_mm256_cvtepi32_ps(codes), w, sums[r]);
    }
  }
}

// Both halves of each added.
template <std::size_t kRows>
[[gnu::always_inline]] inline void join_halves(__m256 (&low)[kRows], const __m256 (&high)[kRows]) {
  for (std::size_t r = 0; r < kRows; ++r)
    low[r] = _mm256_add_ps(_mm256_permute2f128_ps(low[r], high[r], 0x20),
                           _mm256_permute2f128_ps(low[r], high[r], 0x31));
}

// The sums of the kWindows windows that are half of eight outputs.
template <int kWindows, typename L>
[[gnu::always_inline]] inline void sum_half(const CodeTaps& taps, std::ptrdiff_t window,
                                            const std::uint8_t* const* from,
                                            __m256 (&sums)[L::kRows]) {
  if constexpr (kWindows == 1) {
    sum_window<L>(taps, window, from, sums);
  } else {
    __m256 other[L::kRows];
    sum_half<kWindows / 2, L>(taps, window, from, sums);
    sum_half<kWindows / 2, L>(taps, window + kWindows / 2, from, other);
    for (std::size_t r = 0; r < L::kRows; ++r)
      sums[r] = _mm256_hadd_ps(sums[r], other[r]);
  }
}

template <typename L>
void across_windows(const CodeTaps& all, const std::uint8_t* const* rows, float* const* results) {
  constexpr std::ptrdiff_t kHalf = 4 / L::kOutputs;  // windows
  const CodeTaps taps = all;                         // which no store may change
  const std::uint8_t* from[L::kRows];
  float* into[L::kRows];
  for (std::size_t r = 0; r < L::kRows; ++r) {
    from[r] = rows[r];
    into[r] = results[r];
  }
  for (std::ptrdiff_t v = 0; v < taps.count / kCodeWindow; ++v) {
    __m256 sums[L::kRows];
    if constexpr (L::kOutputs == 8) {
      sum_window<L>(taps, v, from, sums);
    } else {
      __m256 high[L::kRows];
      sum_half<kHalf, L>(taps, 2 * kHalf * v, from, sums);
      sum_half<kHalf, L>(taps, 2 * kHalf * v + kHalf, from, high);
      join_halves(sums, high);
    }
    for (std::size_t r = 0; r < L::kRows; ++r)
      _mm256_storeu_ps(into[r] + std::ptrdiff_t{kSumLanes} * v, sums[r]);
  }
}

using AcrossLoop = void (*)(const CodeTaps&, const std::uint8_t* const*, float* const*);

template <int kOutputs, bool kShifted>
AcrossLoop loop_of_steps(int steps) {
  constexpr std::size_t kRows = CodeSums::kRows;
  switch (steps) {
    case 2:
      return across_windows<Loop<kOutputs, 2, kRows, kShifted>>;
    case 3:
      return across_windows<Loop<kOutputs, 3, kRows, kShifted>>;
    case 4:
      return across_windows<Loop<kOutputs, 4, kRows, kShifted>>;
    case 5:
      return across_windows<Loop<kOutputs, 5, kRows, kShifted>>;
    case 6:
      return across_windows<Loop<kOutputs, 6, kRows, kShifted>>;
    default:
      return across_windows<Loop<kOutputs, 0, kRows, kShifted>>;
  }
}

template <bool kShifted>
AcrossLoop loop_of_rows(const CodeTaps& taps) {
  switch (taps.outputs) {
    case 8:
      return loop_of_steps<8, kShifted>(taps.steps);
    case 4:
      return loop_of_steps<4, kShifted>(taps.steps);
    default:
      return loop_of_steps<2, kShifted>(taps.steps);
  }
}

template <bool kShifted>
AcrossLoop loop_of_row(const CodeTaps& taps) {
  switch (taps.outputs) {
    case 8:
      return across_windows<Loop<8, 0, 1, kShifted>>;
    case 4:
      return across_windows<Loop<4, 0, 1, kShifted>>;
    case 2:
      return across_windows<Loop<2, 0, 1, kShifted>>;
    default:
      return across_windows<Loop<1, 0, 1, kShifted>>;
  }
}

void across(const CodeTaps& taps, int rows, const std::uint8_t* const* from, float* const* into) {
  // Of one output a window more rows would not fit the registers.
  if (rows == CodeSums::kRows && taps.outputs > 1)
    return (taps.shift != 0 ? loop_of_rows<true> : loop_of_rows<false>)(taps)(taps, from, into);
  const AcrossLoop loop = (taps.shift != 0 ? loop_of_row<true> : loop_of_row<false>)(taps);
  for (int r = 0; r < rows; ++r)
    loop(taps, from + r, into + r);
}

// Sixteen codes of those sums, halves to even ones.
[[gnu::always_inline]] inline __m256i stored_codes(__m256 low, __m256 high, __m256i top,
                                                   __m128i shift) {
  const __m256i packed = _mm256_packus_epi32(_mm256_cvtps_epi32(low), _mm256_cvtps_epi32(high));
  return _mm256_sll_epi16(_mm256_min_epu16(_mm256_permute4x64_epi64(packed, 0b11011000), top),
                          shift);
}

// Columns [x, x + kCodeBlock) of each line.
template <std::size_t kLines>
[[gnu::always_inline]] inline void sum_block(const float* const* rows, int taps,
                                             const float* const* weights, std::ptrdiff_t x,
                                             __m256 (&sums)[kLines][kBlockVectors]) {
  for (std::size_t i = 0; i < kLines; ++i)
    for (std::size_t v = 0; v < kBlockVectors; ++v)
      sums[i][v] = _mm256_setzero_ps();
  for (int k = 0; k < taps; ++k) {
    const float* const row = rows[k] + x;
    __m256 by[kLines];
    for (std::size_t i = 0; i < kLines; ++i)
      by[i] = _mm256_broadcast_ss(weights[i] + k);
    for (std::size_t v = 0; v < kBlockVectors; ++v) {
      const __m256 column = _mm256_loadu_ps(row + kSumLanes * v);
      for (std::size_t i = 0; i < kLines; ++i)
        sums[i][v] = _mm256_fmadd_ps(column, by[i], sums[i][v]);
    }
  }
}

template <std::size_t kLines>
void down_lines(const float* const* rows, int taps, const float* const* weights, int count,
                const CodeStore& store, std::uint16_t* const* into) {
  const __m256i top = _mm256_set1_epi16(static_cast<std::int16_t>(store.max_code));
  const __m128i shift = _mm_cvtsi32_si128(store.shift);
  for (int x = 0; x < count; x += kCodeBlock) {
    __m256 sums[kLines][kBlockVectors];
    sum_block(rows, taps, weights, x, sums);
    for (std::size_t i = 0; i < kLines; ++i) {
      const __m256i low = stored_codes(sums[i][0], sums[i][1], top, shift);
      const __m256i high = stored_codes(sums[i][2], sums[i][3], top, shift);
      if (x + kCodeBlock <= count) {
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(into[i] + x), low);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(into[i] + x + kCodeBlock / 2), high);
      } else {
        const __m256i both[2] = {low, high};
        std::memcpy(into[i] + x, both, static_cast<std::size_t>(count - x) * sizeof **into);
      }
    }
  }
}

void down(const float* const* rows, int taps, int lines, const float* const* weights, int count,
          const CodeStore& store, std::uint16_t* const* into) {
  (lines == CodeSums::kLines ? down_lines<CodeSums::kLines> : down_lines<1>)(rows, taps, weights,
                                                                             count, store, into);
}

// Samples. What the processor fetches by itself keeps up with fewer rows.
constexpr int kAhead = 256;

template <std::size_t kLines, bool kShifted>
void sum_columns(const std::uint16_t* const* rows, int taps, const float* const* weights, int count,
                 int shift, float* const* into) {
  const __m128i by_shift = _mm_cvtsi32_si128(shift);
  for (int x = 0; x < count; x += kCodeBlock) {
    const int at = x + kCodeBlock <= count ? x : count - kCodeBlock;  // once more, some of them
    __m256 sums[kLines][kBlockVectors];
    for (std::size_t i = 0; i < kLines; ++i)
      for (std::size_t v = 0; v < kBlockVectors; ++v)
        sums[i][v] = _mm256_setzero_ps();
    for (int k = 0; k < taps; ++k) {
      __m256 by[kLines];
      for (std::size_t i = 0; i < kLines; ++i)
        by[i] = _mm256_broadcast_ss(weights[i] + k);
      _mm_prefetch(reinterpret_cast<const char*>(rows[k] + at + kAhead), _MM_HINT_T0);
      for (std::size_t v = 0; v < kBlockVectors; ++v) {
        __m256i codes = _mm256_cvtepu16_epi32(
            _mm_loadu_si128(reinterpret_cast<const __m128i*>(rows[k] + at + kSumLanes * v)));
        if constexpr (kShifted) codes = _mm256_srl_epi32(codes, by_shift);
        const __m256 column = _mm256_cvtepi32_ps(codes);
        for (std::size_t i = 0; i < kLines; ++i)
          sums[i][v] = _mm256_fmadd_ps(column, by[i], sums[i][v]);
      }
    }
    for (std::size_t i = 0; i < kLines; ++i)
      for (std::size_t v = 0; v < kBlockVectors; ++v)
        _mm256_storeu_ps(into[i] + at + kSumLanes * v, sums[i][v]);
  }
}

void columns(const std::uint16_t* const* rows, int taps, int lines, const float* const* weights,
             int count, int shift, float* const* into) {
  constexpr std::size_t kAll = CodeSums::kLines;
  const auto made = lines == CodeSums::kLines
                        ? (shift != 0 ? sum_columns<kAll, true> : sum_columns<kAll, false>)
                        : (shift != 0 ? sum_columns<1, true> : sum_columns<1, false>);
  made(rows, taps, weights, count, shift, into);
}

// The sums of `kWindows` neighbouring windows of one output, by pairs in every half.
template <int kWindows>
[[gnu::always_inline]] inline __m256 sum_outputs(const CodeTaps& taps, std::ptrdiff_t window,
                                                 const float* row) {
  if constexpr (kWindows > 1) {
    return _mm256_hadd_ps(sum_outputs<kWindows / 2>(taps, window, row),
                          sum_outputs<kWindows / 2>(taps, window + kWindows / 2, row));
  } else {
    const float* const from = row + taps.bases[window] / static_cast<int>(sizeof(std::uint16_t));
    const float* const weights = taps.weights + std::ptrdiff_t{kSumLanes} * window * taps.steps;
    __m256 sums = _mm256_mul_ps(_mm256_loadu_ps(from), _mm256_loadu_ps(weights));
    for (int k = 1; k < taps.steps; ++k) {
      const std::ptrdiff_t at = std::ptrdiff_t{kSumLanes} * k;
      sums = _mm256_fmadd_ps(_mm256_loadu_ps(from + at), _mm256_loadu_ps(weights + at), sums);
    }
    return sums;
  }
}

void outputs(const CodeTaps& all, const float* row, int count, const CodeStore& store,
             std::uint16_t* into) {
  constexpr int kOutputs = 16;
  const __m256i top = _mm256_set1_epi16(static_cast<std::int16_t>(store.max_code));
  const __m128i shift = _mm_cvtsi32_si128(store.shift);
  const CodeTaps taps = all;  // which no store may change
  for (int x = 0; x < count; x += kOutputs) {
    __m256 sums[2][1];
    for (int i = 0; i < 2; ++i) {
      const __m256 high[1] = {sum_outputs<4>(taps, x + 8 * i + 4, row)};
      sums[i][0] = sum_outputs<4>(taps, x + 8 * i, row);
      join_halves(sums[i], high);
    }
    const __m256i codes = stored_codes(sums[0][0], sums[1][0], top, shift);
    if (x + kOutputs <= count) {
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(into + x), codes);
    } else {
      std::memcpy(into + x, &codes, static_cast<std::size_t>(count - x) * sizeof *into);
    }
  }
}

}  // namespace

const CodeSums* wide_code_sums() {
  static constexpr CodeSums kWide{across, down, columns, outputs};
  const bool has = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
  return has ? &kWide : nullptr;
}

}  // namespace framelane
