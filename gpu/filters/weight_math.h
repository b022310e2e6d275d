#pragma once
#include <bit>
#include <cstdint>

#include "gpu/image_view.h"

// Weights that fall off exponentially, as the bilateral filter and non-local means take them.
namespace framelane {

inline constexpr float kLeastExponent = -126;  // below it weights count as 2^-126

// 2^fraction for -0.5 .. 0.5 is the polynomial through the five Chebyshev nodes there: within
// 3.5e-6 of the value, and exact at 0.
inline constexpr float kExp2[] = {1.0F, 0.693121045F, 0.24022349F, 0.0559219758F, 0.00966636852F};

inline constexpr float kLog2OfE = 1.44269504F;

// 2^exponent, for exponents up to 0. The devices differ by less than 4e-6 of it.
FRAMELANE_BOTH inline float weight_of(float exponent) {
#ifdef __CUDA_ARCH__
  float weight;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(weight) : "f"(exponent));
  return weight;
#else
  constexpr float kMagic = 12582912.0F;  // 1.5 * 2^23: sums end in a whole number's bits
  const float kept = exponent > kLeastExponent ? exponent : kLeastExponent;
  const float shifted = kept + kMagic;
  const float f = kept - (shifted - kMagic);
  const float power = (((kExp2[4] * f + kExp2[3]) * f + kExp2[2]) * f + kExp2[1]) * f + kExp2[0];
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(power) +
                              (std::bit_cast<std::uint32_t>(shifted) << 23));
#endif
}

}  // namespace framelane
