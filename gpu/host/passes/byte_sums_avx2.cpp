#include <immintrin.h>

#include <cstring>

#include "gpu/host/passes/byte_sums.h"

// Compiled for AVX2 as a whole: nothing here may be shared with other sources.
namespace framelane {
namespace {

constexpr int kLanes = 8;

// The windows of eight outputs: two, or four of half the size.
template <bool kFar>
[[gnu::always_inline]] inline __m256i windows(const std::uint8_t* row, const std::int32_t* bases) {
  const auto near = [&](int i) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(row + bases[i]));
  };
  const auto far = [&](int i) {
    return _mm_unpacklo_epi64(
        _mm_loadl_epi64(reinterpret_cast<const __m128i*>(row + bases[2 * i])),
        _mm_loadl_epi64(reinterpret_cast<const __m128i*>(row + bases[2 * i + 1])));
  };
  if constexpr (kFar) return _mm256_inserti128_si256(_mm256_castsi128_si256(far(0)), far(1), 1);
  return _mm256_inserti128_si256(_mm256_castsi128_si256(near(0)), near(1), 1);
}

// The sums of a vector's outputs, of each row.
template <std::size_t kRows, bool kFar>
[[gnu::always_inline]] inline void sum_vector(const ByteTaps& taps, int vector,
                                              const std::uint8_t* const* from,
                                              __m256i (&sums)[kRows]) {
  const std::int32_t* const bases = taps.bases + std::ptrdiff_t{kFar ? 4 : 2} * vector;
  const __m256i places = _mm256_loadu_si256(
      reinterpret_cast<const __m256i*>(taps.places + std::ptrdiff_t{4 * kLanes} * vector));
  const std::int16_t* weights = taps.weights + std::ptrdiff_t{2 * kLanes} * vector * taps.pairs;
  for (std::size_t r = 0; r < kRows; ++r)
    sums[r] = _mm256_set1_epi32(kByteAcrossStart);
  for (int p = 0; p < taps.pairs; ++p, weights += 2 * kLanes) {
    const __m256i w = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(weights));
    for (std::size_t r = 0; r < kRows; ++r) {
      const __m256i bytes = windows<kFar>(from[r] + std::ptrdiff_t{p} * taps.pair_bytes, bases);
      sums[r] = _mm256_add_epi32(sums[r], _mm256_madd_epi16(_mm256_shuffle_epi8(bytes, places), w));
    }
  }
  for (std::size_t r = 0; r < kRows; ++r)
    sums[r] = _mm256_srai_epi32(sums[r], kByteAcrossShift);
}

template <std::size_t kRows, bool kFar>
void across_rows(const ByteTaps& taps, const std::uint8_t* const* from, std::int16_t* const* sums) {
  for (int v = 0; v < taps.count / kLanes; v += 2) {
    __m256i one[kRows], other[kRows];
    sum_vector<kRows, kFar>(taps, v, from, one);
    sum_vector<kRows, kFar>(taps, v + 1, from, other);
    for (std::size_t r = 0; r < kRows; ++r)
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(sums[r] + std::ptrdiff_t{kLanes} * v),
                          _mm256_packs_epi32(one[r], other[r]));
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

__m256i load(const std::int16_t* from) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}

// Whole codes: halves, which the start leaves just short of the next one, go to even ones.
[[gnu::always_inline]] inline __m256i codes(__m256i sums) {
  const __m256i odd =
      _mm256_and_si256(_mm256_srli_epi32(sums, kByteDownShift), _mm256_set1_epi32(1));
  return _mm256_srai_epi32(_mm256_add_epi32(sums, odd), kByteDownShift);
}

// Sixteen sums of columns, as 16-bit integers.
template <int kPairs>
[[gnu::always_inline]] inline __m256i sum_columns(const std::int16_t* const* rows,
                                                  const __m256i* weights, int pairs, int x) {
  __m256i low = _mm256_set1_epi32(kByteDownStart), high = low;
  for (int p = 0; p < (kPairs > 0 ? kPairs : pairs); ++p) {
    const __m256i a = load(rows[2 * p] + x), b = load(rows[2 * p + 1] + x);
    low = _mm256_add_epi32(low, _mm256_madd_epi16(_mm256_unpacklo_epi16(a, b), weights[p]));
    high = _mm256_add_epi32(high, _mm256_madd_epi16(_mm256_unpackhi_epi16(a, b), weights[p]));
  }
  return _mm256_packs_epi32(codes(low), codes(high));
}

template <int kPairs>
void down_columns(const std::int16_t* const* rows, const std::int16_t* weights, int pairs,
                  int count, std::uint8_t* into) {
  constexpr int kBlock = 32;
  // Fours of outputs lie as both packings left them.
  const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
  __m256i by[kMostPairs];
  for (int p = 0; p < pairs; ++p) {
    std::int32_t pair = 0;
    std::memcpy(&pair, weights + std::ptrdiff_t{2} * p, sizeof pair);
    by[p] = _mm256_set1_epi32(pair);
  }
  for (int x = 0; x < count; x += kBlock) {
    const __m256i bytes = _mm256_permutevar8x32_epi32(
        _mm256_packus_epi16(sum_columns<kPairs>(rows, by, pairs, x),
                            sum_columns<kPairs>(rows, by, pairs, x + kBlock / 2)),
        order);
    if (x + kBlock <= count) {
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(into + x), bytes);
    } else {
      std::memcpy(into + x, &bytes, static_cast<std::size_t>(count - x));
    }
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

const ByteSums* wide_byte_sums() {
  static constexpr ByteSums kWide{kLanes, {4, 16, 1}, {2, 8, 2}, across, down};
  return __builtin_cpu_supports("avx2") != 0 ? &kWide : nullptr;
}

}  // namespace framelane
