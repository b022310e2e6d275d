#pragma once
#include "gpu/filters/box_work.h"
#include "gpu/filters/sample_math.h"

namespace framelane {

// Samples as integers whose sums over a window stay below 2^31: codes, with fraction bits where the
// picture's samples have fractions.
struct BoxScale {
  float to_fixed = 1;  // 2^bits
  float to_code = 1;   // of a window's sum
  float limit = 255;
};

inline BoxScale box_scale(const ImageView& in, int radius) {
  constexpr double kExact = 1 << 22, kSum = 2147483648.0;
  const bool whole = in.type == SampleType::u8 || in.type == SampleType::u16;
  const double codes = in.max_code + 1.0;
  double fixed = 1;
  while (!whole && 2 * fixed * codes <= kExact && 2 * fixed * codes * (2 * radius + 2) <= kSum)
    fixed *= 2;
  return {static_cast<float>(fixed), static_cast<float>(1 / (fixed * (2 * radius + 1))),
          static_cast<float>(in.max_code)};
}

FRAMELANE_BOTH inline int box_fixed(float code, const BoxScale& scale) {
  return static_cast<int>(round_even(clamped(code, scale.limit) * scale.to_fixed));
}

FRAMELANE_BOTH inline float box_code(int sum, const BoxScale& scale) {
  return static_cast<float>(sum) * scale.to_code;
}

}  // namespace framelane
