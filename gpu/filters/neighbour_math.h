#pragma once
#include "gpu/filters/neighbour_work.h"
#include "gpu/filters/sample_math.h"

// Formulas on 3x3 and 5x5 neighbourhoods, shared by both devices. n: row by row, the centre in the
// middle. Edges say where a sample outside the picture comes from, by at most the radius.
namespace framelane {

// Within a few last bits on the GPU, where the exact ones take a dozen operations.
FRAMELANE_BOTH inline float quotient(float a, float b) {
#ifdef __CUDA_ARCH__
  return __fdividef(a, b);
#else
  return a / b;
#endif
}
FRAMELANE_BOTH inline float root(float value) {
#ifdef __CUDA_ARCH__
  float result;
  asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(value));
  return result;
#else
  return sqrtf(value);
#endif
}

// vf_convolution's sobel and prewitt; fractions are cut off, which less than half a code before
// rounding does.
FRAMELANE_BOTH inline float gradient_value(const float (&n)[9], const GradientWork& work,
                                           float limit) {
  const float w = work.middle;
  // By row, so that neighbouring results share what rows give.
  const float down = (plus_product(w, n[7], n[6]) + n[8]) - (plus_product(w, n[1], n[0]) + n[2]);
  const float across = plus_product(w, n[5] - n[3], (n[2] - n[0]) + (n[8] - n[6]));
  const float length = root(plus_product(down, down, across * across));
  return clamped(plus_product(length, work.scale, work.delta - 0.4998F), limit);
}

// vf_cas: the cross's mean is taken off by a share that grows with the room left around the
// neighbourhood's extremes; fractions are cut off. A hair is added so that flat areas stay.
FRAMELANE_BOTH inline float cas_value(const float (&n)[9], float peak, float limit) {
  const float cross_low = smaller(smaller(smaller(n[3], n[4]), smaller(n[5], n[1])), n[7]);
  const float cross_high = larger(larger(larger(n[3], n[4]), larger(n[5], n[1])), n[7]);
  const float corner_low = smaller(smaller(n[0], n[2]), smaller(n[6], n[8]));
  const float corner_high = larger(larger(n[0], n[2]), larger(n[6], n[8]));
  const float low = cross_low + smaller(cross_low, corner_low);
  const float high = cross_high + larger(cross_high, corner_high);
  const float room = smaller(low, 2 * limit + 1 - high);
  const float share = quotient(room, larger(high, 1e-6F));
  const float weight = quotient(root(smaller(larger(share, 0), 1)), peak);
  const float sum = (n[1] + n[3] + n[5] + n[7]) * weight + n[4];
  return clamped(floor_of(quotient(sum, 1 + 4 * weight) + 0.004F), limit);
}

// sum: of the weighted neighbourhood.
FRAMELANE_BOTH inline float convolved(float sum, const ConvolutionComponent& part, float limit) {
  return clamped(sum * part.scale + part.bias, limit);
}

FRAMELANE_BOTH inline float within_threshold(float centre, float found, float threshold,
                                             bool greatest, float limit) {
  return greatest ? smaller(found, smaller(centre + threshold, limit))
                  : larger(found, larger(centre - threshold, 0));
}

// Mirrored at the outermost sample, which is not repeated.
FRAMELANE_BOTH inline int mirrored_inside(int i, int size) {
  if (size == 1) return 0;
  while (i < 0 || i >= size)
    i = i < 0 ? -i : 2 * (size - 1) - i;
  return i;
}

// vf_convolution's: at 3x3 the last sample is repeated, at 5x5 both ends are mirrored. A 3x3 matrix
// beside a 5x5 one reads as far as that and uses none of it.
struct ConvolutionEdge {
  int radius = 1;
  FRAMELANE_BOTH int across(int i, int size) const {
    if (radius > 1) return mirrored_inside(i, size);
    const int mirrored = i < 0 ? -i : i;
    return mirrored >= size ? nearest_inside(2 * size - 1 - mirrored, size) : mirrored;
  }
  FRAMELANE_BOTH int down(int i, int size) const { return across(i, size); }
};

// vf_neighbor's: mirrored across, repeated down.
struct MorphologyEdge {
  FRAMELANE_BOTH int across(int i, int size) const { return mirrored_inside(i, size); }
  FRAMELANE_BOTH int down(int i, int size) const { return nearest_inside(i, size); }
};

// vf_cas's: repeated.
struct NearestEdge {
  FRAMELANE_BOTH int across(int i, int size) const { return nearest_inside(i, size); }
  FRAMELANE_BOTH int down(int i, int size) const { return nearest_inside(i, size); }
};

}  // namespace framelane
