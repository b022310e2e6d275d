#pragma once
#include <bit>
#include <cstdint>

namespace framelane {

// IEEE binary16 of finite values, branch-free so that loops over rows vectorise.

inline float half_to_float(std::uint16_t half) {
  const std::uint32_t sign = (half & 0x8000U) << 16;
  const std::uint32_t magnitude = (half & 0x7fffU) << 13;
  const float value = std::bit_cast<float>(magnitude) * 0x1p112F;  // moves the exponent's bias
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) | sign);
}

// Rounds to nearest, halves to even; beyond the largest half gives the largest half.
inline std::uint16_t float_to_half(float value) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = (bits >> 16) & 0x8000U;
  const float raw = std::bit_cast<float>(bits & 0x7fffffffU);
  const float magnitude = raw < 65504.0F ? raw : 65504.0F;
  const std::uint32_t m = std::bit_cast<std::uint32_t>(magnitude);
  const std::uint32_t normal = (m - (112U << 23) + 0xfffU + ((m >> 13) & 1U)) >> 13;
  // Adding 0.5 leaves the subnormal half in the low bits, rounded by the addition.
  const std::uint32_t subnormal =
      std::bit_cast<std::uint32_t>(magnitude + 0.5F) - std::bit_cast<std::uint32_t>(0.5F);
  return static_cast<std::uint16_t>((magnitude < 0x1p-14F ? subnormal : normal) | sign);
}

}  // namespace framelane
