#include <immintrin.h>

#include <cstring>

#include "gpu/host/passes/code_sums.h"

// Compiled for AVX2 and FMA as a whole: nothing here may be shared with other sources.
namespace framelane {
namespace {

constexpr std::size_t kSumLanes = 8;
constexpr std::size_t kBlockVectors = kCodeBlock / kSumLanes;

// A window's sums, of each row: lane by lane, not yet added up by output.
template <std::size_t kRows, bool kShifted>
[[gnu::always_inline]] inline void sum_window(const CodeTaps& taps, std::ptrdiff_t window,
                                              const std::uint8_t* const* from,
                                              __m256 (&sums)[kRows]) {
  std::ptrdiff_t at = taps.bases[window];
  const __m256i places = _mm256_loadu_si256(
      reinterpret_cast<const __m256i*>(taps.places + std::ptrdiff_t{4 * kSumLanes} * window));
  const float* weights = taps.weights + std::ptrdiff_t{kSumLanes} * window * taps.steps;
  const __m128i shift = _mm_cvtsi32_si128(taps.shift);
  for (std::size_t r = 0; r < kRows; ++r)
    sums[r] = _mm256_setzero_ps();
  for (int s = 0; s < taps.steps; ++s, weights += kSumLanes, at += taps.step_bytes) {
    const __m256 w = _mm256_loadu_ps(weights);
    for (std::size_t r = 0; r < kRows; ++r) {
      const __m256i samples = _mm256_broadcastsi128_si256(
          _mm_loadu_si128(reinterpret_cast<const __m128i*>(from[r] + at)));
      __m256i codes = _mm256_shuffle_epi8(samples, places);
      if constexpr (kShifted) codes = _mm256_srl_epi32(codes, shift);
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

// The sums of the windows that are half of eight outputs.
template <int kOutputs, std::size_t kRows, bool kShifted>
[[gnu::always_inline]] inline void sum_half(const CodeTaps& taps, std::ptrdiff_t window,
                                            const std::uint8_t* const* from,
                                            __m256 (&sums)[kRows]) {
  if constexpr (kOutputs == 4) {
    sum_window<kRows, kShifted>(taps, window, from, sums);
  } else {
    __m256 other[kRows];
    sum_half<2 * kOutputs, kRows, kShifted>(taps, window, from, sums);
    sum_half<2 * kOutputs, kRows, kShifted>(taps, window + 2 / kOutputs, from, other);
    for (std::size_t r = 0; r < kRows; ++r)
      sums[r] = _mm256_hadd_ps(sums[r], other[r]);
  }
}

template <int kOutputs, std::size_t kRows, bool kShifted>
void across_windows(const CodeTaps& all, const std::uint8_t* const* rows, float* const* results) {
  constexpr int kWindows = 8 / kOutputs;
  const CodeTaps taps = all;  // which no store may change
  const std::uint8_t* from[kRows];
  float* into[kRows];
  for (std::size_t r = 0; r < kRows; ++r) {
    from[r] = rows[r];
    into[r] = results[r];
  }
  for (std::ptrdiff_t v = 0; v < taps.count / 8; ++v) {
    __m256 sums[kRows];
    if constexpr (kOutputs == 8) {
      sum_window<kRows, kShifted>(taps, v, from, sums);
    } else {
      __m256 high[kRows];
      sum_half<kOutputs, kRows, kShifted>(taps, kWindows * v, from, sums);
      sum_half<kOutputs, kRows, kShifted>(taps, kWindows * v + kWindows / 2, from, high);
      join_halves(sums, high);
    }
    for (std::size_t r = 0; r < kRows; ++r)
      _mm256_storeu_ps(into[r] + std::ptrdiff_t{kSumLanes} * v, sums[r]);
  }
}

template <std::size_t kRows, bool kShifted>
void across_rows(const CodeTaps& taps, const std::uint8_t* const* from, float* const* into) {
  switch (taps.outputs) {
    case 8:
      return across_windows<8, kRows, kShifted>(taps, from, into);
    case 4:
      return across_windows<4, kRows, kShifted>(taps, from, into);
    case 2:
      return across_windows<2, kRows, kShifted>(taps, from, into);
    default:  // more rows would not fit the registers
      for (std::size_t r = 0; r < kRows; ++r)
        across_windows<1, 1, kShifted>(taps, from + r, into + r);
  }
}

void across(const CodeTaps& taps, int rows, const std::uint8_t* const* from, float* const* into) {
  constexpr std::size_t kAll = CodeSums::kRows;
  const auto made = rows == CodeSums::kRows
                        ? (taps.shift != 0 ? across_rows<kAll, true> : across_rows<kAll, false>)
                        : (taps.shift != 0 ? across_rows<1, true> : across_rows<1, false>);
  made(taps, from, into);
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

}  // namespace

const CodeSums* wide_code_sums() {
  static constexpr CodeSums kWide{across, down};
  const bool has = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
  return has ? &kWide : nullptr;
}

}  // namespace framelane
