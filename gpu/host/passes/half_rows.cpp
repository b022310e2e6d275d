#include "gpu/host/passes/half_rows.h"

#include "gpu/host/passes/half.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace framelane {
namespace {

#ifdef __x86_64__
bool converts_halves() {
  static const bool converts =
      __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("f16c") != 0;
  return converts;
}

// How many it has done, a multiple of eight.
[[gnu::target("avx2,f16c")]] std::size_t load_eights(const std::uint16_t* from, std::size_t count,
                                                     float gain, float* into) {
  const __m256 factor = _mm256_set1_ps(gain);
  std::size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    const __m128i halves = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i));
    _mm256_storeu_ps(into + i, _mm256_mul_ps(_mm256_cvtph_ps(halves), factor));
  }
  return i;
}

// What is no number counts as too large, as in float_to_half(): a minimum gives its second operand.
[[gnu::target("avx2,f16c")]] std::size_t store_eights(const float* from, std::size_t count,
                                                      float gain, std::uint16_t* into) {
  const __m256 factor = _mm256_set1_ps(gain), sign_bit = _mm256_set1_ps(-0.0F);
  const __m256 largest = _mm256_set1_ps(65504.0F);
  std::size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    const __m256 value = _mm256_mul_ps(_mm256_loadu_ps(from + i), factor);
    const __m256 magnitude = _mm256_min_ps(_mm256_andnot_ps(sign_bit, value), largest);
    const __m256 kept = _mm256_or_ps(magnitude, _mm256_and_ps(sign_bit, value));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(into + i),
                     _mm256_cvtps_ph(kept, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
  }
  return i;
}
#else
bool converts_halves() {
  return false;
}
std::size_t load_eights(const std::uint16_t*, std::size_t, float, float*) {
  return 0;
}
std::size_t store_eights(const float*, std::size_t, float, std::uint16_t*) {
  return 0;
}
#endif

}  // namespace

void load_halves(const std::uint16_t* from, std::size_t count, float gain, float* into) {
  std::size_t i = converts_halves() ? load_eights(from, count, gain, into) : 0;
  for (; i < count; ++i)
    into[i] = half_to_float(from[i]) * gain;
}

void store_halves(const float* from, std::size_t count, float gain, std::uint16_t* into) {
  std::size_t i = converts_halves() ? store_eights(from, count, gain, into) : 0;
  for (; i < count; ++i)
    into[i] = float_to_half(from[i] * gain);
}

}  // namespace framelane
