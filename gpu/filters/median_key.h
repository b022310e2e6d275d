#pragma once
#include <cstdint>

#include "gpu/filters/sample_math.h"

namespace framelane {

// Samples as integers in the same order, for ranks by counting: a stored sample's own code, and for
// working samples 16 bits over the code range, which is finer than any code they stand for.
struct MedianScale {
  int bits;
  float key_of_code, code_of_key;
  float highest;  // key
};

FRAMELANE_BOTH inline MedianScale median_scale(const ImageView& view) {
  if (view.type == SampleType::u8 || view.type == SampleType::u16) {
    int bits = 8;
    while (view.max_code >> bits != 0)
      ++bits;
    return {bits, 1, 1, static_cast<float>(view.max_code)};
  }
  const float unit = 65535.0F / static_cast<float>(view.max_code);
  return {16, unit, static_cast<float>(view.max_code) / 65535.0F, 65535.0F};
}

FRAMELANE_BOTH inline std::uint16_t median_key(float code, const MedianScale& scale) {
  return static_cast<std::uint16_t>(round_even(clamped(code * scale.key_of_code, scale.highest)));
}

}  // namespace framelane
