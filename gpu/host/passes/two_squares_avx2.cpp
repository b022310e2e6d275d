#include <immintrin.h>

#include "gpu/host/passes/two_squares.h"

// Compiled for AVX2 as a whole: nothing here may be shared with other sources.
namespace framelane {
namespace {

template <int kBytes>
[[gnu::always_inline]] inline __m256i low_halves(__m256i a, __m256i b) {
  if constexpr (kBytes == 1) return _mm256_unpacklo_epi8(a, b);
  if constexpr (kBytes == 2) return _mm256_unpacklo_epi16(a, b);
  if constexpr (kBytes == 4) return _mm256_unpacklo_epi32(a, b);
  return _mm256_unpacklo_epi64(a, b);
}
template <int kBytes>
[[gnu::always_inline]] inline __m256i high_halves(__m256i a, __m256i b) {
  if constexpr (kBytes == 1) return _mm256_unpackhi_epi8(a, b);
  if constexpr (kBytes == 2) return _mm256_unpackhi_epi16(a, b);
  if constexpr (kBytes == 4) return _mm256_unpackhi_epi32(a, b);
  return _mm256_unpackhi_epi64(a, b);
}

// One of the steps after which every row is a column. Each half of a vector has a square of its
// own, whose rows stay in registers: arrays that are copied between steps take five times as long.
template <int kBytes, std::size_t kCount>
[[gnu::always_inline]] inline void interleave(const __m256i (&rows)[kCount],
                                              __m256i (&next)[kCount]) {
#pragma GCC unroll 16
  for (std::size_t i = 0; i < kCount / 2; ++i) {
    next[2 * i] = low_halves<kBytes>(rows[i], rows[i + kCount / 2]);
    next[2 * i + 1] = high_halves<kBytes>(rows[i], rows[i + kCount / 2]);
  }
}

template <int kBytes>
void exchange(const std::byte* from, std::ptrdiff_t from_pitch, std::byte* into,
              std::ptrdiff_t into_pitch) {
  constexpr std::size_t kCount = 16 / kBytes;
  __m256i rows[kCount], next[kCount];
  const auto row = [&](std::size_t i) {
    const std::byte* const at = from + static_cast<std::ptrdiff_t>(i) * from_pitch;
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
  };
#pragma GCC unroll 16
  for (std::size_t i = 0; i < kCount; ++i)
    rows[i] = _mm256_inserti128_si256(_mm256_castsi128_si256(row(i)), row(i + kCount), 1);
  interleave<kBytes>(rows, next);
  if constexpr (kCount >= 4) interleave<kBytes>(next, rows);
  if constexpr (kCount >= 8) interleave<kBytes>(rows, next);
  if constexpr (kCount >= 16) interleave<kBytes>(next, rows);
  const auto& columns = kCount == 16 || kCount == 4 ? rows : next;
#pragma GCC unroll 16
  for (std::size_t i = 0; i < kCount; ++i)
    _mm256_storeu_si256(
        reinterpret_cast<__m256i*>(into + static_cast<std::ptrdiff_t>(i) * into_pitch), columns[i]);
}

}  // namespace

TwoSquares two_squares(int bytes) {
  if (__builtin_cpu_supports("avx2") == 0) return nullptr;
  switch (bytes) {
    case 1:
      return exchange<1>;
    case 2:
      return exchange<2>;
    case 4:
      return exchange<4>;
    case 8:
      return exchange<8>;
    default:
      return nullptr;
  }
}

}  // namespace framelane
