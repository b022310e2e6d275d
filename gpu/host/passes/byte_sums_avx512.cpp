#include <immintrin.h>

#include <cstring>

#include "gpu/host/passes/byte_sums.h"

// Compiled for AVX-512 with byte permutations and sums of products as a whole: nothing here may be
// shared with other sources.
namespace framelane {
namespace {

constexpr int kLanes = 16;

// Bytes of the window, or of one twice as wide, as 16-bit integers.
template <bool kFar>
[[gnu::always_inline]] inline __m512i pick(const std::uint8_t* window, __m512i places) {
  constexpr __mmask64 kLowBytes = 0x5555555555555555;
  const __m512i low = _mm512_loadu_si512(window);
  if constexpr (!kFar) return _mm512_maskz_permutexvar_epi8(kLowBytes, places, low);
  return _mm512_maskz_permutex2var_epi8(kLowBytes, low, places, _mm512_loadu_si512(window + 64));
}

// The sums of a vector's outputs, of each row.
template <std::size_t kRows, bool kFar>
[[gnu::always_inline]] inline void sum_vector(const ByteTaps& taps, int vector,
                                              const std::uint8_t* const* from,
                                              __m512i (&sums)[kRows]) {
  const std::ptrdiff_t base = taps.bases[vector];
  const __m512i places = _mm512_loadu_si512(taps.places + std::ptrdiff_t{4 * kLanes} * vector);
  const std::int16_t* weights = taps.weights + std::ptrdiff_t{2 * kLanes} * vector * taps.pairs;
  for (std::size_t r = 0; r < kRows; ++r)
    sums[r] = _mm512_set1_epi32(kByteAcrossStart);
  for (int p = 0; p < taps.pairs; ++p, weights += 2 * kLanes) {
    const __m512i w = _mm512_loadu_si512(weights);
    for (std::size_t r = 0; r < kRows; ++r) {
      const std::uint8_t* const window = from[r] + base + std::ptrdiff_t{p} * taps.pair_bytes;
      const __m512i picked = pick<kFar>(window, places);
      sums[r] = _mm512_dpwssd_epi32(sums[r], picked, w);
    }
  }
  for (std::size_t r = 0; r < kRows; ++r)
    sums[r] = _mm512_srai_epi32(sums[r], kByteAcrossShift);
}

template <std::size_t kRows, bool kFar>
void across_rows(const ByteTaps& taps, const std::uint8_t* const* from, std::int16_t* const* sums) {
  for (int v = 0; v < taps.count / kLanes; v += 2) {
    __m512i one[kRows], other[kRows];
    sum_vector<kRows, kFar>(taps, v, from, one);
    sum_vector<kRows, kFar>(taps, v + 1, from, other);
    for (std::size_t r = 0; r < kRows; ++r)
      _mm512_storeu_si512(sums[r] + std::ptrdiff_t{kLanes} * v,
                          _mm512_packs_epi32(one[r], other[r]));
  }
}

void across(const ByteTaps& taps, int rows, const std::uint8_t* const* from,
            std::int16_t* const* sums) {
  constexpr std::size_t kAll = ByteSums::kRows;
  const auto made = rows == ByteSums::kRows
                        ? (taps.far ? across_rows<kAll, true> : across_rows<kAll, false>)
                        : (taps.far ? across_rows<1, true> : across_rows<1, false>);
  made(taps, from, sums);
}

// Whole codes: halves, which the start leaves just short of the next one, go to even ones.
[[gnu::always_inline]] inline __m512i codes(__m512i sums) {
  const __mmask16 odd = _mm512_test_epi32_mask(sums, _mm512_set1_epi32(1 << kByteDownShift));
  return _mm512_srai_epi32(_mm512_mask_add_epi32(sums, odd, sums, _mm512_set1_epi32(1)),
                           kByteDownShift);
}

// Thirty-two sums of columns, as 16-bit integers.
template <int kPairs>
[[gnu::always_inline]] inline __m512i sum_columns(const std::int16_t* const* rows,
                                                  const __m512i* weights, int pairs, int x) {
  __m512i low = _mm512_set1_epi32(kByteDownStart), high = low;
  for (int p = 0; p < (kPairs > 0 ? kPairs : pairs); ++p) {
    const __m512i a = _mm512_loadu_si512(rows[2 * p] + x);
    const __m512i b = _mm512_loadu_si512(rows[2 * p + 1] + x);
    low = _mm512_dpwssd_epi32(low, _mm512_unpacklo_epi16(a, b), weights[p]);
    high = _mm512_dpwssd_epi32(high, _mm512_unpackhi_epi16(a, b), weights[p]);
  }
  return _mm512_packs_epi32(codes(low), codes(high));
}

template <int kPairs>
void down_columns(const std::int16_t* const* rows, const std::int16_t* weights, int pairs,
                  int count, std::uint8_t* into) {
  constexpr int kBlock = 64;
  // Fours of outputs lie as both packings left them.
  const __m512i order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  __m512i by[kMostPairs];
  for (int p = 0; p < pairs; ++p) {
    std::int32_t pair = 0;
    std::memcpy(&pair, weights + std::ptrdiff_t{2} * p, sizeof pair);
    by[p] = _mm512_set1_epi32(pair);
  }
  for (int x = 0; x < count; x += kBlock) {
    const __m512i bytes = _mm512_permutexvar_epi32(
        order, _mm512_packus_epi16(sum_columns<kPairs>(rows, by, pairs, x),
                                   sum_columns<kPairs>(rows, by, pairs, x + kBlock / 2)));
    const __mmask64 kept = count - x >= kBlock ? ~__mmask64{0} : (__mmask64{1} << (count - x)) - 1;
    _mm512_mask_storeu_epi8(into + x, kept, bytes);
  }
}

void down(const std::int16_t* const* rows, const std::int16_t* weights, int pairs, int count,
          std::uint8_t* into) {
  switch (pairs) {
    case 1:
      return down_columns<1>(rows, weights, pairs, count, into);
    case 2:
      return down_columns<2>(rows, weights, pairs, count, into);
    case 3:
      return down_columns<3>(rows, weights, pairs, count, into);
    default:
      return down_columns<0>(rows, weights, pairs, count, into);
  }
}

}  // namespace

const ByteSums* widest_byte_sums() {
  static constexpr ByteSums kWidest{kLanes, {16, 64, 1}, {16, 128, 1}, across, down};
  const bool has = __builtin_cpu_supports("avx512bw") != 0 &&
                   __builtin_cpu_supports("avx512vbmi") != 0 &&
                   __builtin_cpu_supports("avx512vnni") != 0;
  return has ? &kWidest : nullptr;
}

}  // namespace framelane
