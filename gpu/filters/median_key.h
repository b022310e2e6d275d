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

FRAMELANE_BOTH inline void order(float& a, float& b) {
  const float low = b < a ? b : a;
  b = b < a ? a : b;
  a = low;
}

// The fifth of nine by an exchange network (19 exchanges: three sorted rows, then the middle of the
// highest low, the middle middle and the lowest high).
FRAMELANE_BOTH inline float median_of_9(const float (&in)[9]) {
  float v[9];
  for (int i = 0; i < 9; ++i)
    v[i] = in[i];
  for (int r = 0; r < 9; r += 3) {
    order(v[r + 1], v[r + 2]);
    order(v[r], v[r + 1]);
    order(v[r + 1], v[r + 2]);
  }
  order(v[0], v[3]);
  order(v[3], v[6]);  // v[6]: highest of the lows
  order(v[5], v[8]);
  order(v[2], v[5]);  // v[2]: lowest of the highs
  order(v[4], v[7]);
  order(v[1], v[4]);
  order(v[4], v[7]);  // v[4]: middle of the middles
  order(v[4], v[2]);
  order(v[6], v[4]);
  order(v[4], v[2]);
  return v[4];
}

}  // namespace framelane
