#pragma once
#include <cstdint>
#include <cstring>

#include "gpu/filters/weight_math.h"

// Eight samples at a time. The compiler makes one AVX2 or two 128-bit operations of each.
namespace framelane {

using Float8 [[gnu::vector_size(32)]] = float;
using Int8 [[gnu::vector_size(32)]] = std::int32_t;
inline constexpr int kFloat8 = 8;  // floats; rows need so much room behind them

// Results go through a reference: returned by value, their place would depend on the target.
template <typename Vector, typename Sample>
[[gnu::always_inline]] inline void load_vector(Vector& into, const Sample* from) {
  std::memcpy(&into, from, sizeof into);
}

template <typename Vector, typename Sample>
[[gnu::always_inline]] inline void store_vector(const Vector& from, Sample* into) {
  std::memcpy(into, &from, sizeof from);
}

// weight_of() eightfold.
[[gnu::always_inline]] inline void weights_of(const Float8& exponent, Float8& weight) {
  const Float8 least = kLeastExponent - Float8{};
  const Float8 kept = exponent > least ? exponent : least;
  const Float8 shifted = kept + 12582912.0F;
  const Float8 f = kept - (shifted - 12582912.0F);
  const Float8 power = (((kExp2[4] * f + kExp2[3]) * f + kExp2[2]) * f + kExp2[1]) * f + kExp2[0];
  weight = reinterpret_cast<Float8>(reinterpret_cast<Int8>(power) +
                                    (reinterpret_cast<Int8>(shifted) << 23));
}

#ifdef __x86_64__
template <typename Body>
[[gnu::target("avx2")]] void call_with_avx2(const Body& body) {
  body();
}
template <typename Body>
[[gnu::target("avx2,fma")]] void call_with_fma(const Body& body) {
  body();
}
#endif

// Calls body(), compiled for AVX2 where the processor has it. It and what it calls must be
// always_inline for that; a loop over rows is a good size. Results are the same bits either way.
template <typename Body>
void with_widest_vectors(const Body& body) {
#ifdef __x86_64__
  static const bool avx2 = __builtin_cpu_supports("avx2") != 0;
  if (avx2) return call_with_avx2(body);
#endif
  body();
}

// The same where products and sums may be fused: the source is compiled so (filters.cmake), and
// results may differ by last bits of floats.
template <typename Body>
void with_fused_vectors(const Body& body) {
#ifdef __x86_64__
  static const bool fma = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
  if (fma) return call_with_fma(body);
#endif
  body();
}

}  // namespace framelane
