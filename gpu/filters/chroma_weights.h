#pragma once
#include "gpu/filters/sample_math.h"

namespace framelane {

// 4:2:0's chroma along one axis, for whole rows of pixels: at an even luma sample the mean of three
// chroma samples, one of them without weight, at an odd one of two. Luma sample i lies at chroma
// position i / 2 + shift, -0.5 <= shift < 0.5; the same as chroma_tap() but for last bits.
struct ChromaWeights {
  float before, at, after;  // of an even one: samples i / 2 - 1, i / 2, i / 2 + 1
  float next;               // share of sample i / 2 + 1 at an odd one, the rest is sample i / 2
};

inline ChromaWeights chroma_weights(float shift) {
  const float away = shift < 0 ? -shift : shift;
  return {shift < 0 ? away : 0, 1 - away, shift < 0 ? 0 : away, 0.5F + shift};
}

FRAMELANE_BOTH inline float even_chroma(const ChromaWeights& weights, float before, float at,
                                        float after) {
  return plus_product(weights.before, before, plus_product(weights.after, after, weights.at * at));
}
FRAMELANE_BOTH inline float odd_chroma(const ChromaWeights& weights, float at, float after) {
  return mixed(at, after, weights.next);
}

}  // namespace framelane
