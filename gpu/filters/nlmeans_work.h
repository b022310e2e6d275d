#pragma once
#include <cstdint>

namespace framelane {

inline constexpr int kMaxNlmeansRadius = 49;  // of patches and of the search

// One component's mean over the samples a search window holds inside the picture. A sample whose
// patch differs from the own one by `distance`, the sum of squared differences in codes over a
// window of (2 patch + 1) squared with borders repeated, weighs 2^(-falloff distance), and nothing
// where the exponent would not exceed `cutoff`.
struct NlmeansComponent {
  bool copy = true;  // the component passes unchanged
  int patch = 3;
  int search = 7;
};
struct NlmeansWork {
  NlmeansComponent components[4];
  float falloff = 1;
  float cutoff = -8;
};

}  // namespace framelane
