#pragma once
#include <cmath>

#include "gpu/image_view.h"

// Formulas on single samples, shared by both devices. They give the same bits on both as long as
// multiplications and additions are not fused: the passes are compiled that way, and plus_product()
// says where they may be.
namespace framelane {

// Nearest integer, halves to even; |value| < 2^22.
FRAMELANE_BOTH inline float round_even(float value) {
  constexpr float kMagic = 12582912.0F;  // 1.5 * 2^23: sums have no fraction bits left
  return (value + kMagic) - kMagic;
}

FRAMELANE_BOTH inline float floor_of(float value) {
  const float nearest = round_even(value);
  return nearest > value ? nearest - 1 : nearest;
}

FRAMELANE_BOTH inline float clamped(float value, float limit) {
#ifdef __CUDA_ARCH__
  return fminf(fmaxf(value, 0.0F), limit);
#else
  const float low = value > 0 ? value : 0;  // in two steps, which are two vector instructions
  return low < limit ? low : limit;
#endif
}

// vf_unsharp: the blur is rounded (halves up), the weighted difference cut off downwards.
FRAMELANE_BOTH inline float sharpened(float source, float blur, float amount, float limit) {
  return clamped(source + floor_of((source - floor_of(blur + 0.5F)) * amount), limit);
}

// sum + a * b, on the GPU in one operation: for formulas without jumps, which may then differ by a
// last bit of a float.
FRAMELANE_BOTH inline float plus_product(float a, float b, float sum) {
#ifdef __CUDA_ARCH__
  return __fmaf_rn(a, b, sum);
#else
  return a * b + sum;
#endif
}

FRAMELANE_BOTH inline float larger(float a, float b) {
#ifdef __CUDA_ARCH__
  return fmaxf(a, b);
#else
  return a > b ? a : b;
#endif
}
FRAMELANE_BOTH inline float smaller(float a, float b) {
#ifdef __CUDA_ARCH__
  return fminf(a, b);
#else
  return a < b ? a : b;
#endif
}

FRAMELANE_BOTH inline int nearest_inside(int i, int size) {
  return i < 0 ? 0 : i >= size ? size - 1 : i;
}

// Mirrored beyond the borders, the outermost sample repeated.
FRAMELANE_BOTH inline int reflected_inside(int i, int size) {
  while (i < 0 || i >= size)
    i = i < 0 ? -1 - i : 2 * size - 1 - i;
  return i;
}

FRAMELANE_BOTH inline float mixed(float a, float b, float weight) {
  return a + (b - a) * weight;
}

// The two chroma samples around a luma sample along one axis, and the second one's share.
struct ChromaTap {
  int first, second;
  float weight;
};
FRAMELANE_BOTH inline ChromaTap chroma_tap(int i, int log2, float shift, int size) {
  const float at = static_cast<float>(i) / static_cast<float>(1 << log2) + shift;
  const float below = floor_of(at);
  const int first = static_cast<int>(below);
  return {nearest_inside(first, size), nearest_inside(first + 1, size), at - below};
}

}  // namespace framelane
